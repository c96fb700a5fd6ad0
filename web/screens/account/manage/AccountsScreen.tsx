import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import type { Target } from '../../../shell/bulk/target.ts';
import { exportList } from '../../../shell/exportList.ts';
import { fileColumnsOf, sortsOf } from '../../../shell/list/columns.ts';
import { useListFilters } from '../../../shell/list/filters.ts';
import { SearchList } from '../../../shell/list/SearchList.tsx';
import { useListAddress } from '../../../shell/list/useListAddress.ts';
import { paths } from '../../../shell/paths.ts';
import { rememberQueue } from '../../../shell/queue.ts';
import { usePages } from '../../../shell/usePages.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import type { Sort } from '../../../ui/DataTable.tsx';
import { type ExportFormat, ExportMenu } from '../../../ui/ExportMenu.tsx';
import { useFormat } from '../../../ui/format.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import type { Selection } from '../../../ui/selection.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { AccountCountDocument, AccountsDocument, type AccountsQuery } from './account.graphql.ts';
import { type AccountRow, useAccountColumns } from './columns.tsx';
import { FILTERS, ordersOf, type Search } from './filters.ts';
import { LimitedAccounts } from './LimitedAccounts.tsx';

const SIZE = 100;
const OWN_SORT: Sort = { key: 'pastDue', descending: true };
const rowId = (row: AccountRow) => row.accountId;
const pageOf = (data: AccountsQuery) => ({ rows: data.searchAccounts.results, next: data.searchAccounts.searchAfter });

/** account/manage: finds accounts among any number of them, and acts on many at once. */
export default function AccountsScreen() {
  return useCan('account', 'searchAllAccounts') ? <Accounts /> : <LimitedAccounts />;
}

function Accounts() {
  const { t } = useTranslation('accounts');
  const { clientId, configuration } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const columns = useAccountColumns();
  const filters = useListFilters(FILTERS, {
    labelOf: (name) => t(`filter.${name as 'product'}`),
    hintOf: (name) => t(`${name as 'debtorRef'}Hint`),
    currency: configuration.currency,
  });
  const list = useListAddress(columns, FILTERS, OWN_SORT);
  const { filter } = list;
  const [bulk, gives, exportsAtAll] = [useFlag('CLAIM_BULK_ACTION'), useFlag('ACCOUNT_ASSIGNMENT'), useFlag('EXPORT_CLAIMS')];
  const withPartners = useFlag('PARTNERS');
  const acts = useCan('account', 'bulkAction') && (bulk || gives);
  const exports = useCan('account', 'exportAccounts') && exportsAtAll;

  const orderFields = ordersOf(list.params, sortsOf(columns), '-pastDue');
  const pages = usePages(
    'account',
    AccountsDocument,
    (after: string | null) => ({ clientId, ...filter, orderFields, size: SIZE, searchAfter: after, withPartners }),
    pageOf,
  );
  const { data: counted, loading: counting } = useQuery('account', AccountCountDocument, { clientId, filter }, { reuse: true });
  const count = counted?.countAccounts;
  const everything = useQuery('account', AccountCountDocument, { clientId, filter: {} }, { reuse: true, keepPrevious: true }).data
    ?.countAccounts.totalResults;

  const open = (row: AccountRow) => {
    rememberQueue(clientId, pages.rows.map(rowId), {
      of: count?.totalResults ?? 0,
      more: pages.next === null ? null : { clientId, ...filter, orderFields, size: SIZE, searchAfter: pages.next },
    });
    void navigate(paths.account(clientId, row.accountId));
  };
  const exportThese = (target: Search, kind: ExportFormat) =>
    exportList('accounts', { clientId, format: kind, filter: target, orderFields, columns: fileColumnsOf(columns, list.shown) });
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={everything !== undefined && <CountChip>{format.number(everything)}</CountChip>}
        actions={
          <>
            <Can domain="backoffice-spa" action="view-import">
              <Button
                component={Link}
                to={paths.imports(clientId)}
                variant="default"
                leftSection={<IconFileImport size={16} stroke={1.6} />}
              >
                {t('import')}
              </Button>
            </Can>
            {exports && <ExportMenu disabled={count?.totalResults === 0} onExport={(kind) => exportThese(filter, kind)} />}
          </>
        }
      />
      <SearchList
        area="accounts"
        unit="account"
        list={list}
        columns={columns}
        filters={filters}
        pages={pages}
        rowId={rowId}
        count={count}
        isCounting={counting}
        acts={acts}
        targetOf={(selection) => targetOf(selection, filter)}
        onOpen={open}
        onExport={exports ? (selection, kind) => exportThese(chosenOf(selection, filter), kind) : undefined}
      />
    </>
  );
}

/** What the server is told of a selection: ids, or the search with those left out. */
function targetOf(selection: Selection, filter: Search): Target {
  return selection.mode === 'some' ? { accountIds: [...selection.ids] } : { filter: chosenOf(selection, filter) };
}

/** The selection as a search. */
function chosenOf(selection: Selection, filter: Search): Search {
  if (selection.mode === 'some') return { accountIds: [...selection.ids] };
  return { ...filter, ...(selection.except.size > 0 && { exceptAccountIds: [...selection.except] }) };
}
