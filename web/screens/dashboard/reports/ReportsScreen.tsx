import { Tabs } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { instant } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { NoPermission } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { AgingTab } from './AgingTab.tsx';
import { ForecastTab } from './ForecastTab.tsx';
import { questionOf, TABS } from './filter.ts';
import { PerformanceTab } from './PerformanceTab.tsx';
import { RecoveryTab } from './RecoveryTab.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import classes from './ReportsScreen.module.css';
import { RollsTab } from './RollsTab.tsx';
import { ReportOptionsDocument } from './reporting.graphql.ts';

const PANELS = { aging: AgingTab, rolls: RollsTab, recovery: RecoveryTab, performance: PerformanceTab, forecast: ForecastTab } as const;

/** dashboard/reports: how old balances are, where they move, what comes back, who brings it, what will come. */
export default function ReportsScreen() {
  const { t } = useTranslation('reports');
  const { clientId, configuration } = useWorkspace();
  const sees = useCan('reporting', 'viewReports');
  const [params, setParams] = useSearchParams();
  const options = useQuery('reporting', ReportOptionsDocument, sees ? { clientId } : null, { reuse: true }).data?.getReportOptions;
  const today = localDate(instant(Date.now()), configuration.timezone);
  const question = useMemo(() => questionOf(params, today), [params, today]);
  const change = (values: Readonly<Record<string, readonly string[]>>) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [name, list] of Object.entries(values)) {
          next.delete(name);
          for (const value of list) next.append(name, value);
        }
        return next;
      },
      { replace: true },
    );
  const Panel = PANELS[question.tab];
  if (!sees) return <NoPermission />;
  return (
    <Tabs
      className={classes.screen}
      value={question.tab}
      onChange={(tab) => change({ tab: tab === null || tab === TABS[0] ? [] : [tab], span: [], month: [] })}
      keepMounted={false}
    >
      <PageHeader crumbs={[{ label: t('title') }]} />
      <Tabs.List className={classes.tabs}>
        {TABS.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(`tab.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <ReportFilters question={question} options={options} today={today} onChange={change} />
      <Tabs.Panel value={question.tab} className={classes.body}>
        <Panel key={question.tab} question={question} clientId={clientId} />
      </Tabs.Panel>
    </Tabs>
  );
}
