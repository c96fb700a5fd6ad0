/** The claim overview: a page of claims in order, their count and sums, and all references of a search chunk by chunk. */
import { invalid } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { type CalendarDate, calendarDate, daysBetween, type Instant } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import { fetchRows } from '../../../platform/listExport.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import type {
  ClaimCount,
  ClaimFilter,
  ClaimOrder,
  ClaimOrderField,
  ClaimSearchPage,
  ClaimSearchResult,
  InputMaybe,
} from '../account.graphql.ts';
import { partnersOfClaims } from '../ground/outsourced.logic.ts';
import { type ClaimConditions, readClaimFilter } from './claims.filter.ts';
import { claimStrategies, type ListedStrategy } from './claims.strategy.logic.ts';

const SIZE = 50;
const MOST_SIZE = 500;

/** Days past due grow as the due date gets older. */
const ORDERS: Readonly<Record<ClaimOrder, { readonly column: string; readonly type: string; readonly reversed?: boolean }>> = {
  daysPastDue: { column: 'due_date', type: 'date', reversed: true },
  dueDate: { column: 'due_date', type: 'date' },
  totalAmount: { column: 'balance', type: 'bigint' },
  externalClaimRef: { column: 'external_claim_ref', type: 'text' },
  createdAt: { column: 'created_at', type: 'timestamptz' },
  updatedAt: { column: 'updated_at', type: 'timestamptz' },
};

const COLUMNS = `c.external_claim_ref, c.account_id, c.external_account_ref, c.debtor_name, c.city, c.type, c.status, c.currency, c.amount, c.balance,
  c.total_fees, c.due_date, c.external_portfolio_ref, coalesce(c.product_name, c.product_reference) as product_name, c.payment_reference,
  c.disputed_at, c.promised_until, c.assignee_user_id, c.created_at, c.updated_at`;

/** A claim as the overview reads it. */
export interface ClaimRow {
  readonly external_claim_ref: string;
  readonly account_id: Uuid;
  readonly external_account_ref: string;
  readonly debtor_name: string;
  readonly city: string | null;
  readonly type: string;
  readonly status: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly balance: bigint;
  readonly total_fees: bigint;
  readonly due_date: CalendarDate | null;
  readonly external_portfolio_ref: string | null;
  readonly product_name: string | null;
  readonly payment_reference: string | null;
  readonly disputed_at: Date | null;
  readonly promised_until: CalendarDate | null;
  readonly assignee_user_id: Uuid | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** What the order compares, as text. */
  readonly key: string | null;
}

interface Order {
  readonly column: string;
  readonly type: string;
  readonly descending: boolean;
  readonly signature: string;
}

function readOrder(order: InputMaybe<ClaimOrderField> | undefined): Order {
  const { field, descending } = order ?? { field: 'daysPastDue', descending: true };
  const { column, type, reversed = false } = ORDERS[field];
  return { column, type, descending: (descending ?? false) !== reversed, signature: `${field}${descending ? '-' : '+'}` };
}

interface Cursor {
  readonly key: string | null;
  readonly ref: string;
}

const writeCursor = (order: Order, row: ClaimRow) =>
  Buffer.from(JSON.stringify([order.signature, row.key, row.external_claim_ref])).toString('base64url');

function readCursor(order: Order, text: string): Cursor {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    parts = null;
  }
  const [signature, key, ref] = Array.isArray(parts) ? (parts as unknown[]) : [];
  if (signature !== order.signature || !isKey(order, key) || typeof ref !== 'string' || ref.includes('\0'))
    throw invalid('searchAfter', 'pageEndWrong');
  return { key, ref };
}

function isKey({ type }: Order, key: unknown): key is string | null {
  if (key === null) return type === 'date';
  if (typeof key !== 'string' || key.includes('\0')) return false;
  if (type === 'date') return calendarDate(key) !== null;
  if (type === 'timestamptz') return Number.isFinite(Date.parse(key));
  return type === 'text' || /^-?\d{1,18}$/.test(key);
}

/**
 * SQL of the claims in order. Each status is walked by itself, as the indexes are sorted, and they are merged: among many resolved claims the
 * few open ones are found at once. Claims without a due date come after all others, either way.
 * @param limit how many rows at most.
 */
function walk(conditions: ClaimConditions, order: Order, cursor: Cursor | null, absent: boolean, limit: number): string {
  const { statuses, where, bind } = conditions;
  const direction = order.descending ? 'desc' : 'asc';
  const beyond = order.descending ? '<' : '>';
  const isRef = order.column === 'external_claim_ref';
  const key = `c.${order.column}`;
  const by = absent || isRef ? `c.external_claim_ref ${direction}` : `${key} ${direction}, c.external_claim_ref ${direction}`;
  const all = [...where];
  if (order.type === 'date') all.push(`${key} is ${absent ? '' : 'not '}null`);
  if (cursor !== null && (cursor.key === null) === absent)
    all.push(
      absent || isRef
        ? `c.external_claim_ref ${beyond} ${bind(cursor.ref)}`
        : `(${key}, c.external_claim_ref) ${beyond} (${bind(cursor.key)}::${order.type}, ${bind(cursor.ref)})`,
    );
  const each = statuses.map(
    (status) =>
      `(select ${COLUMNS}, ${key}::text as key, ${key} as sorted from searchable_claim c where ${[`c.status = ${bind(status)}`, ...all].join(' and ')} order by ${by} limit ${limit})`,
  );
  const merged = absent || isRef ? '' : `sorted ${direction}, `;
  return each.length === 1
    ? each[0]!
    : `select * from (${each.join(' union all ')}) merged order by ${merged}external_claim_ref ${direction} limit ${limit}`;
}

/**
 * One page of claims.
 * @param withPartners whether it is asked who has the claims. @throws Fault INVALID_INPUT naming the argument that is wrong.
 */
export async function searchClaims(
  tx: Tx,
  args: {
    readonly filter?: ClaimFilter | null;
    readonly order?: ClaimOrderField | null;
    readonly size?: number | null;
    readonly searchAfter?: string | null;
  },
  now: Instant,
  withPartners = true,
): Promise<ClaimSearchPage> {
  const size = args.size ?? SIZE;
  if (size < 1 || size > MOST_SIZE) throw invalid('size', 'pageSize', { most: MOST_SIZE });
  const order = readOrder(args.order);
  const cursor = args.searchAfter == null ? null : readCursor(order, args.searchAfter);
  const client = await readLocality(tx);
  const rows: ClaimRow[] = [];
  for (const absent of order.type === 'date' ? [false, true] : [false]) {
    if (rows.length > size || (cursor?.key === null && !absent)) continue;
    const conditions = await readClaimFilter(tx, client, args.filter ?? {}, now);
    if (conditions.statuses.length === 0 || (absent && conditions.dated)) continue;
    const text = walk(conditions, order, cursor, absent, size + 1 - rows.length);
    rows.push(...(await tx.sql<ClaimRow & Record<string, unknown>>(text, conditions.values)));
  }
  const page = rows.slice(0, size);
  const strategies = await claimStrategies().load(
    tx,
    page.map((row) => row.external_claim_ref),
  );
  const refs = page.map((row) => row.external_claim_ref);
  const partners = withPartners ? await partnersOfClaims(tx, refs) : new Map<string, string>();
  const today = localDate(now, client.timezone);
  return {
    results: page.map((row) => ({
      ...present(row, strategies.get(row.external_claim_ref), today),
      partnerName: partners.get(row.external_claim_ref) ?? null,
    })),
    searchAfter: rows.length > size ? writeCursor(order, page.at(-1)!) : null,
  };
}

function present(row: ClaimRow, strategy: ListedStrategy | undefined, today: CalendarDate): Omit<ClaimSearchResult, 'partnerName'> {
  const { currency } = row;
  return {
    externalClaimRef: row.external_claim_ref,
    accountId: row.account_id,
    externalAccountRef: row.external_account_ref,
    debtorFullName: row.debtor_name,
    city: row.city,
    type: row.type,
    status: row.status,
    currency,
    amount: { minor: row.amount, currency },
    totalAmount: { minor: row.balance, currency },
    totalFees: { minor: row.total_fees, currency },
    dueDate: row.due_date,
    daysPastDue: row.due_date === null ? null : daysBetween(row.due_date, today),
    externalPortfolioRef: row.external_portfolio_ref,
    productName: row.product_name,
    paymentReference: row.payment_reference,
    disputedAt: row.disputed_at === null ? null : (row.disputed_at.getTime() as Instant),
    promisedUntil: row.promised_until,
    assigneeUserId: row.assignee_user_id,
    strategyId: strategy?.strategyId ?? null,
    strategyName: strategy?.strategyName ?? null,
    strategyStatus: strategy?.strategyStatus ?? 'none',
    createdAt: row.created_at.getTime() as Instant,
    updatedAt: row.updated_at.getTime() as Instant,
  };
}

/** Where the conditions are asked: an account is only looked at when something is asked of it. */
const source = ({ ofAccounts }: ClaimConditions) => (ofAccounts ? 'searchable_claim c' : 'claim c');
const matching = ({ statuses, where, bind }: ClaimConditions) => [`c.status = any(${bind(statuses)}::text[])`, ...where].join(' and ');

/** Counts and adds up everything that matches. */
export async function countClaims(tx: Tx, filter: ClaimFilter, now: Instant): Promise<ClaimCount> {
  const conditions = await readClaimFilter(tx, await readLocality(tx), filter, now);
  const rows = await tx.sql<{ currency: string; claims: number; total: bigint }>(
    `select c.currency, count(*)::int as claims, sum(c.balance)::bigint as total from ${source(conditions)} where ${matching(conditions)} group by c.currency order by c.currency`,
    conditions.values,
  );
  return {
    totalResults: rows.reduce((sum, row) => sum + row.claims, 0),
    sums: rows.map(({ currency, claims, total }) => ({ currency, claims, totalAmount: { minor: total, currency } })),
  };
}

/** @returns the next references of a search in their order, after the one given: how a bulk action goes over all of it. */
export async function nextClaimRefs(tx: Tx, filter: ClaimFilter, after: string | null, most: number, now: Instant): Promise<string[]> {
  const conditions = await readClaimFilter(tx, await readLocality(tx), filter, now);
  const beyond = after === null ? '' : ` and c.external_claim_ref > ${conditions.bind(after)}`;
  const rows = await tx.sql<{ ref: string }>(
    `select c.external_claim_ref as ref from ${source(conditions)} where ${matching(conditions)}${beyond} order by c.external_claim_ref limit ${most}`,
    conditions.values,
  );
  return rows.map(({ ref }) => ref);
}

/** All matching claims in order, some at a time: any number of them, as they are at one moment. */
export async function* claimBatches(
  tx: Tx,
  { filter, order: wanted }: { readonly filter: ClaimFilter; readonly order?: ClaimOrderField | null },
  now: Instant,
): AsyncGenerator<ClaimRow[]> {
  const conditions = await readClaimFilter(tx, await readLocality(tx), filter, now);
  const order = readOrder(wanted);
  const direction = order.descending ? 'desc' : 'asc';
  const select = `select ${COLUMNS} from searchable_claim c where ${matching(conditions)} order by c.${order.column} ${direction} nulls last, c.external_claim_ref ${direction}`;
  yield* fetchRows<ClaimRow>(tx, 'exported_claims', select, conditions.values);
}
