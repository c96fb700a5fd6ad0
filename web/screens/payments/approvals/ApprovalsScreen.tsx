import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Money } from '../../../ui/Money.tsx';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ApprovalsScreen.module.css';
import type { Approval } from './approval.ts';
import { DecideDrawer } from './DecideDrawer.tsx';
import { ApprovalsDocument } from './finance.graphql.ts';

const VIEWS = ['waiting', 'decided'] as const;
const TONES: Readonly<Record<string, Tone>> = { waiting: 'warn', approved: 'good', rejected: 'bad', withdrawn: 'neutral' };

/** payments/approvals: what colleagues may not book alone, the oldest request first, and what became of earlier ones. */
export default function ApprovalsScreen() {
  const { t } = useTranslation(['approvals', 'events']);
  const { clientId } = useWorkspace();
  const { nameOf } = useStaff();
  const format = useFormat();
  const [search, setSearch] = useSearchParams();
  const view = search.get('view') === 'decided' ? 'decided' : 'waiting';
  const [open, setOpen] = useState<Approval | null>(null);
  const { data, loading, error, refetch } = useQuery(
    'finance',
    ApprovalsDocument,
    { clientId, waiting: view === 'waiting' },
    { reuse: true, keepPrevious: true },
  );
  const rows = data?.listApprovals.approvals ?? [];
  const columns: readonly Column<Approval>[] = [
    { key: 'debtor', header: t('column.account'), width: 170, strong: true, cell: (row) => row.debtorName || row.externalAccountRef },
    { key: 'kind', header: t('column.kind'), width: 150, cell: (row) => t(`kind.${row.kind as 'refund'}`) },
    {
      key: 'amount',
      header: t('column.amount'),
      width: 110,
      align: 'right',
      cell: (row) => <Money amount={row.amount} currency={row.currency} />,
    },
    { key: 'reason', header: t('column.reason'), width: 240, wraps: true, cell: (row) => row.reason },
    { key: 'who', header: t('column.requestedBy'), width: 140, cell: (row) => nameOf(row.requestedBy) ?? '–' },
    { key: 'when', header: t('column.requestedAt'), width: 150, cell: (row) => format.date(row.requestedAt, 'long') },
    ...(view === 'decided'
      ? [
          {
            key: 'status',
            header: t('column.status'),
            width: 110,
            cell: (row: Approval) => <Tag tone={TONES[row.status] ?? 'neutral'}>{t(`status.${row.status as 'approved'}`)}</Tag>,
          },
          { key: 'by', header: t('column.decidedBy'), width: 140, cell: (row: Approval) => nameOf(row.decidedBy) ?? '–' },
        ]
      : []),
  ];
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={data ? <CountChip>{format.number(data.listApprovals.total)}</CountChip> : undefined}
      />
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('view.label')}
          value={view}
          onChange={(next) => setSearch(next === 'waiting' ? {} : { view: next }, { replace: true })}
          data={VIEWS.map((each) => ({ value: each, label: t(`view.${each}`) }))}
        />
      </div>
      <div className={classes.list}>
        <DataTable
          label={t(`view.${view}`)}
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          loading={loading && rows.length === 0}
          error={error}
          onRetry={refetch}
          onOpen={setOpen}
          empty={<EmptyState title={t(`empty.${view}`)} detail={t('empty.detail')} />}
        />
      </div>
      {open && <DecideDrawer approval={open} onClose={() => setOpen(null)} onDone={refetch} />}
    </div>
  );
}
