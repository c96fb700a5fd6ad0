import { Button, Select, TextInput } from '@mantine/core';
import { PARTNER_SCOPES } from '../../../../core/apiScopes.ts';
import { addDays, calendarDate, type Instant, isoInstant } from '../../../../core/time.ts';
import { at, localDate } from '../../../../core/zone.ts';
import { useMutation } from '../../../shell/api.ts';
import { usePartnerNames } from '../../../shell/partners/partners.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DayInput } from '../../../ui/DayInput.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { errorAt } from '../../../ui/form.ts';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { CreateApiKeyDocument } from './api.graphql.ts';
import { ScopeTable } from './ScopeTable.tsx';

/** Makes a key. @param onMade is given the whole key, which nobody is told again. */
export function NewKeyForm({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const { t } = useTranslation('apiKeys');
  const { clientId, configuration } = useWorkspace();
  const [create, creating] = useMutation('api', CreateApiKeyDocument);
  const today = localDate(Date.now() as Instant, configuration.timezone);
  const form = useKeptForm('api key', {
    initialValues: { name: '', expiresAt: addDays(today, 364) as string, scopes: [] as string[], partnerId: '' },
    validate: { expiresAt: (day) => (calendarDate(day) ? null : t('form.noDay')) },
  });
  const sees = useCan('account', 'viewAccount');
  const { options: partners } = usePartnerNames(useCan('partner', 'exchangeFiles') && sees);
  const submit = form.send(async ({ name, expiresAt, scopes, partnerId }) => {
    // It can be used until that day is over, and is shown to end on it.
    const end = (at(addDays(calendarDate(expiresAt)!, 1), { hour: 0, minute: 0 }, configuration.timezone) - 1000) as Instant;
    const { createApiKey } = await create({
      clientId,
      name: name.trim(),
      scopes,
      expiresAt: isoInstant(end),
      partnerId: partnerId || null,
    });
    onMade(createApiKey.secret);
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      size={600}
      title={t('new')}
      footer={
        <Button type="submit" form="api-key" loading={creating}>
          {t('form.create')}
        </Button>
      }
    >
      <form id="api-key" noValidate onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} label={(field) => t(`form.${field === 'expiresAt' ? 'expires' : field}`)} />
        <TextInput label={t('form.name')} description={t('form.nameHint')} required maxLength={80} {...form.getInputProps('name')} />
        <DayInput
          mt="md"
          label={t('form.expires')}
          description={t('form.expiresHint')}
          required
          min={today}
          max={addDays(today, 364)}
          {...form.getInputProps('expiresAt')}
        />
        {partners.length > 0 && (
          <Select
            mt="md"
            label={t('form.partnerId')}
            description={t('form.partnerHint')}
            data={[{ value: '', label: t('whole') }, ...partners]}
            allowDeselect={false}
            searchable
            {...form.getInputProps('partnerId')}
            onChange={(partnerId) => form.setValues({ partnerId: partnerId ?? '', scopes: partnerId ? [...PARTNER_SCOPES] : [] })}
          />
        )}
        <ScopeTable
          isPartners={form.values.partnerId !== ''}
          value={form.values.scopes}
          onChange={(scopes) => form.setFieldValue('scopes', scopes)}
          error={errorAt(form.errors, 'scopes')}
        />
      </form>
    </Drawer>
  );
}
