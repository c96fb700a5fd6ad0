import { Button } from '@mantine/core';
import { IconFileImport, IconUserPlus } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { ListExport } from '../../../shell/ListExport.tsx';
import { fileColumnsOf } from '../../../shell/list/columns.ts';
import { useListFilters } from '../../../shell/list/filters.ts';
import { useListAddress } from '../../../shell/list/useListAddress.ts';
import { paths } from '../../../shell/paths.ts';
import { useOnline } from '../../../shell/presence.ts';
import { useFreshScreen } from '../../../shell/useFreshScreen.ts';
import { usePages } from '../../../shell/usePages.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DataTable, type Sort } from '../../../ui/DataTable.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { ListFilters } from '../../../ui/ListFilters.tsx';
import { later } from '../../../ui/later.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { EmptyState, NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { UserCountDocument, UsersDocument } from './backoffice.graphql.ts';
import { useUserColumns } from './columns.tsx';
import { FILTERS, type Search } from './filters.ts';
import { UserPoolNotice } from './UserPoolNotice.tsx';
import { usePartners } from './usePartners.ts';
import { USER_PAGE, type User } from './user.ts';

const ImportDialog = later(() => import('./ImportDialog.tsx'));

/** By name, which no column changes. */
const BY_NAME: Sort = { key: '', descending: false };
const userId = (user: User) => user.id;
const USER_EVENTS = [
  'userSaved',
  'userInvited',
  'userEnabled',
  'userDisabled',
  'userGroupsChanged',
  'userAnonymized',
  'usersImported',
  'mfaEnabled',
  'mfaDisabled',
  'deliveryPaused',
  'deliveryResumed',
];

/** configuration/user/list: who works in this client, as what, and who is here right now. */
export default function UsersScreen() {
  const { t } = useTranslation('users');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const edits = useCan('backoffice', 'editUsers');
  const online = useOnline();
  const [importing, setImporting] = useState(false);
  const { nameOf } = usePartners();
  const columns = useUserColumns(online, nameOf);
  const list = useListAddress<Search>(columns, FILTERS, BY_NAME, { words: 'searchText' });
  const { params, filter, change, isNarrowed } = list;
  const users = usePages(
    'backoffice',
    UsersDocument,
    (after: number | null) => ({ clientId, filters: { ...filter, limit: USER_PAGE, offset: after ?? 0 }, showAnonymizeUser: false }),
    ({ listUsersV2: rows }) => ({ rows, next: rows.length < USER_PAGE ? null : rows.length }),
  );
  const { rows } = users;
  const count = useQuery('backoffice', UserCountDocument, { clientId, filters: filter }, { reuse: true, keepPrevious: true }).data
    ?.countUsers;
  useFreshScreen({ types: USER_EVENTS });
  useHotkeys({ n: () => void navigate(paths.user(clientId)) }, { enabled: edits });

  const partners = new Set([...rows.flatMap((user) => user.authGroups.flatMap((group) => group.partnerIds)), ...params.getAll('partner')]);
  const usePartnerOptions = () =>
    [...partners].map((value) => ({ value, label: nameOf(value) })).sort((one, other) => one.label.localeCompare(other.label));
  const labels: Readonly<Record<string, string>> = { role: t('columns.roles'), state: t('columns.state'), partner: t('partners') };
  const filters = useListFilters(FILTERS, { labelOf: (name) => labels[name] ?? name, options: { partner: usePartnerOptions } }).filter(
    ({ name }) => name !== 'partner' || partners.size > 0,
  );
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={count !== undefined && <CountChip>{format.number(count)}</CountChip>}
        {...(!isNarrowed && users.atEnd && { aside: t('online', { count: rows.filter((user) => online.has(user.id)).length }) })}
        actions={
          <>
            <ListExport list="users" wanted={{ filters: filter }} columns={fileColumnsOf(columns)} />
            <Can domain="backoffice" action="editUsers">
              <Button variant="default" leftSection={<IconFileImport size={16} stroke={1.6} />} onClick={() => setImporting(true)}>
                {t('import.button')}
              </Button>
              <Button title="N" leftSection={<IconUserPlus size={16} stroke={1.6} />} onClick={() => void navigate(paths.user(clientId))}>
                {t('invite')}
              </Button>
            </Can>
          </>
        }
      />
      <UserPoolNotice />
      <FilterBar
        search={{
          value: params.get('search') ?? '',
          onSearch: (text) => change({ search: text ? [text] : [] }),
          placeholder: t('search'),
        }}
      >
        <ListFilters filters={filters} params={params} onChange={(name, values) => change({ [name]: values })} />
      </FilterBar>
      <Rest pages={users} />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={userId}
        total={count ?? rows.length}
        loading={users.loading}
        loadingMore={users.loadingMore}
        error={users.error}
        onRetry={users.reload}
        empty={
          isNarrowed ? (
            <NothingFound title={t('emptyFiltered')} detail={t('emptyFilteredDetail')} onClear={list.clear} />
          ) : (
            <EmptyState title={t('empty')} detail={t('emptyDetail')} />
          )
        }
        onOpen={(user) => void navigate(paths.user(clientId, user.id))}
        footer={[
          t(edits ? 'keysAll' : 'keys'),
          users.atEnd ? t('all', { count: rows.length, number: format.number(rows.length) }) : t('loading'),
        ]}
      />
      <Suspense>{importing && <ImportDialog onClose={() => setImporting(false)} />}</Suspense>
    </>
  );
}

/** Asks for page after page until one is shorter: the list is whole, for the count of who is online and for finding in it. */
function Rest({ pages }: { pages: { next: unknown; loading: boolean; loadingMore: boolean; error: unknown; more: () => void } }) {
  const { next, loading, loadingMore, error, more } = pages;
  const wanted = next !== null && !loading && !loadingMore && !error;
  useEffect(() => {
    if (wanted) more();
  });
  return null;
}
