/** The day a task is due, from how it was chosen. */
import { isHoliday } from '../../../../core/calendar.ts';
import { countsDays, DUE_DATE_OPTIONS, type DueDateOption, dueDateOf, MOST_DUE_DAYS } from '../../../../core/dueDates.ts';
import { invalid } from '../../../../core/fault.ts';
import type { CalendarDate, Instant } from '../../../../core/time.ts';
import { at, localDate } from '../../../../core/zone.ts';
import { now } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readWorkCalendar, type WorkCalendar } from '../../operations/operations.schedule.logic.ts';

/** How a due date was chosen. */
export interface DueChoice {
  readonly dueDateOption?: string | null;
  readonly dueDateValue?: number | null;
  readonly dueDate?: CalendarDate | null;
}

/** What is kept of it. */
export interface Due {
  readonly due_date: CalendarDate | null;
  readonly due_date_option: DueDateOption | null;
  readonly due_date_value: number | null;
}

/** @param calendar of the client. @returns the days on which it does not work besides weekends. */
export function nonWorkingDays(calendar: WorkCalendar): (day: CalendarDate) => boolean {
  return (day) => calendar.closedDays.has(day) || (calendar.excludeHolidays && isHoliday(day, calendar.countryCode));
}

/** @returns today where the client is, and its free days. */
export async function readToday(tx: Tx): Promise<{ today: CalendarDate; isFree: (day: CalendarDate) => boolean }> {
  const calendar = await readWorkCalendar(tx);
  return { today: localDate(now(), calendar.timezone), isFree: nonWorkingDays(calendar) };
}

/**
 * @param prefix of the fields' names. @returns the columns; undefined when nothing was chosen.
 * @throws Fault INVALID_INPUT naming dueDateOption, dueDateValue or dueDate
 */
export async function dueOf(tx: Tx, choice: DueChoice, prefix: string): Promise<Due | undefined> {
  const { dueDateOption, dueDateValue, dueDate } = choice;
  if (dueDateOption == null) {
    if (dueDateValue != null) throw invalid(`${prefix}.dueDateValue`, 'dueDaysAlone');
    if (dueDate === undefined) return undefined;
    return { due_date: dueDate, due_date_option: dueDate === null ? null : 'date', due_date_value: null };
  }
  const option = DUE_DATE_OPTIONS.find((each) => each === dueDateOption);
  if (!option) throw invalid(`${prefix}.dueDateOption`, 'oneOf', { choices: DUE_DATE_OPTIONS.join(', ') });
  if (countsDays(option)) {
    if (dueDateValue == null || dueDateValue < 0 || dueDateValue > MOST_DUE_DAYS)
      throw invalid(`${prefix}.dueDateValue`, 'dueDays', { most: MOST_DUE_DAYS });
  } else if (dueDateValue != null) throw invalid(`${prefix}.dueDateValue`, 'dueDaysAlone');
  if (option === 'date') {
    if (!dueDate) throw invalid(`${prefix}.dueDate`, 'dueDayMissing');
    return { due_date: dueDate, due_date_option: option, due_date_value: null };
  }
  if (dueDate) throw invalid(`${prefix}.dueDate`, 'dueDayAlone');
  const { today, isFree } = await readToday(tx);
  return {
    due_date: dueDateOf(option, dueDateValue ?? 0, today, isFree),
    due_date_option: option,
    due_date_value: dueDateValue ?? null,
  };
}

/** The day until which somebody snoozes a task, chosen as a due date is. */
export interface Snooze {
  readonly option: string;
  readonly value?: number | null;
  readonly day?: CalendarDate | null;
}

const MIDNIGHT = { hour: 0, minute: 0 };

/** @returns when that day begins where the client is. @throws Fault INVALID_INPUT for a choice that names no day after today */
export async function snoozeEnd(tx: Tx, { option, value, day }: Snooze): Promise<Instant> {
  const due = await dueOf(tx, { dueDateOption: option, dueDateValue: value ?? null, ...(day && { dueDate: day }) }, 'snooze');
  const { timezone } = await readWorkCalendar(tx);
  if (!due?.due_date || due.due_date <= localDate(now(), timezone)) throw invalid('snooze.day', 'dayAfterToday');
  return at(due.due_date, MIDNIGHT, timezone);
}
