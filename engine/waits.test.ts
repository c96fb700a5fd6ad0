import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isHoliday } from '../core/calendar.ts';
import { addDays, DAY, type Instant, instant, isoInstant, MINUTE } from '../core/time.ts';
import { at, localDate, localMinutes, weekday, weekdayOf } from '../core/zone.ts';
import { advance } from './advance.ts';
import { WAIT_WEEKDAYS } from './steps/waits.ts';
import { claim, compiledOf, facts, runOf, surroundings } from './testing.ts';

const REGIONS: readonly (readonly [string, string])[] = [
  ['Europe/Berlin', 'DE'],
  ['America/New_York', 'US'],
  ['Australia/Lord_Howe', 'AU-NSW'],
  ['America/St_Johns', 'CA-NL'],
  ['Asia/Kolkata', 'IN'],
];
/** Days around the clock changes of 2026 in these zones, and any other day of the year. */
const nearChange = fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01');
const anyDay = fc.integer({ min: 0, max: 364 }).map((days) => isoInstant(instant(Date.UTC(2026, 0, 1) + days * DAY)).slice(0, 10));
const start = fc
  .tuple(fc.oneof(nearChange, anyDay), fc.integer({ min: -2 * 24 * 60, max: 24 * 60 }), fc.integer({ min: 0, max: 59_999 }))
  .map(([day, minutes, rest]) => instant(Date.parse(`${day}T12:00:00Z`) + minutes * MINUTE + rest));
const hours = fc.integer({ min: 0, max: 23 });
const minutes = fc.constantFrom(0, 15, 30, 59);
const weekdays = fc.uniqueArray(fc.constantFrom(...WAIT_WEEKDAYS));
const wait = fc.oneof(
  fc.record({ days: fc.integer({ min: 0, max: 9 }), hours, minutes, workingDays: fc.boolean() }).map((state) => ['delay', state] as const),
  fc.record({ days: fc.integer({ min: 40, max: 400 }), hours, minutes, weekdays }).map((state) => ['waitDaysPastDue', state] as const),
  fc.record({ hours, minutes, weekdays }).map((state) => ['waitNextDay', state] as const),
  fc.record({ hours, minutes, weekdays }).map((state) => ['waitTimeOfDay', state] as const),
);

test('each wait fires exactly once and never early, however often it is looked at, across both clock changes', () => {
  fc.assert(
    fc.property(
      start,
      wait,
      fc.constantFrom(...REGIONS),
      fc.boolean(),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
      (entered, [type, state], [zone, holidayRegion], excludeHolidays, looks) => {
        const compiled = compiledOf(['wait', type, state], ['mark', 'checkpoint', { displayName: 'after' }]);
        const client = { ...surroundings, zone, holidayRegion, excludeHolidays };
        const first = advance(runOf(compiled, entered), compiled, facts, { ...client, now: entered });
        if (first.run.status === 'completed') {
          // Nothing to wait for: the moment had come when the run arrived.
          expect(first.effects).toHaveLength(1);
          expect(type).not.toBe('waitNextDay');
          // A time of day that has gone by is waited for until it comes again: only in its very moment is there nothing to wait for.
          if (type === 'waitTimeOfDay') expect(entered % MINUTE).toBe(0);
          return;
        }
        const until = first.run.wakeAt!;
        expect(until).toBeGreaterThan(entered);
        let { run } = first;
        for (const share of [...looks].sort((one, other) => one - other)) {
          const early = advance(run, compiled, facts, {
            ...client,
            now: Math.min(until - 1, Math.floor(entered + (until - entered) * share)) as Instant,
          });
          expect(early.effects).toEqual([]);
          expect(early.traces).toEqual([]);
          run = early.run;
        }
        const fired = advance(run, compiled, facts, { ...client, now: until });
        expect(fired.effects).toHaveLength(1);
        expect(fired.traces.filter(({ stepId }) => stepId === 'wait')).toHaveLength(1);
        expect(advance(fired.run, compiled, facts, { ...client, now: (until + DAY) as Instant }).effects).toEqual([]);
      },
    ),
    { numRuns: 400 },
  );
});

test('a wait ends on a day that counts, at its time or, where the clocks skip that, right after', () => {
  fc.assert(
    fc.property(
      start,
      hours,
      minutes,
      weekdays,
      fc.constantFrom(...REGIONS),
      fc.constantFrom('waitNextDay', 'waitTimeOfDay'),
      (entered, hour, minute, days, [zone, holidayRegion], type) => {
        const compiled = compiledOf(['wait', type, { hours: hour, minutes: minute, weekdays: days }]);
        const { run } = advance(runOf(compiled, entered), compiled, facts, { ...surroundings, now: entered, zone, holidayRegion });
        if (run.status !== 'waiting') return;
        const until = run.wakeAt!;
        const date = localDate(until, zone);
        expect(isHoliday(date, holidayRegion)).toBe(false);
        if (days.length > 0) expect(days).toContain(weekday(until, zone));
        expect(until).toBe(at(date, { hour, minute }, zone));
        expect(localMinutes(until, zone)).toBeGreaterThanOrEqual(hour * 60 + minute);
        // No earlier day would have counted.
        const counts = (day: typeof date) =>
          (days.length === 0 || (days as string[]).includes(weekdayOf(day))) && !isHoliday(day, holidayRegion);
        const today = localDate(entered, zone);
        const from = type === 'waitTimeOfDay' && at(today, { hour, minute }, zone) >= entered ? today : addDays(today, 1);
        for (let day = from; day < date; day = addDays(day, 1)) expect(counts(day)).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  // Two days over the spring change are 47 hours, over the autumn change 49: the same wall-clock time.
  ['delay', { days: 2 }, '2026-03-28T10:00:00Z', '2026-03-30T09:00:00Z'],
  ['delay', { days: 2 }, '2026-10-24T10:00:00Z', '2026-10-26T11:00:00Z'],
  // Hours are elapsed time.
  ['delay', { days: 0, hours: 48 }, '2026-03-28T10:00:00Z', '2026-03-30T10:00:00Z'],
  ['delay', { days: 1, workingDays: true }, '2026-04-30T10:00:00Z', '2026-05-04T10:00:00Z'],
  ['waitTimeOfDay', { hours: 2, minutes: 30 }, '2026-03-28T12:00:00Z', '2026-03-29T01:00:00Z'],
  ['waitTimeOfDay', { hours: 2, minutes: 30 }, '2026-10-24T22:10:00Z', '2026-10-25T00:30:00Z'],
  ['waitNextDay', {}, '2026-04-02T10:00:00Z', '2026-04-07T07:00:00Z'],
  ['waitNextDay', { weekdays: ['Wednesday'], hours: 14 }, '2026-03-18T10:00:00Z', '2026-03-25T13:00:00Z'],
  ['waitDaysPastDue', { days: 90, hours: 9 }, '2026-03-18T10:00:00Z', '2026-04-10T07:00:00Z'],
  // 86 days past due is Easter Monday.
  ['waitDaysPastDue', { days: 86, hours: 9 }, '2026-03-18T10:00:00Z', '2026-04-07T07:00:00Z'],
])('%s %j entered at %s lasts until %s in Berlin', (type, state, entered, until) => {
  const compiled = compiledOf(['wait', type, state]);
  const now = instant(entered);
  const { run } = advance(runOf(compiled, now), compiled, { ...facts, claim }, { ...surroundings, now });
  expect(isoInstant(run.wakeAt!)).toBe(isoInstant(instant(until)));
});

test.each([
  // Tuesday and Wednesday are closed; Thursday is the first day that counts.
  ['waitNextDay', {}, '2026-03-16T10:00:00Z', '2026-03-19T08:00:00Z'],
  ['delay', { days: 1, workingDays: true }, '2026-03-16T10:00:00Z', '2026-03-19T10:00:00Z'],
  ['waitTimeOfDay', { hours: 9 }, '2026-03-16T10:00:00Z', '2026-03-19T08:00:00Z'],
])('%s %j waits over days on which the client is closed', (type, state, entered, until) => {
  const closedDays = new Set(['2026-03-17', '2026-03-18']);
  const compiled = compiledOf(['wait', type, state]);
  const now = instant(entered);
  const client = { ...surroundings, excludeHolidays: false, closedDays };
  const { run } = advance(runOf(compiled, now), compiled, facts, { ...client, now });
  expect(isoInstant(run.wakeAt!)).toBe(isoInstant(instant(until)));
  // A day that is closed after the run began to wait is waited over too.
  const later = { ...client, closedDays: new Set([...closedDays, '2026-03-19']) };
  const again = advance(run, compiled, facts, { ...later, now: run.wakeAt! });
  expect(again.run.status).toBe('waiting');
  expect(again.run.wakeAt).toBe(run.wakeAt! + DAY);
});
