import { Button, NumberInput, Radio, Stack, TextInput } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorNote, ErrorState } from '../../../ui/states.tsx';
import { toastSuccess } from '../../../ui/toasts.ts';
import { PortalSettingDocument, type PortalSettingQuery, SetPortalSettingDocument } from './landing-page.graphql.ts';
import classes from './PortalSettingsScreen.module.css';

/** What the page says of the client: one text field each. */
const CONTACT = ['contactPhone', 'contactEmail', 'complaintsUrl', 'privacyUrl'] as const;
const FIELDS = ['birthday', 'postalCode', 'externalAccountRef', 'none'] as const;

/** configuration/portal-settings: what the debtor's page asks before it shows anything, and how long links live. */
export default function PortalSettingsScreen() {
  const { t } = useTranslation('portal-settings');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('landing-page', PortalSettingDocument, { clientId });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const saved = data?.getPortalSetting;
  if (!saved) return <PageHeader crumbs={[{ label: t('title') }]} />;
  return <Settings key={JSON.stringify(saved)} saved={saved} />;
}

function Settings({ saved }: { saved: PortalSettingQuery['getPortalSetting'] }) {
  const { t } = useTranslation('portal-settings');
  const { clientId } = useWorkspace();
  const edits = useCan('operations', 'editPortalSettings');
  const [setting, setSetting] = useState(saved);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [send, busy] = useMutation('landing-page', SetPortalSettingDocument, { idempotent: true });
  const changed = JSON.stringify(setting) !== JSON.stringify(saved);
  const asked = FIELDS.find((field) => field === setting.identityField) ?? 'birthday';
  async function save() {
    if (busy || !changed || !edits) return;
    setRefusal(null);
    const contact = Object.fromEntries(CONTACT.map((field) => [field, setting[field] ?? '']));
    try {
      await send({ clientId, identityField: setting.identityField, maxTries: setting.maxTries, linkDays: setting.linkDays, ...contact });
      toastSuccess(t('saved'));
    } catch (thrown) {
      setRefusal(thrown);
    }
  }
  useHotkeys({ 'mod+s': () => void save(), 'mod+Enter': () => void save() });
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        actions={
          edits && (
            <Button leftSection={<IconDeviceFloppy size={16} />} loading={busy} disabled={!changed} onClick={save}>
              {t('save')}
            </Button>
          )
        }
      />
      <fieldset className={classes.form} disabled={!edits}>
        <p className={classes.intro}>{t('intro')}</p>
        {refusal !== null && <ErrorNote error={refusal} />}
        <Section title={t('identity.title')}>
          <Radio.Group
            aria-label={t('identity.title')}
            value={setting.identityField}
            onChange={(identityField) => setSetting({ ...setting, identityField })}
          >
            <Stack gap={12}>
              {FIELDS.map((field) => (
                <Radio key={field} value={field} label={t(`identity.${field}`)} description={t(`identity.${field}Detail`)} />
              ))}
            </Stack>
          </Radio.Group>
          <p className={classes.note}>{asked === 'none' ? t('identity.warning') : t('identity.fallback')}</p>
        </Section>
        <Section title={t('limits.title')}>
          <div className={classes.limits}>
            <NumberInput
              label={t('limits.tries')}
              description={t('limits.triesDetail')}
              min={1}
              max={20}
              allowDecimal={false}
              disabled={asked === 'none'}
              value={setting.maxTries}
              onChange={(value) => value !== '' && setSetting({ ...setting, maxTries: Number(value) })}
            />
            <NumberInput
              label={t('limits.days')}
              description={t('limits.daysDetail')}
              min={1}
              max={365}
              allowDecimal={false}
              value={setting.linkDays}
              onChange={(value) => value !== '' && setSetting({ ...setting, linkDays: Number(value) })}
            />
          </div>
        </Section>
        <Section title={t('contact.title')}>
          <p className={classes.note}>{t('contact.detail')}</p>
          <Stack gap={12}>
            {CONTACT.map((field) => (
              <TextInput
                key={field}
                label={t(`contact.${field}`)}
                placeholder={field.endsWith('Url') ? 'https://' : undefined}
                maxLength={300}
                value={setting[field] ?? ''}
                onChange={(event) => setSetting({ ...setting, [field]: event.currentTarget.value })}
              />
            ))}
          </Stack>
        </Section>
      </fieldset>
    </div>
  );
}
