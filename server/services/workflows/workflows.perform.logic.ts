/** What steps do that complete themselves: messages, strategies, and waiting for a deadline. */
import { fault } from '../../../core/fault.ts';
import { instant, MINUTE } from '../../../core/time.ts';
import { gate } from '../../../engine/gate/gate.ts';
import type { Reason } from '../../../engine/reason.ts';
import { now } from '../../platform/clock.ts';
import { outboxIdOf, queueCommunications } from '../../platform/delivery/outbox.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { claimsToSpeakOf } from '../account/contact/delivery.logic.ts';
import { loadGateFacts } from '../account/contact/gate.logic.ts';
import { openClaimsOf } from '../account/ground/facts.logic.ts';
import { pauseRuns, resumeRuns } from '../strategy/strategy.runs.logic.ts';
import { putInQueue } from './workflows.assign.logic.ts';
import { type StepRow, stepFacts, type WorkflowRow, workflowEvent, writeStep } from './workflows.row.logic.ts';

/** @returns the step as it is then: completed, or waiting with its reason. */
export async function performStep(tx: Tx, workflow: WorkflowRow, step: StepRow): Promise<StepRow> {
  switch (step.type) {
    case 'sendMessage':
      return sendMessage(tx, workflow, step);
    case 'setStrategies':
      await setStrategies(tx, workflow, step);
      return complete(tx, workflow, step);
    case 'waitDeadline':
      return step.dueAt !== null && step.dueAt > now() ? step : complete(tx, workflow, step);
    default:
      throw new Error(`a step of type ${step.type} does not complete itself`);
  }
}

async function complete(tx: Tx, workflow: WorkflowRow, step: StepRow, outboxId?: string): Promise<StepRow> {
  const done = await writeStep(tx, step, {
    status: 'completed',
    completedAt: now(),
    why: null,
    retryAt: null,
    ...(outboxId ? { outboxId } : {}),
  });
  await appendEvents(tx, [workflowEvent('workflowStepCompleted', workflow, { ...stepFacts(step), ...(outboxId ? { outboxId } : {}) })]);
  return done;
}

/** Pausing holds a claim whatever else holds it already; resuming lets go of what was paused like this, and of nothing else. */
async function setStrategies(tx: Tx, { accountId, externalClaimRef }: WorkflowRow, { definition }: StepRow): Promise<void> {
  const refs = externalClaimRef ? [externalClaimRef] : (await openClaimsOf(tx, [accountId])).map((claim) => claim.externalClaimRef);
  if (definition.strategiesStatus === 'resumed') await resumeRuns(tx, refs, ['run.paused']);
  else await pauseRuns(tx, refs);
}

/** The gate is asked as for every message. A deferred one waits for its moment; a refused one is left to a person, who says what became of it. */
async function sendMessage(tx: Tx, workflow: WorkflowRow, step: StepRow): Promise<StepRow> {
  const { channel, bundleName, locale } = step.definition;
  if (!channel || !bundleName) throw fault('CONFLICT', 'workflowStepInvalid');
  const { accountId, externalClaimRef } = workflow;
  const spoken = externalClaimRef ?? (await claimsToSpeakOf(tx, [accountId])).get(accountId);
  const facts = spoken && (await loadGateFacts(tx, [{ accountId, externalClaimRef: spoken }])).get(spoken);
  if (!facts) return leaveToPerson(tx, workflow, step, { key: 'run.claimMissing' });
  const decision = gate({ ...facts, bundleName }, channel, now());
  if (decision.answer === 'deny') return leaveToPerson(tx, workflow, step, decision.why);
  if (decision.answer === 'defer')
    return writeStep(tx, step, { why: decision.why, retryAt: instant(Math.max(decision.until, now() + MINUTE)) });
  const key = `workflow:${step.workflowId}:${step.stepId}`;
  await queueCommunications(tx, [{ key, channel, accountId, externalClaimRef, request: { bundleName, locale } }]);
  return complete(tx, workflow, step, outboxIdOf(tx.clientId, key));
}

async function leaveToPerson(tx: Tx, workflow: WorkflowRow, step: StepRow, why: Reason): Promise<StepRow> {
  return putInQueue(tx, workflow, await writeStep(tx, step, { why, retryAt: null }));
}
