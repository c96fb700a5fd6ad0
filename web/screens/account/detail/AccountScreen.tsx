import { ActionIcon, Button, Tabs } from '@mantine/core';
import { IconCalendarDollar, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { usePlaceInQueue } from '../../../shell/queue.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { later } from '../../../ui/later.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import classes from './AccountScreen.module.css';
import { AccountTimeline } from './AccountTimeline.tsx';
import { AccountDocument } from './account.graphql.ts';
import { ClaimsPanel } from './ClaimsPanel.tsx';
import { ClaimsTab } from './ClaimsTab.tsx';
import { DebtorColumn, DebtorSkeleton } from './DebtorColumn.tsx';
import type { Action } from './NoteComposer.tsx';
import { AccountStrategiesDocument } from './strategy.graphql.ts';
import { TasksPanel, TasksTab } from './Tasks.tsx';
import { type Kind, TimelineFilter } from './TimelineFilter.tsx';

const DebtorForm = later(() => import('./DebtorForm.tsx'));
const InstalmentsForm = later(() => import('./InstalmentsForm.tsx'));
const LedgerTab = later(() => import('./LedgerTab.tsx'));
const PaymentForm = later(() => import('./PaymentForm.tsx'));
const PaymentsTab = later(() => import('./PaymentsTab.tsx'));
const PromiseForm = later(() => import('./PromiseForm.tsx'));
const TaskForm = later(() => import('./TaskForm.tsx'));

type Form = Action | null;

/** account/{accountId}: who the debtor is, what happened, what is owed, what to do next. */
export default function AccountScreen() {
  const { t } = useTranslation(['account', 'shell']);
  const { clientId } = useWorkspace();
  const { accountId = '' } = useParams();
  const navigate = useNavigate();
  const format = useFormat();
  const [search, setSearch] = useSearchParams();
  const [form, setForm] = useState<Form>(null);
  const [kind, setKind] = useState<Kind | null>(null);
  const { data, error, refetch } = useQuery('account', AccountDocument, { clientId, accountId });
  const strategies = useQuery('strategy', AccountStrategiesDocument, { clientId, accountId });
  const account = data?.getAccountDataV2.id === accountId ? data.getAccountDataV2 : undefined;
  const seesMoney = useCan('operations', 'viewPayments');
  const place = usePlaceInQueue(clientId, accountId);
  const go = useCallback((to: string | null | undefined) => to && void navigate(paths.account(clientId, to)), [navigate, clientId]);
  useHotkeys({ j: () => go(place?.next), k: () => go(place?.previous) });

  const tab = search.get('tab') ?? 'timeline';
  const openTab = (next: string | null) =>
    setSearch(
      (old) => {
        const params = new URLSearchParams(old);
        if (next === null || next === 'timeline') params.delete('tab');
        else params.set('tab', next);
        return params;
      },
      { replace: true },
    );
  const selectedTaskIds = search.get('selectedTaskIds')?.split(',') ?? [];
  // The way back leads to where one came from.
  const list =
    search.get('navigateFrom') === 'tasks'
      ? { label: t('shell:screen.tasks'), to: paths.tasks(clientId) }
      : { label: t('shell:screen.accounts'), to: paths.accounts(clientId) };
  const open = account?.claims.filter((claim) => claim.status === 'open') ?? [];

  return (
    <>
      <PageHeader
        crumbs={[list, { label: account?.debtorFullName ?? '…' }]}
        chip={account && <Reference value={account.externalAccountRef} chip />}
        aside={place && t('queue', { at: format.number(place.at), of: format.number(place.of) })}
        actions={
          <>
            {place && (
              <div className={classes.steps}>
                <ActionIcon
                  variant="default"
                  size={34}
                  aria-label={t('previous')}
                  title={`${t('previous')} (K)`}
                  disabled={!place.previous}
                  onClick={() => go(place.previous)}
                >
                  <IconChevronUp size={16} stroke={1.6} />
                </ActionIcon>
                <ActionIcon
                  variant="default"
                  size={34}
                  aria-label={t('next')}
                  title={`${t('next')} (J)`}
                  disabled={!place.next}
                  onClick={() => go(place.next)}
                >
                  <IconChevronDown size={16} stroke={1.6} />
                </ActionIcon>
              </div>
            )}
            <Can domain="operations" action="createPromiseToPay">
              <Button
                leftSection={<IconCalendarDollar size={16} stroke={1.6} />}
                disabled={open.length === 0}
                onClick={() => setForm('promise')}
              >
                {t('promise.open')}
              </Button>
            </Can>
          </>
        }
      />
      {error && !account ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <div className={classes.columns}>
          <aside className={classes.left}>
            {account ? <DebtorColumn account={account} onEdit={() => setForm('debtor')} /> : <DebtorSkeleton />}
          </aside>
          <Tabs className={classes.middle} value={tab} onChange={openTab} keepMounted={false}>
            <div className={classes.tabs}>
              <Tabs.List aria-label={t('tabs.label')}>
                <Tabs.Tab value="timeline">{t('tabs.timeline')}</Tabs.Tab>
                <Tabs.Tab value="claims">{withCount(t('tabs.claims'), account?.claims.length)}</Tabs.Tab>
                {seesMoney && <Tabs.Tab value="payments">{t('tabs.payments')}</Tabs.Tab>}
                <Tabs.Tab value="tasks">{withCount(t('tabs.tasks'), account?.tasks.length)}</Tabs.Tab>
                {seesMoney && <Tabs.Tab value="ledger">{t('tabs.ledger')}</Tabs.Tab>}
              </Tabs.List>
              {tab === 'timeline' && <TimelineFilter kind={kind} onChoose={setKind} />}
            </div>
            <Tabs.Panel value="timeline" className={classes.panel}>
              <AccountTimeline
                key={accountId}
                accountId={accountId}
                account={account}
                strategies={strategies.data?.getAccountStrategies}
                kind={kind}
                onAction={setForm}
              />
            </Tabs.Panel>
            <Tabs.Panel value="claims" className={classes.panel}>
              <ClaimsTab account={account} />
            </Tabs.Panel>
            <Tabs.Panel value="payments" className={classes.panel}>
              <Suspense>
                <PaymentsTab accountId={accountId} hasOpen={open.length > 0} onAction={setForm} />
              </Suspense>
            </Tabs.Panel>
            <Tabs.Panel value="tasks" className={classes.panel}>
              <TasksTab accountId={accountId} onCreate={() => setForm('task')} />
            </Tabs.Panel>
            <Tabs.Panel value="ledger" className={classes.panel}>
              <Suspense>
                <LedgerTab accountId={accountId} currency={account?.currency ?? 'EUR'} />
              </Suspense>
            </Tabs.Panel>
          </Tabs>
          <aside className={classes.right}>
            <ClaimsPanel account={account} strategies={strategies.data?.getAccountStrategies} />
            <TasksPanel account={account} selectedIds={selectedTaskIds} onCreate={() => setForm('task')} />
          </aside>
        </div>
      )}
      <Suspense>
        {account && form === 'promise' && <PromiseForm account={account} onClose={() => setForm(null)} />}
        {account && form === 'payment' && <PaymentForm account={account} onClose={() => setForm(null)} />}
        {account && form === 'instalments' && <InstalmentsForm account={account} onClose={() => setForm(null)} />}
        {account && form === 'task' && <TaskForm account={account} onClose={() => setForm(null)} />}
        {account && form === 'debtor' && <DebtorForm account={account} onClose={() => setForm(null)} />}
      </Suspense>
    </>
  );
}

const withCount = (label: string, count: number | undefined) => (count === undefined || count === 0 ? label : `${label} ${count}`);
