import { Button, FileInput, Group, Modal } from '@mantine/core';
import { IconDownload, IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ServerWords } from '../../../ui/FaultText.tsx';
import { wordsOf } from '../../../ui/fault.ts';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { ImportUsersDocument, type ImportUsersMutation } from './backoffice.graphql.ts';
import classes from './UsersScreen.module.css';

const COLUMNS = 'email,name,middleName,familyName,phoneNumber,role,partnerIds';
const EXAMPLE = `${COLUMNS}\r\nnoor@example.com,Noor,,van Dijk,+31201234567,AGENT,\r\n`;

/** Users from a CSV file: chosen, taken, and every row that was left out with its reason. */
export default function ImportDialog(props: { onClose: () => void }) {
  const { t } = useTranslation(['users', 'ui']);
  const { clientId } = useWorkspace();
  const [file, setFile] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [result, setResult] = useState<ImportUsersMutation['importUsers'] | null>(null);
  // The same file twice changes nothing: a lost answer is asked for again.
  const [send, busy] = useMutation('backoffice', ImportUsersDocument, { idempotent: true });
  async function submit() {
    if (!file) return;
    setRefusal(null);
    try {
      setResult((await send({ clientId, csv: await file.text() })).importUsers);
    } catch (error) {
      setRefusal(error);
    }
  }
  function saveExample() {
    const url = URL.createObjectURL(new Blob([EXAMPLE], { type: 'text/csv' }));
    Object.assign(document.createElement('a'), { href: url, download: 'users.csv' }).click();
    URL.revokeObjectURL(url);
  }
  if (result) return <Result result={result} onClose={props.onClose} />;
  return (
    <Modal opened onClose={props.onClose} title={t('import.title')} size={560}>
      <p className={classes.detail}>{t('import.detail')}</p>
      <FileInput
        data-autofocus
        label={t('import.file')}
        placeholder={t('import.choose')}
        accept=".csv,text/csv,text/plain"
        leftSection={<IconFileTypeCsv size={18} stroke={1.6} />}
        value={file}
        onChange={setFile}
        clearable
        clearButtonProps={{ 'aria-label': t('import.clear') }}
      />
      <code className={classes.columns}>{COLUMNS}</code>
      <ErrorNote error={refusal} />
      <Group justify="space-between" mt="md">
        <Button variant="subtle" leftSection={<IconDownload size={16} stroke={1.6} />} onClick={saveExample}>
          {t('import.example')}
        </Button>
        <Group gap={8}>
          <Button variant="default" onClick={props.onClose}>
            {t('ui:cancel')}
          </Button>
          <Button disabled={!file} loading={busy} onClick={() => void submit()}>
            {t('import.start')}
          </Button>
        </Group>
      </Group>
    </Modal>
  );
}

function Result({ result, onClose }: { result: ImportUsersMutation['importUsers']; onClose: () => void }) {
  const { t } = useTranslation(['users', 'ui']);
  const format = useFormat();
  return (
    <Modal opened onClose={onClose} title={t('import.done')} size={560}>
      <KeyValue
        pairs={[
          [t('import.created'), format.number(result.created)],
          [t('import.updated'), format.number(result.updated)],
          [t('import.unchanged'), format.number(result.unchanged)],
          [t('import.rejected'), format.number(result.rejected.length)],
        ]}
      />
      {result.rejected.length > 0 && (
        <section className={classes.rejected} aria-label={t('import.rejected')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('import.row')}</th>
                <th scope="col">{t('columns.email')}</th>
                <th scope="col">{t('import.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {result.rejected.map((each) => (
                <tr key={each.row}>
                  <td>{format.number(each.row)}</td>
                  <td>{each.email}</td>
                  <td>
                    <ServerWords text={each.reason} words={wordsOf(each.key, each.values)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <Group justify="flex-end" mt="md">
        <Button data-autofocus onClick={onClose}>
          {t('ui:close')}
        </Button>
      </Group>
    </Modal>
  );
}
