/** Messages as users write them. Whatever they hold, they are read and filled in by threads, within limits of time and memory. */

import type { ContentType } from '../../../core/messageChannels.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type Settled, type Share, threadWork } from '../../platform/threads.ts';
import type { CheckedContent, ContentNeeds, ContentSource, Filled, FillInput } from './cms.content.ts';
import type { Incoming } from './cms.mail.ts';
import type { EventFields } from './cms.placeholders.events.ts';
import type { Placeholder } from './cms.placeholders.ts';
import { problemOf, wordsIn } from './cms.problems.ts';
import type { BundleContent } from './cms.tables.ts';
import type { CheckInput, MailInput, ShowInput } from './cms.thread.ts';

export type { CheckedContent, ContentSource } from './cms.content.ts';

const MODULE = import.meta.resolve('./cms.thread.ts');
/** Milliseconds; a page of 200,000 characters takes a second of it on a slow machine. */
const TEMPLATE = { time: 6_000, field: 'content', tooLong: 'templateTooLong', tooLarge: 'templateTooLarge' } as const;
const MAIL = { time: 15_000, field: 'mail', tooLong: 'mailTooLong', tooLarge: 'mailTooComplex' } as const;

/** Enough of a text to tell it from others. */
const signOf = ({ subject, source, html }: BundleContent) => `${subject}:${source.length}:${html?.length ?? ''}:${source.slice(0, 500)}`;

const checks = threadWork<CheckInput, CheckedContent>(MODULE, 'check', TEMPLATE);
const needs = threadWork<BundleContent, ContentNeeds>(MODULE, 'needsOf', TEMPLATE, signOf);
const fills = threadWork<FillInput, Filled>(MODULE, 'fillContent', TEMPLATE, ({ content }) => signOf(content));
const tags = threadWork<string, string[]>(MODULE, 'placeholdersIn', TEMPLATE);
const plain = threadWork<string, string>(MODULE, 'textOf', TEMPLATE);
const shows = threadWork<ShowInput, string>(MODULE, 'show', MAIL);
const mails = threadWork<MailInput, Incoming | null>(MODULE, 'mail', MAIL);

/**
 * Compiles and checks one language of a message against the client's placeholders. Reports everything that is wrong, not only the first.
 * @param events what the message answers: each has to have every field of `reaction` that the message uses.
 */
export async function checkContent(
  share: Share,
  source: ContentSource,
  type: ContentType,
  placeholders: readonly Placeholder[],
  events: readonly EventFields[] = [],
): Promise<CheckedContent> {
  const [answer] = await checks.each(share, [{ source, type, placeholders, events }]);
  if (answer && 'value' in answer) return answer.value;
  // Asking for less may help against what is busy; what takes too long is a problem of the text.
  if (answer!.fault.code !== 'INVALID_INPUT') throw answer!.fault;
  const { field = 'content' } = answer!.fault;
  return {
    content: null,
    placeholders: [],
    problems: [problemOf(source.locale, field, wordsIn(source.locale, answer!.fault))],
  };
}

/** @returns of each content what has to be made or read for it, or what is wrong with it. */
export const needsOfContents = (share: Share, contents: readonly BundleContent[]): Promise<Settled<ContentNeeds>[]> =>
  needs.each(share, contents);

/** Fills messages in. @returns each, or what is in its way: a placeholder that has gone since it was saved, or that it takes too much */
export const fillContents = (share: Share, inputs: readonly FillInput[]): Promise<Settled<Filled>[]> => fills.each(share, inputs);

/** @returns what each text reads from outside. @throws Fault INVALID_INPUT when one does not parse */
export async function placeholdersOf(tx: Tx, texts: readonly string[]): Promise<string[][]> {
  return (await tags.each(tx, texts)).map((answer) => {
    if ('fault' in answer) throw answer.fault;
    return answer.value;
  });
}

/** @returns what each page says as plain text; nothing of one that takes too long. */
export async function textsOf(tx: Tx, pages: readonly string[]): Promise<string[]> {
  return (await plain.each(tx, pages)).map((answer) => ('value' in answer ? answer.value : ''));
}

/** @returns a mail's page as staff may look at it; null when it cannot be read within the limits. @param follow whether its links may be followed */
export async function showPage(share: Share, html: string, direction: 'inbound' | 'outbound', follow: boolean): Promise<string | null> {
  const [answer] = await shows.each(share, [{ html, direction, follow }]);
  return answer && 'value' in answer ? answer.value : null;
}

/** @returns the mail, or null when it is none. @param reference what it is called when it names itself nothing. @throws Fault when it takes too much */
export async function readIncomingMail(share: Share, source: Buffer, reference: string): Promise<Incoming | null> {
  const mail = await mails.one(share, { source, reference });
  return mail && { ...mail, source };
}
