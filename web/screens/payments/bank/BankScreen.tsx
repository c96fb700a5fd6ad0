import { Button, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { PaymentProviderNotice } from '../../../shell/PaymentProviderNotice.tsx';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { useFormat } from '../../../ui/format.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { Can } from '../../../ui/permission.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { BankExport } from './BankExport.tsx';
import classes from './BankScreen.module.css';
import { type Entry, useEntryColumns } from './columns.tsx';
import { EntryPanel } from './EntryPanel.tsx';
import { BankEntriesDocument, BankStatementsDocument } from './finance.graphql.ts';
import { StatementDrop } from './StatementDrop.tsx';
import { StatementList } from './StatementList.tsx';

const VIEWS = { open: ['ambiguous', 'unmatched'], booked: ['booked'], ignored: ['ignored'], statements: null } as const;
type View = keyof typeof VIEWS;
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
  const [chosen, setChosen] = useState<string | null>(null);
  /** Where the chosen movement stands: when it is decided and leaves, the next one takes its place. */
  const [place, setPlace] = useState(0);
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
  const columns = useEntryColumns();
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={view === 'open' && entries.data ? <CountChip>{format.number(total)}</CountChip> : undefined}
        actions={
          <>
            <BankExport statuses={statuses} statementId={statementId} />
            <Button component={Link} to={paths.bankAccounts(clientId)} variant="default">
              {t('account.title')}
            </Button>
          </>
        }
      />
      <PaymentProviderNotice />
      <Can domain="operations" action="manageBank">
        <StatementDrop onRead={changed} />
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
        <StatementList statements={statements} onOpen={(opened) => turn({ statement: opened, view: 'open' })} />
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
