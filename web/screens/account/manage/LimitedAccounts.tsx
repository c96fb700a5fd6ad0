import { useNavigate } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { LIMITED_SIZE, LimitedSearch, useLimitedText } from '../../../shell/LimitedSearch.tsx';
import { usualOf } from '../../../shell/list/columns.ts';
import { paths } from '../../../shell/paths.ts';
import { rememberQueue } from '../../../shell/queue.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { AccountsDocument } from './account.graphql.ts';
import { type AccountRow, useAccountColumns } from './columns.tsx';

/** The search of a role that finds the account it is asked about and does not leaf through all of them. */
export function LimitedAccounts() {
  const { t } = useTranslation('accounts');
  const { clientId } = useWorkspace();
  const navigate = useNavigate();
  const columns = useAccountColumns();
  const search = useLimitedText();
  const wanted = { clientId, queryText: search.text, size: LIMITED_SIZE, withPartners: useFlag('PARTNERS') };
  const result = useQuery('account', AccountsDocument, search.asks ? wanted : null, { keepPrevious: true });
  const rows = search.asks ? (result.data?.searchAccounts.results ?? []) : [];
  const open = (row: AccountRow) => {
    rememberQueue(
      clientId,
      rows.map((each) => each.accountId),
      { of: rows.length, more: null },
    );
    void navigate(paths.account(clientId, row.accountId));
  };
  return (
    <LimitedSearch
      title={t('title')}
      placeholder={t('search')}
      search={search}
      result={result}
      columns={columns}
      shown={usualOf(columns)}
      rows={rows}
      rowId={(row) => row.accountId}
      onOpen={open}
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
