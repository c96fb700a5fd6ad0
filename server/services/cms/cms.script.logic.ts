/** What collectors say on the telephone: a text for each topic and language, the client's own or the product's, filled in for one account. */
import { and, eq } from 'drizzle-orm';
import { isScriptTopic, partsOfScript, SCRIPT_TOPICS, type ScriptTopic } from '../../../core/callScripts.ts';
import { displayName } from '../../../core/displayName.ts';
import { invalid, notFound } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { isLocale, LOCALES, type Locale, toLocale } from '../../../core/locale.ts';
import { type Instant, instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { shareOf } from '../../platform/threads.ts';
import { claimsToSpeakOf, findAccount } from '../account/contact/delivery.logic.ts';
import { loadFacts } from '../account/ground/facts.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { namesOf, readUser } from '../backoffice/backoffice.user.list.logic.ts';
import { checkContent, fillContents } from './cms.content.logic.ts';
import { readGlobalPlaceholders } from './cms.globals.logic.ts';
import { readPlaceholders, valuesFor } from './cms.placeholders.logic.ts';
import { refuseProblems } from './cms.problems.ts';
import { DEFAULT_SCRIPTS } from './cms.script.defaults.ts';
import { callScript } from './cms.tables.ts';

const LONGEST = 5_000;
/** Nobody reads out the address of a page. */
const NO_LINK = { pay: '', unsubscribe: '' };

export interface CallScript {
  readonly topic: ScriptTopic;
  readonly locale: Locale;
  readonly content: string;
  /** False: the product's own words. */
  readonly isOwn: boolean;
  readonly updatedAt: Instant | null;
}

/** @returns the script of every topic in every language. */
export async function listCallScripts(tx: Tx): Promise<CallScript[]> {
  const own = await tx.db.select().from(callScript).where(eq(callScript.clientId, tx.clientId));
  return SCRIPT_TOPICS.flatMap((topic) =>
    LOCALES.map((locale) => {
      const row = own.find((each) => each.topic === topic && each.locale === locale);
      return {
        topic,
        locale,
        content: row?.content ?? DEFAULT_SCRIPTS[locale][topic],
        isOwn: row !== undefined,
        updatedAt: row ? instant(row.updatedAt) : null,
      };
    }),
  );
}

/** Keeps the client's own words for a topic in one language. @param content null: the product's own again. @throws Fault INVALID_INPUT */
export async function saveCallScript(tx: Tx, topicName: string, localeName: string, content: string | null): Promise<CallScript> {
  const topic = topicOf(topicName);
  if (!isLocale(localeName)) throw invalid('locale', 'oneOf', { choices: LOCALES.join(', ') });
  const key = and(eq(callScript.clientId, tx.clientId), eq(callScript.topic, topic), eq(callScript.locale, localeName));
  if (content === null) await tx.db.delete(callScript).where(key);
  else {
    const text = content.replaceAll('\r\n', '\n').trim();
    if (text.length > LONGEST) throw invalid('content', 'atMostCharacters', { number: LONGEST.toLocaleString('en') });
    const placeholders = await readPlaceholders(tx, 'callScript');
    const source = { locale: localeName, subject: '-', format: 'text', content: text } as const;
    const { problems } = await checkContent(shareOf(tx), source, 'email', placeholders);
    refuseProblems(problems, () => 'content');
    const values = { content: text, updatedAt: now() };
    await tx.db
      .insert(callScript)
      .values({ clientId: tx.clientId, topic, locale: localeName, ...values })
      .onConflictDoUpdate({ target: [callScript.clientId, callScript.topic, callScript.locale], set: values });
  }
  await appendEvents(tx, [{ messageType: 'callScriptChanged', payload: { topic, locale: localeName, isOwn: content !== null } }]);
  return (await listCallScripts(tx)).find((each) => each.topic === topic && each.locale === localeName)!;
}

/**
 * Reads what a script for an account needs; filling it in holds no connection. It is in the debtor's language, else in the client's.
 * @returns what fills it in. @throws Fault INVALID_INPUT for the topic, NOT_FOUND for an account that is unknown or has no claim
 */
export async function readCallScript(tx: Tx, accountId: string, topicName: string) {
  const topic = topicOf(topicName);
  const account = await findAccount(tx, accountId);
  const externalClaimRef = account && (await claimsToSpeakOf(tx, [account.accountId])).get(account.accountId);
  if (!account || !externalClaimRef) throw notFound('accountNotFound');
  const about = { accountId: account.accountId, externalClaimRef };
  const facts = (await loadFacts(tx, [about], ['claim', 'account', 'debtor', 'product'])).get(externalClaimRef);
  if (!facts) throw notFound('claimNotFound');
  const client = await readClient(tx);
  const [spoken] = await tx.sql<{ locale: string | null }>(
    'select locale from published.account where client_id = $1 and account_id = $2',
    [tx.clientId, account.accountId],
  );
  const locale = toLocale(spoken?.locale || client.defaultLocale);
  const source = (await listCallScripts(tx)).find((each) => each.topic === topic && each.locale === locale)!.content;
  const globals = await readGlobalPlaceholders(tx);
  const agent = { name: await agentName(tx) };
  const values = { ...valuesFor({ facts, client, locale, now: now(), strategyName: '', globals, link: NO_LINK }), agent };
  const share = shareOf(tx);
  return async () => {
    const content = { subject: '-', format: 'text', source, html: null } as const;
    const [filled] = await fillContents(share, [{ content, values, channel: 'email', tracking: null }]);
    if ('fault' in filled!) throw filled.fault;
    return { topic, locale, ...partsOfScript(filled!.value.text) };
  };
}

/** @returns the name of who asks, as colleagues see it. */
async function agentName(tx: Tx): Promise<string> {
  if (tx.actor.type !== 'user') return '';
  const row = await readUser(tx, tx.actor.id as Uuid);
  return displayName({ ...namesOf(row), email: row.email });
}

function topicOf(topic: string): ScriptTopic {
  if (!isScriptTopic(topic)) throw invalid('topic', 'oneOf', { choices: SCRIPT_TOPICS.join(', ') });
  return topic;
}
