import { z } from 'zod';
import { addDays } from '../../core/time.ts';
import { at, localDate } from '../../core/zone.ts';
import { defineStep } from '../step.ts';
import { firstDay, hoursField, minutesField, WAIT_WEEKDAYS, waitUntil, weekdaysField } from './waits.ts';

/** Waits until a time on the next chosen weekday after today; with none chosen, on the next day of any kind. */
export const waitNextDay = defineStep({
  type: 'waitNextDay',
  category: 'PATHS',
  outputs: ['next'],
  icon: 'calendar-event',
  panelWidth: 420,
  showDescription: false,
  fields: z.object({
    weekdays: weekdaysField.default([...WAIT_WEEKDAYS]),
    hours: hoursField.default(9),
    minutes: minutesField.default(0),
  }),
  layout: {
    weekdays: { control: 'weekdays', options: WAIT_WEEKDAYS },
    hours: { control: 'time', row: 'time' },
    minutes: { control: 'time', row: 'time' },
  },
  needs: [],
  decide: ({ weekdays, hours, minutes }, _facts, context) => {
    const tomorrow = addDays(localDate(context.run.stepEnteredAt, context.zone), 1);
    const until = at(firstDay(tomorrow, weekdays, context), { hour: hours, minute: minutes }, context.zone);
    return waitUntil(until, context, { key: 'wait.nextDay' });
  },
  summary: ({ weekdays, hours, minutes }) => ({
    key: 'summary.nextDay',
    values: { days: weekdays.join(','), time: `${hours}:${String(minutes).padStart(2, '0')}` },
  }),
});
