import { Button, Modal, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ErrorNote } from '../../../ui/states.tsx';
import { toastSuccess } from '../../../ui/toasts.ts';
import { SendPreviewDocument, type SendPreviewMutationVariables } from './cms.graphql.ts';

/** Sends the e-mail as it stands in the editor to members of staff. */
export function SendPreviewDialog(props: {
  opened: boolean;
  onClose: () => void;
  previewContent: SendPreviewMutationVariables['previewContent'];
}) {
  const { t } = useTranslation('content');
  const { user } = useWorkspace();
  const [addresses, setAddresses] = useState([user.email]);
  const [error, setError] = useState<unknown>(null);
  const [send, busy] = useMutation('cms', SendPreviewDocument);
  async function submit() {
    setError(null);
    try {
      await send({ previewContent: props.previewContent, emailAddresses: addresses });
      toastSuccess(t('sendPreview.done', { count: addresses.length }));
      props.onClose();
    } catch (thrown) {
      setError(thrown);
    }
  }
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('sendPreview.title')} size={440}>
      <TagsInput
        label={t('sendPreview.addresses')}
        description={t('sendPreview.detail')}
        value={addresses}
        onChange={setAddresses}
        maxTags={10}
        data-autofocus
      />
      <ErrorNote error={error} />
      <Button mt="md" fullWidth loading={busy} disabled={addresses.length === 0} onClick={submit}>
        {t('sendPreview.send')}
      </Button>
    </Modal>
  );
}
