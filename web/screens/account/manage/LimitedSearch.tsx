import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { rememberQueue } from '../../../shell/queue.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { AccountsDocument } from './account.graphql.ts';
import { SHOWN, useAccountColumns } from './columns.tsx';

/** Letters and digits the server asks of a limited search, and accounts it shows. */
const LEAST = 3;
const SIZE = 20;

/** The search of a role that finds the account it is asked about and does not leaf through all of them (specification 1, section 6). */
export function LimitedSearch() {
  const { t } = useTranslation('accounts');
  const { clientId } = useWorkspace();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const columns = useAccountColumns().map((column) => ({ ...column, sortable: false }));
  const text = params.get('search')?.trim() ?? '';
  const asks = text.replace(/[^\p{L}\p{N}]/gu, '').length >= LEAST;
  const { data, loading, error, refetch } = useQuery('account', AccountsDocument, asks ? { clientId, queryText: text, size: SIZE } : null, {
    keepPrevious: true,
  });
  const rows = asks ? (data?.searchAccounts.results ?? []) : [];
  return (
    <>
      <PageHeader crumbs={[{ label: t('title') }]} />
      <FilterBar
        search={{ value: text, onSearch: (next) => setParams(next ? { search: next } : {}, { replace: true }), placeholder: t('search') }}
      />
      <DataTable
        label={t('title')}
        columns={columns}
        shown={SHOWN}
        rows={rows}
        rowId={(row) => row.accountId}
        loading={asks && loading}
        error={asks ? error : undefined}
        onRetry={refetch}
        onOpen={(row) => {
          rememberQueue(
            clientId,
            rows.map((each) => each.accountId),
            { of: rows.length, more: null },
          );
          void navigate(paths.account(clientId, row.accountId));
        }}
        empty={
          asks ? (
            <EmptyState title={t('empty')} detail={t('limited.none')} />
          ) : (
            <EmptyState title={t('limited.title')} detail={t('limited.detail')} />
          )
        }
        {...(rows.length === SIZE && { footer: [t('limited.more')] })}
      />
    </>
  );
}
