import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type CalendarDate, DAY, type Instant, instant, isoInstant } from '../../core/time.ts';
import { at, localDate, localMinutes, WEEKDAYS, weekdayOf } from '../../core/zone.ts';
import { DAYS, type Frequency, frequencyProblem, nextTimes, type Schedule } from './schedule.ts';

const never = () => false;
const daily: Frequency = { amount: 1, unit: 'DAY', daysOfTheWeek: [], timeOfTheDay: { hour: 2, minute: 30 }, monthOptions: null };
const schedule = (frequency: Partial<Frequency>, more: Partial<Schedule> = {}): Schedule => ({
  frequency: { ...daily, ...frequency },
  beginsOn: '2026-01-01' as CalendarDate,
  endsAt: null,
  zone: 'Europe/Berlin',
  isFree: never,
  ...more,
});
const five = (each: Schedule, after: string, count = 5) => nextTimes(each, instant(after), count).map(isoInstant);

describe('a schedule', () => {
  it('comes every so many days, and on the next working day where one is free', () => {
    expect(five(schedule({ amount: 3 }), '2026-01-01T12:00:00Z')).toEqual([
      // The 4th and the 10th are Sunday and Saturday.
      '2026-01-05T01:30:00.000Z',
      '2026-01-07T01:30:00.000Z',
      '2026-01-12T01:30:00.000Z',
      '2026-01-13T01:30:00.000Z',
      '2026-01-16T01:30:00.000Z',
    ]);
    const isFree = (date: CalendarDate) => date >= '2026-01-05' && date <= '2026-01-07';
    // Three days meet on the 8th: it comes once.
    expect(five(schedule({}, { isFree }), '2026-01-02T12:00:00Z', 2)).toEqual(['2026-01-08T01:30:00.000Z', '2026-01-09T01:30:00.000Z']);
  });

  it('comes on days of the week, also every other week, and on a Saturday that was chosen', () => {
    const weekly = schedule({ unit: 'WEEK', amount: 2, daysOfTheWeek: ['SATURDAY', 'MONDAY'], timeOfTheDay: { hour: 18, minute: 0 } });
    // Weeks are counted from that of Thursday 1 January.
    expect(five(weekly, '2026-01-01T00:00:00Z', 4)).toEqual([
      '2026-01-03T17:00:00.000Z',
      '2026-01-12T17:00:00.000Z',
      '2026-01-17T17:00:00.000Z',
      '2026-01-26T17:00:00.000Z',
    ]);
  });

  it('comes on a day of the month, the last of a shorter one, and on a weekday of a week', () => {
    const monthly = schedule({ unit: 'MONTH', monthOptions: { dayOfMonth: 31 }, timeOfTheDay: { hour: 9, minute: 0 } });
    expect(five(monthly, '2026-01-15T00:00:00Z', 4).map((time) => time.slice(0, 10))).toEqual([
      '2026-02-02',
      '2026-03-02',
      '2026-03-31',
      '2026-04-30',
    ]);
    const second = schedule({ unit: 'MONTH', amount: 3, monthOptions: { weekOfMonth: 2, dayOfTheWeek: 'TUESDAY' } });
    expect(five(second, '2026-01-01T00:00:00Z', 3).map((time) => time.slice(0, 10))).toEqual(['2026-01-13', '2026-04-14', '2026-07-14']);
    const last = schedule({ unit: 'MONTH', monthOptions: { weekOfMonth: 5, dayOfTheWeek: 'FRIDAY' } });
    expect(five(last, '2026-01-01T00:00:00Z', 3).map((time) => time.slice(0, 10))).toEqual(['2026-01-30', '2026-02-27', '2026-03-27']);
  });

  it('moves with a time that the clock skips, comes once at one that it shows twice, and ends when told', () => {
    // 29 March 2026: 2:00 becomes 3:00 in Berlin; 25 October: 3:00 becomes 2:00.
    const sundays = schedule({ unit: 'WEEK', daysOfTheWeek: ['SUNDAY'] });
    expect(five(sundays, '2026-03-20T00:00:00Z', 3)).toEqual([
      '2026-03-22T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-04-05T00:30:00.000Z',
    ]);
    expect(five(sundays, '2026-10-20T00:00:00Z', 2)).toEqual(['2026-10-25T00:30:00.000Z', '2026-11-01T01:30:00.000Z']);
    expect(five({ ...sundays, endsAt: instant('2026-03-29T01:00:00Z') }, '2026-03-20T00:00:00Z')).toHaveLength(2);
  });

  const frequency: fc.Arbitrary<Frequency> = fc
    .record({
      amount: fc.integer({ min: 1, max: 6 }),
      timeOfTheDay: fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) }),
      kind: fc.oneof(
        fc.constant({ unit: 'DAY' as const, daysOfTheWeek: [], monthOptions: null }),
        fc.subarray([...DAYS], { minLength: 1 }).map((daysOfTheWeek) => ({ unit: 'WEEK' as const, daysOfTheWeek, monthOptions: null })),
        fc.integer({ min: 1, max: 31 }).map((dayOfMonth) => ({ unit: 'MONTH' as const, daysOfTheWeek: [], monthOptions: { dayOfMonth } })),
        fc.tuple(fc.integer({ min: 1, max: 5 }), fc.constantFrom(...DAYS)).map(([weekOfMonth, dayOfTheWeek]) => ({
          unit: 'MONTH' as const,
          daysOfTheWeek: [],
          monthOptions: { weekOfMonth, dayOfTheWeek },
        })),
      ),
    })
    .map(({ kind, ...rest }) => ({ ...rest, ...kind }));

  it.each(['Europe/Berlin', 'America/New_York'])(
    'goes on alike from wherever it is looked at, at its own time by the clock in %s',
    (zone) => {
      const moments = fc.integer({ min: instant('2026-01-01T00:00:00Z'), max: instant('2027-06-01T00:00:00Z') });
      fc.assert(
        fc.property(frequency, moments, fc.integer({ min: 1, max: 9 }), (each, after, closed) => {
          expect(frequencyProblem(each)).toBe(null);
          // Every so many days one is free.
          const isFree = (date: CalendarDate) => (Date.parse(date) / DAY) % (closed + 1) === 0;
          const own = schedule(each, { zone, isFree });
          const times = nextTimes(own, after as Instant, 5);
          expect(times).toHaveLength(5);
          expect([...new Set(times)].sort((a, b) => a - b)).toEqual(times);
          expect(times[0]).toBeGreaterThan(after);
          // Looking again from one of them finds the rest: nothing is left out and nothing comes twice.
          expect(nextTimes(own, times[1]!, 3)).toEqual(times.slice(2));
          expect(nextTimes(own, (times[0]! - 1) as Instant, 5)).toEqual(times);
          for (const time of times) {
            const date = localDate(time, zone);
            expect(isFree(date)).toBe(false);
            expect(time).toBe(at(date, each.timeOfTheDay, zone));
            const wanted = each.timeOfTheDay.hour * 60 + each.timeOfTheDay.minute;
            // A skipped time comes at the first moment after the gap.
            expect(localMinutes(time, zone) - wanted).toBeGreaterThanOrEqual(0);
            expect(localMinutes(time, zone) - wanted).toBeLessThan(61);
            if (each.unit === 'WEEK') {
              const chosen = each.daysOfTheWeek.includes(DAYS[WEEKDAYS.indexOf(weekdayOf(date))]!);
              const moved = [1, 2, 3, 4, 5].some((back) =>
                each.daysOfTheWeek.includes(DAYS[WEEKDAYS.indexOf(weekdayOf(addDays(date, -back)))]!),
              );
              expect(chosen || moved).toBe(true);
            }
          }
        }),
        { numRuns: 150 },
      );
    },
  );

  it('is refused when it says nothing or too much', () => {
    expect(frequencyProblem({ ...daily, amount: 0 })).toBe('amount');
    expect(frequencyProblem({ ...daily, unit: 'WEEK' })).toBe('daysOfTheWeek');
    expect(frequencyProblem({ ...daily, daysOfTheWeek: ['MONDAY'] })).toBe('daysOfTheWeek');
    expect(frequencyProblem({ ...daily, unit: 'MONTH' })).toBe('monthOptions');
    expect(frequencyProblem({ ...daily, unit: 'MONTH', monthOptions: { dayOfMonth: 32 } })).toBe('monthOptions');
    expect(frequencyProblem({ ...daily, timeOfTheDay: { hour: 24, minute: 0 } })).toBe('timeOfTheDay');
  });
});
