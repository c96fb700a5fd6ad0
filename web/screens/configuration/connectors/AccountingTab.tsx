import { Button, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { IconDeviceFloppy, IconPlugConnected } from '@tabler/icons-react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DayInput } from '../../../ui/DayInput.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Rows } from '../../../ui/Rows.tsx';
import { useScreenForm } from '../../../ui/screenForm.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { type AccountingSettings, CHARTS, type Draft, draftOf, PARTS, SIDES, settingsOf } from './accountingDraft.ts';
import classes from './ConnectorsScreen.module.css';
import {
  AccountingSettingDocument,
  type AccountingSettingQuery,
  SaveAccountingDocument,
  TestAccountingServerDocument,
} from './finance.graphql.ts';
import { ServerFields, secretsOf } from './ServerFields.tsx';
import { useAccountLabel } from './useAccountLabel.ts';
import { Why } from './Why.tsx';

/** To which accounts the ledger goes, what DATEV wants to know, and when and where batches leave. */
export default function AccountingTab() {
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('finance', AccountingSettingDocument, { clientId });
  if (data) return <Settings saved={data.getAccountingSetting} refetch={refetch} />;
  return error === undefined || error === null ? null : <ErrorState error={error} onRetry={refetch} />;
}

function Settings({ saved, refetch }: { saved: AccountingSettingQuery['getAccountingSetting']; refetch: () => void }) {
  const { t } = useTranslation('connectors');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const label = useAccountLabel();
  const edits = useCan('configuration', 'editConnectors');
  const months = new Intl.DateTimeFormat(format.locale, { month: 'long', timeZone: 'UTC' });
  const [send, busy] = useMutation('finance', SaveAccountingDocument, { idempotent: true });
  const [test, testing] = useMutation('finance', TestAccountingServerDocument);
  const charts = saved.charts as Readonly<Record<string, Pick<AccountingSettings, 'receivables' | 'sides'>>>;
  const form = useScreenForm<Draft>(
    'accounting',
    {
      initialValues: draftOf(saved.settings as AccountingSettings),
      omit: ['password', 'privateKey'],
      onConflict: refetch,
      outdatedBy: 'accountingChanged',
    },
    { edits },
    async (draft) => {
      await send({
        clientId,
        settings: settingsOf(draft),
        secrets: secretsOf(draft),
        forgetKey: draft.forgetKey,
        revision: saved.revision,
      });
      toastSuccess(t('accounting.saved'));
    },
    'settings',
  );
  const { values, setValues, errors } = form;
  const account = (key: string, value: string, put: (next: string) => void, error: unknown) => (
    <TextInput
      key={key}
      label={label(key)}
      inputMode="numeric"
      maxLength={9}
      placeholder={t('accounting.noAccount')}
      value={value}
      error={error as string | undefined}
      onChange={(event) => put(event.currentTarget.value.trim())}
    />
  );
  return (
    <div className={classes.scroll}>
      <fieldset className={classes.form} disabled={!edits}>
        <p className={classes.intro}>{t('accounting.intro')}</p>
        <KeptNote kept={form.kept} label={(part) => t(`accounting.kept.${part as 'sides'}`)} />

        <h3>{t('accounting.chart')}</h3>
        <Select
          label={t('accounting.chartName')}
          description={t('accounting.chartHint')}
          w={420}
          allowDeselect={false}
          data={CHARTS.map((name) => ({ value: name, label: name }))}
          value={values.chart}
          onChange={(name) => {
            const chart = CHARTS.find((each) => each === name);
            if (chart) setValues({ chart, receivables: { ...charts[chart]!.receivables }, sides: { ...charts[chart]!.sides } });
          }}
        />
        <p className={classes.intro}>{t('accounting.receivables')}</p>
        <div className={classes.accounts}>
          {PARTS.map((part) =>
            account(
              `part.${part}`,
              values.receivables[part],
              (next) => setValues({ receivables: { ...values.receivables, [part]: next } }),
              errors[`receivables.${part}`],
            ),
          )}
        </div>
        <p className={classes.intro}>{t('accounting.sides')}</p>
        <div className={classes.accounts}>
          {SIDES.map((side) =>
            account(
              `side.${side}`,
              values.sides[side],
              (next) => setValues({ sides: { ...values.sides, [side]: next } }),
              errors[`sides.${side}`],
            ),
          )}
        </div>
        <p className={classes.intro}>{t('accounting.methods')}</p>
        <Rows
          rows={values.methods}
          onChange={(methods) => setValues({ methods: [...methods] })}
          columns="220px 160px"
          nameOf={({ method }) => method}
          add={t('accounting.addMethod')}
          fresh={{ method: saved.methods[0] ?? '', account: '' }}
          line={(row, put, index) => (
            <>
              <TextInput
                aria-label={t('accounting.method')}
                placeholder={saved.methods.join(', ')}
                value={row.method}
                error={errors[`methods.${index}.method`]}
                onChange={(event) => put({ method: event.currentTarget.value })}
              />
              <TextInput
                aria-label={t('sum.account')}
                inputMode="numeric"
                maxLength={9}
                value={row.account}
                error={errors[`methods.${index}.account`]}
                onChange={(event) => put({ account: event.currentTarget.value.trim() })}
              />
            </>
          )}
        />

        <h3>DATEV</h3>
        <p className={classes.intro}>{t('accounting.datev')}</p>
        <div className={classes.pair}>
          <NumberInput
            label={t('accounting.consultant')}
            hideControls
            value={values.datev.consultant ?? ''}
            error={errors['datev.consultant']}
            onChange={(next) => setValues({ datev: { ...values.datev, consultant: next === '' ? null : Number(next) } })}
          />
          <NumberInput
            label={t('accounting.client')}
            hideControls
            value={values.datev.client ?? ''}
            error={errors['datev.client']}
            onChange={(next) => setValues({ datev: { ...values.datev, client: next === '' ? null : Number(next) } })}
          />
          <Select
            label={t('accounting.fiscalMonth')}
            allowDeselect={false}
            data={Array.from({ length: 12 }, (_, index) => ({
              value: String(index + 1),
              label: months.format(new Date(Date.UTC(2026, index, 1))),
            }))}
            value={String(values.datev.fiscalMonth)}
            onChange={(next) => next && setValues({ datev: { ...values.datev, fiscalMonth: Number(next) } })}
          />
          <NumberInput
            label={t('accounting.accountLength')}
            min={4}
            max={8}
            value={values.datev.accountLength}
            error={errors['datev.accountLength']}
            onChange={(next) => setValues({ datev: { ...values.datev, accountLength: Number(next) } })}
          />
        </div>
        <Switch
          label={t('accounting.locks')}
          description={t('accounting.locksHint')}
          checked={values.datev.locks}
          onChange={(event) => setValues({ datev: { ...values.datev, locks: event.currentTarget.checked } })}
        />

        <h3>{t('accounting.when')}</h3>
        <DayInput
          label={t('accounting.beginsOn')}
          description={t('accounting.beginsHint')}
          w={420}
          value={values.beginsOn}
          error={errors.beginsOn}
          onChange={(beginsOn) => setValues({ beginsOn })}
        />
        <Switch
          label={t('accounting.monthly')}
          checked={values.isMonthly}
          onChange={(event) => setValues({ isMonthly: event.currentTarget.checked })}
        />
        {values.isMonthly && (
          <NumberInput
            label={t('accounting.dayOfMonth')}
            description={t('accounting.dayHint')}
            w={420}
            min={1}
            max={28}
            value={values.dayOfMonth}
            error={errors.dayOfMonth}
            onChange={(next) => setValues({ dayOfMonth: Number(next) })}
          />
        )}

        <h3>{t('accounting.where')}</h3>
        <p className={classes.intro}>{t('accounting.whereHint')}</p>
        {saved.away !== null && (
          <Panel tone="bad" title={t('accounting.awayTitle')}>
            <Why text={saved.away} errorKey={saved.awayKey} values={saved.awayValues} />
          </Panel>
        )}
        <Switch
          label={t('accounting.delivers')}
          checked={values.delivers}
          onChange={(event) => setValues({ delivers: event.currentTarget.checked })}
        />
        {values.delivers && (
          <ServerFields
            server={values.delivery}
            onServer={(server) => setValues({ delivery: { ...values.delivery, ...server } })}
            password={values.password}
            privateKey={values.privateKey}
            onSecret={(secret) => setValues(secret)}
            hasPassword={saved.hasPassword}
            hasPrivateKey={saved.hasPrivateKey}
            fingerprint={saved.fingerprint}
            forgets={values.forgetKey}
            onForget={(forgetKey) => setValues({ forgetKey })}
            errorOf={(name) => errors[name === 'password' || name === 'privateKey' ? name : `delivery.${name}`]}
          >
            <TextInput
              label={t('field.folder')}
              description={t('hint.folderThere')}
              maxLength={500}
              value={values.delivery.folder}
              onChange={(event) => setValues({ delivery: { ...values.delivery, folder: event.currentTarget.value } })}
            />
          </ServerFields>
        )}
        {edits && (
          <div className={classes.key}>
            <Button leftSection={<IconDeviceFloppy size={16} />} loading={busy} disabled={!form.canSave} onClick={form.save}>
              {t('save')}
            </Button>
            {values.delivers && (
              <Button
                variant="default"
                leftSection={<IconPlugConnected size={16} />}
                loading={testing}
                disabled={form.changed}
                title={form.changed ? t('test.saveFirst') : undefined}
                onClick={() => void test({ clientId }).then(() => toastSuccess(t('test.reached')), toastError)}
              >
                {t('test.button')}
              </Button>
            )}
          </div>
        )}
      </fieldset>
      <LeaveGuard dirty={form.changed} withTabs />
    </div>
  );
}
