import { Button, Modal, MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from '../shell/api.ts';
import { useStaff } from '../shell/staff.ts';
import { useWorkspace } from '../shell/workspace.ts';
import { ErrorNote } from '../ui/states.tsx';
import { useTranslation } from '../ui/texts.ts';
import { toastSuccess } from '../ui/toasts.ts';
import { SendPreviewDocument } from './cms.graphql.ts';
import type { PreviewContent } from './usePreview.ts';

/** Sends the e-mail as it stands in the editor to members of staff. */
export default function SendPreviewDialog(props: { opened: boolean; onClose: () => void; previewContent: PreviewContent }) {
  const { t } = useTranslation('content');
  const { user } = useWorkspace();
  const { members } = useStaff();
  const colleagues = new Map(
    members.filter((member) => member.isEnabled && member.email).map((member) => [member.email, member.name || member.email]),
  );
  // Oneself is there before the list is.
  colleagues.set(user.email, user.name || user.email);
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
      <MultiSelect
        label={t('sendPreview.addresses')}
        description={t('sendPreview.detail')}
        data={[...colleagues].map(([value, label]) => ({ value, label }))}
        value={addresses}
        onChange={setAddresses}
        maxValues={10}
        searchable
        hidePickedOptions
        nothingFoundMessage={t('sendPreview.nobody')}
        data-autofocus
      />
      <ErrorNote error={error} />
      <Button mt="md" fullWidth loading={busy} disabled={addresses.length === 0} onClick={submit}>
        {t('sendPreview.send')}
      </Button>
    </Modal>
  );
}
