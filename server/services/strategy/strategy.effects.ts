/** What steps of strategies tell the event log, and what rules do to strategies. */
import { defineEffect } from '../../platform/effects.ts';
import { appendEvents } from '../../platform/events.ts';
import { controlStrategies } from './strategy.control.logic.ts';

defineEffect({
  kind: 'fireTrigger',
  perform: (tx, asked) =>
    appendEvents(
      tx,
      asked.map(({ effect: { trigger, values }, accountId, externalClaimRef, actor }) => ({
        messageType: 'customTriggerFired',
        accountId,
        externalClaimRef,
        actor,
        payload: { trigger, ...(Object.keys(values).length > 0 && { values: values as Record<string, string | number | boolean> }) },
      })),
    ),
});

defineEffect({
  kind: 'emitEvent',
  perform: (tx, asked) =>
    appendEvents(
      tx,
      asked.map(({ effect, accountId, externalClaimRef, actor, runId, blueprintId }) => ({
        messageType: effect.messageType,
        accountId,
        externalClaimRef,
        actor,
        // Only a strategy has checkpoints: a rule's steps are never about a run.
        payload: { ...effect.payload, runId: runId!, blueprintId: blueprintId! },
      })),
    ),
});

defineEffect({ kind: 'controlStrategy', perform: controlStrategies });
