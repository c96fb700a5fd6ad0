import { addDays, addMonths, type CalendarDate, instant } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { minorOf, shareOf, sumOf } from '../../../ui/amounts.ts';
import { Figure } from '../../../ui/charts/Figure.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { ClaimsNumber, NOT_DELETED, useClaimsAddress } from './claimsLink.tsx';
import type { TabProps } from './filter.ts';
import { KeyFigures } from './KeyFigures.tsx';
import classes from './ReportsScreen.module.css';
import { type Cohort, useRecoveryPlot } from './recoveryPlot.ts';
import { RecoveryCurveDocument } from './reporting.graphql.ts';

/** How much of what came in a month was collected, by months since. */
export function RecoveryTab({ question, clientId }: TabProps) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const { configuration } = useWorkspace();
  const { data, loading, error, refetch } = useQuery(
    'reporting',
    RecoveryCurveDocument,
    { clientId, filter: question.filter, months: question.span },
    { reuse: true, keepPrevious: true },
  );
  const report = data?.getRecoveryCurve;
  const currency = report?.currency ?? configuration.currency;
  const cohorts = report?.cohorts;
  const today = localDate(instant(Date.now()), configuration.timezone);
  const until = addMonths(today, -question.span);
  const earlier = useQuery(
    'reporting',
    RecoveryCurveDocument,
    { clientId, filter: question.filter, months: question.span, until },
    { reuse: true },
  );
  const [now, before] = [sumsOf(cohorts, currency), sumsOf(earlier.data?.getRecoveryCurve.cohorts, currency)];
  const address = useClaimsAddress(question.filter);
  const placedIn = (from: CalendarDate, to: CalendarDate) => address({ status: NOT_DELETED, created: `${from}..${to}` });
  const firstOf = (day: CalendarDate) => addMonths(`${day.slice(0, 8)}01` as CalendarDate, 1 - question.span);
  const most = Math.max(0, ...(cohorts ?? []).map((cohort) => cohort.points.length));
  const option = useRecoveryPlot(cohorts, most);
  const shareText = (row: Cohort, since: number) => {
    const words = format.percent(row.points[since]?.share ?? 0);
    return since === row.points.length - 1 ? t('soFar', { what: words }) : words;
  };
  const monthName = (month: string) => {
    const name = new Intl.DateTimeFormat(format.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(month));
    return month.slice(0, 7) === today.slice(0, 7) ? t('soFar', { what: name }) : name;
  };
  return (
    <>
      <KeyFigures
        currency={currency}
        since={t('key.days', { from: format.date(firstOf(until)), to: format.date(until) })}
        failed={earlier.error !== undefined}
        fileName={`recovery-key-figures-${currency}`}
        figures={[
          { label: t('key.placed'), kind: 'count', now: now?.claims, before: before?.claims, to: placedIn(firstOf(today), today) },
          { label: t('key.principal'), kind: 'money', now: now?.placed, before: before?.placed },
          { label: t('key.collected'), kind: 'money', now: now?.collected, before: before?.collected, good: 'up' },
          { label: t('key.share'), kind: 'share', now: now?.share, before: before?.share, good: 'up' },
        ]}
      />
      <Figure
        title={t('recovery.title')}
        detail={t('recovery.detail')}
        fileName={`recovery-${currency}`}
        rows={cohorts}
        rowId={(row) => row.month}
        dimmed={loading}
        columns={[
          {
            key: 'month',
            header: t('recovery.month'),
            cell: (row) => monthName(row.month),
            text: (row) => row.month,
          },
          {
            key: 'claims',
            header: t('aging.claims'),
            cell: (row) => (
              <ClaimsNumber
                count={row.claims}
                name={monthName(row.month)}
                to={placedIn(row.month as CalendarDate, addDays(addMonths(row.month as CalendarDate, 1), -1))}
              />
            ),
            text: (row) => String(row.claims),
            right: true,
          },
          {
            key: 'placed',
            header: t('recovery.placed', { currency }),
            cell: (row) => format.amount(row.placed, currency),
            text: (row) => row.placed,
            right: true,
          },
          ...Array.from({ length: most }, (_, since) => ({
            key: `since${since}`,
            header: t('recovery.since', { count: since }),
            cell: (row: Cohort) => {
              const point = row.points[since];
              return point ? (
                <>
                  {format.amount(point.collected, currency)}
                  <span className={classes.small}>{shareText(row, since)}</span>
                </>
              ) : (
                ''
              );
            },
            text: (row: Cohort) => row.points[since]?.collected ?? '',
            also: {
              header: t('recovery.sinceShare', { count: since }),
              text: (row: Cohort) => String(row.points[since]?.share ?? ''),
            },
            right: true,
          })),
        ]}
        plot={{ label: t('recovery.label'), height: 380, option }}
        empty={t('recovery.empty')}
        error={error}
        onRetry={refetch}
      />
    </>
  );
}

/** @returns what came in and what of it was collected so far, over all months. */
function sumsOf(cohorts: readonly Cohort[] | undefined, currency: string) {
  if (!cohorts) return undefined;
  const placed = sumOf(
    cohorts.map((cohort) => cohort.placed),
    currency,
  );
  const collected = sumOf(
    cohorts.map((cohort) => cohort.points.at(-1)?.collected ?? '0'),
    currency,
  );
  const share = shareOf(minorOf(collected, currency), minorOf(placed, currency));
  return { claims: cohorts.reduce((sum, cohort) => sum + cohort.claims, 0), placed, collected, share };
}
