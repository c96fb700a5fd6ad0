/** What a message may say about a claim: every placeholder, and its value for one reader. */

import type { EventType } from '../../../core/events/catalogue.ts';
import { type Locale, toLocale } from '../../../core/locale.ts';
import { metaFields } from '../../../core/metadata.ts';
import { readTitle } from '../../../core/personName.ts';
import { postalLines } from '../../../core/postalAddress.ts';
import { type CalendarDate, daysBetween, type Instant } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import type { Facts } from '../../../engine/types.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { listMetadata } from '../account/metadata/metadata.logic.ts';
import { type ClientRow, readClient } from '../backoffice/backoffice.logic.ts';
import type { TransferAccount } from '../finance/account/transfer.logic.ts';
import { isOffered, type PlaceholderContext } from './cms.contexts.ts';
import { amountFigure, dayFigure, eventValues, type Figure, type ReaderFormat } from './cms.figures.ts';
import { readGlobalPlaceholders } from './cms.globals.logic.ts';
import { type Globals, globalText, globalTexts } from './cms.globals.ts';
import { type Lists, listValues } from './cms.lists.logic.ts';
import { paymentValues } from './cms.payment.ts';
import { reactionPlaceholders } from './cms.placeholders.events.ts';
import { FIXED, placeholder } from './cms.placeholders.fixed.ts';
import { exampleValue, type Placeholder, type Values } from './cms.placeholders.ts';

/** Newest claims and accounts whose metadata is looked at for examples, and for fields that no schema knows. */
const SAMPLE = 500;
/** Characters of an example that is a client's own text. */
const EXAMPLE = 60;

/**
 * @param events the kinds of events that a message answers; none: any.
 * @returns the placeholders of a context: those that all have, those of the events, the client's metadata and its global ones.
 */
export async function readPlaceholders(
  tx: Tx,
  context: PlaceholderContext,
  events: readonly EventType[] = [],
): Promise<readonly Placeholder[]> {
  const client = await readClient(tx);
  const reader = readerFormat(toLocale(client.defaultLocale), client);
  const globals = Object.entries(await readGlobalPlaceholders(tx)).map(([name, value]) =>
    placeholder('global', name, 'Global placeholder', globalText(value, reader.locale, reader.locale).slice(0, EXAMPLE)),
  );
  const all = [...FIXED, ...reactionPlaceholders(events), ...(await metaPlaceholders(tx)), ...globals, AGENT_NAME];
  return all.filter((each) => isOffered(each, context)).map((each) => withExample(each, reader));
}

const AGENT_NAME = placeholder('agent', 'name', 'Name of the person who reads the script', 'Mira Oduya');

async function metaPlaceholders(tx: Tx): Promise<Placeholder[]> {
  const found = await tx.sql<{ key: string; example: string | null }>(
    `select key, max(example) as example from (
       select key, left(value, ${EXAMPLE}) as example from (select meta from published.claim where client_id = $1 order by external_claim_ref desc limit ${SAMPLE}) c, jsonb_each_text(c.meta) as pair (key, value)
       union all
       select key, left(value, ${EXAMPLE}) from (select meta from published.account where client_id = $1 order by account_id desc limit ${SAMPLE}) a, jsonb_each_text(a.meta) as pair (key, value)
     ) known group by key order by key`,
    [tx.clientId],
  );
  const examples = new Map(found.map(({ key, example }) => [key, example]));
  const declared = (await listMetadata(tx)).flatMap(({ schema }) => metaFields(schema));
  const names = [...new Set([...declared.map(({ name }) => name), ...examples.keys()])];
  return names.map((name) => {
    const example = examples.get(name) ?? '';
    const kind = /^\d{1,6}$/.test(example) ? 'number' : 'text';
    return placeholder('meta', name, 'Metadata of the claim, else of the account, else of the product', example, kind);
  });
}

/** @returns a placeholder whose example is written as the reader's messages are. */
function withExample(each: Placeholder, reader: ReaderFormat): Placeholder {
  if (each.group === 'reaction' || (each.kind !== 'amount' && each.kind !== 'day')) return each;
  const value = exampleValue(each, reader) as Figure;
  return { ...each, example: value.written };
}

/** How days and amounts are written in a language. */
export const readerFormat = (locale: Locale, { timezone: zone, currency }: Pick<ClientRow, 'timezone' | 'currency'>): ReaderFormat => ({
  locale,
  zone,
  currency,
});

type Client = Pick<ClientRow, 'name' | 'timezone' | 'currency' | 'defaultLocale' | 'countryCode'>;

/** What is known when values are made for one reader. */
export interface Reader {
  readonly facts: Facts;
  readonly client: Client;
  readonly locale: Locale;
  readonly now: Instant;
  readonly strategyName: string;
  readonly strategyValues?: Readonly<Record<string, unknown>> | undefined;
  /** What the event said that a rule answers; absent in any other message. */
  readonly event?: Readonly<Record<string, unknown>> | undefined;
  readonly globals: Globals;
  /** What the message lists; absent where its template lists nothing. */
  readonly lists?: Lists | undefined;
  readonly link: { readonly pay: string; readonly unsubscribe: string };
  /** Where money in the claim's currency goes; absent where no placeholder says it. */
  readonly payment?: TransferAccount | null | undefined;
}

const NO_LISTS: Lists = { claims: [], instalments: [] };

/** @returns every placeholder with a value ('' when nothing is known), amounts and days as the locale writes them. */
export function valuesFor(reader: Reader): Values {
  const { facts, client, locale, now, strategyName, strategyValues, event, globals, lists, link, payment } = reader;
  const { claim, account, debtor, product } = facts;
  const amount = (minor: bigint | undefined, currency: string | undefined) => amountFigure(minor, currency, locale);
  const day = (date: CalendarDate | null | undefined) => dayFigure(date, locale);
  const due = claim?.externalDueDate ?? claim?.dueDate;
  const today = localDate(now, client.timezone);
  return {
    claim: {
      reference: claim?.externalClaimRef ?? '',
      type: claim?.type ?? '',
      amount: amount(claim?.amount, claim?.currency),
      balance: amount(claim?.balance, claim?.currency),
      totalFees: amount(claim?.totalFees, claim?.currency),
      currency: claim?.currency ?? '',
      dueDate: day(claim?.dueDate),
      externalDueDate: day(claim?.externalDueDate),
      daysPastDue: due ? Math.max(0, daysBetween(due, today)) : 0,
      paymentReference: claim?.paymentReference ?? claim?.externalClaimRef ?? '',
      portfolio: claim?.portfolioRef ?? '',
      segment: claim?.segment ?? '',
    },
    account: {
      reference: account?.externalAccountRef ?? '',
      // What a partner collects isn't demanded by us.
      balance: amount((account?.ours ?? account)?.balance, account?.currency),
      currency: account?.currency ?? '',
      activeClaims: (account?.ours ?? account)?.activeClaims ?? 0,
      creditor: client.name,
    },
    product: {
      name: product?.name ?? '',
      code: product?.code ?? '',
      type: product?.type ?? '',
      reference: product?.productReference ?? '',
    },
    debtor: {
      salutation: salutation(debtor, locale),
      fullName: fullName(debtor),
      firstName: debtor?.firstName ?? '',
      lastName: debtor?.lastName ?? '',
      title: titleOf(debtor),
      companyName: debtor?.companyName ?? '',
      reference: debtor?.externalDebtorRef ?? '',
      email: debtor?.email ?? '',
      mobileNumber: debtor?.mobileNumber ?? '',
      postalCode: debtor?.postalCode ?? '',
      city: debtor?.city ?? '',
      country: debtor?.country ?? '',
      postalAddress: debtor ? addressOf(debtor, client).join('\n') : '',
    },
    meta: { ...product?.meta, ...account?.meta, ...claim?.meta },
    strategy: { ...strategyValues, name: strategyName },
    reaction: eventValues(event ?? {}, locale),
    global: globalTexts(globals, locale, toLocale(client.defaultLocale)),
    link,
    payment: paymentValues(payment ?? null, claim),
    message: { date: day(today) },
    agent: {},
    ...listValues(lists ?? NO_LISTS, locale, today),
    reader: readerFormat(locale, { timezone: client.timezone, currency: claim?.currency ?? account?.currency ?? client.currency }),
  };
}

/** A form of address in the title's place ("Herr") is no part of a name: which one is right, the debtor's gender says. */
const titleOf = (debtor: Facts['debtor']) => readTitle(debtor?.title ?? '').title;

/** @returns the lines of where letters to a debtor go, name first. */
export const addressOf = (debtor: NonNullable<Facts['debtor']>, { countryCode }: Pick<ClientRow, 'countryCode'>): string[] =>
  postalLines(fullName(debtor), debtor.address ?? {}, countryCode.slice(0, 2));

function fullName(debtor: Facts['debtor']): string {
  if (!debtor) return '';
  if (debtor.type === 'company' && debtor.companyName) return debtor.companyName;
  return [titleOf(debtor), debtor.firstName, debtor.lastName].filter(Boolean).join(' ') || (debtor.companyName ?? '');
}

/** Where the gender is known and the language wants it, the form of address follows it; otherwise name and greeting stay neutral. */
const FORMAL: Partial<Record<Locale, Readonly<Record<'M' | 'F', string>>>> = {
  de_DE: { M: 'Sehr geehrter Herr', F: 'Sehr geehrte Frau' },
  es_ES: { M: 'Estimado señor', F: 'Estimada señora' },
  nl_NL: { M: 'Geachte heer', F: 'Geachte mevrouw' },
};
const NEUTRAL: Readonly<Record<Locale, string>> = {
  en_US: 'Dear',
  en_GB: 'Dear',
  de_DE: 'Guten Tag',
  es_ES: 'Buenos días',
  nl_NL: 'Geachte',
};

function salutation(debtor: Facts['debtor'], locale: Locale): string {
  const formal = debtor?.type === 'person' && debtor.gender && debtor.lastName ? FORMAL[locale]?.[debtor.gender] : undefined;
  if (formal) return [formal, titleOf(debtor), debtor?.lastName].filter(Boolean).join(' ');
  return [NEUTRAL[locale], fullName(debtor)].filter(Boolean).join(' ');
}
