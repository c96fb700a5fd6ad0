import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { Account } from '../account.ts';
import { type FileFacts, FileFields } from './FileFields.tsx';
import classes from './FilesPanel.module.css';
import { useFileSize } from './useFileSize.ts';

/** What was chosen, before it is sent: what it is, the client's tags for it, and what it belongs to. */
export default function ChosenFiles(props: {
  account: Account | undefined;
  files: readonly File[];
  onSend: (facts: FileFacts) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('files');
  const size = useFileSize();
  const form = useForm<FileFacts>({ initialValues: { documentType: null, tags: [], externalClaimRef: null, productReference: null } });
  return (
    <form className={classes.chosen} onSubmit={form.onSubmit(props.onSend)}>
      <p>{props.files.map((file) => `${file.name} (${size(file.size)})`).join(', ')}</p>
      <FileFields size="xs" account={props.account} fields={form.getInputProps} />
      <div className={classes.buttons}>
        <Button size="xs" type="submit" data-autofocus>
          {t('upload', { count: props.files.length })}
        </Button>
        <Button size="xs" variant="default" onClick={props.onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
