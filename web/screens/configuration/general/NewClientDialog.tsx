import { Autocomplete, Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { LOCALES } from '../../../../core/locale.ts';
import { useMutation } from '../../../shell/api.ts';
import { LANGUAGE_NAMES } from '../../../shell/i18n/i18n.ts';
import { refresh } from '../../../shell/session.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { FaultText } from '../../../ui/FaultText.tsx';
import { faultsOf } from '../../../ui/fault.ts';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { CreateClientDocument } from './backoffice.graphql.ts';
import { CountryFields } from './CountryFields.tsx';
import classes from './GeneralScreen.module.css';
import { CURRENCIES, ZONES } from './LocalityFields.tsx';

/** Makes a client and goes there: money, time and place are those of the present client until told otherwise. */
export default function NewClientDialog(props: { onClose: () => void }) {
  const { t } = useTranslation(['general', 'ui']);
  const navigate = useNavigate();
  const { clientId, configuration } = useWorkspace();
  const { currency, timezone, countryCode, defaultLocale } = configuration;
  const [wanted, setWanted] = useState({ name: '', currency, timezone, countryCode, defaultLocale });
  const [refusal, setRefusal] = useState<unknown>(null);
  const [create, busy] = useMutation('backoffice', CreateClientDocument);
  const faults = refusal === null ? [] : faultsOf(refusal);
  const put = (part: Partial<typeof wanted>) => setWanted((old) => ({ ...old, ...part }));
  const faultAt = (field: string) => faults.find((each) => each.field === field);
  const refused = (field: string) => {
    const fault = faultAt(field);
    return fault && <FaultText fault={fault} />;
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    setRefusal(null);
    try {
      const { createClient: made } = await create({ clientId, client: wanted });
      toastSuccess(t('client.done', { name: made.name }));
      // The present token does not name the new client yet.
      await refresh();
      props.onClose();
      void navigate(`/${made.clientId}/`);
    } catch (error) {
      setRefusal(error);
    }
  }
  return (
    <Modal opened onClose={props.onClose} title={t('client.title')} size={420}>
      <form onSubmit={submit}>
        <Stack gap={14}>
          <ErrorNote error={refusal} />
          <TextInput
            data-autofocus
            label={t('locality.name')}
            maxLength={120}
            value={wanted.name}
            onChange={(event) => put({ name: event.currentTarget.value })}
            error={refused('name')}
          />
          <Select
            label={t('locality.currency')}
            searchable
            allowDeselect={false}
            data={CURRENCIES}
            value={wanted.currency}
            onChange={(currency) => currency && put({ currency })}
            error={refused('currency')}
          />
          <Select
            label={t('locality.locale')}
            allowDeselect={false}
            data={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            value={wanted.defaultLocale}
            onChange={(defaultLocale) => defaultLocale && put({ defaultLocale })}
            error={refused('defaultLocale')}
          />
          <Autocomplete
            label={t('locality.timezone')}
            data={ZONES}
            limit={50}
            value={wanted.timezone}
            onChange={(timezone) => put({ timezone })}
            error={refused('timezone')}
          />
          <CountryFields value={wanted.countryCode} onChange={(countryCode) => put({ countryCode })} error={refused('countryCode')} />
          <p className={classes.note}>{t('client.detail')}</p>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={props.onClose}>
              {t('ui:cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={wanted.name.trim() === ''}>
              {t('client.button')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
