/** When a debtor may ask to be called. */
import { expect, it } from 'vitest';
import { isHoliday } from '../../core/calendar.ts';
import { instant } from '../../core/time.ts';
import { callDays } from './callTimes.ts';
import { gateRulesFor } from './defaults.ts';

const facts = { rules: gateRulesFor('DE'), holidayRegion: 'DE', zone: 'Europe/Berlin' };
const days = (now: string, closed: string[] = [], over: Partial<typeof facts> = {}) =>
  callDays({ ...facts, ...over }, (date) => closed.includes(date) || isHoliday(date, 'DE'), instant(now));
const said = ({ hour, minute }: { hour: number; minute: number }) => `${hour}:${String(minute).padStart(2, '0')}`;

it('offers half hours within the contact hours, an hour’s notice ahead, and none on Sundays', () => {
  // Saturday, 16:20 in Berlin.
  const [saturday, monday, ...rest] = days('2026-11-21T15:20:00Z');
  expect(saturday).toMatchObject({ date: '2026-11-21', from: { hour: 9 }, until: { hour: 18 } });
  expect(saturday?.times.map(said)).toEqual(['17:30']);
  expect(monday?.date).toBe('2026-11-23');
  expect([monday?.times[0], monday?.times.at(-1)].map((time) => time && said(time))).toEqual(['8:00', '19:30']);
  expect(rest).toHaveLength(8);
});

it('leaves out holidays and the days on which the client is closed', () => {
  const offered = days('2026-12-23T20:00:00Z', ['2026-12-29']).map(({ date }) => date);
  expect(offered.slice(0, 4)).toEqual(['2026-12-24', '2026-12-28', '2026-12-30', '2026-12-31']);
});

it('counts in the debtor’s zone', () => {
  const [first] = days('2026-11-24T16:00:00Z', [], { zone: 'America/New_York' });
  expect([first?.date, first?.times[0] && said(first.times[0])]).toEqual(['2026-11-24', '12:00']);
});

it('offers nothing where there are no contact hours', () => {
  const none = { weekday: null, saturday: null, sunday: null, holiday: null };
  expect(days('2026-11-24T10:00:00Z', [], { rules: { ...facts.rules, contactHours: none } })).toEqual([]);
});
