import { z } from 'zod';
import { isoInstant } from '../../core/time.ts';
import { defineStep } from '../step.ts';
import type { Decision } from '../types.ts';
import { after, eventsField } from './waits.ts';

/** Waits for an event on the claim or its account, at most so many days. */
export const waitForEvent = defineStep({
  type: 'waitForEvent',
  category: 'PATHS',
  outputs: ['next', 'event'],
  icon: 'hourglass-high',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({
    messageTypes: eventsField,
    trigger: z.string().max(100).default(''),
    days: z.int().min(0).max(3650).default(14),
    hours: z.int().min(0).max(23).default(0),
    description: z.string().max(500).default(''),
  }),
  layout: {
    messageTypes: { control: 'events' },
    trigger: { control: 'trigger', when: ({ messageTypes }) => Array.isArray(messageTypes) && messageTypes.includes('customTriggerFired') },
    days: { control: 'number', row: 'duration', min: 0, max: 3650, unit: 'days' },
    hours: { control: 'number', row: 'duration', min: 0, max: 23, unit: 'hours' },
    description: { control: 'textarea' },
  },
  needs: [],
  decide: ({ messageTypes, trigger, days, hours }, _facts, context): Decision<'event' | 'next'> => {
    const event = context.run.memory?.wokenBy;
    if (event) return { next: { to: 'event' }, why: { key: 'wait.event', values: { event: event.messageType } } };
    const events = messageTypes.join(', ');
    const until = after(context, { days, hours });
    if (context.now >= until) return { next: { to: 'next' }, why: { key: 'wait.noEvent', values: { events } } };
    const wake = { messageTypes, ...(trigger !== '' && { where: { trigger } }) };
    return { next: { to: 'wait', until, reason: { key: 'wait.forEvent', values: { events, until: isoInstant(until) } }, wake } };
  },
  summary: ({ messageTypes, days, hours }) => ({ key: 'summary.event', values: { events: messageTypes.join(', '), days, hours } }),
});
