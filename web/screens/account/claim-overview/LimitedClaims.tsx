import { useNavigate } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { LIMITED_SIZE, LimitedSearch, useLimitedText } from '../../../shell/LimitedSearch.tsx';
import { usualOf } from '../../../shell/list/columns.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { ClaimsDocument } from './account.graphql.ts';
import { useClaimColumns } from './columns.tsx';

/** The overview of a role that finds the claim it is asked about and does not leaf through all of them. */
export function LimitedClaims() {
  const { t } = useTranslation('claims');
  const { clientId } = useWorkspace();
  const navigate = useNavigate();
  const columns = useClaimColumns();
  const search = useLimitedText();
  const wanted = { clientId, filter: { queryText: search.text }, size: LIMITED_SIZE };
  const result = useQuery('account', ClaimsDocument, search.asks ? wanted : null, { keepPrevious: true });
  return (
    <LimitedSearch
      title={t('title')}
      placeholder={t('search')}
      search={search}
      result={result}
      columns={columns}
      shown={usualOf(columns)}
      rows={search.asks ? (result.data?.searchClaims.results ?? []) : []}
      rowId={(row) => row.externalClaimRef}
      onOpen={(row) => void navigate(paths.accountClaim(clientId, row.accountId, row.externalClaimRef))}
      words={{
        first: t('limited.title'),
        detail: t('limited.detail'),
        empty: t('empty'),
        none: t('limited.none'),
        more: t('limited.more'),
      }}
    />
  );
}
