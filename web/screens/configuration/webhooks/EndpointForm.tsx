import { Button, Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { errorAt } from '../../../ui/form.ts';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { useTypeGroups } from './useTypes.ts';
import { ALL, type Endpoint } from './webhook.ts';
import { SaveEndpointDocument } from './webhook-subscription.graphql.ts';

interface Props {
  /** Null: a new one. */
  readonly endpoint: Endpoint | null;
  readonly onConflict: () => void;
  /** The secret of a new one. */
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}

/** Adds an address or edits one: where, and which events it is sent. */
export function EndpointForm({ endpoint, onConflict, onSecret, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  const { clientId } = useWorkspace();
  const groups = useTypeGroups();
  const [save, saving] = useMutation('webhook-subscription', SaveEndpointDocument);
  const form = useKeptForm(`webhook ${endpoint?.endpointId ?? ''}`, {
    initialValues: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      isAll: endpoint?.messageTypes.includes(ALL) ?? false,
      messageTypes: (endpoint?.messageTypes ?? []).filter((each) => each !== ALL),
    },
    outdatedBy: 'webhookChanged',
    onConflict,
    validate: {
      url: (url) => (url.trim() === '' ? t('form.addressMissing') : null),
      messageTypes: (types, { isAll }) => (!isAll && types.length === 0 ? t('form.eventsMissing') : null),
    },
  });
  const submit = form.send(async ({ url, description, isAll, messageTypes }) => {
    const { saveWebhookEndpoint: saved } = await save({
      clientId,
      endpoint: {
        ...(endpoint && { endpointId: endpoint.endpointId, revision: endpoint.revision }),
        url: url.trim(),
        description,
        // What was chosen one by one is in all of them.
        messageTypes: isAll ? [ALL] : messageTypes,
      },
    });
    toastSuccess(t('form.saved'));
    onClose();
    if (saved.secret) onSecret(saved.secret);
  }, 'endpoint');
  return (
    <Drawer
      opened
      onClose={onClose}
      size={600}
      title={t(endpoint ? 'form.edit' : 'new')}
      footer={
        <Button type="submit" form="webhook" loading={saving} disabled={form.kept.met.length > 0}>
          {t('form.save')}
        </Button>
      }
    >
      <form id="webhook" noValidate onSubmit={submit} onKeyDown={submitByKey}>
        <Stack gap={14}>
          <KeptNote kept={form.kept} label={(field) => t(`form.${field}`)} />
          <TextInput
            label={t('form.url')}
            description={t('form.urlHint')}
            placeholder="https://hooks.example.com/quittance"
            required
            type="url"
            maxLength={2000}
            {...form.getInputProps('url')}
          />
          <TextInput label={t('form.description')} maxLength={200} {...form.getInputProps('description')} />
          <Checkbox label={t('form.isAll')} description={t('form.isAllHint')} {...form.getInputProps('isAll', { type: 'checkbox' })} />
          {!form.values.isAll && (
            <MultiSelect
              label={t('form.messageTypes')}
              placeholder={form.values.messageTypes.length === 0 ? t('form.messageTypesHint') : ''}
              required
              searchable
              hidePickedOptions
              nothingFoundMessage={t('form.nothingFound')}
              data={groups}
              limit={200}
              value={form.values.messageTypes}
              onChange={(messageTypes) => {
                form.setValues({ messageTypes });
                form.clearErrors();
              }}
              error={errorAt(form.errors, 'messageTypes')}
            />
          )}
        </Stack>
      </form>
    </Drawer>
  );
}
