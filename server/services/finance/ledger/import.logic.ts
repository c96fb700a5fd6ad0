/** Ledger entries by the ten thousand, for claims that are imported with them. What is already known is booked by `book`. */
import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { type Instant, isoInstant } from '../../../../core/time.ts';
import { appendEventsFrom } from '../../../platform/events.ts';
import { idSeries, stagedTable, stageRows } from '../../../platform/staging.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { NEW_CLAIMS } from '../../account/intake/import.compose.logic.ts';
import type { NewEntry } from './ledger.logic.ts';

/**
 * Appends the principals of the new claims that `writeNewPortfolio` has staged in this transaction; their balances already hold them. That
 * there is one, the claim's own event says. Keys must be new.
 */
export async function writeStagedPrincipals(tx: Tx, moment: Instant): Promise<void> {
  await tx.sql(
    `insert into ledger_entry (client_id, booked_at, kind, entry_id, account_id, external_claim_ref, amount, currency, value_date, key)
     select '${tx.clientId}', '${isoInstant(moment)}', 'principal', id, account_id, external_claim_ref, amount, currency, value_date,
       'import:' || external_claim_ref || ':principal' from ${NEW_CLAIMS.name}`,
  );
}

/** An entry with its place among the others of its statement. */
interface StagedEntry {
  readonly n: number;
  readonly entry: NewEntry;
}

const NEW_ENTRIES = stagedTable<StagedEntry>('import_entry', {
  n: ['integer', ({ n }) => n],
  account_id: ['uuid', ({ entry }) => entry.accountId],
  ref: ['text', ({ entry }) => entry.externalClaimRef],
  kind: ['text', ({ entry }) => entry.kind],
  amount: ['bigint', ({ entry }) => entry.amount],
  currency: ['text', ({ entry }) => entry.currency],
  value_date: ['date', ({ entry }) => entry.valueDate],
  key: ['text', ({ entry }) => entry.key],
  description: ['text', ({ entry }) => entry.description ?? ''],
  payment_id: ['uuid', ({ entry }) => entry.paymentId],
  amount_text: ['text', ({ entry }) => (entry.kind === 'payment' ? toDecimal(-entry.amount, entry.currency) : null)],
});

/** Appends fees and payments of new claims, whose balances already hold them. Keys must be new. Payments announce themselves. */
export async function writeImportEntries(tx: Tx, entries: readonly NewEntry[], moment: Instant): Promise<void> {
  if (entries.length === 0) return;
  await stageRows(
    tx,
    NEW_ENTRIES,
    entries.map((entry, n) => ({ n, entry })),
  );
  await tx.sql(
    `insert into ledger_entry (client_id, entry_id, account_id, external_claim_ref, kind, amount, currency, value_date, booked_at, key, description, payment_id, component, contra)
     select '${tx.clientId}', ${idSeries('n')}, account_id, ref, kind, amount, currency, value_date, '${isoInstant(moment)}', key, description, payment_id,
       case kind when 'fee' then 'costs' else 'principal' end, case kind when 'fee' then 'income:costs' else 'bank' end from ${NEW_ENTRIES.name} order by n`,
  );
  if (entries.some((entry) => entry.kind === 'payment'))
    await appendEventsFrom(
      tx,
      ['paymentSettled'],
      `select ${idSeries('n')} as message_id, 'paymentSettled' as message_type, '${isoInstant(moment)}'::timestamptz as emit_time, account_id, ref as external_claim_ref,
         json_build_object('amount', amount_text, 'currency', currency, 'valueDate', value_date, 'method', description, 'source', 'import') as payload
       from ${NEW_ENTRIES.name} where kind = 'payment' order by n`,
    );
}

/** @returns minor units paid by the import's own payment of each claim, for claims that have one. @param keys of those entries. */
export async function readPaidByKey(tx: Tx, keys: readonly string[]): Promise<Map<string, bigint>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.sql<{ key: string; amount: bigint }>(
    'select key, -amount as amount from ledger_entry where client_id = $1 and key = any($2)',
    [tx.clientId, keys],
  );
  return new Map(rows.map((row) => [row.key, row.amount]));
}

/** @returns minor units of whole payments by their id; a payment may be spread over several claims of the accounts. */
export async function readPaidById(tx: Tx, accountIds: readonly Uuid[], paymentIds: readonly Uuid[]): Promise<Map<Uuid, bigint>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await tx.sql<{ payment_id: Uuid; amount: bigint }>(
    `select payment_id, (-sum(amount))::bigint as amount from ledger_entry
     where client_id = $1 and account_id = any($2) and payment_id = any($3) and kind = 'payment' group by payment_id`,
    [tx.clientId, accountIds, paymentIds],
  );
  return new Map(rows.map((row) => [row.payment_id, row.amount]));
}
