/** Hours and closed days: what is refused, what is kept, and that strategies wait over closed days. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { readWorkCalendar } from './operations.schedule.logic.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

type Time = readonly [hour: number, minute: number];
const range = (from: Time, to: Time) => ({
  start: { hour: from[0], minute: from[1] },
  end: { hour: to[0], minute: to[1] },
});
const SET = `mutation ($clientId: ID!, $operationHours: [OperationDayInput!]!) { setOperationHours(clientId: $clientId, operationHours: $operationHours) { day timeRanges { start { hour minute } end { hour minute } } } }`;
const GET = `query ($clientId: ID!) { getOperationHours(clientId: $clientId) { day timeRanges { start { hour minute } end { hour minute } } } }`;
const SCHEDULE = `mutation ($clientId: ID!, $operationHours: [OperationDayInput!], $closedDays: [ClosedDayInput!], $updatedAt: DateTime) {
  setSchedule(clientId: $clientId, operationHours: $operationHours, closedDays: $closedDays, updatedAt: $updatedAt) { updatedAt closedDays { date label } } }`;
const set = (operationHours: unknown) => house.raw('operations', SET, { clientId: house.clientA, operationHours });
const save = (change: object) => house.raw('operations', SCHEDULE, { clientId: house.clientA, ...change });
const close = (closedDays: unknown) => save({ closedDays });
const lastEvent = async (type: string) =>
  (
    await house.inA((tx) =>
      tx.sql<{ payload: { changes: unknown[] } }>(
        'select payload from event where client_id = $1 and message_type = $2 order by message_id desc limit 1',
        [tx.clientId, type],
      ),
    )
  )[0]?.payload.changes;

describe('operation hours', () => {
  it('are nothing at first, then what was saved, Monday first, with what changed in the log', async () => {
    expect((await house.call('operations', GET, { clientId: house.clientA })) as unknown).toEqual({ getOperationHours: [] });
    const week = [
      { day: 'Friday', timeRanges: [range([0, 0], [0, 0])] },
      { day: 'Monday', timeRanges: [range([9, 0], [12, 0]), range([12, 0], [17, 30])] },
    ];
    expect((await set(week)).errors).toBeUndefined();
    expect((await house.call('operations', GET, { clientId: house.clientA })) as unknown).toEqual({ getOperationHours: week.toReversed() });
    expect(await lastEvent('operationHoursChanged')).toEqual([
      { field: 'Monday', from: null, to: ['09:00–12:00', '12:00–17:30'] },
      { field: 'Friday', from: null, to: ['00:00–00:00'] },
    ]);
    await set([week[1]]);
    expect(await lastEvent('operationHoursChanged')).toEqual([{ field: 'Friday', from: ['00:00–00:00'], to: null }]);
  });

  it.each([
    ['operationHours.0.day', [{ day: 'Someday', timeRanges: [range([9, 0], [10, 0])] }]],
    ['operationHours.1.day', [1, 2].map(() => ({ day: 'Monday', timeRanges: [range([9, 0], [10, 0])] }))],
    ['operationHours.0.timeRanges', [{ day: 'Monday', timeRanges: [] }]],
    ['operationHours.0.timeRanges.0.start', [{ day: 'Monday', timeRanges: [range([24, 0], [0, 0])] }]],
    ['operationHours.0.timeRanges.0.end', [{ day: 'Monday', timeRanges: [range([9, 0], [10, 60])] }]],
    ['operationHours.0.timeRanges.0.end', [{ day: 'Monday', timeRanges: [range([9, 0], [9, 0])] }]],
    ['operationHours.0.timeRanges.1.start', [{ day: 'Monday', timeRanges: [range([9, 0], [12, 0]), range([11, 59], [13, 0])] }]],
    ['operationHours.0.timeRanges.1.start', [{ day: 'Monday', timeRanges: [range([0, 0], [0, 0]), range([11, 0], [13, 0])] }]],
    ['operationHours.0.timeRanges.1.start', [{ day: 'Monday', timeRanges: [range([13, 0], [14, 0]), range([9, 0], [12, 0])] }]],
  ])('refuse a wrong %s', async (field, week) => {
    expect((await set(week)).errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field });
  });

  it('are seen by agents and changed by none of them', async () => {
    const token = await house.tokenFor(house.clientA, 'AGENT');
    expect((await house.raw('operations', GET, { clientId: house.clientA }, token)).errors).toBeUndefined();
    const answer = await house.raw('operations', SET, { clientId: house.clientA, operationHours: [] }, token);
    expect(answer.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
  });
});

describe('closed days', () => {
  it('are kept in order, with what changed in the log, and reach the engine with the client itself', async () => {
    const days = [
      { date: '2026-12-31', label: ' Inventory ' },
      { date: '2026-12-24', label: 'Christmas Eve' },
    ];
    expect((await close(days)).data?.setSchedule).toMatchObject({
      closedDays: [
        { date: '2026-12-24', label: 'Christmas Eve' },
        { date: '2026-12-31', label: 'Inventory' },
      ],
    });
    await close([{ date: '2026-12-24', label: 'Half a day' }]);
    expect(await lastEvent('closedDaysChanged')).toEqual([
      { field: '2026-12-24', from: 'Christmas Eve', to: 'Half a day' },
      { field: '2026-12-31', from: 'Inventory', to: null },
    ]);
    const calendar = await house.inA(readWorkCalendar);
    expect(calendar).toMatchObject({ timezone: 'Europe/Berlin', countryCode: 'DE', excludeHolidays: true, defaultLocale: 'en_US' });
    expect([...calendar.closedDays]).toEqual(['2026-12-24']);
    expect([...(await house.inB(readWorkCalendar)).closedDays]).toEqual([]);
  });

  it.each([
    ['closedDays.0.label', [{ date: '2026-12-24', label: '  ' }]],
    ['closedDays.1.date', [1, 2].map(() => ({ date: '2026-12-24', label: 'x' }))],
  ])('refuse a wrong %s', async (field, days) => {
    expect((await close(days)).errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field });
  });
});

describe('both together', () => {
  const monday = (hour: number) => [{ day: 'Monday', timeRanges: [range([hour, 0], [17, 0])] }];
  const hours = async () => (await house.raw('operations', GET, { clientId: house.clientA })).data?.getOperationHours;

  it('are saved or refused as one', async () => {
    const right = [{ date: '2026-11-02', label: 'Removal' }];
    expect((await save({ operationHours: monday(7), closedDays: right })).data?.setSchedule).toMatchObject({ closedDays: right });
    expect(await hours()).toEqual(monday(7));
    const wrong = [{ date: '2026-11-02', label: ' ' }];
    expect((await save({ operationHours: monday(8), closedDays: wrong })).errors?.[0]?.extensions?.field).toBe('closedDays.0.label');
    expect(await hours()).toEqual(monday(7));
  });

  it('do not lose one of two edits at once', async () => {
    const closed = (await close([{ date: '2026-11-03', label: 'Removal' }])).data as { setSchedule: { updatedAt: string } };
    const { updatedAt } = closed.setSchedule;
    const both = await Promise.all([9, 10].map((hour) => save({ operationHours: monday(hour), updatedAt })));
    expect(both.map((answer) => answer.errors?.[0]?.extensions?.code ?? 'saved').sort()).toEqual(['CONFLICT', 'saved']);
    expect(await hours()).toEqual(monday(both[0]?.errors ? 10 : 9));
    expect((await save({ closedDays: [], updatedAt: null })).errors?.[0]?.extensions?.code).toBe('CONFLICT');
    expect((await save({ closedDays: [] })).errors).toBeUndefined();
  });
});

it('a schedule that nobody saved says so, and is saved from there', async () => {
  const token = await house.tokenFor(house.clientB);
  const at = async () =>
    (await house.raw('operations', 'query ($c: ID!) { getSchedule(clientId: $c) { updatedAt } }', { c: house.clientB }, token)).data;
  expect(await at()).toEqual({ getSchedule: { updatedAt: null } });
  const first = await house.raw('operations', SCHEDULE, { clientId: house.clientB, closedDays: [], updatedAt: null }, token);
  expect(first.errors).toBeUndefined();
  const closedDays = [{ date: '2026-11-02', label: 'Removal' }];
  const second = await house.raw('operations', SCHEDULE, { clientId: house.clientB, closedDays, updatedAt: null }, token);
  expect(second.data?.setSchedule).toMatchObject({ updatedAt: expect.stringMatching(/Z$/) });
});

it('the schedule names the country’s holidays of this year and the next', async () => {
  const { getSchedule } = await house.call<{ getSchedule: { timezone: string; holidays: { date: string; label: string }[] } }>(
    'operations',
    `query ($clientId: ID!) { getSchedule(clientId: $clientId, locale: "en_GB") { timezone countryCode excludeHolidays holidays { date label } } }`,
    { clientId: house.clientA },
  );
  expect(getSchedule).toMatchObject({ timezone: 'Europe/Berlin', countryCode: 'DE', excludeHolidays: true });
  const year = new Date().getFullYear();
  expect(getSchedule.holidays[0]).toEqual({ date: `${year}-01-01`, label: "New Year's Day" });
  expect(getSchedule.holidays.at(-1)?.date).toBe(`${year + 1}-12-26`);
});
