import { z } from 'zod';
import { defineStep } from '../step.ts';
import { hoursField, minutesField, nextTime, WAIT_WEEKDAYS, waitUntil, weekdaysField } from './waits.ts';

/** Waits until the clock next shows a time: today when it has not passed yet and the day counts, otherwise the next day that counts. */
export const waitTimeOfDay = defineStep({
  type: 'waitTimeOfDay',
  category: 'PATHS',
  outputs: ['next'],
  icon: 'clock-hour-9',
  panelWidth: 420,
  showDescription: false,
  fields: z.object({
    hours: hoursField.default(9),
    minutes: minutesField.default(0),
    weekdays: weekdaysField.default([]),
  }),
  layout: {
    hours: { control: 'time', row: 'time' },
    minutes: { control: 'time', row: 'time' },
    weekdays: { control: 'weekdays', options: WAIT_WEEKDAYS },
  },
  needs: [],
  decide: ({ hours, minutes, weekdays }, _facts, context) => {
    const until = nextTime(context.run.stepEnteredAt, { hour: hours, minute: minutes }, weekdays, context);
    return waitUntil(until, context, { key: 'wait.timeOfDay' });
  },
  summary: ({ hours, minutes }) => ({ key: 'summary.timeOfDay', values: { time: `${hours}:${String(minutes).padStart(2, '0')}` } }),
});
