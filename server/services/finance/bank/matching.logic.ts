/** Matches what a statement tells: sure bank transactions are booked, the others go to people with what speaks for whom. */
import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { sealClient } from '../../../platform/sealedColumns.ts';
import { type Database, inClient, type Tx } from '../../../platform/tenancy.ts';
import { openFor } from '../account/secrets.ts';
import type { BankEntryStatus } from '../ground/bank.tables.ts';
import { bookArrivals } from '../payment/arrival.logic.ts';
import { findCandidates } from './candidates.logic.ts';
import { settleCollections } from './debit.settle.logic.ts';
import { arrivalKey, ENTRY_COLUMNS, type OpenEntry, type Outcome } from './entry.types.ts';
import { judge, type Ranked } from './match.ts';
import { processReturn } from './return.logic.ts';
import { finishStatement } from './statement.logic.ts';

/** Movements of one transaction: their accounts are locked together. */
const CHUNK = 1000;

/** Looks at every new bank transaction of a statement. It can be stopped at any time and begun again. */
export async function matchStatement(database: Database, clientId: Uuid, statementId: Uuid): Promise<void> {
  // Digests find accounts; what an earlier release stored clear has none yet.
  await sealClient(database, clientId);
  for (;;) {
    const count = await inClient(database, clientId, (tx) => matchChunk(tx, statementId), { actor: { type: 'provider', id: 'bank' } });
    if (count === 0) break;
  }
  await inClient(database, clientId, (tx) => finishStatement(tx, statementId));
}

/** @returns how many bank transactions were looked at. */
async function matchChunk(tx: Tx, statementId: Uuid): Promise<number> {
  const entries = await tx.sql<OpenEntry>(
    `select ${ENTRY_COLUMNS} from bank_entry where client_id = $1 and statement_id = $2 and status = 'new' order by position limit ${CHUNK} for update skip locked`,
    [tx.clientId, statementId],
  );
  if (entries.length === 0) return 0;
  const opened = entries.map((each) => ({ ...each, iban: openFor('entry', tx.clientId, each.entryId, each.iban) }));
  const outcomes = await decide(tx, opened);
  await keepOutcomes(tx, outcomes);
  return outcomes.length;
}

/** @returns what becomes of bank transactions; one whose account another bank transaction of the same call is booked on is left out and waits. */
async function decide(tx: Tx, entries: readonly OpenEntry[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const returned = entries.filter((entry) => entry.told.isReturn);
  for (const entry of returned) outcomes.push(await processReturn(tx, entry));
  const rest = entries.filter((entry) => !entry.told.isReturn);
  for (const entry of rest.filter((each) => each.amount <= 0n)) outcomes.push(plain(entry, 'ignored', 'outgoing'));
  const collected = await settleCollections(
    tx,
    rest.filter((each) => each.amount > 0n),
  );
  outcomes.push(...collected);
  const settled = new Set(collected.map((each) => each.entryId));
  const incoming = rest.filter((each) => each.amount > 0n && !settled.has(each.entryId));

  const candidates = await findCandidates(tx, incoming);
  const taken = new Set<Uuid>();
  const sure: { entry: OpenEntry; best: Ranked; candidates: readonly Ranked[] }[] = [];
  for (const entry of incoming) {
    const verdict = judge(entry, candidates.get(entry.entryId) ?? [], (minor) => toDecimal(minor, entry.currency));
    const [best] = verdict.ranked;
    if (verdict.status !== 'sure' || !best)
      outcomes.push(doubtful(entry.entryId, verdict.status === 'sure' ? 'unmatched' : verdict.status, verdict.doubt, verdict.ranked));
    else if (!taken.has(best.accountId)) {
      taken.add(best.accountId);
      sure.push({ entry, best, candidates: verdict.ranked });
    }
  }
  const arrived = await bookArrivals(
    tx,
    sure.map(({ entry, best }) => ({
      accountId: best.accountId,
      externalClaimRefs: best.claimRefs,
      amount: entry.amount,
      currency: entry.currency,
      valueDate: entry.valueDate,
      key: arrivalKey(entry, 0),
      method: 'bankTransfer',
      externalRef: entry.told.bankRef,
    })),
    false,
  );
  for (const [index, { entry, best, candidates: others }] of sure.entries()) {
    const { paymentId = null, refused = null } = arrived[index] ?? {};
    outcomes.push(
      paymentId === null
        ? doubtful(entry.entryId, 'ambiguous', refused, others)
        : {
            entryId: entry.entryId,
            status: 'booked',
            accountId: best.accountId,
            paymentId,
            explanation: { doubt: null, score: best.score, signs: best.signs, candidates: others.slice(1) },
          },
    );
  }
  return outcomes;
}

const doubtful = (entryId: Uuid, status: 'ambiguous' | 'unmatched', doubt: string | null, candidates: readonly Ranked[]): Outcome => ({
  entryId,
  status,
  accountId: null,
  paymentId: null,
  explanation: { doubt, score: candidates[0]?.score ?? 0, signs: [], candidates },
});

const plain = (entry: OpenEntry, status: BankEntryStatus, doubt: string): Outcome => ({
  entryId: entry.entryId,
  status,
  accountId: null,
  paymentId: null,
  explanation: { doubt, score: 0, signs: [], candidates: [] },
});

/** Writes what was found beside what the file told. */
async function keepOutcomes(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  await tx.sql(
    `update bank_entry e set status = v.status, account_id = v.account, payment_id = v.payment, explanation = e.explanation || v.explanation::jsonb,
       decided_at = case when v.status in ('booked', 'ignored') then $2::timestamptz end
     from unnest($3::uuid[], $4::text[], $5::uuid[], $6::uuid[], $7::text[]) as v(id, status, account, payment, explanation)
     where e.client_id = $1 and e.entry_id = v.id`,
    [
      tx.clientId,
      isoInstant(now()),
      outcomes.map((each) => each.entryId),
      outcomes.map((each) => each.status),
      outcomes.map((each) => each.accountId),
      outcomes.map((each) => each.paymentId),
      outcomes.map((each) => JSON.stringify(each.explanation)),
    ],
  );
}
