/** What steps of strategies tell the event log. */
import { defineEffect } from '../../platform/effects.ts';
import { appendEvents } from '../../platform/events.ts';

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
        payload: { ...effect.payload, runId, blueprintId },
      })),
    ),
});
