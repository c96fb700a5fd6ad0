import { Button, Skeleton, Tabs } from '@mantine/core';
import { IconLayoutDashboard, IconPencil } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { later } from '../../../ui/later.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState, NoPermission } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError } from '../../../ui/toasts.ts';
import { DashboardFrame } from './DashboardFrame.tsx';
import classes from './EmbeddedScreen.module.css';
import { EmbeddedDashboardsDocument } from './reporting.graphql.ts';

const DashboardEditor = later(() => import('./DashboardEditor.tsx'));

/** dashboard: pages of other houses, one tab each (specification 1, section 2.6). */
export default function EmbeddedScreen() {
  const { t } = useTranslation('dashboards');
  const { clientId } = useWorkspace();
  const sees = useCan('new-dashboard', 'viewDashboards');
  const edits = useCan('new-dashboard', 'editDashboards');
  const [params, setParams] = useSearchParams();
  const [editing, setEditing] = useState(false);
  const { data, error, refetch } = useQuery('reporting', EmbeddedDashboardsDocument, sees ? { clientId } : null, { reuse: true });
  const dashboards = data?.getEmbeddedDashboard;
  const chosen = dashboards?.find((each) => each.label === params.get('tab')) ?? dashboards?.[0];
  // Specification 1, section 8.
  useEffect(() => {
    if (error) toastError(t('Dashboard.OperationDashboards.error_initializing_dashboard'));
  }, [error, t]);

  if (!sees) return <NoPermission />;
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        actions={
          edits &&
          dashboards && (
            <Button variant="default" leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => setEditing(true)}>
              {t('edit')}
            </Button>
          )
        }
      />
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !dashboards ? (
        <div className={classes.loading} role="status" aria-label={t('loading')}>
          <Skeleton height={34} width={320} />
          <Skeleton className={classes.fill} />
        </div>
      ) : !chosen ? (
        <EmptyState
          icon={<IconLayoutDashboard size={22} />}
          title={t('setup.title')}
          detail={edits ? t('setup.edit') : t('setup.support')}
          action={edits && <Button onClick={() => setEditing(true)}>{t('setup.add')}</Button>}
        />
      ) : (
        <Tabs
          className={classes.tabs}
          value={chosen.label}
          onChange={(label) => setParams(label === null || label === dashboards[0]?.label ? {} : { tab: label }, { replace: true })}
          keepMounted={false}
        >
          <Tabs.List className={classes.list}>
            {dashboards.map((each) => (
              <Tabs.Tab key={each.label} value={each.label}>
                {each.label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={chosen.label} className={classes.panel}>
            <DashboardFrame key={`${chosen.type} ${chosen.url}`} dashboard={chosen} />
          </Tabs.Panel>
        </Tabs>
      )}
      <Suspense>{editing && <DashboardEditor dashboards={dashboards ?? []} onClose={() => setEditing(false)} />}</Suspense>
    </div>
  );
}
