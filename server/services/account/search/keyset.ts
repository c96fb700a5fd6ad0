/** Sorting and keyset paging of accounts: which rows come after a given one, in SQL that the sorted indexes can follow. */
import { invalid } from '../../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import { calendarDate } from '../../../../core/time.ts';
import type { AccountOrder, AccountOrderField, InputMaybe } from '../account.graphql.ts';

interface Sortable {
  readonly expression: string;
  readonly type: 'date' | 'bigint' | 'int' | 'text' | 'timestamptz';
  readonly nullable?: boolean;
  /** Days past due grow as the due date gets older. */
  readonly reversed?: boolean;
  /** A sorted index begins with it: walking it in order is cheap. */
  readonly indexed?: boolean;
  /** That index has the bits of the words too: walking it is cheaper still. */
  readonly bits?: boolean;
}

const SORTABLE: Record<AccountOrder, Sortable> = {
  oldestClaimDPD: { expression: 'oldest_due_date', type: 'date', nullable: true, reversed: true, indexed: true, bits: true },
  latestClaimDPD: { expression: 'latest_due_date', type: 'date', nullable: true, reversed: true },
  totalAmount: { expression: 'total_amount', type: 'bigint', indexed: true, bits: true },
  debtorFullName: { expression: 'lower(debtor_name)', type: 'text', indexed: true },
  externalAccountRef: { expression: 'external_account_ref', type: 'text', indexed: true },
  activeClaimsCount: { expression: 'active_claims_count', type: 'int' },
  latestCommunicationDate: { expression: 'latest_communication_date', type: 'timestamptz', nullable: true },
  createdAt: { expression: 'created_at', type: 'timestamptz' },
  updatedAt: { expression: 'updated_at', type: 'timestamptz' },
};

interface Key extends Sortable {
  readonly descending: boolean;
}

/** An order of accounts that no two accounts share: the fields asked for, then the account id. Absent values come last, either way. */
export interface Order {
  readonly keys: readonly Key[];
  readonly signature: string;
}

/** Where a page ended: the last row's values in the order's fields as text, and its id. */
export interface Cursor {
  readonly values: readonly (string | null)[];
  readonly accountId: Uuid;
}

/** @throws Fault INVALID_INPUT for a field named twice or more than four. */
export function readOrder(fields: InputMaybe<AccountOrderField[]> | undefined): Order {
  const chosen: AccountOrderField[] = fields?.length ? fields : [{ field: 'oldestClaimDPD', descending: true }];
  if (new Set(chosen.map((order) => order.field)).size < chosen.length || chosen.length > 4) throw invalid('orderFields', 'sortMost');
  return {
    keys: chosen.map(({ field, descending }) => ({
      ...SORTABLE[field],
      descending: (descending ?? false) !== (SORTABLE[field].reversed ?? false),
    })),
    signature: chosen.map(({ field, descending }) => `${field}${descending ? '-' : '+'}`).join(''),
  };
}

/** @returns columns order_0 … that the cursor of a row is made of. */
export function orderColumns(order: Order): string {
  return order.keys.map((key, index) => `(${key.expression})::text as order_${index}`).join(', ');
}

/** @returns the opaque text that goes on after this row. */
export function writeCursor(order: Order, row: Record<string, unknown>): string {
  return Buffer.from(JSON.stringify([order.signature, ...order.keys.map((_, index) => row[`order_${index}`]), row.account_id])).toString(
    'base64url',
  );
}

/** @throws Fault INVALID_INPUT for a text that is no cursor of this order. */
export function readCursor(order: Order, text: string): Cursor {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    parts = null;
  }
  const [signature, ...values] = Array.isArray(parts) ? (parts as unknown[]) : [];
  const accountId = values.pop();
  const fits =
    signature === order.signature &&
    isUuid(accountId) &&
    values.length === order.keys.length &&
    values.every((value, index) => isValue(order.keys[index]!, value));
  if (!fits) throw invalid('searchAfter', 'pageEndWrong');
  return { values: values as (string | null)[], accountId: accountId as Uuid };
}

function isValue(key: Key, value: unknown): boolean {
  if (value === null) return key.nullable ?? false;
  if (typeof value !== 'string' || value.includes('\0')) return false;
  if (key.type === 'date') return calendarDate(value) !== null;
  if (key.type === 'timestamptz') return Number.isFinite(Date.parse(value));
  return key.type === 'text' || /^-?\d{1,18}$/.test(value);
}

/** A part of the order that one index walk gives: accounts with a value in the first field, then those without. */
export interface Stretch {
  readonly conditions: readonly string[];
  readonly orderBy: string;
}

/**
 * @param bind puts a value among the statement's parameters and returns its placeholder
 * @param bounded expressions that a filter bounds: no account without such a value can match.
 */
export function stretches(order: Order, cursor: Cursor | null, bind: (value: unknown) => string, bounded: ReadonlySet<string>): Stretch[] {
  const [first, ...rest] = order.keys as [Key, ...Key[]];
  const idDescending = first.descending;
  const by = (keys: readonly Key[]) =>
    [
      ...keys.map((key) => `${key.expression} ${key.descending ? 'desc' : 'asc'}${key.nullable && key !== first ? ' nulls last' : ''}`),
      `account_id ${idDescending ? 'desc' : 'asc'}`,
    ].join(', ');
  const found: Stretch[] = [];
  if (cursor === null || cursor.values[0] !== null)
    found.push({
      conditions: [
        ...(first.nullable ? [`${first.expression} is not null`] : []),
        ...(cursor ? after(order.keys, cursor, idDescending, bind, true) : []),
      ],
      orderBy: by(order.keys),
    });
  if (first.nullable && !bounded.has(first.expression))
    found.push({
      conditions: [
        `${first.expression} is null`,
        ...(cursor && cursor.values[0] === null
          ? after(rest, { ...cursor, values: cursor.values.slice(1) }, idDescending, bind, false)
          : []),
      ],
      orderBy: by(rest),
    });
  return found;
}

/**
 * Conditions that hold for the rows after the cursor.
 * @param walked the first key has a value in every row, and its index is walked: a first condition bounds the walk.
 */
function after(
  keys: readonly Key[],
  { values, accountId }: Cursor,
  idDescending: boolean,
  bind: (value: unknown) => string,
  walked: boolean,
): string[] {
  const id = `${bind(accountId)}::uuid`;
  const beyondId = `account_id ${idDescending ? '<' : '>'} ${id}`;
  const placeholders = keys.map((key, index) => (values[index] === null ? null : `${bind(values[index])}::${key.type}`));
  const [first] = keys;
  // The id runs in the first field's direction, so one comparison of pairs says it all.
  if (walked && first && keys.length === 1)
    return [`(${first.expression}, account_id) ${idDescending ? '<' : '>'} (${placeholders[0]}, ${id})`];
  const steps: string[] = [];
  let same = '';
  keys.forEach((key, index) => {
    const value = placeholders[index];
    if (value)
      steps.push(`${same}(${key.expression} ${key.descending ? '<' : '>'} ${value}${key.nullable ? ` or ${key.expression} is null` : ''})`);
    same += value ? `${key.expression} = ${value} and ` : `${key.expression} is null and `;
  });
  steps.push(same + beyondId);
  const bound = walked && first ? [`${first.expression} ${first.descending ? '<=' : '>='} ${placeholders[0]}`] : [];
  return [...bound, `(${steps.map((step) => `(${step})`).join(' or ')})`];
}
