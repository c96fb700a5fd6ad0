/** Runs of debtors who ask for help with paying: they wait until a person has answered. */
import type { Uuid } from '../../../core/id.ts';
import { askGateAgain } from '../../platform/delivery/outbox.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findClaims, openClaimsOf } from '../account/ground/facts.logic.ts';
import { helpAskedBy } from '../account/task/request.logic.ts';
import { holdForPartner } from './strategy.partner.logic.ts';
import { pauseRuns, resumeRuns, wakeRuns } from './strategy.runs.logic.ts';

const BY_HELP = 'run.pausedByHelp';
/** Runs looked at in one go. */
const CHUNK = 500;

/** Halts the strategies of accounts whose debtor asks for help. */
export async function holdForHelp(tx: Tx, accountIds: readonly Uuid[]): Promise<void> {
  const claims = await openClaimsOf(tx, accountIds);
  await pauseRuns(
    tx,
    claims.map((claim) => claim.externalClaimRef),
    { key: BY_HELP },
  );
}

/** Halts those of the claims whose debtor still waits for an answer: another reason to wait has ended, or a run has begun meanwhile. */
export async function holdForOpenHelp(tx: Tx, claims: readonly { accountId: Uuid; externalClaimRef: string }[]): Promise<void> {
  if (claims.length === 0) return;
  const asking = await helpAskedBy(tx, [...new Set(claims.map((claim) => claim.accountId))]);
  if (asking.size === 0) return;
  await pauseRuns(
    tx,
    claims.filter((claim) => asking.has(claim.accountId)).map((claim) => claim.externalClaimRef),
    { key: BY_HELP },
  );
}

/**
 * Lets runs go on whose request for help is answered or has held for its time. What is disputed or promised meanwhile goes on waiting for that.
 * @param accountIds null: all of the client, from `after` on. @returns the last claim that was looked at; null when there is none left.
 */
export async function releaseFromHelp(tx: Tx, accountIds: readonly Uuid[] | null, after = ''): Promise<string | null> {
  const held = await tx.sql<{ ref: string; account_id: Uuid }>(
    `select external_claim_ref as ref, account_id from strategy_run
     where client_id = $1 and external_claim_ref > $2 and status = 'paused' and reason ->> 'key' = $3 and ($4::uuid[] is null or account_id = any($4))
     order by 1 limit $5`,
    [tx.clientId, after, BY_HELP, accountIds, CHUNK],
  );
  const asking = await helpAskedBy(tx, [...new Set(held.map((run) => run.account_id))]);
  const free = await findClaims(
    tx,
    held.filter((run) => !asking.has(run.account_id)).map((run) => run.ref),
  );
  const refs = free.filter((claim) => !claim.disputed && claim.promisedUntil === null).map((claim) => claim.externalClaimRef);
  await resumeRuns(tx, refs, [BY_HELP]);
  await holdForPartner(tx, refs);
  return held.length < CHUNK ? null : (held.at(-1)?.ref ?? null);
}

/** A task was resolved: where it was the last request for help, runs go on, and what the request held back is looked at again. */
export async function helpAnswered(tx: Tx, accountIds: readonly Uuid[]): Promise<void> {
  const asking = await helpAskedBy(tx, accountIds);
  const free = accountIds.filter((accountId) => !asking.has(accountId));
  if (free.length === 0) return;
  await releaseFromHelp(tx, free);
  const claims = await openClaimsOf(tx, free);
  await wakeRuns(
    tx,
    claims.map((claim) => claim.externalClaimRef),
    ['gate.help'],
  );
  await askGateAgain(tx, free, ['help']);
}
