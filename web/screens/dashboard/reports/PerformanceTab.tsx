import { useCallback } from 'react';
import { Link } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { Figure, type FigureColumn } from '../../../ui/charts/Figure.tsx';
import type { Palette } from '../../../ui/charts/palette.ts';
import { useFormat } from '../../../ui/format.ts';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { amounts, frame, moneyWords, names } from './chart.ts';
import { ClaimsNumber, NOT_DELETED, useClaimsAddress } from './claimsLink.tsx';
import type { TabProps } from './filter.ts';
import { KeyFigures } from './KeyFigures.tsx';
import { periodBefore } from './period.ts';
import { PerformanceDocument, type PerformanceQuery } from './reporting.graphql.ts';

type Report = PerformanceQuery['getPerformance'];
type Agent = Report['agents'][number];
type Strategy = Report['strategies'][number];
type Partner = Report['partners'][number];
/** Bars a picture holds; the table has all. */
const DRAWN = 15;

/** What people and strategies did in a time, and the money that came. */
export function PerformanceTab({ question, clientId }: TabProps) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const { configuration } = useWorkspace();
  const opens = useCan('backoffice-spa', 'view-strategy');
  const range = { from: question.from, to: question.to };
  const { data, loading, error, refetch } = useQuery(
    'reporting',
    PerformanceDocument,
    { clientId, filter: question.filter, range },
    { reuse: true, keepPrevious: true },
  );
  const report = data?.getPerformance;
  const earlierRange = periodBefore(range);
  const earlier = useQuery('reporting', PerformanceDocument, { clientId, filter: question.filter, range: earlierRange }, { reuse: true });
  const before = earlier.data?.getPerformance;
  const address = useClaimsAddress(question.filter);
  const startedIn = (row: Strategy, status: readonly string[]) =>
    address({ status, strategy: row.blueprintId, started: `${question.from}..${question.to}` });
  const figure = (label: string, of: (report: Report) => number) => ({
    label,
    kind: 'count' as const,
    now: report && of(report),
    before: before && of(before),
    good: 'up' as const,
  });
  const ofAgents = (value: (row: Agent) => number) => (of: Report) => of.agents.reduce((sum, row) => sum + value(row), 0);
  const currency = report?.currency ?? configuration.currency;
  const { agents, strategies, partners } = report ?? {};
  const hasPartners = useFlag('PARTNERS');
  const drawnAgents = useBars(agents, (row) => row.name, currency);
  const drawnStrategies = useBars(strategies, (row) => row.displayName, currency);
  const drawnPartners = useBars(partners, (row) => row.displayName, currency);
  const count = <Row,>(key: string, header: string, of: (row: Row) => number) => ({
    key,
    header,
    cell: (row: Row) => format.number(of(row)),
    text: (row: Row) => String(of(row)),
    right: true,
  });
  const collected = {
    key: 'collected',
    header: t('performance.collected', { currency }),
    cell: (row: { collected: string }) => format.amount(row.collected, currency),
    text: (row: { collected: string }) => row.collected,
    right: true,
  };
  const agentColumns: FigureColumn<Agent>[] = [
    { key: 'name', header: t('performance.agent'), cell: (row) => row.name, text: (row) => row.name },
    count('tasks', t('performance.tasks'), (row: Agent) => row.tasksResolved),
    count('notes', t('performance.notes'), (row: Agent) => row.notes),
    count('taken', t('performance.taken'), (row: Agent) => row.promisesTaken),
    count('kept', t('performance.kept'), (row: Agent) => row.promisesKept),
    collected,
  ];
  const strategyColumns: FigureColumn<Strategy>[] = [
    {
      key: 'name',
      header: t('performance.strategy'),
      cell: (row) => (opens ? <Link to={paths.strategy(clientId, row.blueprintId)}>{row.displayName}</Link> : row.displayName),
      text: (row) => row.displayName,
    },
    {
      ...count('started', t('performance.started'), (row: Strategy) => row.claimsStarted),
      cell: (row) => <ClaimsNumber count={row.claimsStarted} name={row.displayName} to={startedIn(row, NOT_DELETED)} />,
    },
    {
      ...count('resolved', t('performance.resolved'), (row: Strategy) => row.claimsResolved),
      cell: (row) => <ClaimsNumber count={row.claimsResolved} name={row.displayName} to={startedIn(row, ['resolved'])} />,
    },
    {
      key: 'share',
      header: t('performance.share'),
      cell: (row) => format.percent(row.share),
      text: (row) => String(row.share),
      right: true,
    },
    count('messages', t('performance.messages'), (row: Strategy) => row.messagesSent),
    collected,
  ];
  const partnerColumns: FigureColumn<Partner>[] = [
    { key: 'name', header: t('performance.partner'), cell: (row) => row.displayName, text: (row) => row.displayName },
    count('given', t('performance.given'), (row: Partner) => row.claimsGiven),
    count('resolved', t('performance.resolved'), (row: Partner) => row.claimsResolved),
    {
      key: 'share',
      header: t('performance.share'),
      cell: (row) => format.percent(row.share),
      text: (row) => String(row.share),
      right: true,
    },
    count('removed', t('performance.removed'), (row: Partner) => row.claimsRemoved),
    count('active', t('performance.active'), (row: Partner) => row.claimsActive),
    collected,
  ];
  const file = `${question.from}-${question.to}-${currency}`;
  return (
    <>
      <KeyFigures
        currency={currency}
        since={t('key.days', { from: format.date(earlierRange.from), to: format.date(earlierRange.to) })}
        failed={earlier.error !== undefined}
        fileName={`performance-key-figures-${file}`}
        figures={[
          { label: t('key.collected'), kind: 'money', now: report?.collected, before: before?.collected, good: 'up' },
          figure(
            t('key.tasks'),
            ofAgents((row) => row.tasksResolved),
          ),
          figure(
            t('key.taken'),
            ofAgents((row) => row.promisesTaken),
          ),
          figure(
            t('key.kept'),
            ofAgents((row) => row.promisesKept),
          ),
          figure(t('key.messages'), (of) => of.strategies.reduce((sum, row) => sum + row.messagesSent, 0)),
        ]}
      />
      <Figure
        title={t('performance.agents')}
        detail={t('performance.agentsDetail')}
        fileName={`agents-${file}`}
        rows={agents}
        rowId={(row) => row.userId}
        columns={agentColumns}
        initially="table"
        dimmed={loading}
        plot={{ label: t('performance.agentsLabel'), ...drawnAgents }}
        empty={t('performance.noAgents')}
        error={error}
        onRetry={refetch}
      />
      <Figure
        title={t('performance.strategies')}
        detail={report && t('performance.strategiesDetail', { amount: format.money(report.collected, currency) })}
        fileName={`strategies-${file}`}
        rows={strategies}
        rowId={(row) => row.blueprintId}
        columns={strategyColumns}
        initially="table"
        dimmed={loading}
        plot={{ label: t('performance.strategiesLabel'), ...drawnStrategies }}
        empty={t('performance.noStrategies')}
        error={report ? undefined : error}
        onRetry={refetch}
      />
      {hasPartners && (
        <Figure
          title={t('performance.partners')}
          detail={t('performance.partnersDetail')}
          fileName={`partners-${file}`}
          rows={partners}
          rowId={(row) => row.partnerId}
          columns={partnerColumns}
          initially="table"
          dimmed={loading}
          plot={{ label: t('performance.partnersLabel'), ...drawnPartners }}
          empty={t('performance.noPartners')}
          error={report ? undefined : error}
          onRetry={refetch}
        />
      )}
    </>
  );
}

/** @returns lying bars of the money of each, the most first. */
function useBars<Row extends { readonly collected: string }>(
  rows: readonly Row[] | undefined,
  nameOf: (row: Row) => string,
  currency: string,
) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const drawn = (rows ?? []).slice(0, DRAWN);
  const words = JSON.stringify(drawn.map((row) => [nameOf(row), row.collected]));
  const option = useCallback(
    (palette: Palette) => {
      const bars = JSON.parse(words) as [string, string][];
      return {
        ...frame(palette, { right: 90 }),
        xAxis: amounts(palette, format, currency),
        yAxis: names(
          palette,
          bars.map(([name]) => name),
          { every: true, inverse: true, width: 200 },
        ),
        series: [
          {
            type: 'bar',
            name: t('performance.collected', { currency }),
            barMaxWidth: 22,
            itemStyle: { borderRadius: [0, 4, 4, 0] },
            data: bars.map(([, amount]) => Number(amount)),
            label: {
              show: true,
              position: 'right',
              color: palette.ink,
              formatter: ({ dataIndex }: { dataIndex: number }) => format.money(bars[dataIndex]?.[1] ?? '0', currency),
            },
            tooltip: { valueFormatter: moneyWords(format, currency) },
          },
        ],
      };
    },
    [words, currency, format, t],
  );
  return { option, height: 50 + Math.max(1, drawn.length) * 34 };
}
