/** When a debtor may ask to be called: half hours within the contact hours. */
import { addDays, type CalendarDate, HOUR, type Instant, type TimeOfDay } from '../../core/time.ts';
import { at, localDate } from '../../core/zone.ts';
import { hoursOn } from './gate.ts';
import type { GateFacts } from './types.ts';

/** A day on which calls are possible. */
export interface CallDay {
  readonly date: CalendarDate;
  readonly from: TimeOfDay;
  readonly until: TimeOfDay;
  /** When a call may begin. */
  readonly times: readonly TimeOfDay[];
}

const EVERY = 30;
/** Days that are offered, and how far ahead they are looked for. */
const MOST_DAYS = 10;
const AHEAD = 30;
/** Somebody has to see the wish first. */
const NOTICE = HOUR;

/**
 * Also where a client's hours don't bind calls: nobody works at the others.
 * @param isFree whether the client doesn't work on a day. @returns days with the times left on them, the next one first.
 */
export function callDays(
  facts: Pick<GateFacts, 'rules' | 'holidayRegion' | 'zone'>,
  isFree: (date: CalendarDate) => boolean,
  now: Instant,
): CallDay[] {
  const days: CallDay[] = [];
  const today = localDate(now, facts.zone);
  for (let ahead = 0; ahead < AHEAD && days.length < MOST_DAYS; ahead++) {
    const date = addDays(today, ahead);
    const hours = isFree(date) ? null : hoursOn(date, facts);
    if (!hours) continue;
    const [from, until] = [hours.start.hour * 60 + hours.start.minute, hours.end.hour * 60 + hours.end.minute];
    const times = Array.from({ length: Math.floor((until - from) / EVERY) }, (_, n) => timeOf(from + n * EVERY)).filter(
      (time) => at(date, time, facts.zone) >= now + NOTICE,
    );
    if (times.length > 0) days.push({ date, from: hours.start, until: hours.end, times });
  }
  return days;
}

const timeOf = (minutes: number): TimeOfDay => ({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
