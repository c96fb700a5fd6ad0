import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { calendarDate, instant, isoInstant, type TimeOfDay } from './time.ts';
import { at, isZone, localDate, localTime, weekday, weekdayOf } from './zone.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Apia', 'UTC'];
const zone = fc.constantFrom(...ZONES);
const moment = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) }).map((value) => instant(value));
const time = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) });
const date = moment.map((value) => calendarDate(isoInstant(value).slice(0, 10))!);

/** What Temporal says; only for a skipped time we want the moment the gap ends instead of a shifted time. */
function expected(day: string, { hour, minute }: TimeOfDay, name: string): number {
  const wall = Temporal.PlainDateTime.from(`${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
  const earlier = wall.toZonedDateTime(name, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(wall)) return earlier.epochMilliseconds;
  return earlier.getTimeZoneTransition('next')!.epochMilliseconds;
}

test('dates and times of a zone are those of Temporal', () => {
  fc.assert(
    fc.property(moment, zone, (value, name) => {
      const there = Temporal.Instant.fromEpochMilliseconds(value).toZonedDateTimeISO(name);
      expect(localDate(value, name)).toBe(there.toPlainDate().toString());
      expect(localTime(value, name)).toEqual({ hour: there.hour, minute: there.minute });
      expect(weekday(value, name)).toBe(weekdayOf(localDate(value, name)));
    }),
    { numRuns: 300 },
  );
});

test('at is the first moment a wall clock shows the time, or the end of the gap that skips it', () => {
  fc.assert(
    fc.property(date, time, zone, (day, clock, name) => {
      expect(at(day, clock, name)).toBe(expected(day, clock, name));
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['Europe/Berlin', '2026-03-29', 2, 30, '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', 2, 30, '2026-10-25T00:30:00.000Z'],
  ['America/New_York', '2026-03-08', 2, 0, '2026-03-08T07:00:00.000Z'],
  ['America/New_York', '2026-11-01', 1, 59, '2026-11-01T05:59:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04', 2, 15, '2026-10-03T15:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05', 1, 45, '2026-04-04T14:45:00.000Z'],
  ['Pacific/Apia', '2011-12-30', 12, 0, '2011-12-30T10:00:00.000Z'],
  ['Asia/Kolkata', '2026-01-01', 0, 0, '2025-12-31T18:30:00.000Z'],
])('%s: %s %i:%i is %s', (name, day, hour, minute, iso) => {
  const moment = at(calendarDate(day)!, { hour, minute }, name);
  expect(isoInstant(moment)).toBe(iso);
  expect(moment).toBe(expected(day, { hour, minute }, name));
});

test('a zone is known or not', () => {
  expect(isZone('Europe/Berlin')).toBe(true);
  expect(isZone('Europe/Atlantis')).toBe(false);
  expect(() => localDate(instant(0), 'Europe/Atlantis')).toThrow(RangeError);
});
