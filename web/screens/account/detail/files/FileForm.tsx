import { Button, Skeleton } from '@mantine/core';
import { refetchScreen, useMutation, useQuery } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { submitByKey } from '../../../../ui/hotkeys.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../../ui/keptForm.ts';
import { ErrorState } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import type { Account } from '../account.ts';
import { FileFields } from './FileFields.tsx';
import { OneFileDocument, type OneFileQuery, UpdateFileDocument } from './files.graphql.ts';

/** Corrects what is said about a file ("about" in the address names it): its kind, its tags, the claim or product it belongs to. */
export default function FileForm({ account, onClose, about }: { account: Account; onClose: () => void; about: string | null }) {
  const { t } = useTranslation('files');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('files', OneFileDocument, about === null ? null : { clientId, fileId: about });
  if (data) return <Form account={account} file={data.getAddOnFile} refetch={refetch} onClose={onClose} />;
  return (
    <Drawer opened onClose={onClose} title={t('edit')}>
      {error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton height={200} />}
    </Drawer>
  );
}

function Form(props: { account: Account; file: OneFileQuery['getAddOnFile']; refetch: () => void; onClose: () => void }) {
  const { account, file, refetch, onClose } = props;
  const { t } = useTranslation('files');
  const { clientId } = useWorkspace();
  const [update, busy] = useMutation('files', UpdateFileDocument);
  const form = useKeptForm(`file ${file.id}`, {
    initialValues: {
      documentType: file.documentType,
      tags: file.tags,
      externalClaimRef: file.externalClaimRef,
      productReference: file.productReference,
    },
    onConflict: refetch,
  });
  const submit = form.send(async (values) => {
    await update({
      clientId,
      fileId: file.id,
      revision: file.revision,
      file: {
        documentType: values.documentType ?? '',
        tags: values.tags,
        externalClaimRef: values.externalClaimRef ?? '',
        productReference: values.productReference ?? '',
      },
    });
    toastSuccess(t('saved'));
    refetchScreen();
    onClose();
  }, 'file');
  return (
    <Drawer
      opened
      onClose={onClose}
      title={file.name}
      footer={
        <Button type="submit" form="file" loading={busy} disabled={form.kept.met.length > 0}>
          {t('save')}
        </Button>
      }
    >
      <form id="file" onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote
          kept={form.kept}
          label={(field) => t(field === 'externalClaimRef' ? 'belongsTo' : field === 'productReference' ? 'product' : field)}
        />
        <FileFields account={account} fields={form.getInputProps} />
      </form>
    </Drawer>
  );
}
