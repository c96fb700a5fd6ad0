import { Button, Tabs } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { PaymentProviderNotice } from '../../../shell/PaymentProviderNotice.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useScreenForm } from '../../../ui/screenForm.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { AllocationTab } from './AllocationTab.tsx';
import { FinanceSettingDocument, type FinanceSettingQuery, SetFinanceSettingDocument } from './finance.graphql.ts';
import { LimitsTab } from './LimitsTab.tsx';
import classes from './PaymentsScreen.module.css';
import { PaymentWayNotice } from './PaymentWayNotice.tsx';
import { FeesTab, RatesTab } from './RatesTab.tsx';
import type { BaseRate, Settings } from './settings.ts';
import { OTHER_TABS } from './tabs.ts';

const OWN_TABS = { allocation: AllocationTab, rates: RatesTab, fees: FeesTab, limits: LimitsTab } as const;
/** What each tab edits. */
const PARTS: Readonly<Record<keyof typeof OWN_TABS, readonly string[]>> = {
  allocation: ['allocationRules'],
  rates: ['baseRates'],
  fees: ['fees'],
  limits: ['staffPlans', 'debtorPlans', 'leastPayment', 'graceDays', 'settlements', 'approvalLimits'],
};
/** Parts that are one field. */
const FIELDS = ['leastPayment', 'graceDays'];
const NAMES = ['allocation', 'rates', 'fees', 'limits'] as const;

/** configuration/payments: in which order money goes, what interest follows, what fees there are, and what may be agreed on. */
export default function PaymentsScreen() {
  const { t } = useTranslation('payments');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('finance', FinanceSettingDocument, { clientId });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const saved = data?.getFinanceSetting;
  if (!saved) return <PageHeader crumbs={[{ label: t('title') }]} />;
  return <Screen saved={saved} refetch={refetch} />;
}

function Screen({ saved, refetch }: { saved: FinanceSettingQuery['getFinanceSetting']; refetch: () => void }) {
  const { t } = useTranslation('payments');
  const { clientId } = useWorkspace();
  const edits = useCan('operations', 'editPaymentSettings');
  const [seesBank, seesPayments] = [useCan('operations', 'viewBank'), useCan('operations', 'viewPayments')];
  const [search, setSearch] = useSearchParams();
  const [send, busy] = useMutation('finance', SetFinanceSettingDocument, { idempotent: true });
  const form = useScreenForm(
    'payment settings',
    { initialValues: { ...(saved.settings as Settings) }, onConflict: refetch },
    { edits },
    async (settings) => {
      await send({ clientId, settings, revision: saved.revision });
      toastSuccess(t('saved'));
    },
    'settings',
  );
  const { changed, canSave, save } = form;
  const others = OTHER_TABS;
  const tab = [...NAMES, ...others.map(({ name }) => name)].find((each) => each === search.get('tab')) ?? 'allocation';
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        actions={
          edits && (
            <Button leftSection={<IconDeviceFloppy size={16} />} loading={busy} disabled={!canSave} onClick={save}>
              {t('save')}
            </Button>
          )
        }
      />
      {seesBank && seesPayments && <PaymentWayNotice />}
      <PaymentProviderNotice />
      <Tabs
        className={classes.tabs}
        value={tab}
        keepMounted={false}
        onChange={(next) => setSearch(next && next !== 'allocation' ? { tab: next } : {}, { replace: true })}
      >
        <Tabs.List aria-label={t('title')}>
          {NAMES.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
          {others.map(({ name, useLabel }) => (
            <OtherTab key={name} name={name} useLabel={useLabel} />
          ))}
        </Tabs.List>
        {NAMES.map((name) => {
          const Own = OWN_TABS[name];
          return (
            <Tabs.Panel key={name} value={name}>
              <fieldset className={classes.form} disabled={!edits}>
                <p className={classes.intro}>{t(`intro.${name}`)}</p>
                <KeptNote kept={form.kept} label={(part) => t(`part.${part as 'fees'}`)} />
                {Object.entries(form.errors).map(([field, message]) => {
                  // What is wrong inside a part stands at its field; all tabs are saved at once, so the field may stand in another.
                  const [part = ''] = field.split('.');
                  if ((part !== field || FIELDS.includes(field)) && PARTS[name].includes(part)) return null;
                  return (
                    <p key={field} className={classes.error} role="alert">
                      {t(`part.${part as 'fees'}`)}: {message}
                    </p>
                  );
                })}
                <Own
                  settings={form.values}
                  errors={form.errors}
                  change={form.setValues}
                  knownBaseRates={saved.knownBaseRates as readonly BaseRate[]}
                  orders={saved.orders}
                />
              </fieldset>
            </Tabs.Panel>
          );
        })}
        {others.map(({ name, panel: Panel }) => (
          <Tabs.Panel key={name} value={name}>
            <Suspense>
              <Panel />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
      <LeaveGuard dirty={changed} withTabs />
    </div>
  );
}

function OtherTab({ name, useLabel }: { name: string; useLabel: () => string }) {
  return <Tabs.Tab value={name}>{useLabel()}</Tabs.Tab>;
}
