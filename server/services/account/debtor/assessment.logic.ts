/** What strategies ask of debtors about incomes and expenses: open until it is answered, its time is over, or its claim is no longer open. */
import { surplusOf } from '../../../../core/budget.ts';
import type { Uuid } from '../../../../core/id.ts';
import { type Instant, instant, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents, type NewEvent } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { FinancialInformation } from '../ground/account.tables.ts';
import type { ClaimRef } from '../ground/facts.logic.ts';

const OPEN = `r.client_id = $1 and r.account_id = $2 and r.answered_at is null and r.until > $3
  and exists (select from claim c where c.client_id = r.client_id and c.external_claim_ref = r.external_claim_ref and c.status = 'open')`;

/** Asks; the same key again only moves the end of one that nobody has answered, since a wait begins anew when its claim reopens. */
export async function askAssessments(
  tx: Tx,
  asked: readonly (ClaimRef & { readonly key: string; readonly until: Instant; readonly actor: NewEvent['actor'] })[],
  at: Instant,
): Promise<void> {
  const rows = await tx.sql<{ request_key: string }>(
    `insert into assessment_request as r (client_id, request_key, account_id, external_claim_ref, asked_at, until)
     select $1, v.key, v.account_id, v.ref, $2, v.until from unnest($3::text[], $4::uuid[], $5::text[], $6::timestamptz[]) as v(key, account_id, ref, until)
     on conflict (client_id, request_key) do update set until = excluded.until where r.answered_at is null returning request_key`,
    [
      tx.clientId,
      isoInstant(at),
      asked.map(({ key }) => key),
      asked.map(({ accountId }) => accountId),
      asked.map(({ externalClaimRef }) => externalClaimRef),
      asked.map(({ until }) => isoInstant(until)),
    ],
  );
  const open = new Set(rows.map((row) => row.request_key));
  await appendEvents(
    tx,
    asked
      .filter(({ key }) => open.has(key))
      .map(({ key, accountId, externalClaimRef, until, actor }) => ({
        messageType: 'financialAssessmentRequested',
        accountId,
        externalClaimRef,
        ...(actor ? { actor } : {}),
        payload: { requestKey: key, until: isoInstant(until) },
      })),
  );
}

/** @returns until when an answer counts, the soonest of several requests; null when nothing is asked. */
export async function readAssessmentEnd(tx: Tx, accountId: Uuid): Promise<Instant | null> {
  const [row] = await tx.sql<{ until: Date | null }>(`select min(r.until) as until from assessment_request r where ${OPEN}`, [
    tx.clientId,
    accountId,
    isoInstant(now()),
  ]);
  return row?.until ? instant(row.until) : null;
}

/** Answers all that is asked about an account, whoever noted it: nobody says the same twice. */
export async function answerAssessments(tx: Tx, accountId: Uuid, known: FinancialInformation, currency: string): Promise<void> {
  const rows = await tx.sql<{ request_key: string; external_claim_ref: string }>(
    `update assessment_request r set answered_at = $3 where ${OPEN} returning r.request_key, r.external_claim_ref`,
    [tx.clientId, accountId, isoInstant(now())],
  );
  const sums = surplusOf(known).find((line) => line.currency === currency);
  await appendEvents(
    tx,
    rows.map(({ request_key, external_claim_ref }) => ({
      messageType: 'financialAssessmentSubmitted',
      accountId,
      externalClaimRef: external_claim_ref,
      payload: {
        requestKey: request_key,
        incomes: sums?.incomes ?? '0',
        expenses: sums?.expenses ?? '0',
        disposable: sums?.surplus ?? '0',
        currency,
      },
    })),
  );
}
