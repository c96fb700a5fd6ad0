import { useNavigate } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import type { Target } from '../../../shell/bulk/target.ts';
import { exportList } from '../../../shell/exportList.ts';
import { sortsOf } from '../../../shell/list/columns.ts';
import { useListFilters } from '../../../shell/list/filters.ts';
import { SearchList } from '../../../shell/list/SearchList.tsx';
import { useListAddress } from '../../../shell/list/useListAddress.ts';
import { paths } from '../../../shell/paths.ts';
import { usePages } from '../../../shell/usePages.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import type { Sort } from '../../../ui/DataTable.tsx';
import { type ExportFormat, ExportMenu } from '../../../ui/ExportMenu.tsx';
import { useFormat } from '../../../ui/format.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import type { Selection } from '../../../ui/selection.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { ClaimCountDocument, ClaimsDocument, type ClaimsQuery } from './account.graphql.ts';
import { type ClaimRow, fileColumns, useClaimColumns } from './columns.tsx';
import { FILTERS, FILTERS_WITHOUT_PARTNERS, onlyCurrency, type Search } from './filters.ts';
import { LimitedClaims } from './LimitedClaims.tsx';

const SIZE = 100;
const OWN_SORT: Sort = { key: 'pastDue', descending: true };
const rowId = (row: ClaimRow) => row.externalClaimRef;
const pageOf = (data: ClaimsQuery) => ({ rows: data.searchClaims.results, next: data.searchClaims.searchAfter });

/** account/claim-overview: finds claims among any number of them, and acts on many at once. */
export default function ClaimsScreen() {
  return useCan('account', 'searchAllAccounts') ? <Claims /> : <LimitedClaims />;
}

function Claims() {
  const { t } = useTranslation('claims');
  const { clientId, configuration } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const columns = useClaimColumns();
  const list = useListAddress(columns, FILTERS, OWN_SORT);
  const { filter, sort } = list;
  const withPartners = useFlag('PARTNERS');
  const filters = useListFilters(withPartners ? FILTERS : FILTERS_WITHOUT_PARTNERS, {
    labelOf: (name) => t(`filter.${name as 'product'}`),
    currency: onlyCurrency(list.params) ?? configuration.currency,
  });
  const bulk = useFlag('CLAIM_BULK_ACTION');
  const acts = useCan('account', 'bulkAction') && bulk;
  const exportsAtAll = useFlag('EXPORT_CLAIMS');
  const exports = useCan('account', 'exportClaims') && exportsAtAll;

  const order = { field: sortsOf(columns)[sort.key]!, descending: sort.descending };
  const pages = usePages(
    'account',
    ClaimsDocument,
    (after: string | null) => ({ clientId, filter, order, size: SIZE, searchAfter: after, withPartners }),
    pageOf,
  );
  const { data: counted, loading: counting } = useQuery('account', ClaimCountDocument, { clientId, filter }, { reuse: true });
  const count = counted?.countClaims;
  const exportThese = (target: Search, kind: ExportFormat) =>
    exportList('claims', {
      clientId,
      format: kind,
      filter: target,
      order,
      columns: fileColumns(columns, list.shown, t('column.currency')),
    });
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={count && <CountChip>{format.number(count.totalResults)}</CountChip>}
        actions={exports && <ExportMenu disabled={count?.totalResults === 0} onExport={(kind) => exportThese(filter, kind)} />}
      />
      <SearchList
        area="claims"
        unit="claim"
        list={list}
        columns={columns}
        filters={filters}
        pages={pages}
        rowId={rowId}
        count={count}
        isCounting={counting}
        acts={acts}
        targetOf={(selection) => targetOf(selection, filter)}
        onOpen={(row) => void navigate(paths.accountClaim(clientId, row.accountId, row.externalClaimRef))}
        onExport={exports ? (selection, kind) => exportThese(chosenOf(selection, filter), kind) : undefined}
      />
    </>
  );
}

/** What the server is told of a selection: references, or the search with those left out. */
function targetOf(selection: Selection, filter: Search): Target {
  return selection.mode === 'some' ? { externalClaimRefs: [...selection.ids] } : { claimFilter: chosenOf(selection, filter) };
}

/** The selection as a search: chosen claims whatever their status. */
function chosenOf(selection: Selection, filter: Search): Search {
  if (selection.mode === 'some') return { statuses: ['open', 'resolved', 'deleted'], externalClaimRefs: [...selection.ids] };
  return { ...filter, ...(selection.except.size > 0 && { exceptClaimRefs: [...selection.except] }) };
}
