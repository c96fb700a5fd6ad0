/** Runs of claims that are with partners: ours wait until the claim comes back, but for the run that gave it away. */
import type { Tx } from '../../platform/tenancy.ts';
import { pauseRuns, resumeRuns } from './strategy.runs.logic.ts';

const BY_PARTNER = 'run.pausedByPartner';

/**
 * Halts runs of these claims that are out. The run that gave its claim goes on, so that it can wait, look whether anything was paid, and take the
 * claim back; what it would send, the gate refuses.
 */
export async function holdForPartner(tx: Tx, externalClaimRefs: readonly string[]): Promise<void> {
  const rows = await tx.sql<{ ref: string }>(
    `select r.external_claim_ref as ref from strategy_run r join published.claim_assignment c on c.client_id = $1 and c.external_claim_ref = r.external_claim_ref
     where r.client_id = $1 and r.external_claim_ref = any($2::text[]) and r.status in ('active', 'waiting') and c.ended_at is null and c.run_id is distinct from r.run_id`,
    [tx.clientId, externalClaimRefs],
  );
  if (rows.length > 0)
    await pauseRuns(
      tx,
      rows.map(({ ref }) => ref),
      { key: BY_PARTNER },
    );
}

/** Lets the runs of claims that came back go on. */
export async function releaseFromPartner(tx: Tx, externalClaimRefs: readonly string[]): Promise<void> {
  await resumeRuns(tx, externalClaimRefs, [BY_PARTNER]);
}
