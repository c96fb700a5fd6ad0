import { z } from 'zod';
import { defineStep } from '../step.ts';
import { after, waitUntil } from './waits.ts';

/** Days are calendar days of the client's zone (the same wall-clock time, whatever the clocks did); hours and minutes are elapsed time. */
export const delay = defineStep({
  type: 'delay',
  category: 'PATHS',
  outputs: ['next'],
  icon: 'hourglass',
  panelWidth: 420,
  showDescription: false,
  fields: z.object({
    days: z.int().min(0).max(3650).default(1),
    hours: z.int().min(0).max(8760).default(0),
    minutes: z.int().min(0).max(525_600).default(0),
    workingDays: z.boolean().default(false),
  }),
  layout: {
    days: { control: 'number', row: 'duration', min: 0, max: 3650, unit: 'days' },
    hours: { control: 'number', row: 'duration', min: 0, max: 8760, unit: 'hours' },
    minutes: { control: 'number', row: 'duration', min: 0, max: 525_600, unit: 'minutes' },
    workingDays: { control: 'switch' },
  },
  needs: [],
  decide: ({ days, hours, minutes, workingDays }, _facts, context) => {
    const until = after(context, { days, hours, minutes, workingDays });
    return waitUntil(until, context, { key: 'wait.delay', values: { days, hours, minutes } });
  },
  summary: ({ days, hours, minutes }) => ({ key: 'summary.delay', values: { days, hours, minutes } }),
});
