import { Button, MultiSelect } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useMutation, useQuery } from '../../../../shell/api.ts';
import { putFile } from '../../../../shell/files.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { useCan } from '../../../../ui/permission.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastError } from '../../../../ui/toasts.ts';
import { AccountFilesDocument, CreateFileDocument } from '../files/files.graphql.ts';

const SHOWN = 100;

/** Files of the account that go with a step: chosen among those that are there, or added now. */
export function StepFiles(props: {
  accountId: string;
  isRequired: boolean;
  fileIds: readonly string[];
  error: ReactNode;
  onChange: (fileIds: string[]) => void;
}) {
  const { accountId, fileIds } = props;
  const { t } = useTranslation('workflow-steps');
  const { clientId } = useWorkspace();
  const sees = useCan('account', 'viewFiles');
  const adds = useCan('account', 'editFiles');
  const { data, refetch } = useQuery('files', AccountFilesDocument, sees ? { clientId, accountId, limit: SHOWN } : null);
  const [create] = useMutation('files', CreateFileDocument);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  if (!sees) return null;
  const stored = (data?.listAddOnFiles.items ?? []).filter(({ status }) => status === 'stored');
  const add = async (files: readonly File[]) => {
    setBusy(true);
    const added = [...fileIds];
    try {
      for (const file of files) {
        const { name, size, type: mimeType } = file;
        const { createAddOnFile } = await create({ clientId, file: { accountId, name, size, mimeType } });
        await putFile(createAddOnFile.signedURL, file, () => undefined);
        added.push(createAddOnFile.id);
      }
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
    props.onChange(added);
    refetch();
  };
  return (
    <div>
      <MultiSelect
        label={t('files')}
        withAsterisk={props.isRequired}
        data={stored.map(({ id, name }) => ({ value: id, label: name }))}
        value={[...fileIds]}
        error={props.error}
        onChange={props.onChange}
      />
      {adds && (
        <>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label={t('addFile')}
            onChange={(event) => {
              const files = [...(event.currentTarget.files ?? [])];
              event.currentTarget.value = '';
              void add(files);
            }}
          />
          <Button
            mt={8}
            size="xs"
            variant="default"
            loading={busy}
            leftSection={<IconUpload size={14} />}
            onClick={() => input.current?.click()}
          >
            {t('addFile')}
          </Button>
        </>
      )}
    </div>
  );
}
