import { z } from 'zod';
import { addDays, HOUR, type Instant, MINUTE } from '../../core/time.ts';
import { addWorkingDays } from '../../core/workdays.ts';
import { at, localDate, localTime } from '../../core/zone.ts';
import { defineStep } from '../step.ts';
import { isFree, waitUntil } from './waits.ts';

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
    const entered = context.run.stepEnteredAt;
    let from: Instant = entered;
    if (days > 0) {
      const today = localDate(entered, context.zone);
      const day = workingDays ? addWorkingDays(today, days, (date) => isFree(date, context)) : addDays(today, days);
      // The seconds within the minute are kept, so that a day's delay is never shorter than a day.
      from = (at(day, localTime(entered, context.zone), context.zone) + (entered % MINUTE)) as Instant;
    }
    const until = (from + hours * HOUR + minutes * MINUTE) as Instant;
    return waitUntil(until, context, { key: 'wait.delay', values: { days, hours, minutes } });
  },
  summary: ({ days, hours, minutes }) => ({ key: 'summary.delay', values: { days, hours, minutes } }),
});
