import { Button, SegmentedControl, Select, Skeleton } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { ListExport, wordsOf } from '../../../shell/ListExport.tsx';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { download } from '../../../ui/charts/download.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { Money } from '../../../ui/Money.tsx';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import classes from './DirectDebitsScreen.module.css';
import {
  AnnounceByLetterDocument,
  AnnounceDirectDebitsDocument,
  CancelDirectDebitDocument,
  DirectDebitLetterDocument,
  DirectDebitsDocument,
  type DirectDebitsQuery,
  DownloadDirectDebitFileDocument,
  ExportDirectDebitsDocument,
  RejectDirectDebitDocument,
} from './finance.graphql.ts';

type Debit = DirectDebitsQuery['getDirectDebits'][number];
type BankFile = DirectDebitsQuery['getDirectDebitFiles'][number];
const VIEWS = {
  waiting: ['planned', 'announced'],
  exported: ['exported'],
  settled: ['settled'],
  returned: ['returned'],
  canceled: ['canceled'],
  files: [],
} as const;
type View = keyof typeof VIEWS;
const TONES: Readonly<Record<string, Tone>> = {
  planned: 'neutral',
  announced: 'info',
  exported: 'violet',
  settled: 'good',
  returned: 'bad',
  canceled: 'neutral',
};
const VERSIONS = ['pain.008.001.08', 'pain.008.001.02'];

/** payments/direct-debits: what will be collected, was given to the bank, came in or came back; and the files. */
export default function DirectDebitsScreen() {
  const { t, exists } = useTranslation(['bank', 'events']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const may = useCan('operations', 'manageBank');
  const [search, setSearch] = useSearchParams();
  const named = search.get('view') ?? 'waiting';
  const view: View = Object.hasOwn(VIEWS, named) ? (named as View) : 'waiting';
  const [open, setOpen] = useState<Debit | null>(null);
  const [bankAccountId, setBankAccountId] = useState<string | null>(null);
  const [version, setVersion] = useState(VERSIONS[0] ?? '');
  const { data, loading, error, refetch } = useQuery(
    'finance',
    DirectDebitsDocument,
    { clientId, statuses: [...VIEWS[view]] },
    { reuse: true, keepPrevious: true },
  );
  const letter = useQuery(
    'finance',
    DirectDebitLetterDocument,
    open?.status === 'planned' ? { clientId, paymentId: open.paymentId } : null,
    { reuse: true },
  );
  const [announce, announcing] = useMutation('finance', AnnounceDirectDebitsDocument, { idempotent: true });
  const [byLetter] = useMutation('finance', AnnounceByLetterDocument, { idempotent: true });
  const [cancel] = useMutation('finance', CancelDirectDebitDocument, { idempotent: true });
  const [reject] = useMutation('finance', RejectDirectDebitDocument, { idempotent: true });
  const [exportAll, exporting] = useMutation('finance', ExportDirectDebitsDocument);
  const [take] = useMutation('finance', DownloadDirectDebitFileDocument, { idempotent: true });
  const accounts = (data?.getBankAccounts ?? []).filter((each) => each.creditorId !== null);
  const account = accounts.find((each) => each.bankAccountId === bankAccountId) ?? accounts.find((each) => each.isDefault) ?? accounts[0];
  const rows = data?.getDirectDebits ?? [];
  const act = async (work: () => Promise<string>) => {
    try {
      toastSuccess(await work());
      setOpen(null);
    } catch (refused) {
      toastError(refused);
    }
    refetch();
  };
  const save = async (fileId: string) => {
    const { fileName, xml } = (await take({ clientId, fileId })).downloadDirectDebitFile;
    download(fileName, 'application/xml', xml);
  };
  const reason = (code: string | null) =>
    code === null ? '' : exists(`events:returnReason.${code}`) ? String(t(`events:returnReason.${code}` as never)) : code;

  const columns: readonly Column<Debit>[] = [
    { key: 'day', header: t('debit.day'), width: 110, cell: (row) => format.date(row.collectionDate) },
    { key: 'name', header: t('debit.debtor'), width: 170, strong: true, cell: (row) => row.debtorName || row.externalAccountRef },
    { key: 'mandate', header: t('debit.mandate'), width: 186, cell: (row) => row.mandateReference },
    { key: 'claims', header: t('debit.claims'), width: 150, cell: (row) => row.claimRefs.join(', ') },
    {
      key: 'status',
      header: t('column.status'),
      width: 184,
      cell: (row) => (
        <Tag tone={TONES[row.status] ?? 'neutral'}>
          {t(`debitStatus.${row.status}` as never)}
          {row.status === 'returned' ? ` · ${reason(row.returnReason)}` : ''}
        </Tag>
      ),
    },
    { key: 'sequence', header: t('debit.sequence'), width: 80, cell: (row) => row.sequenceType ?? '–' },
    {
      key: 'amount',
      header: t('column.amount'),
      width: 110,
      align: 'right',
      cell: (row) => <Money amount={row.amount} currency={row.currency} />,
    },
  ];
  const fileColumns: readonly Column<BankFile>[] = [
    { key: 'id', header: t('file.id'), width: 240, strong: true, cell: (row) => row.messageId },
    { key: 'made', header: t('file.made'), width: 150, cell: (row) => format.date(row.createdAt, 'long') },
    { key: 'taken', header: t('file.taken'), width: 150, cell: (row) => (row.downloadedAt ? format.date(row.downloadedAt, 'long') : '–') },
    { key: 'count', header: t('file.count'), width: 90, align: 'right', cell: (row) => format.number(row.count) },
    {
      key: 'amount',
      header: t('column.amount'),
      width: 120,
      align: 'right',
      cell: (row) => <Money amount={row.amount} currency={row.currency} />,
    },
  ];
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('debits') }]}
        chip={view !== 'files' && data ? <CountChip>{format.number(rows.length)}</CountChip> : undefined}
        actions={
          <>
            <ExportThese view={view} />
            {may && (
              <>
                <Button
                  variant="default"
                  loading={announcing}
                  onClick={() => void act(async () => t('announced', { count: (await announce({ clientId })).announceDirectDebits }))}
                >
                  {t('announceNow')}
                </Button>
                <Button
                  leftSection={<IconFileExport size={16} />}
                  disabled={!account}
                  loading={exporting}
                  onClick={() =>
                    void act(async () => {
                      const made = (await exportAll({ clientId, bankAccountId: account?.bankAccountId ?? '', version })).exportDirectDebits;
                      await save(made.fileId);
                      return t('exported', { count: made.count, amount: format.money(made.amount, 'EUR') });
                    })
                  }
                >
                  {t('export')}
                </Button>
              </>
            )}
          </>
        }
      />
      <div className={classes.bar} style={{ paddingTop: 12 }}>
        <SegmentedControl
          size="xs"
          aria-label={t('view.label')}
          value={view}
          onChange={(next) => setSearch(next === 'waiting' ? {} : { view: next }, { replace: true })}
          data={(Object.keys(VIEWS) as View[]).map((each) => ({ value: each, label: t(`debitView.${each}`) }))}
        />
        {may && accounts.length > 0 && (
          <>
            <Select
              size="xs"
              aria-label={t('file.account')}
              value={account?.bankAccountId ?? null}
              onChange={setBankAccountId}
              allowDeselect={false}
              data={accounts.map((each) => ({ value: each.bankAccountId, label: each.name }))}
            />
            <Select
              size="xs"
              aria-label={t('file.version')}
              value={version}
              onChange={(next) => setVersion(next ?? version)}
              allowDeselect={false}
              data={VERSIONS}
            />
          </>
        )}
      </div>
      <div className={classes.list} style={{ flex: 1, borderTop: '1px solid var(--line)' }}>
        {view === 'files' ? (
          <DataTable
            label={t('debitView.files')}
            columns={fileColumns}
            rows={data?.getDirectDebitFiles ?? []}
            rowId={(row) => row.fileId}
            loading={loading && !data}
            error={error}
            onRetry={refetch}
            onOpen={(row) => may && void save(row.fileId).then(refetch, toastError)}
            empty={<EmptyState title={t('noFiles.title')} detail={t('noFiles.detail')} />}
          />
        ) : (
          <DataTable
            label={t(`debitView.${view}`)}
            columns={columns}
            rows={rows}
            rowId={(row) => row.paymentId}
            loading={loading && rows.length === 0}
            error={error}
            onRetry={refetch}
            onOpen={setOpen}
            empty={<EmptyState title={t('noDebits.title')} detail={accounts.length === 0 ? t('noDebits.account') : t('noDebits.detail')} />}
          />
        )}
      </div>
      {open && (
        <Drawer
          opened
          onClose={() => setOpen(null)}
          title={`${open.debtorName || open.externalAccountRef} · ${format.money(open.amount, open.currency)}`}
          footer={
            <>
              {may && open.status === 'planned' && (
                <Button onClick={() => void act(() => byLetter({ clientId, paymentId: open.paymentId }).then(() => t('letterSent')))}>
                  {t('byLetter')}
                </Button>
              )}
              {may && open.status === 'exported' && (
                <Button
                  color="red"
                  variant="light"
                  onClick={() => void act(() => reject({ clientId, paymentId: open.paymentId }).then(() => t('rejectedOne')))}
                >
                  {t('rejectDebit')}
                </Button>
              )}
              {may && (open.status === 'planned' || open.status === 'announced') && (
                <Button
                  color="red"
                  variant="light"
                  onClick={() => void act(() => cancel({ clientId, paymentId: open.paymentId }).then(() => t('canceled')))}
                >
                  {t('cancelDebit')}
                </Button>
              )}
            </>
          }
        >
          <KeyValue
            pairs={[
              [t('debit.day'), format.date(open.collectionDate)],
              [t('column.status'), t(`debitStatus.${open.status}` as never)],
              [t('returnReason'), open.returnReason === null ? null : `${reason(open.returnReason)} (${open.returnReason})`],
              [t('debit.mandate'), open.mandateReference],
              [t('debit.claims'), open.claimRefs.join(', ')],
              [t('debit.announcedAt'), open.announcedAt === null ? null : format.date(open.announcedAt, 'long')],
            ]}
          />
          <p className={classes.account}>
            <Link to={paths.account(clientId, open.accountId)}>{t('openAccount')}</Link>
          </p>
          {letter.error ? <ErrorState error={letter.error} onRetry={letter.refetch} /> : null}
          {letter.loading && !letter.data && <Skeleton height={160} mt={16} />}
          {letter.data && (
            <div className={classes.foot}>
              <p className={classes.doubt}>{t('letterText')}</p>
              <p className={classes.remittance} style={{ whiteSpace: 'pre-line' }}>
                <strong>{letter.data.getDirectDebitLetter.subject}</strong>
                {`\n${letter.data.getDirectDebitLetter.text}`}
              </p>
            </div>
          )}
        </Drawer>
      )}
    </div>
  );
}

const STATUSES = ['planned', 'announced', 'exported', 'settled', 'returned', 'canceled'] as const;

/** What the screen shows, all of it, as a list for a spreadsheet; the file for the bank is another button. */
function ExportThese({ view }: { view: View }) {
  const { t, group } = useTranslation(['bank', 'lists', 'events']);
  const sums = [
    { key: 'amount', header: t('column.amount') },
    { key: 'currency', header: t('lists:export.currency') },
  ];
  if (view === 'files')
    return (
      <ListExport
        list="direct-debit-files"
        columns={[
          { key: 'id', header: t('file.id') },
          { key: 'bankAccount', header: t('file.account') },
          { key: 'made', header: t('file.made') },
          { key: 'taken', header: t('file.taken') },
          { key: 'count', header: t('file.count') },
          ...sums,
        ]}
      />
    );
  return (
    <ListExport
      list="direct-debits"
      wanted={{ statuses: VIEWS[view] }}
      columns={[
        { key: 'day', header: t('debit.day') },
        { key: 'debtor', header: t('debit.debtor') },
        { key: 'account', header: t('column.account') },
        { key: 'mandate', header: t('debit.mandate') },
        { key: 'claims', header: t('debit.claims') },
        { key: 'status', header: t('column.status'), words: wordsOf(STATUSES, (name) => t(`debitStatus.${name}`)) },
        { key: 'returnReason', header: t('returnReason'), words: group('events:returnReason') },
        { key: 'sequence', header: t('debit.sequence') },
        ...sums,
        { key: 'announced', header: t('debit.announcedAt') },
        { key: 'file', header: t('file.id') },
      ]}
    />
  );
}
