import { Button, NativeSelect } from '@mantine/core';
import { IconChevronDown, IconFileImport, IconUserPlus } from '@tabler/icons-react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { ListExport, wordsOf } from '../../../shell/ListExport.tsx';
import { paths } from '../../../shell/paths.ts';
import { useOnline } from '../../../shell/presence.ts';
import { useRoleName } from '../../../shell/roleNames.ts';
import { useFreshScreen } from '../../../shell/useFreshScreen.ts';
import { usePages } from '../../../shell/usePages.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { later } from '../../../ui/later.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { GivableRolesDocument, UserCountDocument, UsersDocument } from './backoffice.graphql.ts';
import { useUserColumns } from './columns.tsx';
import { USER_PAGE } from './user.ts';

const ImportDialog = later(() => import('./ImportDialog.tsx'));

const STATES = ['active', 'invited', 'disabled', 'removed', 'anonymized'] as const;
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
];

/** configuration/user/list: who works in this client, as what, and who is here right now. */
export default function UsersScreen() {
  const { t } = useTranslation('users');
  const { clientId, access } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const edits = useCan('backoffice', 'editUsers');
  const online = useOnline();
  const [importing, setImporting] = useState(false);
  const value = (name: string) => search.get(name) ?? '';
  const state = STATES.find((each) => each === search.get('state'));
  const filters = {
    searchText: value('search') || null,
    roles: value('role') ? [value('role')] : null,
    partnerIds: value('partner') ? [value('partner')] : null,
    // "Disabled" and "active" are told apart by being let in, not by how somebody came.
    statuses: state === undefined ? null : state === 'disabled' ? ['active', 'invited'] : [state],
    isEnabled: state === 'disabled' ? false : state === 'active' || state === 'invited' ? true : null,
  };
  const users = usePages(
    'backoffice',
    UsersDocument,
    (after: number | null) => ({ clientId, filters: { ...filters, limit: USER_PAGE, offset: after ?? 0 }, showAnonymizeUser: false }),
    ({ listUsersV2: rows }) => ({ rows, next: rows.length < USER_PAGE ? null : rows.length }),
  );
  const count = useQuery('backoffice', UserCountDocument, { clientId, filters }, { reuse: true, keepPrevious: true });
  const roles = useQuery('backoffice', GivableRolesDocument, { clientId }, { reuse: true });
  useFreshScreen({ types: USER_EVENTS });
  useHotkeys({ n: () => void navigate(paths.user(clientId)) }, { enabled: edits });

  const change = (name: string, next: string) =>
    setSearch(
      (old) => {
        const params = new URLSearchParams(old);
        if (next === '') params.delete(name);
        else params.set(name, next);
        return params;
      },
      { replace: true },
    );
  const partners = useMemo(
    () =>
      [
        ...new Set([...users.rows.flatMap((user) => user.authGroups.flatMap((group) => group.partnerIds)), ...search.getAll('partner')]),
      ].sort(),
    [users.rows, search],
  );
  const roleName = useRoleName();
  const roleNames = (roles.data?.getClientRoles ?? [])
    .map((role) => role.name)
    .filter((name) => name !== 'CLIENT_ADMIN' || access.isOn('CLIENT_ADMIN'));
  const choice = (name: string, label: string, all: string, options: readonly { value: string; label: string }[]) => (
    <NativeSelect
      w={170}
      size="xs"
      aria-label={label}
      rightSection={<IconChevronDown size={15} />}
      data={[{ value: '', label: all }, ...options]}
      value={value(name)}
      onChange={(event) => change(name, event.currentTarget.value)}
    />
  );
  const isFiltered = search.size > 0;
  const columns = useUserColumns(online);
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={count.data && <CountChip>{format.number(count.data.countUsers)}</CountChip>}
        {...(!isFiltered && users.atEnd && { aside: t('online', { count: users.rows.filter((user) => online.has(user.id)).length }) })}
        actions={
          <>
            <ListExport
              list="users"
              wanted={{ filters }}
              columns={[
                { key: 'name', header: t('columns.name') },
                { key: 'email', header: t('columns.email') },
                { key: 'phone', header: t('field.phoneNumber') },
                { key: 'roles', header: t('columns.roles') },
                { key: 'state', header: t('columns.state'), words: wordsOf(STATES, (each) => t(`state.${each}`)) },
                { key: 'mfa', header: t('columns.mfa'), words: wordsOf(['on', 'off'], (each) => t(`mfa.${each}`)) },
                { key: 'lastOnline', header: t('columns.lastOnline') },
              ]}
            />
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
      <FilterBar search={{ value: value('search'), onSearch: (text) => change('search', text), placeholder: t('search') }}>
        {choice(
          'role',
          t('columns.roles'),
          t('allRoles'),
          roleNames.map((name) => ({ value: name, label: roleName(name) })),
        )}
        {choice(
          'state',
          t('columns.state'),
          t('allStates'),
          STATES.map((each) => ({ value: each, label: t(`state.${each}`) })),
        )}
        {partners.length > 0 &&
          choice(
            'partner',
            t('partners'),
            t('allPartners'),
            partners.map((partner) => ({ value: partner, label: partner })),
          )}
      </FilterBar>
      <Rest pages={users} />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={users.rows}
        rowId={(user) => user.id}
        total={count.data?.countUsers ?? users.rows.length}
        loading={users.loading}
        loadingMore={users.loadingMore}
        error={users.error}
        onRetry={users.reload}
        empty={
          <EmptyState title={t(isFiltered ? 'emptyFiltered' : 'empty')} detail={t(isFiltered ? 'emptyFilteredDetail' : 'emptyDetail')} />
        }
        onOpen={(user) => void navigate(paths.user(clientId, user.id))}
        footer={[
          t(edits ? 'keysAll' : 'keys'),
          users.atEnd ? t('all', { count: users.rows.length, number: format.number(users.rows.length) }) : t('loading'),
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
