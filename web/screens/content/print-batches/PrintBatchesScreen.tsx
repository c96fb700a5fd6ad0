import { Button, Group } from '@mantine/core';
import { IconDownload, IconMailOff, IconTable } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { query, useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { later } from '../../../ui/later.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import {
  ClosePrintBatchDocument,
  MarkPrintBatchPostedDocument,
  PrintBatchesDocument,
  type PrintBatchesQuery,
  PrintBatchFilesDocument,
} from './cms.graphql.ts';

const ReturnedDialog = later(() => import('./ReturnedDialog.tsx'));

type Batch = PrintBatchesQuery['listPrintBatches'][number];
type State = 'open' | 'closed' | 'posted';
const stateOf = ({ closedAt, postedAt }: Batch): State => (postedAt ? 'posted' : closedAt ? 'closed' : 'open');
const TONES = { open: 'info', closed: 'warn', posted: 'good' } as const;

/** content/print-batches: the letters that the house prints itself, a batch a day. */
export default function PrintBatchesScreen() {
  const { t } = useTranslation('letters');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const posts = useCan('account', 'sendMessage');
  const returns = useCan('account', 'editAccount');
  const { data, loading, error, refetch } = useQuery('cms', PrintBatchesDocument, { clientId }, { reuse: true });
  const [close, closing] = useMutation('cms', ClosePrintBatchDocument);
  const [mark, marking] = useMutation('cms', MarkPrintBatchPostedDocument);
  const [posted, setPosted] = useState<Batch | null>(null);
  const [returning, setReturning] = useState(false);

  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (thrown) {
      toastError(thrown);
    }
  };
  const load = ({ batchId }: Batch, kind: 'pdf' | 'csv') =>
    act(async () => {
      const { getPrintBatchFiles: files } = await query('cms', PrintBatchFilesDocument, { clientId, batchId });
      Object.assign(document.createElement('a'), { href: files[kind], rel: 'noreferrer' }).click();
    });
  const actions = (batch: Batch) => {
    const state = stateOf(batch);
    const name = { day: format.date(batch.day), number: batch.number };
    if (state === 'open')
      return posts ? (
        <Button
          variant="default"
          size="compact-sm"
          loading={closing}
          aria-label={t('closeOf', name)}
          onClick={() => void act(() => close({ clientId, batchId: batch.batchId }))}
        >
          {t('close')}
        </Button>
      ) : null;
    return (
      <Group gap={6} wrap="nowrap" justify="flex-end">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} />}
          aria-label={t('pdfOf', name)}
          onClick={() => void load(batch, 'pdf')}
        >
          {t('pdf')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconTable size={14} />}
          aria-label={t('csvOf', name)}
          onClick={() => void load(batch, 'csv')}
        >
          {t('csv')}
        </Button>
        {posts && state === 'closed' && (
          <Button size="compact-sm" loading={marking} aria-label={t('postedOf', name)} onClick={() => setPosted(batch)}>
            {t('posted')}
          </Button>
        )}
      </Group>
    );
  };
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        actions={
          returns && (
            <Button variant="default" leftSection={<IconMailOff size={16} />} onClick={() => setReturning(true)}>
              {t('returned.open')}
            </Button>
          )
        }
      />
      <DataTable
        label={t('title')}
        columns={[
          { key: 'day', header: t('columns.day'), width: 160, strong: true, cell: (batch) => format.date(batch.day) },
          { key: 'number', header: t('columns.number'), width: 90, align: 'right', cell: (batch) => format.number(batch.number) },
          { key: 'letters', header: t('columns.letters'), width: 110, align: 'right', cell: (batch) => format.number(batch.letters) },
          {
            key: 'state',
            header: t('columns.state'),
            width: 130,
            cell: (batch) => <Tag tone={TONES[stateOf(batch)]}>{t(`state.${stateOf(batch)}`)}</Tag>,
          },
          {
            key: 'posted',
            header: t('columns.posted'),
            width: 220,
            cell: (batch) =>
              batch.postedAt ? (
                <span>
                  <DateText value={batch.postedAt} /> {batch.postedBy}
                </span>
              ) : null,
          },
          { key: 'actions', header: '', width: 380, align: 'right', sticks: true, cell: actions },
        ]}
        rows={data?.listPrintBatches ?? []}
        rowId={(batch) => batch.batchId}
        loading={loading}
        error={error}
        onRetry={refetch}
        rowHeight={48}
        empty={<EmptyState title={t('empty')} detail={t('emptyDetail')} />}
      />
      <ConfirmDialog
        opened={posted !== null}
        onClose={() => setPosted(null)}
        title={t('confirm.title')}
        detail={posted && t('confirm.detail', { day: format.date(posted.day), count: posted.letters })}
        confirm={t('posted')}
        onConfirm={() =>
          posted
            ? mark({ clientId, batchId: posted.batchId }).then(() => {
                toastSuccess(t('confirm.done', { count: posted.letters }));
                setPosted(null);
              })
            : undefined
        }
      />
      <Suspense>{returning && <ReturnedDialog onClose={() => setReturning(false)} />}</Suspense>
    </>
  );
}
