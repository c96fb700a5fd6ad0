import { Button, FileButton, Kbd } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useWorkspace } from '../../../shell/workspace.ts';
import { FaultText } from '../../../ui/FaultText.tsx';
import { faultsOf, type ServerFault } from '../../../ui/fault.ts';
import { useFormat } from '../../../ui/format.ts';
import { keyLabel, useHotkeys } from '../../../ui/hotkeys.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './BankScreen.module.css';
import { uploadStatement } from './upload.ts';

/** Takes a file of statements, and says what came of it. */
export function StatementDrop(props: { onRead: () => void }) {
  const { t } = useTranslation('bank');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [refused, setRefused] = useState<readonly ServerFault[]>([]);
  const [sending, setSending] = useState(false);
  const upload = useRef<HTMLButtonElement>(null);
  const send = async (file: File | null) => {
    if (!file || sending) return;
    setSending(true);
    setRefused([]);
    try {
      const { statements: read, rejectedCount } = await uploadStatement(clientId, file);
      if (read.length === 0) toastSuccess(t('rejected', { count: rejectedCount }));
      for (const each of read)
        toastSuccess(t('uploaded', { ref: each.statementRef, count: each.entryCount, repeated: format.number(each.repeatedCount) }));
      props.onRead();
    } catch (error) {
      setRefused(faultsOf(error));
    } finally {
      setSending(false);
    }
  };
  useHotkeys({ u: () => upload.current?.click() });
  return (
    <section className={classes.drop} aria-label={t('drop.label')}>
      <p>
        <strong>{t('drop.title')}</strong> {t('drop.detail')}
        {refused.map((fault) => (
          <span key={fault.message} className={classes.refused} role="alert">
            <FaultText fault={fault} />
          </span>
        ))}
      </p>
      <FileButton onChange={(file) => void send(file)} accept=".xml,.camt,application/xml,text/xml">
        {(props) => (
          <Button
            {...props}
            ref={upload}
            loading={sending}
            leftSection={<IconUpload size={16} />}
            rightSection={<Kbd size="xs">{keyLabel('u')}</Kbd>}
          >
            {t('drop.choose')}
          </Button>
        )}
      </FileButton>
    </section>
  );
}
