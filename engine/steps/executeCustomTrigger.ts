import { z } from 'zod';
import { defineStep } from '../step.ts';

/** A trigger's name, as strategies, reactions and programs call it. */
export const TRIGGER_NAME = /^[\p{L}\d_-]{1,60}$/u;
export const triggerValue = z.union([z.string().max(1000), z.number(), z.boolean()]);

/** Fires one of the client's own triggers on the claim: reactions and waiting runs hear of it. */
export const executeCustomTrigger = defineStep({
  type: 'executeCustomTrigger',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'bolt',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({
    trigger: z.string().regex(TRIGGER_NAME, 'letters, digits, _ and -'),
    values: z.record(z.string().min(1).max(60), triggerValue).default({}),
    description: z.string().max(500).default(''),
  }),
  layout: { trigger: { control: 'trigger' }, values: { control: 'triggerValues' }, description: { control: 'textarea' } },
  needs: [],
  decide: ({ trigger, values }) => ({ effects: [{ kind: 'fireTrigger', trigger, values }], next: { to: 'next' } }),
  summary: ({ trigger }) => ({ key: 'summary.trigger', values: { trigger } }),
});
