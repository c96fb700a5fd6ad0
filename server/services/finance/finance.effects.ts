/** What steps of strategies collect. */
import { Fault } from '../../../core/fault.ts';
import { localDate } from '../../../core/zone.ts';
import { defineEffect } from '../../platform/effects.ts';
import { appendEvents } from '../../platform/events.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { isMandateActive, listMandates } from './debit/mandate.logic.ts';
import { chargeRecurringPaymentMandate } from './providers/charge.logic.ts';

defineEffect({
  kind: 'chargeMandate',
  perform: async (tx, asked, at) => {
    const today = localDate(at, (await readClient(tx)).timezone);
    for (const { key, accountId, externalClaimRef, actor, effect } of asked) {
      const active = (await listMandates(tx, accountId)).filter((mandate) => isMandateActive(mandate, at, today));
      const mandate = effect.mandate === 'oldest' ? active[0] : active.at(-1);
      if (!mandate) continue; // It has ended since the run was decided: the payment that is missing shows.
      // What was written before a refusal goes with it, and nothing else of the batch.
      const amount = effect.amount === null ? null : BigInt(effect.amount);
      const { mandateId } = mandate;
      try {
        await tx.attempt(() =>
          chargeRecurringPaymentMandate(tx, { mandateId, amount, externalClaimRefs: [externalClaimRef], idempotencyKey: key }),
        );
      } catch (error) {
        // Nothing is due, the mandate was disabled, the provider is off: the strategy goes on, and the timeline says why nothing was collected.
        if (!(error instanceof Fault)) throw error;
        const { words: why } = error;
        await appendEvents(tx, [{ messageType: 'mandateChargeRefused', accountId, externalClaimRef, actor, payload: { mandateId, why } }]);
      }
    }
  },
});
