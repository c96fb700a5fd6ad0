import { z } from 'zod';
import { calendarDate, isoInstant } from '../../core/time.ts';
import { at } from '../../core/zone.ts';
import { defineStep, type Summary } from '../step.ts';
import type { Decision } from '../types.ts';
import { after, eventName } from './waits.ts';

const dayField = z.string().refine((value) => value === '' || calendarDate(value) !== null, 'a day as 2026-11-21');

/** Lets the run rest: for a time, until a day, or until an event. Without a limit, an event is waited for as long as the claim is open. */
export const pauseStrategy = defineStep({
  type: 'pauseStrategy',
  category: 'PATHS',
  outputs: ['next'],
  icon: 'player-pause',
  panelWidth: 420,
  showDescription: true,
  fields: z
    .object({
      until: z.enum(['time', 'date', 'event']).default('time'),
      days: z.int().min(0).max(3650).default(7),
      hours: z.int().min(0).max(8760).default(0),
      date: dayField.default(''),
      messageTypes: z.array(eventName).max(20).default([]),
      description: z.string().max(500).default(''),
    })
    .refine(({ until, date }) => until !== 'date' || date !== '', { path: ['date'], message: 'a day' })
    .refine(({ until, messageTypes }) => until !== 'event' || messageTypes.length > 0, {
      path: ['messageTypes'],
      message: 'at least one event',
    }),
  layout: {
    until: { control: 'select', options: ['time', 'date', 'event'] },
    days: { control: 'number', row: 'duration', min: 0, max: 3650, unit: 'days', when: ({ until }) => until === 'time' },
    hours: { control: 'number', row: 'duration', min: 0, max: 8760, unit: 'hours', when: ({ until }) => until === 'time' },
    date: { control: 'date', when: ({ until }) => until === 'date' },
    messageTypes: { control: 'events', when: ({ until }) => until === 'event' },
    description: { control: 'textarea' },
  },
  needs: [],
  decide: ({ until, days, hours, date, messageTypes }, _facts, context): Decision<'next'> => {
    const { wokenBy } = context.run.memory ?? {};
    if (wokenBy) return { next: { to: 'next' }, why: { key: 'wait.event', values: { event: wokenBy.messageType } } };
    const day = calendarDate(date);
    const moment =
      until === 'date' && day
        ? at(day, { hour: 0, minute: 0 }, context.zone)
        : until === 'event'
          ? after(context, { days: 36_500 })
          : after(context, { days, hours });
    if (context.now >= moment) return { next: { to: 'next' }, why: { key: 'wait.over', values: { until: isoInstant(moment) } } };
    const events = messageTypes.join(', ');
    return until === 'event'
      ? { next: { to: 'wait', until: moment, reason: { key: 'wait.untilEvent', values: { events } }, wake: { messageTypes } } }
      : { next: { to: 'wait', until: moment, reason: { key: 'wait.pause', values: { until: isoInstant(moment) } } } };
  },
  summary: ({ until, days, hours, date, messageTypes }): Summary =>
    until === 'date'
      ? { key: 'summary.untilDay', values: { date } }
      : until === 'event'
        ? { key: 'summary.untilEvent', values: { events: messageTypes.join(', ') } }
        : { key: 'summary.delay', values: { days, hours, minutes: 0 } },
});
