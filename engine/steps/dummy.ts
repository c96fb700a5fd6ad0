import { z } from 'zod';
import { defineStep } from '../step.ts';

/** What a step of a file from elsewhere may stand for (specification 3, section 3). */
export const MASKS = [
  'whatsapp',
  'viber',
  'line',
  'telegram',
  'rcs',
  'scheduleCall',
  'enableWebChat',
  'disableWebChat',
  'assignBestAgent',
  'auctionDebt',
  'aiPaymentMethods',
  'aiLandingPage',
  'determineWhenToSend',
  'creditBureauCheck',
  'segmentation',
  'transformData',
  'notifyTeam',
  'webhook',
] as const;

/** A step that the product does not have, from a strategy made elsewhere: it is shown with what it stands for, and keeps the strategy from starting. */
export const dummy = defineStep({
  type: 'dummy',
  category: 'PATHS',
  outputs: ['next'],
  icon: 'mask',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ mask: z.string().min(1).max(100).default('webhook'), description: z.string().max(500).default('') }),
  layout: { mask: { control: 'select', options: MASKS }, description: { control: 'textarea' } },
  needs: [],
  decide: ({ mask }) => ({ next: { to: 'fail', reason: { key: 'step.masked', values: { mask } } } }),
  summary: ({ mask }) => ({ key: 'summary.mask', values: { mask } }),
});
