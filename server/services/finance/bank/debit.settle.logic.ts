/** Collections that the bank says have come in: one by one by their end-to-end id, or as the whole group that a file held. */
import type { Uuid } from '../../../../core/id.ts';
import { type CalendarDate, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { settlePayments } from '../payment/payment.logic.ts';
import type { OpenEntry, Outcome } from './entry.types.ts';

type Collected = { payment_id: Uuid; account_id: Uuid; amount: bigint; currency: string; status: string | null; sign: string };

/**
 * @returns what became of the bank transactions that are collections of ours; the others are left out, and so is a collection that another
 * bank transaction has brought in already: what comes twice is looked at like any other money.
 */
export async function settleCollections(tx: Tx, entries: readonly OpenEntry[]): Promise<Outcome[]> {
  const ids = entries.flatMap((entry) => entry.endToEndId ?? []);
  const groups = entries.flatMap((entry) => entry.told.paymentGroup ?? []);
  const single =
    ids.length === 0
      ? []
      : await tx.sql<Collected>(
          `select p.payment_id, p.account_id, p.amount, p.currency, d.status, p.end_to_end_id as sign from payment p
     left join direct_debit d on d.client_id = $1 and d.payment_id = p.payment_id
     where p.client_id = $1 and p.end_to_end_id = any($2)`,
          [tx.clientId, ids],
        );
  const grouped =
    groups.length === 0
      ? []
      : await tx.sql<Collected>(
          `select d.payment_id, d.account_id, d.amount, d.currency, d.status, f.message_id || '-' || d.sequence_type || '-' || to_char(d.collection_date, 'YYMMDD') as sign
     from direct_debit_file f join direct_debit d on d.client_id = $1 and d.file_id = f.file_id
     where f.client_id = $1 and f.message_id = any($2)`,
          [tx.clientId, groups.map((group) => group.slice(0, 23))],
        );
  const byId = Map.groupBy(single, (row) => row.sign);
  const byGroup = Map.groupBy(grouped, (row) => row.sign);
  const taken = new Set<Uuid>();
  const arrived: { paymentId: Uuid; valueDate: CalendarDate }[] = [];
  const outcomes: Outcome[] = [];
  for (const entry of entries) {
    const own = byId.get(entry.endToEndId ?? '')?.[0];
    const all = own ? [own] : (byGroup.get(entry.told.paymentGroup ?? '') ?? []);
    if (all.length === 0 || all.reduce((sum, row) => sum + row.amount, 0n) !== entry.amount) continue;
    if (all.some((row) => row.currency !== entry.currency)) continue;
    if (all.every((row) => row.status === 'settled' || taken.has(row.payment_id))) continue;
    for (const row of all) {
      taken.add(row.payment_id);
      arrived.push({ paymentId: row.payment_id, valueDate: entry.valueDate });
    }
    outcomes.push({
      entryId: entry.entryId,
      status: 'booked',
      accountId: own?.account_id ?? null,
      paymentId: own?.payment_id ?? null,
      explanation: {
        doubt: null,
        score: 100,
        signs: [{ sign: 'endToEnd', weight: 100, detail: (own ? entry.endToEndId : entry.told.paymentGroup) ?? '' }],
        candidates: [],
      },
    });
  }
  if (arrived.length === 0) return outcomes;
  await settlePayments(tx, arrived);
  await tx.sql(
    `update direct_debit set status = 'settled', updated_at = $3 where client_id = $1 and payment_id = any($2::uuid[]) and status = 'exported'`,
    [tx.clientId, [...taken], isoInstant(now())],
  );
  return outcomes;
}
