import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from '../../../shell/api.ts';
import { refresh } from '../../../shell/session.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { FaultText } from '../../../ui/FaultText.tsx';
import { faultsOf } from '../../../ui/fault.ts';
import { ErrorNote } from '../../../ui/states.tsx';
import { toastSuccess } from '../../../ui/toasts.ts';
import { CreateClientDocument } from './backoffice.graphql.ts';

const FIELDS = ['name', 'currency', 'timezone', 'countryCode'] as const;

/** Makes a client and goes there: money, time and place are those of the present client until told otherwise. */
export default function NewClientDialog(props: { onClose: () => void }) {
  const { t } = useTranslation(['general', 'ui']);
  const navigate = useNavigate();
  const { clientId, configuration } = useWorkspace();
  const { currency, timezone, countryCode, defaultLocale } = configuration;
  const [wanted, setWanted] = useState({ name: '', currency, timezone, countryCode });
  const [refusal, setRefusal] = useState<unknown>(null);
  const [create, busy] = useMutation('backoffice', CreateClientDocument);
  const faults = faultsOf(refusal);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setRefusal(null);
    try {
      const { createClient: made } = await create({ clientId, client: { ...wanted, defaultLocale } });
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
          {FIELDS.map((field) => {
            const fault = faults.find((each) => each.field === field);
            return (
              <TextInput
                key={field}
                data-autofocus={field === 'name' || undefined}
                label={t(`client.${field}`)}
                maxLength={120}
                value={wanted[field]}
                onChange={(event) => setWanted({ ...wanted, [field]: event.currentTarget.value })}
                error={fault && <FaultText fault={fault} />}
              />
            );
          })}
          {refusal !== null && faults.every((fault) => fault.field === null) && <ErrorNote error={refusal} />}
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
