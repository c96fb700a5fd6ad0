import { Button, FileButton, Kbd } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { ListExport, wordsOf } from '../../../shell/ListExport.tsx';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { keyLabel, useHotkeys } from '../../../ui/hotkeys.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError } from '../../../ui/toasts.ts';
import classes from './ImportsScreen.module.css';
import { ListImportsDocument, type ListImportsQuery } from './import.graphql.ts';
import { uploadFile } from './upload.ts';

type Import = ListImportsQuery['listImports']['items'][number];
const TONES: Readonly<Record<Import['status'], Tone>> = {
  uploaded: 'neutral',
  checking: 'info',
  checked: 'warn',
  running: 'info',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
};
const AT_WORK = ['checking', 'running'];

/** import: what was imported, and the place to drop the next file. */
export default function ImportsScreen() {
  const { t } = useTranslation('import');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const [over, setOver] = useState(false);
  const [upload, setUpload] = useState<{ name: string; size: number; share: number } | null>(null);
  const mayImport = useCan('account', 'importPortfolio');
  const [working, setWorking] = useState(false);
  const { data, loading, error, refetch } = useQuery(
    'import',
    ListImportsDocument,
    { clientId, limit: 100, offset: 0 },
    { reuse: true, keepPrevious: true, pollInterval: working ? 1000 : 0 },
  );
  const rows = data?.listImports.items ?? [];
  const isWorking = rows.some((row) => AT_WORK.includes(row.status));
  if (isWorking !== working) setWorking(isWorking);

  const send = async (file: File | null | undefined) => {
    if (!file || upload) return;
    const { name, size } = file;
    setUpload({ name, size, share: 0 });
    try {
      const importId = await uploadFile(clientId, file, (share) => setUpload({ name, size, share }));
      void navigate(paths.import(clientId, importId));
    } catch (refused) {
      toastError(refused);
      setUpload(null);
    }
  };
  // What is half sent is lost when the page goes.
  const sending = upload !== null;
  useEffect(() => {
    if (!sending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [sending]);
  const choose = useRef<HTMLButtonElement>(null);
  useHotkeys({ u: () => choose.current?.click() });
  // A file that misses the field would be opened by the browser instead of this page: all of the window takes it.
  useWindow('dragover', (event) => {
    event.preventDefault();
    setOver(true);
  });
  useWindow('dragleave', (event) => event.relatedTarget === null && setOver(false));
  useWindow('drop', (event) => {
    event.preventDefault();
    setOver(false);
    const files = event.dataTransfer?.files ?? [];
    if (files.length > 1) toastError(t('drop.one'));
    else if (mayImport) void send(files[0]);
  });
  const count = (value: number | undefined) => (value === undefined ? '–' : format.number(value));
  const columns: readonly Column<Import>[] = [
    { key: 'file', header: t('column.file'), width: 240, strong: true, cell: (row) => row.fileName },
    {
      key: 'status',
      header: t('column.status'),
      width: 120,
      cell: (row) => (
        <Tag tone={TONES[row.status]}>
          {t(`status.${row.status}`)}
          {AT_WORK.includes(row.status) && row.rowsTotal ? ` · ${format.percent(Math.min(1, row.rowsDone / row.rowsTotal))}` : ''}
        </Tag>
      ),
    },
    {
      key: 'rows',
      header: t('column.rows'),
      width: 100,
      align: 'right',
      cell: (row) => count(row.status === 'uploaded' ? (row.rowsTotal ?? undefined) : row.rowsDone),
    },
    { key: 'created', header: t('column.created'), width: 100, align: 'right', cell: (row) => count(row.summary?.created) },
    { key: 'changed', header: t('column.changed'), width: 100, align: 'right', cell: (row) => count(row.summary?.changed) },
    { key: 'rejected', header: t('column.rejected'), width: 100, align: 'right', cell: (row) => count(row.summary?.rejected) },
    { key: 'mapping', header: t('column.mapping'), width: 140, cell: (row) => row.mappingName ?? '–' },
    { key: 'when', header: t('column.when'), width: 130, cell: (row) => <DateText value={row.createdAt} /> },
  ];

  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={data && <CountChip>{format.number(data.listImports.total)}</CountChip>}
        actions={
          <ListExport
            list="imports"
            disabled={rows.length === 0}
            columns={[
              { key: 'file', header: t('column.file') },
              {
                key: 'status',
                header: t('column.status'),
                words: wordsOf(Object.keys(TONES) as Import['status'][], (status) => t(`status.${status}`)),
              },
              { key: 'rows', header: t('column.rows') },
              { key: 'created', header: t('column.created') },
              { key: 'changed', header: t('column.changed') },
              { key: 'unchanged', header: t('column.unchanged') },
              { key: 'rejected', header: t('column.rejected') },
              { key: 'mapping', header: t('column.mapping') },
              { key: 'when', header: t('column.when') },
            ]}
          />
        }
      />
      <Can domain="account" action="importPortfolio">
        <section className={classes.drop} data-over={over || undefined} aria-label={t('drop.label')}>
          {upload ? (
            <div className={classes.progress}>
              <Progress
                label={t('drop.sending', { name: upload.name })}
                done={Math.round(upload.share * upload.size)}
                total={upload.size}
                show={format.megabytes}
              />
            </div>
          ) : (
            <>
              <p>
                <strong>{t('drop.title')}</strong> {t('drop.detail')}
              </p>
              <FileButton onChange={(file) => void send(file)} accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values">
                {(props) => (
                  <Button
                    {...props}
                    ref={choose}
                    leftSection={<IconUpload size={16} />}
                    rightSection={<Kbd size="xs">{keyLabel('u')}</Kbd>}
                  >
                    {t('drop.choose')}
                  </Button>
                )}
              </FileButton>
            </>
          )}
        </section>
      </Can>
      <div className={classes.list}>
        <DataTable
          label={t('title')}
          columns={columns}
          rows={rows}
          rowId={(row) => row.importId}
          total={data?.listImports.total ?? 0}
          loading={loading && rows.length === 0}
          error={error}
          onRetry={refetch}
          onOpen={(row) => void navigate(paths.import(clientId, row.importId))}
          empty={<EmptyState title={t('empty.title')} detail={t('empty.detail')} />}
        />
      </div>
    </div>
  );
}

/** Listens to the window's drags from the moment the screen is drawn: a file that is dropped before would leave the application. */
function useWindow(type: 'dragover' | 'dragleave' | 'drop', onEvent: (event: DragEvent) => void): void {
  const handler = useRef(onEvent);
  handler.current = onEvent;
  useLayoutEffect(() => {
    const listen = (event: DragEvent) => handler.current(event);
    window.addEventListener(type, listen);
    return () => window.removeEventListener(type, listen);
  }, [type]);
}
