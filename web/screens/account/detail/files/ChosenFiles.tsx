import { Button } from '@mantine/core';
import { useFileSize } from '../../../../shell/files.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../../ui/keptForm.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import type { Account } from '../account.ts';
import { type FileFacts, FileFields } from './FileFields.tsx';
import classes from './FilesPanel.module.css';

/**
 * What was chosen, before it is sent: what it is, the client's tags for it, and what it belongs to. A browser gives no file back after a
 * reload; what was said about them stands there again when they are chosen anew.
 */
export default function ChosenFiles(props: {
  account: Account | undefined;
  accountId: string;
  files: readonly File[];
  onSend: (facts: FileFacts) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('files');
  const size = useFileSize();
  const form = useKeptForm<FileFacts & Record<string, unknown>>(`files ${props.accountId}`, {
    initialValues: { documentType: null, tags: [], externalClaimRef: null, productReference: null },
  });
  return (
    <form className={classes.chosen} onSubmit={form.send(async (facts) => props.onSend(facts))}>
      <KeptNote kept={form.kept} />
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
