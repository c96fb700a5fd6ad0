/** What a message may say about a claim: every placeholder, and its value for one reader. */

import { dateTag, type Locale } from '../../../core/locale.ts';
import type { MessageChannel } from '../../../core/messageChannels.ts';
import { metaFields } from '../../../core/metadata.ts';
import { formatMoney } from '../../../core/money.ts';
import { readTitle } from '../../../core/personName.ts';
import { type CalendarDate, calendarDate, daysBetween, type Instant } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import type { Facts } from '../../../engine/types.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { listMetadata } from '../account/metadata/metadata.logic.ts';
import { readGlobalPlaceholders } from './cms.globals.logic.ts';
import type { Placeholder, PlaceholderGroup, Values } from './cms.placeholders.ts';

const known = (
  group: PlaceholderGroup,
  entries: Readonly<Record<string, readonly [description: string, example: string]>>,
): Placeholder[] =>
  Object.entries(entries).map(([name, [description, example]]) => ({
    tag: `${group}.${name}`,
    group,
    description,
    example,
    required: false,
  }));

/** The placeholders every client has. Those of `meta` and `global` are the client's own. */
const FIXED: readonly Placeholder[] = [
  ...known('claim', {
    reference: ['The creditor’s reference of the claim', 'R-2026-004711'],
    type: ['Kind of claim', 'invoice'],
    amount: ['Original sum', '1.284,60 €'],
    balance: ['Sum still owed', '642,30 €'],
    totalFees: ['Fees on the claim', '12,50 €'],
    currency: ['Currency code', 'EUR'],
    dueDate: ['Day the claim is due', '15.10.2026'],
    externalDueDate: ['Day the creditor set for payment', '15.10.2026'],
    daysPastDue: ['Days since the due day; 0 before it', '37'],
    paymentReference: ['What the debtor writes on a transfer', 'R-2026-004711'],
    portfolio: ['Portfolio of the claim', 'Retail 2026'],
    segment: ['Segment of the claim', 'B'],
  }),
  ...known('account', {
    reference: ['The creditor’s reference of the account', 'K-10042'],
    balance: ['Sum still owed over all claims', '1.926,90 €'],
    currency: ['Currency code', 'EUR'],
    activeClaims: ['Number of open claims', '2'],
    creditor: ['Name of the client organisation', 'Nordlicht Energie'],
  }),
  ...known('product', {
    name: ['Name of the product', 'Strom Komfort'],
    code: ['Code of the product', 'ST-K'],
    type: ['Type of the product', 'electricity'],
    reference: ['Reference of the product', 'ST-K'],
  }),
  ...known('debtor', {
    salutation: ['Greeting with the name, in the message’s language', 'Guten Tag Anna Weber'],
    fullName: ['Title, first and last name, or the company', 'Anna Weber'],
    firstName: ['First name', 'Anna'],
    lastName: ['Last name', 'Weber'],
    title: ['Title', ''],
    companyName: ['Company', ''],
    reference: ['The creditor’s reference of the debtor', 'D-10042'],
    email: ['E-mail address', 'anna.weber@example.com'],
    mobileNumber: ['Mobile number', '+49 151 12345678'],
    postalCode: ['Postal code', '10115'],
    city: ['City', 'Berlin'],
    country: ['Country', 'DE'],
  }),
  ...known('strategy', { name: ['Name of the strategy that sends the message', 'Reminder'] }),
  ...known('reaction', {
    messageType: ['Kind of the event that a reaction answers', 'paymentSettled'],
    amount: ['Amount of that event; other fields of it can be used by their names too', '184.50'],
    currency: ['Currency of that event', 'EUR'],
    dueDate: ['Due date of that event', '2026-12-03'],
    daysBefore: ['Days until that date', '3'],
    trigger: ['Trigger of that event', 'legal_letter_sent'],
    reason: ['Reason of that event', 'insufficient_funds'],
  }),
  ...known('link', {
    pay: ['Address of the debtor’s own page', 'https://pay.example.com/p/a1b2c3-EXAMPLE'],
    unsubscribe: ['Address that stops e-mails; e-mail only', 'https://pay.example.com/t/u/EXAMPLE'],
  }),
];

/** Newest claims and accounts whose metadata is looked at for examples, and for fields that no schema knows. */
const SAMPLE = 500;

/** @returns all placeholders of the client: the fixed ones, its metadata and its global ones, in the order of the groups. */
export async function readPlaceholders(tx: Tx, channel: MessageChannel | null = null): Promise<Placeholder[]> {
  const found = await tx.sql<{ key: string; example: string | null }>(
    `select key, max(example) as example from (
       select key, left(value, 60) as example from (select meta from published.claim where client_id = $1 order by external_claim_ref desc limit ${SAMPLE}) c, jsonb_each_text(c.meta) as pair (key, value)
       union all
       select key, left(value, 60) from (select meta from published.account where client_id = $1 order by account_id desc limit ${SAMPLE}) a, jsonb_each_text(a.meta) as pair (key, value)
     ) known group by key order by key`,
    [tx.clientId],
  );
  const examples = new Map(found.map(({ key, example }) => [key, example]));
  const declared = (await listMetadata(tx)).flatMap(({ schema }) => metaFields(schema));
  const meta = [...new Set([...declared.map(({ name }) => name), ...examples.keys()])];
  const globals = Object.entries(await readGlobalPlaceholders(tx));
  const own: Placeholder[] = [
    ...meta.map((key) => ({
      tag: `meta.${key}`,
      group: 'meta' as const,
      description: 'Metadata of the claim, else of the account, else of the product',
      example: examples.get(key) ?? '',
      required: false,
    })),
    ...globals.map(([key, value]) => ({
      tag: `global.${key}`,
      group: 'global' as const,
      description: 'Global placeholder',
      example: value,
      required: false,
    })),
  ];
  return [...FIXED, ...own].filter((each) => !(channel === 'sms' && each.tag === 'link.unsubscribe'));
}

/** What is known when values are made for one reader. */
export interface Reader {
  readonly facts: Facts;
  readonly locale: Locale;
  readonly zone: string;
  readonly now: Instant;
  readonly creditor: string;
  readonly strategyName: string;
  readonly strategyValues?: Readonly<Record<string, unknown>> | undefined;
  /** What the event said that a rule answers; absent in any other message. */
  readonly event?: Readonly<Record<string, unknown>> | undefined;
  readonly globals: Readonly<Record<string, string>>;
  readonly link: { readonly pay: string; readonly unsubscribe: string };
}

/** @returns every fixed placeholder with a value ('' when nothing is known), amounts and days as the locale writes them. */
export function valuesFor({ facts, locale, zone, now, creditor, strategyName, strategyValues, event, globals, link }: Reader): Values {
  const { claim, account, debtor, product } = facts;
  const tag = locale.replace('_', '-');
  const amount = (minor: bigint | undefined, currency: string | undefined) =>
    minor === undefined || !currency ? '' : formatMoney(minor, currency, tag);
  const day = (date: CalendarDate | null | undefined) => formatDay(date, locale);
  const due = claim?.externalDueDate ?? claim?.dueDate;
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
      daysPastDue: due ? Math.max(0, daysBetween(due, localDate(now, zone))) : 0,
      paymentReference: claim?.paymentReference ?? claim?.externalClaimRef ?? '',
      portfolio: claim?.portfolioRef ?? '',
      segment: claim?.segment ?? '',
    },
    account: {
      reference: account?.externalAccountRef ?? '',
      balance: amount(account?.balance, account?.currency),
      currency: account?.currency ?? '',
      activeClaims: account?.activeClaims ?? 0,
      creditor,
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
    },
    meta: { ...product?.meta, ...account?.meta, ...claim?.meta },
    strategy: { ...strategyValues, name: strategyName },
    reaction: { ...event },
    global: globals,
    link,
    agent: {},
  };
}

/** Making a format costs far more than using it. */
const dayFormats = new Map<Locale, Intl.DateTimeFormat>();

function formatDay(date: CalendarDate | null | undefined, locale: Locale): string {
  if (!date || !calendarDate(date)) return '';
  const format = dayFormats.get(locale) ?? new Intl.DateTimeFormat(dateTag(locale), { dateStyle: 'medium', timeZone: 'UTC' });
  dayFormats.set(locale, format);
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** A form of address in the title's place ("Herr") is no part of a name: which one is right, the debtor's gender says. */
const titleOf = (debtor: Facts['debtor']) => readTitle(debtor?.title ?? '').title;

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
