/** Ledger entries by the ten thousand, for claims that are imported with them. What is already known is booked by `book`. */
import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { type Instant, isoInstant } from '../../../../core/time.ts';
import { appendEventsFrom } from '../../../platform/events.ts';
import { idSeries, stageRows } from '../../../platform/staging.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { NewEntry } from './ledger.logic.ts';

/**
 * Appends the principals of new claims, whose balances already hold them. That there is one, the claim's own event says.
 * @param select gives entry_id, account_id, external_claim_ref, amount, currency, value_date, key. Keys must be new.
 */
export async function writePrincipalsFrom(tx: Tx, select: string, moment: Instant): Promise<void> {
  await tx.sql(
    `insert into ledger_entry (client_id, booked_at, kind, entry_id, account_id, external_claim_ref, amount, currency, value_date, key)
     select '${tx.clientId}', '${isoInstant(moment)}', 'principal', entry_id, account_id, external_claim_ref, amount, currency, value_date, key from (${select}) principal`,
  );
}

/** Appends fees and payments of new claims, whose balances already hold them. Keys must be new. Payments announce themselves. */
export async function writeImportEntries(tx: Tx, entries: readonly NewEntry[], moment: Instant): Promise<void> {
  if (entries.length === 0) return;
  await stageRows(
    tx,
    'import_entry',
    'n integer, account_id uuid, ref text, kind text, amount bigint, currency text, value_date date, key text, description text, payment_id uuid, amount_text text',
    entries.map((entry, n) => [
      n,
      entry.accountId,
      entry.externalClaimRef,
      entry.kind,
      entry.amount,
      entry.currency,
      entry.valueDate,
      entry.key,
      entry.description ?? '',
      entry.paymentId ?? null,
      entry.kind === 'payment' ? toDecimal(-entry.amount, entry.currency) : null,
    ]),
  );
  await tx.sql(
    `insert into ledger_entry (client_id, entry_id, account_id, external_claim_ref, kind, amount, currency, value_date, booked_at, key, description, payment_id, component, contra)
     select '${tx.clientId}', ${idSeries('n')}, account_id, ref, kind, amount, currency, value_date, '${isoInstant(moment)}', key, description, payment_id,
       case kind when 'fee' then 'costs' else 'principal' end, case kind when 'fee' then 'income:costs' else 'bank' end from import_entry order by n`,
  );
  if (entries.some((entry) => entry.kind === 'payment'))
    await appendEventsFrom(
      tx,
      ['paymentSettled'],
      `select ${idSeries('n')} as message_id, 'paymentSettled' as message_type, '${isoInstant(moment)}'::timestamptz as emit_time, account_id, ref as external_claim_ref,
         json_build_object('amount', amount_text, 'currency', currency, 'valueDate', value_date, 'method', description, 'source', 'import') as payload
       from import_entry where kind = 'payment' order by n`,
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
