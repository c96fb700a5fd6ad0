import { Button, SegmentedControl } from '@mantine/core';
import { IconFileTypeCsv, IconFileTypePdf, IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { useQuery } from '../../../shell/api.ts';
import { downloadFile } from '../../../shell/exportList.ts';
import { ListExport } from '../../../shell/ListExport.tsx';
import { fileColumnsOf } from '../../../shell/list/columns.ts';
import { useListFilters } from '../../../shell/list/filters.ts';
import { useListAddress } from '../../../shell/list/useListAddress.ts';
import { useFreshScreen } from '../../../shell/useFreshScreen.ts';
import { usePages } from '../../../shell/usePages.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DataTable, type Sort } from '../../../ui/DataTable.tsx';
import { menuColumn } from '../../../ui/DotsMenu.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { ListFilters } from '../../../ui/ListFilters.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError } from '../../../ui/toasts.ts';
import { type Invoice, useInvoiceColumns, useTotalColumns, useTransactionColumns } from './columns.tsx';
import { FILTERS, type Search } from './filters.ts';
import { InvoicesDocument, TransactionsDocument, TransactionTotalsDocument } from './partner.graphql.ts';
import { StatementDrawer } from './StatementDrawer.tsx';
import classes from './TransactionsScreen.module.css';

const PAGE = 100;
const VIEWS = ['entries', 'totals', 'statements'] as const;
type View = (typeof VIEWS)[number];
const NEWEST: Sort = { key: '', descending: false };
const OWN_EVENTS = ['paymentSettled', 'paymentChargedBack', 'paymentRefunded', 'partnerInvoiceIssued', 'partnerAgreementSaved'];

/** asset/transactions: what partners brought in, what they earned with it, and what of it was billed. */
export default function TransactionsScreen() {
  const { t } = useTranslation('partners');
  const format = useFormat();
  const edits = useCan('partner', 'editCommissions');
  const columns = useTransactionColumns();
  const list = useListAddress<Search>(columns, FILTERS, NEWEST, { words: 'externalClaimRef' });
  const { params, filter, change, isNarrowed, clear } = list;
  const view: View = VIEWS.find((each) => each === params.get('view')) ?? 'entries';
  const [closing, setClosing] = useState(false);
  useFreshScreen({ types: OWN_EVENTS });
  const filters = useListFilters(FILTERS, { labelOf: (name) => t(`transaction.columns.${name as 'day'}`) });
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('transaction.title') }]}
        actions={
          <>
            {view === 'entries' && <ListExport list="partner-transactions" wanted={{ filter }} columns={fileColumnsOf(columns)} />}
            {edits && (
              <Button leftSection={<IconReceipt size={16} stroke={1.6} />} onClick={() => setClosing(true)}>
                {t('statement.button')}
              </Button>
            )}
          </>
        }
      />
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('transaction.title')}
          value={view}
          onChange={(next) => change({ view: next === 'entries' ? [] : [next] })}
          data={VIEWS.map((value) => ({ value, label: t(`transaction.view.${value}`) }))}
        />
      </div>
      {view !== 'statements' && (
        <FilterBar
          search={{
            value: params.get('search') ?? '',
            onSearch: (text) => change({ search: text ? [text] : [] }),
            placeholder: t('transaction.search'),
          }}
        >
          <ListFilters filters={filters} params={params} onChange={(name, values) => change({ [name]: values })} />
        </FilterBar>
      )}
      <div className={classes.list}>
        {view === 'entries' && <Entries filter={filter} isNarrowed={isNarrowed} onClear={clear} />}
        {view === 'totals' && <Totals filter={filter} isNarrowed={isNarrowed} onClear={clear} />}
        {view === 'statements' && <Statements />}
      </div>
      {closing && (
        <StatementDrawer
          today={format.dayOf(new Date().toISOString())}
          onClose={() => setClosing(false)}
          onDone={() => {
            setClosing(false);
            change({ view: ['statements'] });
          }}
        />
      )}
    </div>
  );
}

interface Narrowed {
  readonly filter: Search;
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
}

function useEmpty({ isNarrowed, onClear }: Narrowed) {
  const { t } = useTranslation('partners');
  return isNarrowed ? (
    <NothingFound title={t('transaction.nothing')} detail={t('nothingDetail')} onClear={onClear} />
  ) : (
    <EmptyState icon={<IconReceipt size={22} />} title={t('transaction.empty')} detail={t('transaction.emptyDetail')} />
  );
}

function Entries(props: Narrowed) {
  const { t } = useTranslation('partners');
  const { clientId } = useWorkspace();
  const columns = useTransactionColumns();
  const empty = useEmpty(props);
  const pages = usePages(
    'partner',
    TransactionsDocument,
    (after: string | null) => ({ clientId, filter: props.filter, after, size: PAGE }),
    ({ getPartnerTransactions: { results, next } }) => ({ rows: results, next: next ?? null }),
  );
  return (
    <DataTable
      label={t('transaction.title')}
      columns={columns}
      rows={pages.rows}
      rowId={(row) => row.commissionId}
      loading={pages.loading}
      loadingMore={pages.loadingMore}
      error={pages.error}
      onRetry={pages.reload}
      onEndReached={pages.more}
      empty={empty}
    />
  );
}

function Totals(props: Narrowed) {
  const { t } = useTranslation('partners');
  const { clientId } = useWorkspace();
  const columns = useTotalColumns();
  const empty = useEmpty(props);
  const { data, loading, error, refetch } = useQuery(
    'partner',
    TransactionTotalsDocument,
    { clientId, filter: props.filter },
    { keepPrevious: true },
  );
  const rows = data?.getPartnerTransactionTotals ?? [];
  return (
    <DataTable
      label={t('transaction.view.totals')}
      columns={columns}
      rows={rows}
      rowId={(row) => `${row.partnerId} ${row.currency}`}
      loading={loading && rows.length === 0}
      error={error}
      onRetry={refetch}
      empty={empty}
    />
  );
}

function Statements() {
  const { t } = useTranslation('partners');
  const { clientId } = useWorkspace();
  const { data, loading, error, refetch } = useQuery('partner', InvoicesDocument, { clientId }, { keepPrevious: true });
  const rows = data?.getPartnerInvoices ?? [];
  const load = ({ invoiceId, number }: Invoice, kind: 'pdf' | 'csv') => {
    downloadFile('/api/partner/invoice', { clientId, invoiceId, format: kind }, `${number}.${kind}`).catch(toastError);
  };
  const columns = [
    ...useInvoiceColumns(),
    menuColumn<Invoice>(
      (row) => t('statement.more', { number: row.number }),
      (row) => [
        { key: 'pdf', icon: <IconFileTypePdf size={16} />, label: t('statement.pdf'), onChoose: () => load(row, 'pdf') },
        { key: 'csv', icon: <IconFileTypeCsv size={16} />, label: t('statement.csv'), onChoose: () => load(row, 'csv') },
      ],
    ),
  ];
  return (
    <div className={`${classes.list} ${classes.statements}`}>
      <DataTable
        label={t('transaction.view.statements')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.invoiceId}
        loading={loading && rows.length === 0}
        error={error}
        onRetry={refetch}
        onOpen={(row) => load(row, 'pdf')}
        empty={<EmptyState icon={<IconReceipt size={22} />} title={t('statement.none')} detail={t('statement.noneDetail')} />}
      />
    </div>
  );
}
