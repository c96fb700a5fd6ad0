/** What steps of strategies send. */
import { queueCommunications } from '../../platform/delivery/outbox.ts';
import { defineEffect } from '../../platform/effects.ts';

defineEffect({
  kind: 'sendCommunication',
  // It asks for a drain, and that makes other batches of the client wait.
  last: true,
  perform: (tx, asked) =>
    queueCommunications(
      tx,
      asked.map(
        ({
          effect: { channel, bundleName, contentType, fallback, locale },
          key,
          accountId,
          externalClaimRef,
          runId,
          stepId,
          blueprintId,
          strategyName,
          event,
          values,
        }) => ({
          key,
          channel,
          accountId,
          externalClaimRef,
          runId,
          stepId,
          request: {
            bundleName,
            ...(contentType && { contentType }),
            ...(fallback && { fallback }),
            locale,
            ...(blueprintId && { blueprintId }),
            strategyName,
            ...(event && { event }),
            ...(values && { values }),
          },
        }),
      ),
    ),
});
