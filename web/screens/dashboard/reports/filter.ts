/** What the URL asks a report for. */
import { addDays, addMonths, type CalendarDate, calendarDate } from '../../../../core/time.ts';

export const TABS = ['aging', 'rolls', 'recovery', 'performance', 'forecast'] as const;
export type TabName = (typeof TABS)[number];

/** What each tab offers to choose from: months, or weeks ahead; the first is meant when the URL says nothing. */
export const SPANS: Readonly<Partial<Record<TabName, readonly number[]>>> = {
  rolls: [6, 3, 12, 24],
  recovery: [12, 6, 24],
  forecast: [8, 4, 13, 26],
};

export interface ReportQuestion {
  readonly tab: TabName;
  readonly filter: { readonly currency: string | null; readonly portfolios: string[]; readonly products: string[] };
  /** Null: today. */
  readonly asOf: CalendarDate | null;
  readonly from: CalendarDate;
  /** Whether the URL says it; else it is the first of the month of `to`. */
  readonly fromGiven: boolean;
  readonly to: CalendarDate;
  readonly span: number;
}

/** What a tab is given. */
export interface TabProps {
  readonly question: ReportQuestion;
  readonly clientId: string;
}

/** @param today the client's day. @returns the question; values that cannot be are left out. */
export function questionOf(params: URLSearchParams, today: CalendarDate): ReportQuestion {
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'aging';
  const day = (name: string) => {
    const value = calendarDate(params.get(name) ?? '');
    return value !== null && value <= today ? value : null;
  };
  const to = day('to') ?? today;
  const given = day('from');
  const from = given ?? (`${to.slice(0, 8)}01` as CalendarDate);
  const spans = SPANS[tab] ?? [1];
  const currency = params.get('currency');
  return {
    tab,
    filter: {
      currency: currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : null,
      portfolios: params.getAll('portfolio'),
      products: params.getAll('product'),
    },
    asOf: day('asOf'),
    from: from > to ? to : from < addMonths(to, -12) ? addDays(addMonths(to, -12), 1) : from,
    fromGiven: given !== null,
    to,
    span: spans.find((each) => each === Number(params.get('span'))) ?? spans[0] ?? 1,
  };
}
