/** What other services' events do to running strategies, in the transaction of the event. */
import { AWAITED_EVENTS } from '../../../core/events/awaited.ts';
import { onEvents, type StoredEvent } from '../../platform/events.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findClaims, type KnownClaim } from '../account/ground/facts.logic.ts';
import { helpAnswered, holdForHelp, holdForOpenHelp } from './strategy.help.logic.ts';
import { namesJob } from './strategy.jobs.ts';
import { holdForPartner, releaseFromPartner } from './strategy.partner.logic.ts';
import { refuseUsedBundle, refuseUsedPartner, refuseUsedTree, refuseUsedWorkflow } from './strategy.references.logic.ts';
import { releaseJob } from './strategy.release.logic.ts';
import { pauseRuns, reopenRuns, resumeRuns, stopRuns, wakeRuns } from './strategy.runs.logic.ts';
import { wakeAwaiting } from './strategy.wake.logic.ts';

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

// Money that goes back brings the claim back to where it was: docs/decisions/strategies.md.
onEvents(['claimReopened'], async (tx, events) => {
  const refs = refsOf(events);
  await reopenRuns(tx, refs);
  const claims = await findClaims(tx, refs);
  await holdAgreed(tx, claims);
  await holdForOpenHelp(tx, claims);
  await holdForPartner(tx, refs);
});

/** Halts the runs of claims that are disputed or promised. */
async function holdAgreed(tx: Tx, claims: readonly KnownClaim[]): Promise<void> {
  const held = (holds: (claim: KnownClaim) => boolean) => claims.filter(holds).map((claim) => claim.externalClaimRef);
  await pauseRuns(
    tx,
    held(({ disputed }) => disputed),
    { key: BY_DISPUTE },
  );
  await pauseRuns(
    tx,
    held(({ disputed, promisedUntil }) => !disputed && promisedUntil !== null),
    { key: BY_PROMISE },
  );
}

// Two who collect the same claim contradict each other.
onEvents(['claimOutsourced'], (tx, events) => holdForPartner(tx, refsOf(events)));
onEvents(['claimRecalled'], async (tx, events) => {
  const refs = refsOf(events);
  await releaseFromPartner(tx, refs);
  const claims = await findClaims(tx, refs);
  await holdAgreed(tx, claims);
  await holdForOpenHelp(tx, claims);
});

// A strategy that is started while the debtor waits for an answer waits with them; one that is started while a partner has the claim, too.
onEvents(['strategyStarted'], async (tx, events) => {
  await holdForOpenHelp(
    tx,
    events.flatMap(({ accountId, externalClaimRef }) => (accountId && externalClaimRef ? [{ accountId, externalClaimRef }] : [])),
  );
  await holdForPartner(tx, refsOf(events));
});

// The engine's own ends and switches change what accounts show in lists; that is no work for its transactions.
onEvents(['strategyCompleted', 'strategySwitched', 'strategyFailed', 'strategyRunaway'], async (tx, events) => {
  const accountIds = [...new Set(events.flatMap(({ actorType, accountId }) => (actorType === 'strategy' && accountId ? [accountId] : [])))];
  if (accountIds.length > 0) await enqueue(tx, namesJob, { clientId: tx.clientId, accountIds });
});

onEvents(['promiseToPayCreated'], async (tx, events) => void (await pauseRuns(tx, refsOf(events), { key: BY_PROMISE })));
onEvents(['instalmentsPlanCreated'], async (tx, events) => void (await pauseRuns(tx, refsOf(events), { key: BY_PLAN })));
onEvents(['claimDisputed'], async (tx, events) => void (await pauseRuns(tx, refsOf(events), { key: BY_DISPUTE })));

onEvents(
  [
    'promiseToPayKept',
    'promiseToPayBroken',
    'promiseToPayInvalidated',
    'instalmentsPlanCompleted',
    'instalmentsPlanBroken',
    'instalmentsPlanCanceled',
    'disputeClosed',
  ],
  async (tx, events) => {
    // Whatever else holds the claim goes on holding it: it is looked at as it is now, not by what has just ended.
    const free = (await findClaims(tx, refsOf(events))).filter((claim) => !claim.disputed && claim.promisedUntil === null);
    await resumeRuns(
      tx,
      free.map((claim) => claim.externalClaimRef),
      [BY_PROMISE, BY_PLAN, BY_DISPUTE],
    );
    await holdForOpenHelp(tx, free);
    await holdForPartner(
      tx,
      free.map((claim) => claim.externalClaimRef),
    );
  },
);

const accountsOf = (events: readonly StoredEvent[]) => [...new Set(events.flatMap(({ accountId }) => accountId ?? []))];
onEvents(['portalHelpRequested'], (tx, events) => holdForHelp(tx, accountsOf(events)));
onEvents(['taskResolved'], (tx, events) => helpAnswered(tx, accountsOf(events)));

// What the client's own limits held is asked about again by a job: there may be very much of it.
onEvents(['contactRulesChanged'], (tx) => enqueue(tx, releaseJob, { clientId: tx.clientId }, { key: `${releaseJob.name}:${tx.clientId}` }));

// A due date that moves moves the wait for it.
onEvents(['claimChanged'], (tx, events) => wakeRuns(tx, refsOf(events), ['wait.daysPastDue']));

// Whoever waits for an event on a claim or its account goes on.
onEvents(AWAITED_EVENTS, wakeAwaiting);

// What a strategy uses is not deleted: the deletion ends with this error.
onEvents(['decisionTreeDeleted'], async (tx, events) => {
  for (const { payload } of events) await refuseUsedTree(tx, String(payload.treeId));
});
onEvents(['partnerDeleted'], async (tx, events) => {
  for (const { payload } of events) await refuseUsedPartner(tx, String(payload.partnerId), String(payload.name));
});
onEvents(['workflowBlueprintDeleted'], async (tx, events) => {
  for (const { payload } of events) await refuseUsedWorkflow(tx, String(payload.workflowBlueprintId));
});
onEvents(['bundleDeleted'], async (tx, events) => {
  for (const { payload } of events) await refuseUsedBundle(tx, String(payload.contentTemplateType), String(payload.fileName));
});
