import { Button, NumberInput, Radio, Stack, TextInput } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useScreenForm } from '../../../ui/screenForm.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { DomainsSection } from './DomainsSection.tsx';
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
  return <Settings saved={saved} refetch={refetch} />;
}

function Settings({ saved, refetch }: { saved: PortalSettingQuery['getPortalSetting']; refetch: () => void }) {
  const { t } = useTranslation('portal-settings');
  const { clientId } = useWorkspace();
  const edits = useCan('operations', 'editPortalSettings');
  const { identityField, maxTries, linkDays } = saved;
  const contact = Object.fromEntries(CONTACT.map((field) => [field, saved[field] ?? ''])) as Record<(typeof CONTACT)[number], string>;
  const start = { identityField, maxTries, linkDays, ...contact };
  const [send, busy] = useMutation('landing-page', SetPortalSettingDocument, { idempotent: true });
  const form = useScreenForm('portal settings', { initialValues: start, onConflict: refetch }, { edits }, async (wanted) => {
    await send({ clientId, ...wanted, revision: saved.revision });
    toastSuccess(t('saved'));
  });
  const { values, setValues, changed, canSave, save } = form;
  const asked = FIELDS.find((field) => field === values.identityField) ?? 'birthday';
  const labelOf = (field: string) => {
    const own = CONTACT.find((each) => each === field);
    return own
      ? t(`contact.${own}`)
      : t(field === 'identityField' ? 'identity.title' : field === 'maxTries' ? 'limits.tries' : 'limits.days');
  };
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
      <fieldset className={classes.form} disabled={!edits}>
        <p className={classes.intro}>{t('intro')}</p>
        <KeptNote kept={form.kept} label={labelOf} />
        <Section title={t('identity.title')}>
          <Radio.Group
            aria-label={t('identity.title')}
            value={values.identityField}
            onChange={(chosen) => setValues({ identityField: chosen })}
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
              value={values.maxTries}
              error={form.errors.maxTries}
              onChange={(value) => value !== '' && setValues({ maxTries: Number(value) })}
            />
            <NumberInput
              label={t('limits.days')}
              description={t('limits.daysDetail')}
              min={1}
              max={365}
              allowDecimal={false}
              value={values.linkDays}
              error={form.errors.linkDays}
              onChange={(value) => value !== '' && setValues({ linkDays: Number(value) })}
            />
          </div>
        </Section>
        <Section title={t('contact.title')}>
          <Stack gap={12}>
            <p className={classes.intro}>{t('contact.detail')}</p>
            {CONTACT.map((field) => (
              <TextInput
                key={field}
                label={t(`contact.${field}`)}
                placeholder={field.endsWith('Url') ? 'https://' : undefined}
                maxLength={300}
                {...form.getInputProps(field)}
              />
            ))}
          </Stack>
        </Section>
        <DomainsSection edits={edits} />
      </fieldset>
      <LeaveGuard dirty={changed} />
    </div>
  );
}
