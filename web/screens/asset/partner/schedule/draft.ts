/** A schedule as it is edited: every field there, whatever the unit asks for. */
import type { DAYS, Unit } from '../../../../../engine/outsourcing/schedule.ts';
import type { OutsourcingConfigQuery, OutsourcingTimesQueryVariables } from './partner.graphql.ts';

export type Config = NonNullable<OutsourcingConfigQuery['getOutsourcingConfig']>;
type Day = (typeof DAYS)[number];

export interface Draft extends Record<string, unknown> {
  amount: number | string;
  unit: Unit;
  days: Day[];
  /** "06:00". */
  time: string;
  monthBy: 'day' | 'week';
  dayOfMonth: number | string;
  /** "1" to "5". */
  weekOfMonth: string;
  dayOfTheWeek: Day;
  /** "2026-12-31", a day of the client's; empty: it goes on. */
  endsOn: string;
  daysPastDue: number | string;
  portfolios: string[];
  /** Null: the partner gets all; empty: by a rule that is still to be chosen. */
  allocationId: string | null;
  note: string;
}

export function draftOf(config: Config | null): Draft {
  const frequency = config?.frequency;
  const { hour = 6, minute = 0 } = frequency?.timeOfTheDay ?? {};
  const month = frequency?.monthOptions;
  return {
    amount: frequency?.amount ?? 1,
    unit: (frequency?.unit as Unit | undefined) ?? 'WEEK',
    days: [...((frequency?.daysOfTheWeek as Day[] | undefined) ?? ['MONDAY'])],
    time: `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
    monthBy: month?.weekOfMonth ? 'week' : 'day',
    dayOfMonth: month?.dayOfMonth ?? 1,
    weekOfMonth: String(month?.weekOfMonth ?? 1),
    dayOfTheWeek: (month?.dayOfTheWeek as Day | undefined) ?? 'MONDAY',
    endsOn: config?.endsAt?.slice(0, 10) ?? '',
    daysPastDue: config?.daysPastDue ?? 90,
    portfolios: [...(config?.portfolios ?? [])],
    allocationId: config?.allocationId ?? null,
    note: config?.note ?? '',
  };
}

/** @returns the frequency as the server takes it; null while a field is empty. */
export function frequencyOf(draft: Draft): OutsourcingTimesQueryVariables['frequency'] | null {
  const [hour, minute] = draft.time.split(':').map(Number);
  if (typeof draft.amount !== 'number' || hour === undefined || minute === undefined || Number.isNaN(hour + minute)) return null;
  const common = { amount: draft.amount, unit: draft.unit, timeOfTheDay: { hour, minute } };
  if (draft.unit === 'WEEK') return draft.days.length > 0 ? { ...common, daysOfTheWeek: draft.days } : null;
  if (draft.unit === 'DAY') return common;
  if (draft.monthBy === 'week')
    return { ...common, monthOptions: { weekOfMonth: Number(draft.weekOfMonth), dayOfTheWeek: draft.dayOfTheWeek } };
  return typeof draft.dayOfMonth === 'number' ? { ...common, monthOptions: { dayOfMonth: draft.dayOfMonth } } : null;
}

/** The end of the day in UTC: what comes on that day still comes. */
export const endsAtOf = ({ endsOn }: Draft): string | null => (/^\d{4}-\d\d-\d\d$/.test(endsOn) ? `${endsOn}T23:59:59.000Z` : null);
