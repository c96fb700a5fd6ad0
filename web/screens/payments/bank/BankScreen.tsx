import { Button, FileButton, Kbd, SegmentedControl, Select } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { ListExport, wordsOf } from '../../../shell/ListExport.tsx';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { FaultText } from '../../../ui/FaultText.tsx';
import { faultsOf, type ServerFault } from '../../../ui/fault.ts';
import { useFormat } from '../../../ui/format.ts';
import { keyLabel, useHotkeys } from '../../../ui/hotkeys.ts';
import { Money } from '../../../ui/Money.tsx';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { Can } from '../../../ui/permission.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './BankScreen.module.css';
import { EntryPanel } from './EntryPanel.tsx';
import { BankEntriesDocument, type BankEntriesQuery, BankStatementsDocument, type BankStatementsQuery } from './finance.graphql.ts';
import { uploadStatement } from './upload.ts';

type Entry = BankEntriesQuery['getBankEntries']['entries'][number];
type Statement = BankStatementsQuery['getBankStatements'][number];
const VIEWS = { open: ['ambiguous', 'unmatched'], booked: ['booked'], ignored: ['ignored'], statements: null } as const;
type View = keyof typeof VIEWS;
export const ENTRY_TONES: Readonly<Record<string, Tone>> = {
  new: 'info',
  booked: 'good',
  ambiguous: 'warn',
  unmatched: 'bad',
  ignored: 'neutral',
};
const PAGE = 100;

/** payments/bank: statements, and the work list of movements that no rule was sure of. */
export default function BankScreen() {
  const { t } = useTranslation('bank');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [search, setSearch] = useSearchParams();
  const named = search.get('view') ?? 'open';
  const view: View = Object.hasOwn(VIEWS, named) ? (named as View) : 'open';
  const statementId = search.get('statement');
  const page = Math.max(0, Math.trunc(Number(search.get('page') ?? '1')) - 1 || 0);
  /** What is shown stands in the address; another list begins at its first page. */
  const turn = (next: { view?: View; statement?: string | null; page?: number }) => {
    const wanted = { view, statement: statementId, page: 0, ...next };
    setSearch(
      {
        ...(wanted.view === 'open' ? {} : { view: wanted.view }),
        ...(wanted.statement ? { statement: wanted.statement } : {}),
        ...(wanted.page > 0 ? { page: String(wanted.page + 1) } : {}),
      },
      { replace: true },
    );
    setChosen(null);
    setPlace(0);
  };
  const [refused, setRefused] = useState<readonly ServerFault[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  /** Where the chosen movement stands: when it is decided and leaves, the next one takes its place. */
  const [place, setPlace] = useState(0);
  const [sending, setSending] = useState(false);
  const upload = useRef<HTMLButtonElement>(null);
  const statuses = VIEWS[view];
  const entries = useQuery(
    'finance',
    BankEntriesDocument,
    statuses === null ? null : { clientId, statementId, statuses: [...statuses], offset: page * PAGE },
    { reuse: true, keepPrevious: true },
  );
  const [matching, setMatching] = useState(false);
  const statements = useQuery(
    'finance',
    BankStatementsDocument,
    { clientId },
    { reuse: true, keepPrevious: true, pollInterval: matching ? 1500 : 0 },
  );
  const list = statements.data?.getBankStatements ?? [];
  const isMatching = list.some((each) => each.newCount > 0 || each.status === 'matching');
  if (isMatching !== matching) {
    setMatching(isMatching);
    if (!isMatching && entries.data) entries.refetch();
  }
  const rows = statuses === null ? [] : (entries.data?.getBankEntries.entries ?? []);
  const total = entries.data?.getBankEntries.total ?? 0;
  const entry = rows.find((each) => each.entryId === chosen) ?? rows[Math.min(place, rows.length - 1)];
  const choose = (row: Entry) => {
    setChosen(row.entryId);
    setPlace(rows.indexOf(row));
  };
  const changed = () => {
    entries.refetch();
    statements.refetch();
  };
  const send = async (file: File | null) => {
    if (!file || sending) return;
    setSending(true);
    setRefused([]);
    try {
      const { statements: read, rejectedCount } = await uploadStatement(clientId, file);
      if (read.length === 0) toastSuccess(t('rejected', { count: rejectedCount }));
      for (const each of read)
        toastSuccess(t('uploaded', { ref: each.statementRef, count: each.entryCount, repeated: format.number(each.repeatedCount) }));
      changed();
    } catch (error) {
      setRefused(faultsOf(error));
    } finally {
      setSending(false);
    }
  };
  useHotkeys({ u: () => upload.current?.click() });

  const columns: readonly Column<Entry>[] = [
    { key: 'date', header: t('column.valueDate'), width: 116, cell: (row) => format.date(row.valueDate) },
    { key: 'name', header: t('column.counterparty'), width: 140, strong: true, wraps: true, cell: (row) => row.counterpartyName ?? '–' },
    { key: 'text', header: t('column.text'), width: 150, wraps: true, cell: (row) => row.remittance || '–' },
    {
      key: 'status',
      header: t('column.status'),
      width: 160,
      cell: (row) => <Tag tone={ENTRY_TONES[row.status] ?? 'neutral'}>{t(`status.${row.status}` as never)}</Tag>,
    },
    {
      key: 'amount',
      header: t('column.amount'),
      width: 110,
      align: 'right',
      cell: (row) => <Money amount={row.amount} currency={row.currency} />,
    },
  ];
  const statementColumns: readonly Column<Statement>[] = [
    { key: 'ref', header: t('column.statement'), width: 160, strong: true, cell: (row) => row.statementRef },
    { key: 'iban', header: t('column.iban'), width: 200, cell: (row) => row.iban },
    {
      key: 'status',
      header: t('column.status'),
      width: 110,
      cell: (row) => (
        <Tag tone={row.status === 'done' ? 'good' : row.status === 'failed' ? 'bad' : 'info'}>{t(`statement.${row.status}` as never)}</Tag>
      ),
    },
    { key: 'entries', header: t('column.entries'), width: 90, align: 'right', cell: (row) => format.number(row.entryCount) },
    { key: 'booked', header: t('column.booked'), width: 90, align: 'right', cell: (row) => format.number(row.bookedCount) },
    { key: 'open', header: t('column.open'), width: 90, align: 'right', cell: (row) => format.number(row.openCount) },
    { key: 'ignored', header: t('column.ignored'), width: 90, align: 'right', cell: (row) => format.number(row.ignoredCount) },
    {
      key: 'closing',
      header: t('column.closing'),
      width: 120,
      align: 'right',
      cell: (row) => <Money amount={row.closingBalance} currency={row.currency} />,
    },
  ];
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={view === 'open' && entries.data ? <CountChip>{format.number(total)}</CountChip> : undefined}
        actions={
          <>
            <ExportThese view={view} statementId={statementId} />
            <Button component={Link} to={paths.bankAccounts(clientId)} variant="default">
              {t('account.title')}
            </Button>
          </>
        }
      />
      <Can domain="operations" action="manageBank">
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
      </Can>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('view.label')}
          value={view}
          onChange={(next) => turn({ view: next as View })}
          data={(Object.keys(VIEWS) as View[]).map((each) => ({ value: each, label: t(`view.${each}`) }))}
        />
        {statuses !== null && (
          <Select
            size="xs"
            clearable
            aria-label={t('column.statement')}
            placeholder={t('allStatements')}
            value={statementId}
            onChange={(next) => turn({ statement: next })}
            data={list.map((each) => ({ value: each.statementId, label: `${each.statementRef} · ${format.date(each.createdAt)}` }))}
          />
        )}
        {matching && <Tag tone="info">{t('statement.matching')}</Tag>}
        {statuses !== null && total > PAGE && (
          <>
            <Button size="xs" variant="default" disabled={page === 0} onClick={() => turn({ page: page - 1 })}>
              {t('earlier')}
            </Button>
            <Button size="xs" variant="default" disabled={(page + 1) * PAGE >= total} onClick={() => turn({ page: page + 1 })}>
              {t('later')}
            </Button>
          </>
        )}
      </div>
      {statuses === null ? (
        <div className={classes.list} style={{ flex: 1 }}>
          <DataTable
            label={t('view.statements')}
            columns={statementColumns}
            rows={list}
            rowId={(row) => row.statementId}
            total={list.length}
            loading={statements.loading && list.length === 0}
            error={statements.error}
            onRetry={statements.refetch}
            onOpen={(row) => turn({ statement: row.statementId, view: 'open' })}
            empty={<EmptyState title={t('noStatements.title')} detail={t('noStatements.detail')} />}
          />
        </div>
      ) : (
        <div className={classes.work}>
          <div className={classes.list}>
            <DataTable
              label={t(`view.${view}`)}
              columns={columns}
              rows={rows}
              rowId={(row) => row.entryId}
              total={total}
              loading={entries.loading && rows.length === 0}
              error={entries.error}
              onRetry={entries.refetch}
              openId={entry?.entryId ?? null}
              onOpen={choose}
              onActive={choose}
              empty={<EmptyState title={t('nothingOpen.title')} detail={t('nothingOpen.detail')} />}
            />
          </div>
          <aside className={classes.side} aria-label={t('detail')}>
            {entry ? (
              <EntryPanel key={`${entry.entryId}:${entry.revision}`} entry={entry} onChanged={changed} />
            ) : (
              <p className={classes.muted}>{t('chooseOne')}</p>
            )}
          </aside>
        </div>
      )}
    </div>
  );
}

const STATUSES = ['new', 'booked', 'ambiguous', 'unmatched', 'ignored'] as const;
const READINGS = ['reading', 'matching', 'done', 'failed'] as const;
const DOUBTS = [
  'nothingFits',
  'tooWeak',
  'severalFit',
  'moreThanDue',
  'nothingDue',
  'outgoing',
  'returnUnknown',
  'returnAmount',
  'otherClaims',
  'undone',
] as const;

/** What the screen shows, all of it, as a file. */
function ExportThese({ view, statementId }: { view: View; statementId: string | null }) {
  const { t } = useTranslation(['bank', 'lists']);
  const statuses = VIEWS[view];
  if (statuses === null)
    return (
      <ListExport
        list="bank-statements"
        columns={[
          { key: 'statement', header: t('column.statement') },
          { key: 'iban', header: t('column.iban') },
          { key: 'status', header: t('column.status'), words: wordsOf(READINGS, (name) => t(`statement.${name}`)) },
          { key: 'entries', header: t('column.entries') },
          { key: 'booked', header: t('column.booked') },
          { key: 'open', header: t('column.open') },
          { key: 'ignored', header: t('column.ignored') },
          { key: 'closing', header: t('column.closing') },
          { key: 'currency', header: t('lists:export.currency') },
        ]}
      />
    );
  return (
    <ListExport
      list="bank-entries"
      wanted={{ statementId, statuses }}
      columns={[
        { key: 'valueDate', header: t('column.valueDate') },
        { key: 'counterparty', header: t('column.counterparty') },
        { key: 'iban', header: t('column.iban') },
        { key: 'text', header: t('column.text') },
        { key: 'status', header: t('column.status'), words: wordsOf(STATUSES, (name) => t(`status.${name}`)) },
        { key: 'doubt', header: t('column.doubt'), words: wordsOf(DOUBTS, (name) => t(`doubt.${name}`)) },
        { key: 'amount', header: t('column.amount') },
        { key: 'currency', header: t('lists:export.currency') },
        { key: 'bankCharge', header: t('bankCharge') },
        { key: 'endToEnd', header: t('endToEnd') },
        { key: 'statement', header: t('column.statement') },
        { key: 'account', header: t('column.account') },
        { key: 'note', header: t('note') },
      ]}
    />
  );
}
