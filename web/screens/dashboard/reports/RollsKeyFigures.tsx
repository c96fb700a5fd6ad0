import { addDays, addMonths, type CalendarDate } from '../../../../core/time.ts';
import { useQuery } from '../../../shell/api.ts';
import { minorOf, shareOf, sumOf } from '../../../ui/amounts.ts';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { placeOf } from './buckets.ts';
import type { TabProps } from './filter.ts';
import { KeyFigures } from './KeyFigures.tsx';
import { RollRatesDocument, type RollRatesQuery } from './reporting.graphql.ts';

type Month = RollRatesQuery['getRollRates']['months'][number];
type Flow = Month['flows'][number];

/** What a month began with, and what of it was paid or became older. A month that is over is compared with the whole one before, the running one with the same days of it. */
export function RollsKeyFigures(props: TabProps & { currency: string; month: Month | undefined; isRunning: boolean }) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const { question, clientId, currency, month, isRunning } = props;
  const first = month?.month as CalendarDate | undefined;
  const until = month && first && (isRunning ? addMonths(month.until as CalendarDate, -1) : addDays(first, -1));
  const earlier = useQuery('reporting', RollRatesDocument, until ? { clientId, filter: question.filter, months: 1, until } : null, {
    reuse: true,
  });
  const before = earlier.data?.getRollRates.months.at(-1);
  const sums = (of: Month | undefined, passes: (flow: Flow) => boolean) =>
    of &&
    sumOf(
      of.flows.filter(passes).map((flow) => flow.amount),
      currency,
    );
  const figure = (label: string, good: 'up' | 'down' | undefined, passes: (flow: Flow) => boolean) => {
    const [now, all] = [sums(month, passes), sums(month, () => true)];
    const detail =
      good && now && all && t('key.ofOpening', { share: format.percent(shareOf(minorOf(now, currency), minorOf(all, currency))) });
    return { label, kind: 'money' as const, now, before: sums(before, passes), ...(good && { good, detail }) };
  };
  return (
    <KeyFigures
      currency={currency}
      since={until ? t('key.days', { from: format.date(`${until.slice(0, 8)}01`), to: format.date(until) }) : ''}
      failed={earlier.error !== undefined}
      fileName={`roll-key-figures-${month?.month.slice(0, 7) ?? ''}-${currency}`}
      figures={[
        figure(t('key.opening'), undefined, () => true),
        figure(t('key.paid'), 'up', (flow) => flow.to === 'paid'),
        figure(t('key.rolled'), 'down', (flow) => placeOf(flow.to) > placeOf(flow.from)),
      ]}
    />
  );
}
