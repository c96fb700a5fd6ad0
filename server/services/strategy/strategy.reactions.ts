/** What other services' events do to running strategies, in the transaction of the event. */
import { onEvents, type StoredEvent } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findClaims } from '../account/account.facts.logic.ts';
import { pauseRuns, resumeRuns, stopRuns, wakeRuns } from './strategy.runs.logic.ts';

const BY_PROMISE = 'run.pausedByPromise';
const BY_PLAN = 'run.pausedByPlan';
const BY_DISPUTE = 'run.pausedByDispute';

/** An event about one claim names it; one about several lists them in its payload. */
function refsOf(events: readonly StoredEvent[]): string[] {
  return events.flatMap(({ externalClaimRef, payload }) => {
    if (externalClaimRef !== null) return [externalClaimRef];
    return Array.isArray(payload.claimRefs) ? payload.claimRefs.filter((ref) => typeof ref === 'string') : [];
  });
}

onEvents(['claimResolved', 'claimDeleted'], async (tx, events) => {
  await stopRuns(tx, refsOf(events), { key: 'run.claimResolved' }, 'completed');
});

onEvents(['promiseToPayCreated'], async (tx, events) => void (await pauseRuns(tx, refsOf(events), { key: BY_PROMISE })));
onEvents(['instalmentsPlanCreated'], async (tx, events) => void (await pauseRuns(tx, refsOf(events), { key: BY_PLAN })));
onEvents(['claimDisputed'], async (tx, events) => void (await pauseRuns(tx, refsOf(events), { key: BY_DISPUTE })));

onEvents(['promiseToPayKept', 'promiseToPayBroken', 'promiseToPayInvalidated'], (tx, events) => goOn(tx, refsOf(events), BY_PROMISE));
onEvents(['instalmentsPlanCompleted', 'instalmentsPlanBroken', 'instalmentsPlanCanceled'], (tx, events) =>
  goOn(tx, refsOf(events), BY_PLAN),
);
onEvents(['disputeClosed'], (tx, events) => goOn(tx, refsOf(events), BY_DISPUTE));

// A due date that moves moves the wait for it.
onEvents(['claimChanged'], (tx, events) => wakeRuns(tx, refsOf(events), ['wait.daysPastDue']));

/** Ends a halt. A claim that is disputed, or promised by another promise, stays halted for that. */
async function goOn(tx: Tx, refs: string[], key: string): Promise<void> {
  await resumeRuns(tx, refs, [key]);
  const claims = await findClaims(tx, refs);
  const stillPromised = claims.filter((claim) => claim.promisedUntil !== null);
  const disputed = claims.filter((claim) => claim.disputed && claim.promisedUntil === null);
  if (key !== BY_PROMISE)
    await pauseRuns(
      tx,
      stillPromised.map((claim) => claim.externalClaimRef),
      { key: BY_PROMISE },
    );
  if (key !== BY_DISPUTE)
    await pauseRuns(
      tx,
      disputed.map((claim) => claim.externalClaimRef),
      { key: BY_DISPUTE },
    );
}
