import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { ClaimsDocument } from './account.graphql.ts';
import { SHOWN, useClaimColumns } from './columns.tsx';

/** Letters and digits the server asks of a limited search, and claims it shows. */
const LEAST = 3;
const SIZE = 20;

/** The overview of a role that finds the claim it is asked about and does not leaf through all of them. */
export function LimitedClaims() {
  const { t } = useTranslation('claims');
  const { clientId } = useWorkspace();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const columns = useClaimColumns().map((column) => ({ ...column, sortable: false }));
  const text = params.get('search')?.trim() ?? '';
  const asks = text.replace(/[^\p{L}\p{N}]/gu, '').length >= LEAST;
  const variables = { clientId, filter: { queryText: text }, size: SIZE };
  const { data, loading, error, refetch } = useQuery('account', ClaimsDocument, asks ? variables : null, { keepPrevious: true });
  const rows = asks ? (data?.searchClaims.results ?? []) : [];
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
        rowId={(row) => row.externalClaimRef}
        loading={asks && loading}
        error={asks ? error : undefined}
        onRetry={refetch}
        onOpen={(row) => void navigate(paths.accountClaim(clientId, row.accountId, row.externalClaimRef))}
        empty={
          asks ? (
            <EmptyState title={t('empty')} detail={t('limited.more')} />
          ) : (
            <EmptyState title={t('limited.title')} detail={t('limited.detail')} />
          )
        }
        {...(rows.length === SIZE && { footer: [t('limited.more')] })}
      />
    </>
  );
}
