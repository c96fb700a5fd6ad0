/** When a client works: hours of its week and days on which it is closed (specification 3, sections 6 and 9; docs/decisions/schedule.md). */
import { holidaysOf } from '../../../core/calendar.ts';
import { collectFaults } from '../../../core/collectFaults.ts';
import { fault, invalid } from '../../../core/fault.ts';
import { isLocale } from '../../../core/locale.ts';
import { type CalendarDate, calendarDate, type Instant, instant, isoInstant, type TimeOfDay } from '../../../core/time.ts';
import { localDate, WEEKDAYS, type Weekday } from '../../../core/zone.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import type { OperationDay } from './operations.tables.ts';

type TimeRange = OperationDay['timeRanges'][number];
export interface ClosedDay {
  readonly date: CalendarDate;
  readonly label: string;
}

const MINUTES_OF_DAY = 24 * 60;
/** Far more than a year has; keeps what every batch of the engine reads small. */
const MOST_CLOSED_DAYS = 500;
const MOST_LABEL = 100;
const MOST_RANGES = 12;

interface StoredSchedule {
  readonly operation_hours: OperationDay[];
  readonly closed_days: ClosedDay[];
  readonly updated_at: Date;
}

/** The moment of a row that holds a place and was not saved yet. */
const NEVER = instant('1970-01-01T00:00:00Z');
const UNSAVED: StoredSchedule = { operation_hours: [], closed_days: [], updated_at: new Date(NEVER) };

async function readStored(tx: Tx, lock = false): Promise<StoredSchedule> {
  const [row] = await tx.sql<StoredSchedule & Record<string, unknown>>(
    `select operation_hours, closed_days, updated_at from client_schedule where client_id = $1${lock ? ' for update' : ''}`,
    [tx.clientId],
  );
  return row ?? UNSAVED;
}

/** Makes sure that there is a row and keeps others from changing it until the transaction ends. */
async function lockStored(tx: Tx): Promise<StoredSchedule> {
  await tx.sql('insert into client_schedule (client_id, updated_at) values ($1, $2) on conflict (client_id) do nothing', [
    tx.clientId,
    isoInstant(NEVER),
  ]);
  return readStored(tx, true);
}

/** @returns when somebody saved it last; null when nobody did. */
function savedAt({ updated_at }: StoredSchedule): Instant | null {
  const at = instant(updated_at);
  return at === NEVER ? null : at;
}

/** @returns the days on which the client works, Monday first; none when nothing was saved. */
export async function readOperationHours(tx: Tx) {
  return present((await readStored(tx)).operation_hours);
}

const present = (week: readonly OperationDay[]) => week.map(({ day, timeRanges }) => ({ day, timeRanges: [...timeRanges] }));

/** A day's ranges as people write them; null when it is closed. */
function rangesOf(week: readonly OperationDay[], day: Weekday): string[] | null {
  const found = week.find((each) => each.day === day);
  return found ? found.timeRanges.map(({ start, end }) => `${clock(start)}–${clock(end)}`) : null;
}
const clock = ({ hour, minute }: TimeOfDay) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

function checkWeek(days: readonly { readonly day: string; readonly timeRanges: readonly TimeRange[] }[]): OperationDay[] {
  const named = collectFaults((check) => days.flatMap((_, index) => check(() => [checkDay(days, index)]) ?? []));
  return WEEKDAYS.flatMap((day) => named.find((each) => each.day === day) ?? []);
}

/** @throws Fault INVALID_INPUT naming every wrong time of the day */
function checkDay(days: readonly { readonly day: string; readonly timeRanges: readonly TimeRange[] }[], index: number): OperationDay {
  const { day, timeRanges } = days[index]!;
  const field = `operationHours.${index}`;
  const weekday = WEEKDAYS.find((each) => each === day);
  if (!weekday) throw invalid(`${field}.day`, 'oneOf', { choices: WEEKDAYS.join(', ') });
  if (days.findIndex((each) => each.day === day) !== index) throw invalid(`${field}.day`, 'thereTwice', { name: day });
  if (timeRanges.length === 0) throw invalid(`${field}.timeRanges`, 'dayNoRange');
  if (timeRanges.length > MOST_RANGES) throw invalid(`${field}.timeRanges`, 'dayRangesMost', { number: MOST_RANGES });
  return collectFaults((check) => {
    let free = 0;
    for (const [place, { start, end }] of timeRanges.entries())
      check(() => {
        const path = `${field}.timeRanges.${place}`;
        for (const [name, time] of Object.entries({ start, end })) if (!isTime(time)) throw invalid(`${path}.${name}`, 'timeOfDay');
        const [from, to] = [minutes(start), minutes(end) || MINUTES_OF_DAY];
        if (to <= from) throw invalid(`${path}.end`, 'timeRangeEnds');
        if (from < free) throw invalid(`${path}.start`, 'timeRangesOrder');
        free = to;
      });
    return { day: weekday, timeRanges: timeRanges.map(({ start, end }) => ({ start: plain(start), end: plain(end) })) };
  });
}

const minutes = ({ hour, minute }: TimeOfDay) => hour * 60 + minute;
const plain = ({ hour, minute }: TimeOfDay): TimeOfDay => ({ hour, minute });
const isTime = ({ hour, minute }: TimeOfDay) => hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59;

/** @param locale of the holidays' names. @returns what decides which days count: the country's holidays of this year and the next, and the closed days. */
export async function readSchedule(tx: Tx, locale?: string | null) {
  const client = await readClient(tx);
  const stored = await readStored(tx);
  const year = Number(localDate(now(), client.timezone).slice(0, 4));
  const language = (locale && isLocale(locale) ? locale : client.defaultLocale).slice(0, 2);
  return {
    timezone: client.timezone,
    countryCode: client.countryCode,
    excludeHolidays: client.excludeHolidays,
    holidays: [year, year + 1].flatMap((each) => holidaysOf(client.countryCode, each, language)),
    closedDays: stored.closed_days,
    updatedAt: savedAt(stored),
  };
}

/** What a save of the schedule may name; what is left out stays as it is. */
export interface ScheduleChange {
  readonly operationHours?: readonly { readonly day: string; readonly timeRanges: readonly TimeRange[] }[] | null;
  readonly closedDays?: readonly { readonly date: CalendarDate; readonly label: string }[] | null;
  /** When the schedule was saved last, as its author read it; null: nobody had saved it. Undefined asks for nothing. */
  readonly updatedAt?: Instant | null;
}

/** Saves hours and closed days, both or neither. @throws Fault INVALID_INPUT naming the day or range, CONFLICT when it was saved since it was read */
export async function setSchedule(tx: Tx, { operationHours, closedDays, updatedAt }: ScheduleChange): Promise<void> {
  const { week, closed } = collectFaults((check) => ({
    week: (operationHours && check(() => checkWeek(operationHours))) ?? null,
    closed: (closedDays && check(() => checkClosed(closedDays))) ?? null,
  }));
  const before = await lockStored(tx);
  if (updatedAt !== undefined && updatedAt !== savedAt(before)) throw fault('CONFLICT', 'scheduleChanged');
  const events = [
    { messageType: 'operationHoursChanged' as const, payload: { changes: week ? hoursChanged(before.operation_hours, week) : [] } },
    { messageType: 'closedDaysChanged' as const, payload: { changes: closed ? daysChanged(before.closed_days, closed) : [] } },
  ].filter(({ payload }) => payload.changes.length > 0);
  if (events.length === 0) return;
  await tx.sql('update client_schedule set operation_hours = $2, closed_days = $3, updated_at = $4 where client_id = $1', [
    tx.clientId,
    JSON.stringify(week ?? before.operation_hours),
    JSON.stringify(closed ?? before.closed_days),
    isoInstant(now()),
  ]);
  await appendEvents(tx, events);
}

/** Saves the week; a day that is not named is closed. @throws Fault INVALID_INPUT naming the day or range */
export async function setOperationHours(tx: Tx, operationHours: NonNullable<ScheduleChange['operationHours']>) {
  await setSchedule(tx, { operationHours });
  return readOperationHours(tx);
}

function hoursChanged(before: readonly OperationDay[], after: readonly OperationDay[]) {
  return WEEKDAYS.map((day) => ({ field: day, from: rangesOf(before, day), to: rangesOf(after, day) })).filter(
    ({ from, to }) => JSON.stringify(from) !== JSON.stringify(to),
  );
}

function daysChanged(before: readonly ClosedDay[], after: readonly ClosedDay[]) {
  const labels = (days: readonly ClosedDay[]) => new Map(days.map(({ date, label }) => [date, label]));
  const [was, is] = [labels(before), labels(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .sort()
    .map((field) => ({ field, from: was.get(field) ?? null, to: is.get(field) ?? null }))
    .filter(({ from, to }) => from !== to);
}

function checkClosed(days: NonNullable<ScheduleChange['closedDays']>): ClosedDay[] {
  if (days.length > MOST_CLOSED_DAYS) throw invalid('closedDays', 'daysAtMost', { most: MOST_CLOSED_DAYS });
  return collectFaults((check) =>
    days.map(({ date, label }, index): ClosedDay => {
      const name = label.trim();
      check(() => {
        if (!calendarDate(date)) throw invalid(`closedDays.${index}.date`, 'noSuchDay');
        if (days.findIndex((each) => each.date === date) !== index) throw invalid(`closedDays.${index}.date`, 'dayTwice');
      });
      check(() => {
        if (name === '' || name.length > MOST_LABEL) throw invalid(`closedDays.${index}.label`, 'nameUpTo', { most: MOST_LABEL });
      });
      return { date, label: name };
    }),
  ).sort((one, other) => one.date.localeCompare(other.date));
}

/** What the engine needs of a client for a whole batch. */
export interface WorkCalendar {
  readonly timezone: string;
  readonly countryCode: string;
  readonly excludeHolidays: boolean;
  readonly defaultLocale: string;
  readonly closedDays: ReadonlySet<string>;
}

/** @returns the client's calendar with one light statement, for what is asked often. */
export async function readWorkCalendar(tx: Tx): Promise<WorkCalendar> {
  const [row] = await tx.prepared<Omit<WorkCalendar, 'closedDays'> & { closedDays: ClosedDay[] | null }>(
    `select c.timezone, c.country_code as "countryCode", c.exclude_holidays as "excludeHolidays", c.default_locale as "defaultLocale",
       s.closed_days as "closedDays"
     from published.client c left join client_schedule s on s.client_id = c.client_id where c.client_id = $1`,
    [tx.clientId],
  );
  const { closedDays, ...client } = row ?? { ...(await readClient(tx)), closedDays: null };
  return { ...client, closedDays: new Set((closedDays ?? []).map(({ date }) => date)) };
}
