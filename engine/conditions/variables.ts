/**
 * What a condition may ask about a claim (specification 3, section 3, "Condition variables and value types").
 * One entry per variable: its type, the facts it needs and how it is read. The editor, the API and the engine read this list.
 * Days are days of the client's zone. The meaning of every variable: docs/decisions/conditions.md.
 */
import { fromDecimal } from '../../core/money.ts';
import { OUTSOURCE_METHODS } from '../../core/outsourcing.ts';
import { type CalendarDate, daysBetween, type Instant } from '../../core/time.ts';
import { localDate, localMinutes, WEEKDAYS, weekday } from '../../core/zone.ts';
import type { Context, Facts, MetaValue, Need } from '../types.ts';

export const VALUE_TYPES = [
  'STRING',
  'NUMBER',
  'DATE',
  'TIME',
  'BOOLEAN',
  'ARRAY',
  'PARTNER',
  'CURRENCY',
  'COUNTRY',
  'OUTSOURCE_METHOD',
  'OBJECT',
] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** An amount as a condition sees it: exact minor units with their currency. */
export class Amount {
  readonly minor: bigint;
  readonly currency: string;
  constructor(minor: bigint, currency: string) {
    this.minor = minor;
    this.currency = currency;
  }
}

/** DATE is "2026-11-21", TIME "08:30", CURRENCY an Amount; null is missing. */
export type Value = MetaValue | Amount;

export interface ConditionVariable {
  readonly name: string;
  readonly valueType: ValueType;
  readonly needs: readonly Need[];
  /** The values it can have, where that is a closed list. */
  readonly options?: readonly string[];
  /** Whether a NUMBER is always whole. */
  readonly whole?: boolean;
  readonly read: (facts: Facts, context: Context) => Value;
  /** For a variable that is a question about the compared value, e.g. whether today is a holiday in a country. */
  readonly ask?: (value: string, context: Context) => boolean;
}

function today(context: Context): CalendarDate {
  return localDate(context.now, context.zone);
}

function dayOf(at: Instant | null | undefined, context: Context): CalendarDate | null {
  return at == null ? null : localDate(at, context.zone);
}

function daysSince(date: CalendarDate | null | undefined, context: Context): number | null {
  return date ? daysBetween(date, today(context)) : null;
}

/** Whole years between two days; somebody born on 29 February turns a year older on 1 March of other years. */
function yearsBetween(from: CalendarDate, to: CalendarDate): number {
  return Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0);
}

function score(name: string): (facts: Facts) => Value {
  return (facts) => facts.claim?.scores[name] ?? facts.account?.scores[name] ?? null;
}

function amount(read: (claim: NonNullable<Facts['claim']>) => bigint): (facts: Facts) => Value {
  return ({ claim }) => (claim ? new Amount(read(claim), claim.currency) : null);
}

/** @returns minutes of a day as "08:30". */
const clock = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const day = 'DATE' as const;

export const conditionVariables: readonly ConditionVariable[] = [
  { name: 'claimAmount', valueType: 'CURRENCY', needs: ['claim'], read: amount((claim) => claim.amount) },
  { name: 'claimBalance', valueType: 'CURRENCY', needs: ['claim'], read: amount((claim) => claim.balance) },
  { name: 'totalFees', valueType: 'CURRENCY', needs: ['claim'], read: amount((claim) => claim.totalFees) },
  { name: 'currency', valueType: 'STRING', needs: ['claim'], read: ({ claim }) => claim?.currency ?? null },
  { name: 'claimType', valueType: 'STRING', needs: ['claim'], read: ({ claim }) => claim?.type ?? null },
  { name: 'claimStatus', valueType: 'STRING', needs: ['claim'], read: ({ claim }) => claim?.status ?? null },
  { name: 'portfolioRef', valueType: 'STRING', needs: ['claim'], read: ({ claim }) => claim?.portfolioRef ?? null },
  { name: 'claimReference', valueType: 'STRING', needs: ['claim'], read: ({ claim }) => claim?.externalClaimRef ?? null },
  { name: 'paymentReference', valueType: 'STRING', needs: ['claim'], read: ({ claim }) => claim?.paymentReference ?? null },
  { name: 'dueDate', valueType: day, needs: ['claim'], read: ({ claim }) => claim?.dueDate ?? null },
  { name: 'externalDueDate', valueType: day, needs: ['claim'], read: ({ claim }) => claim?.externalDueDate ?? null },
  {
    name: 'daysPastDue',
    valueType: 'NUMBER',
    whole: true,
    needs: ['claim'],
    read: ({ claim }, context) => daysSince(claim?.dueDate ?? claim?.externalDueDate, context),
  },
  {
    name: 'originalClaimAge',
    valueType: 'NUMBER',
    whole: true,
    needs: ['claim'],
    read: ({ claim }, context) => daysSince(claim?.externalDueDate ?? claim?.dueDate, context),
  },
  {
    name: 'daysInExecution',
    valueType: 'NUMBER',
    whole: true,
    needs: [],
    read: (_facts, context) => daysSince(dayOf(context.run.startedAt, context), context),
  },
  {
    name: 'originalDaysInExecution',
    valueType: 'NUMBER',
    whole: true,
    needs: ['claim'],
    read: ({ claim }, context) => daysSince(dayOf(claim?.createdAt, context), context),
  },
  {
    name: 'segment',
    valueType: 'STRING',
    needs: ['claim', 'account'],
    read: ({ claim, account }) => claim?.segment ?? account?.segment ?? null,
  },
  { name: 'scores.collection', valueType: 'NUMBER', needs: ['claim', 'account'], read: score('collection') },
  { name: 'scores.paymentProbability', valueType: 'NUMBER', needs: ['claim', 'account'], read: score('paymentProbability') },
  { name: 'scores.selfServiceProbability', valueType: 'NUMBER', needs: ['claim', 'account'], read: score('selfServiceProbability') },
  {
    name: 'account.oldestClaimReference',
    valueType: 'STRING',
    needs: ['account'],
    read: ({ account }) => account?.oldestClaimRef ?? null,
  },
  {
    name: 'account.balance',
    valueType: 'CURRENCY',
    needs: ['account'],
    read: ({ account }) => (account ? new Amount(account.balance, account.currency) : null),
  },
  {
    name: 'account.activeClaims',
    valueType: 'NUMBER',
    whole: true,
    needs: ['account'],
    read: ({ account }) => account?.activeClaims ?? null,
  },
  {
    name: 'account.accountReference',
    valueType: 'STRING',
    needs: ['account'],
    read: ({ account }) => account?.externalAccountRef ?? null,
  },
  {
    name: 'account.isAssigned',
    valueType: 'BOOLEAN',
    needs: ['account'],
    read: ({ account }) => (account ? account.assigneeUserId !== null : null),
  },
  { name: 'account.locale', valueType: 'STRING', needs: ['account'], read: ({ account }) => account?.locale ?? null },
  {
    name: 'debtorType',
    valueType: 'STRING',
    needs: ['debtor'],
    options: ['person', 'company'],
    read: ({ debtor }) => debtor?.type ?? null,
  },
  { name: 'debtorReference', valueType: 'STRING', needs: ['debtor'], read: ({ debtor }) => debtor?.externalDebtorRef ?? null },
  { name: 'debtorTitle', valueType: 'STRING', needs: ['debtor'], read: ({ debtor }) => debtor?.title ?? null },
  { name: 'debtorFirstName', valueType: 'STRING', needs: ['debtor'], read: ({ debtor }) => debtor?.firstName ?? null },
  { name: 'debtorLastName', valueType: 'STRING', needs: ['debtor'], read: ({ debtor }) => debtor?.lastName ?? null },
  { name: 'debtorCompanyName', valueType: 'STRING', needs: ['debtor'], read: ({ debtor }) => debtor?.companyName ?? null },
  {
    name: 'debtorAge',
    valueType: 'NUMBER',
    whole: true,
    needs: ['debtor'],
    read: ({ debtor }, context) => (debtor?.birthday ? yearsBetween(debtor.birthday, today(context)) : null),
  },
  { name: 'debtorGender', valueType: 'STRING', needs: ['debtor'], options: ['M', 'F'], read: ({ debtor }) => debtor?.gender ?? null },
  { name: 'debtorBirthday', valueType: day, needs: ['debtor'], read: ({ debtor }) => debtor?.birthday ?? null },
  { name: 'postalCode', valueType: 'STRING', needs: ['debtor'], read: ({ debtor }) => debtor?.postalCode ?? null },
  { name: 'city', valueType: 'STRING', needs: ['debtor'], read: ({ debtor }) => debtor?.city ?? null },
  { name: 'country', valueType: 'COUNTRY', needs: ['debtor'], read: ({ debtor }) => debtor?.country ?? null },
  { name: 'mobileNumber', valueType: 'STRING', needs: ['debtor'], read: ({ debtor }) => debtor?.mobileNumber ?? null },
  { name: 'email', valueType: 'STRING', needs: ['debtor'], read: ({ debtor }) => debtor?.email ?? null },
  { name: 'product.code', valueType: 'STRING', needs: ['product'], read: ({ product }) => product?.code ?? null },
  { name: 'product.name', valueType: 'STRING', needs: ['product'], read: ({ product }) => product?.name ?? null },
  { name: 'product.type', valueType: 'STRING', needs: ['product'], read: ({ product }) => product?.type ?? null },
  {
    name: 'product.productReference',
    valueType: 'STRING',
    needs: ['product'],
    read: ({ product }) => product?.productReference ?? null,
  },
  {
    name: 'lastDebtorEmailOpened',
    valueType: day,
    needs: ['communications'],
    read: ({ communications }, context) => dayOf(communications?.lastEmailOpened, context),
  },
  {
    name: 'lastCommunicationDate',
    valueType: day,
    needs: ['communications'],
    read: ({ communications }, context) => dayOf(communications?.lastCommunication, context),
  },
  {
    name: 'lastSettledPaymentDate',
    valueType: day,
    needs: ['money'],
    read: ({ money }, context) => dayOf(money?.lastSettledPayment, context),
  },
  {
    name: 'lastCanceledPaymentDate',
    valueType: day,
    needs: ['money'],
    read: ({ money }, context) => dayOf(money?.lastCanceledPayment, context),
  },
  {
    name: 'lastProcessingPaymentDate',
    valueType: day,
    needs: ['money'],
    read: ({ money }, context) => dayOf(money?.lastProcessingPayment, context),
  },
  { name: 'lastDisputedDate', valueType: day, needs: ['money'], read: ({ money }, context) => dayOf(money?.lastDisputed, context) },
  { name: 'ptpDueDate', valueType: day, needs: ['money'], read: ({ money }) => money?.promiseDueDate ?? null },
  {
    name: 'activePaymentMandates',
    valueType: 'NUMBER',
    whole: true,
    needs: ['money'],
    read: ({ money }) => money?.activePaymentMandates ?? null,
  },
  {
    name: 'claimOutsourcedToPartner.partnerId',
    valueType: 'PARTNER',
    needs: ['outsourcing'],
    read: ({ outsourcing }) => outsourcing?.partnerId ?? null,
  },
  {
    name: 'claimOutsourcedToPartner.date',
    valueType: day,
    needs: ['outsourcing'],
    read: ({ outsourcing }, context) => dayOf(outsourcing?.at, context),
  },
  {
    name: 'claimOutsourcedToPartner.outsourceTime',
    valueType: 'TIME',
    needs: ['outsourcing'],
    read: ({ outsourcing }, context) => (outsourcing ? clock(localMinutes(outsourcing.at, context.zone)) : null),
  },
  {
    name: 'claimOutsourcedToPartner.outsourceMethod',
    valueType: 'OUTSOURCE_METHOD',
    needs: ['outsourcing'],
    options: OUTSOURCE_METHODS,
    read: ({ outsourcing }) => outsourcing?.method ?? null,
  },
  { name: 'todaysDate', valueType: day, needs: [], read: (_facts, context) => today(context) },
  {
    name: 'timeOfDay',
    valueType: 'TIME',
    needs: [],
    read: (_facts, context) => clock(localMinutes(context.now, context.zone)),
  },
  { name: 'dayOfTheMonth', valueType: 'NUMBER', whole: true, needs: [], read: (_facts, context) => Number(today(context).slice(8)) },
  {
    name: 'dayOfTheWeek',
    valueType: 'STRING',
    needs: [],
    options: WEEKDAYS,
    read: (_facts, context) => weekday(context.now, context.zone),
  },
  {
    name: 'isHolidayInCountry',
    valueType: 'COUNTRY',
    needs: [],
    read: (_facts, context) => today(context),
    ask: (country, context) => context.isHoliday(today(context), country),
  },
];

const byName = new Map(conditionVariables.map((variable) => [variable.name, variable]));

const META = /^(claim|account|product)\.meta\.(.+)$/;
/** Values that steps of the strategy set. */
const OF_RUN = /^strategy\.([A-Za-z][A-Za-z0-9_]*)$/;

/**
 * @param name a listed variable, a metadata field as "claim.meta.<path>", "account.meta.<path>", "product.meta.<path>", or a value of the run as
 * "strategy.<name>".
 * A metadata field read as CURRENCY is a decimal in the claim's currency.
 * @param valueType how to read a metadata field, as the block says; the editor takes it from the client's metadata schemas. @returns null for an unknown name.
 */
export function conditionVariable(name: string, valueType: ValueType): ConditionVariable | null {
  const listed = byName.get(name);
  if (listed) return listed;
  const [, ofRun] = OF_RUN.exec(name) ?? [];
  if (ofRun) return { name, valueType, needs: [], read: (_facts, { run }) => run.memory?.values?.[ofRun] ?? null };
  const [, owner, path] = META.exec(name) ?? [];
  if (!owner || !path) return null;
  const need = owner as 'claim' | 'account' | 'product';
  const keys = path.split('.');
  const asAmount = valueType === 'CURRENCY';
  return {
    name,
    valueType,
    needs: asAmount ? [...new Set<Need>([need, 'claim'])] : [need],
    read: (facts) => {
      let value: MetaValue | undefined = facts[need]?.meta;
      for (const key of keys) {
        if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return null;
        value = (value as Readonly<Record<string, MetaValue>>)[key];
      }
      if (!asAmount || value === null || !facts.claim) return value ?? null;
      const minor = fromDecimal(String(value), facts.claim.currency);
      return minor === null ? null : new Amount(minor, facts.claim.currency);
    },
  };
}
