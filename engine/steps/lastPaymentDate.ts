import { z } from 'zod';
import { defineStep } from '../step.ts';
import { sinceFields, sinceLast, sinceLayout } from './sinceLast.ts';

const KINDS = ['settled', 'processing', 'canceled', 'chargedBack'] as const;

/** Goes on so many days after the last payment of a kind; none chosen is a settled one. */
export const lastPaymentDate = defineStep({
  type: 'lastPaymentDate',
  category: 'PATHS',
  outputs: ['next'],
  icon: 'cash',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ kinds: z.array(z.enum(KINDS)).max(KINDS.length).default(['settled']), ...sinceFields }),
  layout: { kinds: { control: 'multiselect', options: KINDS }, ...sinceLayout },
  needs: ['money'],
  decide: ({ kinds, ...span }, { money }, context) => {
    const last = {
      settled: money?.lastSettledPayment,
      processing: money?.lastProcessingPayment,
      canceled: money?.lastCanceledPayment,
      chargedBack: money?.lastDisputed,
    };
    const moments = (kinds.length > 0 ? kinds : (['settled'] as const)).map((kind) => last[kind]);
    return sinceLast(moments, span, context, { none: 'wait.noPayment', waiting: 'wait.sincePayment', over: 'wait.sincePaymentOver' });
  },
  summary: ({ days }) => ({ key: 'summary.sincePayment', values: { days } }),
});
