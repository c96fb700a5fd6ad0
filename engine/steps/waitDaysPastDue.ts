import { z } from 'zod';
import { addDays } from '../../core/time.ts';
import { at } from '../../core/zone.ts';
import { defineStep } from '../step.ts';
import { firstDay, hoursField, minutesField, WAIT_WEEKDAYS, waitUntil, weekdaysField } from './waits.ts';

/** Waits until the claim is that many days past its due date; negative days are before it. A due date that moves moves the wait. */
export const waitDaysPastDue = defineStep({
  type: 'waitDaysPastDue',
  category: 'PATHS',
  outputs: ['next'],
  icon: 'calendar-due',
  panelWidth: 420,
  showDescription: false,
  fields: z.object({
    days: z.int().min(-3650).max(3650).default(1),
    hours: hoursField.default(0),
    minutes: minutesField.default(0),
    weekdays: weekdaysField.default([]),
  }),
  layout: {
    days: { control: 'number', min: -3650, max: 3650, unit: 'days' },
    hours: { control: 'time', row: 'time' },
    minutes: { control: 'time', row: 'time' },
    weekdays: { control: 'weekdays', options: WAIT_WEEKDAYS },
  },
  needs: ['claim'],
  decide: ({ days, hours, minutes, weekdays }, { claim }, context) => {
    const due = claim?.dueDate ?? claim?.externalDueDate;
    if (!due) return { next: { to: 'fail', reason: { key: 'wait.noDueDate', values: { days } } } };
    const day = firstDay(addDays(due, days), weekdays, context);
    const until = at(day, { hour: hours, minute: minutes }, context.zone);
    return waitUntil(until, context, { key: 'wait.daysPastDue', values: { days, dueDate: due } });
  },
  summary: ({ days }) => ({ key: 'summary.daysPastDue', values: { days } }),
});
