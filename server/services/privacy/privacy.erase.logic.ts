/**
 * Erases kinds of personal data. Everything of one erasure happens in one transaction: rows go or lose what they said, events lose their
 * payload, the record of it is written, and the list outside the database has it before the transaction ends.
 */

import { EVENTS, eventTypesOf } from '../../../core/events/events.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { ACCOUNT_KINDS, isAccountKind, type RetentionKind } from '../../../core/retention.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { eraseEvents } from '../../platform/events.erase.ts';
import { type Erasable, erasablesOf } from '../../platform/personal.ts';
import { type Database, inClient, type Reading, type Tx } from '../../platform/tenancy.ts';
import { noteErasure } from './privacy.journal.ts';
import { privacyConfig } from './privacy.settings.ts';
import { erasure } from './privacy.tables.ts';

/** Rows of one table that one transaction erases by their age. */
export const AGED_ROWS = 5000;

/** What an erasure goes over: accounts, one debtor of accounts, or what is older than a moment. */
export type Scope =
  | { readonly of: 'accounts'; readonly accountIds: readonly Uuid[]; readonly externalDebtorRef: string | null }
  | { readonly of: 'age'; readonly before: Instant /** Nothing of these goes. */; readonly held: readonly Uuid[] };

export type ErasureCause = 'rule' | 'request' | 'restore';
export type Counts = Record<string, number>;

/** The rows `t` of a declaration that a scope means, as SQL and its values after $1, the client. Null: none by its nature. */
function meant(declared: Erasable, scope: Scope): { where: string; values: unknown[] } | null {
  const account = declared.account === undefined ? 't.account_id' : declared.account;
  const own = `t.client_id = $1 and (${declared.left})`;
  if (scope.of === 'age') {
    if (declared.age === undefined) return null;
    const held = declared.held?.replaceAll('any(held)', 'any($3::uuid[])') ?? (account === null ? null : `${account} = any($3::uuid[])`);
    return {
      where: `${own} and ${declared.age} < $2::timestamptz${held === null ? ' and $3::uuid[] is not null' : ` and not ${held}`}`,
      values: [isoInstant(scope.before), scope.held],
    };
  }
  if (account === null) return null;
  const where = `${own} and ${account} = any($2::uuid[])`;
  if (scope.externalDebtorRef === null) return { where, values: [scope.accountIds] };
  return declared.debtor === undefined
    ? null
    : { where: `${where} and ${declared.debtor.replaceAll('$ref', '$3')}`, values: [scope.accountIds, scope.externalDebtorRef] };
}

/** Events of nobody's account that tell of unmatched messages. */
const UNMATCHED = ['communicationReceived', 'communicationHandled'];

/** The events `e` of a kind that a scope means, whose payload says something. */
export function eventScopeCondition(kind: RetentionKind, scope: Scope): { where: string; values: unknown[] } | null {
  const values: unknown[] = [kind === 'unmatched' ? UNMATCHED : eventTypesOf(kind)];
  let types = 'e.message_type = any($2::text[])';
  // What extensions append goes with what staff wrote.
  if (kind === 'notes') types = `(${types} or not e.message_type = any($${values.push(Object.keys(EVENTS)) + 1}::text[]))`;
  const says = `e.client_id = $1 and ${types} and e.payload::text <> '{}' and e.payload::text not like '{"erased"%'`;
  const next = (value: unknown) => `$${values.push(value) + 1}`;
  if (scope.of === 'age') {
    if (isAccountKind(kind) || kind === 'imports') return null;
    const account =
      kind === 'unmatched' ? 'e.account_id is null' : `(e.account_id is null or not e.account_id = any(${next(scope.held)}::uuid[]))`;
    return {
      where: `${says} and ${account}
        and e.emit_time < ${next(isoInstant(scope.before))}`,
      values,
    };
  }
  const ofAccounts = `${says} and e.account_id = any(${next(scope.accountIds)}::uuid[])`;
  return {
    where:
      scope.externalDebtorRef === null
        ? ofAccounts
        : `${ofAccounts} and e.payload ->> 'externalDebtorRef' = ${next(scope.externalDebtorRef)}`,
    values,
  };
}

/** @returns how many records of each name a scope means; those of none are left out. */
export async function countInScope(tx: Reading, kind: RetentionKind, scope: Scope): Promise<Counts> {
  const counts: Counts = {};
  const count = async (name: string, from: string, meaning: { where: string; values: unknown[] } | null) => {
    if (!meaning) return;
    const [row] = await tx.sql<{ count: number }>(`select count(*)::int as count from ${from} where ${meaning.where}`, [
      tx.clientId,
      ...meaning.values,
    ]);
    if (row?.count) counts[name] = row.count;
  };
  for (const declared of erasablesOf(kind)) await count(declared.name, `${declared.table} t`, meant(declared, scope));
  await count('events', 'event e', eventScopeCondition(kind, scope));
  return counts;
}

/** Erases the rows of a declaration. @returns how many. */
async function eraseRows(tx: Tx, declared: Erasable, scope: Scope): Promise<number> {
  const meaning = meant(declared, scope);
  if (!meaning || (typeof declared.erase === 'object' && 'texts' in declared.erase)) return 0;
  const { table } = declared;
  const chosen =
    scope.of === 'age'
      ? `t.client_id = $1 and t.ctid in (select t.ctid from ${table} t where ${meaning.where} limit ${AGED_ROWS})`
      : meaning.where;
  const statement =
    declared.erase === 'delete'
      ? `delete from ${table} t where ${chosen}`
      : `update ${table} t set ${Object.entries(declared.erase)
          .map(([name, value]) => `${name} = ${value}`)
          .join(', ')} where ${chosen}`;
  const [row] = await tx.sql<{ count: number }>(`with gone as (${statement} returning 1) select count(*)::int as count from gone`, [
    tx.clientId,
    ...meaning.values,
  ]);
  return row?.count ?? 0;
}

export type ErasureRow = typeof erasure.$inferSelect;

/**
 * Erases one kind of data. The accounts are locked by whoever calls. @param erasureId of an erasure that is done again.
 * @returns the record; null when there was nothing. @throws Error when the list of erasures cannot be written: nothing is erased then.
 */
export async function eraseKind(
  tx: Tx,
  kind: RetentionKind,
  scope: Scope,
  by: { readonly cause: ErasureCause; readonly userId: Uuid | null; readonly erasureId?: Uuid },
): Promise<ErasureRow | null> {
  const declared = erasablesOf(kind);
  const counts: Counts = {};
  const note = (name: string, count: number) => {
    if (count > 0) counts[name] = count;
  };
  // Before rows go by which it is known whose they are.
  const texts: { part: string; name: string }[] = [];
  for (const each of declared) {
    if (typeof each.erase === 'object' && 'texts' in each.erase) {
      const meaning = meant(each, scope);
      if (!meaning) continue;
      const [row] = await tx.sql<{ count: number }>(`select count(*)::int as count from ${each.table} t where ${meaning.where}`, [
        tx.clientId,
        ...meaning.values,
      ]);
      note(each.name, row?.count ?? 0);
      if (row?.count) texts.push({ part: String(each.erase.texts), name: each.name });
    }
  }
  const meaning = eventScopeCondition(kind, scope);
  const events = meaning
    ? await tx.sql<{ message_id: Uuid }>(
        `select e.message_id from event e where ${meaning.where} order by e.message_id${scope.of === 'age' ? ` limit ${AGED_ROWS}` : ''}`,
        [tx.clientId, ...meaning.values],
      )
    : [];
  note('events', events.length);
  for (const each of declared) note(each.name, await eraseRows(tx, each, scope));
  if (Object.keys(counts).length === 0) return null;

  const accountIds = scope.of === 'accounts' ? [...scope.accountIds] : [];
  const externalDebtorRef = scope.of === 'accounts' ? scope.externalDebtorRef : null;
  for (const follow of new Set(declared.flatMap((each) => (each.after && counts[each.name] ? [each.after] : []))))
    await follow(tx, accountIds);
  const row: ErasureRow = {
    clientId: tx.clientId,
    erasureId: by.erasureId ?? uuidv7(),
    cause: by.cause,
    kind,
    before: scope.of === 'age' ? scope.before : null,
    accountIds,
    externalDebtorRef,
    counts,
    userId: by.userId,
    erasedAt: now(),
  };
  await tx.db.insert(erasure).values(row);
  for (const { part } of texts) await tx.sql('select erase_texts($1, $2, $3::uuid[])', [row.erasureId, part, accountIds]);
  await eraseEvents(
    tx,
    {
      erasureId: row.erasureId,
      accountId: accountIds.length === 1 ? accountIds[0]! : null,
      about: { kind, cause: by.cause, accounts: accountIds.length, counts },
    },
    events.map((event) => event.message_id),
  );
  await noteErasure(privacyConfig().erasureFolder, {
    clientId: tx.clientId,
    erasureId: row.erasureId,
    kind,
    before: row.before,
    accountIds,
    externalDebtorRef,
    erasedAt: row.erasedAt,
  });
  return row;
}

/** Removes what lies outside the database and belongs to rows that were erased. Safe to repeat. */
export async function finishErasures(database: Database, clientId: Uuid, kinds: readonly RetentionKind[]): Promise<void> {
  for (const outside of new Set(kinds.flatMap((kind) => erasablesOf(kind).flatMap((each) => each.outside ?? []))))
    await inClient(database, clientId, (tx) => outside(tx));
}

/** Kinds of accounts in the order in which they are erased: messages are known by the numbers that go with the details. */
export const ERASING_ORDER: readonly RetentionKind[] = [
  'messages',
  'notes',
  'files',
  'portal',
  ...ACCOUNT_KINDS.filter((kind) => !['messages', 'notes', 'files'].includes(kind)),
];
