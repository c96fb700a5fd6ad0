import { Button, FileButton, Group, Modal, Stack, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { RecordReturnedLettersDocument, type RecordReturnedLettersMutation } from './cms.graphql.ts';
import { returnedIn } from './returned.ts';

/** Notes letters that came back: typed, pasted or read from a file, one a line. */
export default function ReturnedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('letters');
  const { clientId } = useWorkspace();
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [done, setDone] = useState<RecordReturnedLettersMutation['recordReturnedLetters'] | null>(null);
  const [send, busy] = useMutation('cms', RecordReturnedLettersDocument);
  const letters = returnedIn(text);
  const save = async () => {
    setError(null);
    try {
      const { recordReturnedLetters: answer } = await send({ clientId, letters });
      setDone(answer);
      setText(answer.unknown.join('\n'));
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('returned.title')} size="lg">
      <Stack gap={14}>
        <p>{t('returned.detail')}</p>
        <Textarea
          label={t('returned.list')}
          description={t('returned.listDetail')}
          autosize
          minRows={6}
          maxRows={16}
          value={text}
          onChange={(event) => {
            setDone(null);
            setText(event.currentTarget.value);
          }}
        />
        {error !== null && <ErrorNote error={error} />}
        {done && (
          <p role="status">
            {t('returned.done', { count: done.returned })}{' '}
            {done.unknown.length > 0 && t('returned.unknown', { count: done.unknown.length })}
          </p>
        )}
        <Group justify="space-between">
          <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => void file?.text().then(setText)}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconUpload size={16} />}>
                {t('returned.file')}
              </Button>
            )}
          </FileButton>
          <Group>
            <Button variant="default" onClick={onClose}>
              {t('returned.close')}
            </Button>
            <Button loading={busy} disabled={letters.length === 0} onClick={() => void save()}>
              {t('returned.save', { count: letters.length })}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
