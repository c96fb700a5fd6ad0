import { Button, Checkbox, PasswordInput, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { showFieldErrors } from '../../../ui/form.ts';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastFault, toastSuccess } from '../../../ui/toasts.ts';
import {
  PaymentProvidersDocument,
  type PaymentProvidersQuery,
  SavePaymentProviderDocument,
  TestPaymentProviderDocument,
} from './bank/finance.graphql.ts';
import classes from './ProvidersTab.module.css';

type Setting = PaymentProvidersQuery['getPaymentProviderSettings'][number];
/** What fields are called on screen. */
const FIELDS = { isActive: 'provider.active', secretKey: 'provider.secretKey', signingSecret: 'provider.signingSecret' } as const;
const CAPABILITIES = ['page', 'charge', 'refund', 'notices', 'statements'] as const;

/** Payment providers of the client: what each can do, and the keys of those that have some. */
export default function ProvidersTab() {
  const { t } = useTranslation('bank');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('finance', PaymentProvidersDocument, { clientId }, { keepPrevious: true });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={220} />;
  return (
    <div className={classes.tab}>
      <p className={classes.intro}>{t('provider.explain')}</p>
      <ul className={classes.providers}>
        {data.getAllowedPaymentProviders.map((provider) => (
          <li key={provider.providerName}>
            <strong>{provider.displayName}</strong>
            {CAPABILITIES.filter((each) => provider.capabilities.includes(each)).map((each) => (
              <Tag key={each} tone={each === 'notices' || each === 'statements' ? 'neutral' : 'info'}>
                {t(`provider.can.${each}`)}
              </Tag>
            ))}
          </li>
        ))}
      </ul>
      {data.getPaymentProviderSettings.map((setting) => (
        <KeysForm key={setting.providerName} setting={setting} onSaved={refetch} />
      ))}
    </div>
  );
}

function KeysForm({ setting, onSaved }: { setting: Setting; onSaved: () => void }) {
  const { t } = useTranslation('bank');
  const { clientId } = useWorkspace();
  const edits = useCan('operations', 'editPaymentSettings');
  const [save, saving] = useMutation('finance', SavePaymentProviderDocument);
  const [test, testing] = useMutation('finance', TestPaymentProviderDocument, { idempotent: true });
  /** The key that was accepted: another one has yet to be tried. */
  const [accepted, setAccepted] = useState<{ key: string; as: 'test' | 'live' } | null>(null);
  const { providerName, revision, webhookUrl } = setting;
  const saved = setting.credentials as { secretKey: string; signingSecret: string };
  const form = useKeptForm(`payment provider ${providerName}`, {
    initialValues: { isActive: setting.isActive, secretKey: saved.secretKey, signingSecret: saved.signingSecret },
    omit: ['secretKey', 'signingSecret'],
    onConflict: onSaved,
  });
  const submit = form.send(async ({ isActive, ...credentials }) => {
    await save({ clientId, providerName, isActive, credentials, revision });
    toastSuccess(t('provider.saved'));
    onSaved();
  }, 'credentials');
  const ask = async () => {
    setAccepted(null);
    const { secretKey } = form.values;
    try {
      const answer = await test({ clientId, providerName, credentials: { secretKey } });
      setAccepted({ key: secretKey, as: answer.testPaymentProviderSetting.isTest ? 'test' : 'live' });
    } catch (refused) {
      for (const fault of showFieldErrors(form, refused, 'credentials')) toastFault(fault);
    }
  };
  return (
    <form onSubmit={submit} onKeyDown={submitByKey} className={classes.form}>
      <h2>
        Stripe{' '}
        {setting.isActive && <Tag tone={setting.isTest ? 'warn' : 'good'}>{t(setting.isTest ? 'provider.test' : 'provider.live')}</Tag>}
      </h2>
      <fieldset disabled={!edits}>
        <KeptNote kept={form.kept} label={(field) => t(FIELDS[field])} />
        <Checkbox label={t('provider.active')} {...form.getInputProps('isActive', { type: 'checkbox' })} />
        <PasswordInput
          mt="md"
          autoComplete="off"
          label={t('provider.secretKey')}
          description={t('provider.secretKeyDetail')}
          {...form.getInputProps('secretKey')}
        />
        <PasswordInput
          mt="md"
          autoComplete="off"
          label={t('provider.signingSecret')}
          description={t('provider.signingDetail')}
          {...form.getInputProps('signingSecret')}
        />
        <div className={classes.address}>
          <code>{webhookUrl}</code>
          <CopyButton text={webhookUrl} size="xs" />
        </div>
        <p className={classes.hint}>{t('provider.addressDetail')}</p>
        <div className={classes.acts}>
          <Button type="submit" loading={saving}>
            {t('provider.save')}
          </Button>
          <Button variant="default" loading={testing} onClick={() => void ask()}>
            {t('provider.ask')}
          </Button>
          <span role="status">{accepted?.key === form.values.secretKey && t(`provider.accepted.${accepted.as}`)}</span>
        </div>
      </fieldset>
    </form>
  );
}
