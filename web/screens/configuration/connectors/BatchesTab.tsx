import { Button } from '@mantine/core';
import { IconFileExport, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { BatchDrawer } from './BatchDrawer.tsx';
import { type Batch, totalsOf } from './batch.ts';
import classes from './ConnectorsScreen.module.css';
import { AccountingBatchesDocument } from './finance.graphql.ts';
import { NewBatch } from './NewBatch.tsx';

const TONES: Readonly<Record<Batch['status'], Tone>> = { making: 'info', made: 'good', failed: 'bad' };

/** Batches of the ledger for the bookkeeping, and the way to the next one. */
export default function BatchesTab() {
  const { t } = useTranslation('connectors');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const edits = useCan('configuration', 'editConnectors');
  const [making, setMaking] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const { data, loading, error, refetch } = useQuery(
    'finance',
    AccountingBatchesDocument,
    { clientId, offset: 0 },
    { keepPrevious: true, pollInterval: working ? 1000 : 0 },
  );
  const rows = data?.listAccountingBatches.items ?? [];
  const isWorking = rows.some(({ status }) => status === 'making');
  if (isWorking !== working) setWorking(isWorking);
  const columns: readonly Column<Batch>[] = [
    { key: 'number', header: t('batch.number'), width: 90, align: 'right', strong: true, cell: ({ number }) => number ?? '–' },
    {
      key: 'status',
      header: t('watch.state'),
      width: 190,
      cell: (batch) => (
        <>
          <Tag tone={TONES[batch.status]}>{t(`batch.status.${batch.status}`)}</Tag>{' '}
          {batch.isReversal && <Tag tone="violet">{t('batch.reversal')}</Tag>}
          {batch.reversedByNumber !== null && <Tag>{t('batch.reversed')}</Tag>}
        </>
      ),
    },
    { key: 'until', header: t('batch.until'), width: 130, cell: ({ until }) => <DateText value={until} style="medium" /> },
    { key: 'entries', header: t('batch.entries'), width: 120, align: 'right', cell: ({ entries }) => format.number(entries) },
    {
      key: 'sums',
      header: t('batch.sums'),
      width: 200,
      cell: (batch) =>
        totalsOf(batch)
          .map(({ currency, debit }) => format.money(debit, currency))
          .join(' · ') || '–',
    },
    { key: 'made', header: t('batch.made'), width: 140, cell: ({ madeAt, createdAt }) => <DateText value={madeAt ?? createdAt} /> },
    {
      key: 'delivered',
      header: t('batch.delivered'),
      width: 140,
      cell: ({ deliveredAt, deliveryError }) =>
        deliveryError === null ? <DateText value={deliveredAt} /> : <Tag tone="bad">{t('batch.notDelivered')}</Tag>,
    },
  ];
  const add = edits && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
      {t('batch.add')}
    </Button>
  );
  const opened = rows.find(({ batchId }) => batchId === openId);
  return (
    <>
      <div className={classes.bar}>
        <p>{t('batch.intro')}</p>
        {rows.length > 0 && add}
      </div>
      <div className={classes.list}>
        <DataTable
          label={t('tab.batches')}
          columns={columns}
          rows={rows}
          rowId={({ batchId }) => batchId}
          total={data?.listAccountingBatches.total ?? 0}
          loading={loading && !data}
          error={data ? undefined : error}
          onRetry={refetch}
          onOpen={({ batchId }) => setOpenId(batchId)}
          openId={openId}
          empty={
            <EmptyState
              icon={<IconFileExport size={22} />}
              title={t('batch.none')}
              detail={t('batch.noneDetail')}
              action={add || undefined}
            />
          }
        />
      </div>
      {making && (
        <NewBatch
          onClose={() => {
            setMaking(false);
            refetch();
          }}
        />
      )}
      {opened && <BatchDrawer batch={opened} onChanged={refetch} onClose={() => setOpenId(null)} />}
    </>
  );
}
