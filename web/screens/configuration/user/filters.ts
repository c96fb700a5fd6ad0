/** The list's filters as they stand in the address, and as the search takes them. */
import { useQuery } from '../../../shell/api.ts';
import type { ListFilterEntries } from '../../../shell/list/filters.ts';
import { useRoleName } from '../../../shell/roleNames.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { GivableRolesDocument, type UsersQueryVariables } from './backoffice.graphql.ts';
import type { Standing } from './user.ts';

export type Search = NonNullable<UsersQueryVariables['filters']>;

export const STATES = ['active', 'invited', 'disabled', 'removed', 'anonymized'] as const satisfies readonly Standing[];

function useRoles() {
  const { clientId, access } = useWorkspace();
  const { data } = useQuery('backoffice', GivableRolesDocument, { clientId }, { reuse: true });
  const roleName = useRoleName();
  return data?.getClientRoles
    .filter(({ name }) => name !== 'CLIENT_ADMIN' || access.isOn('CLIENT_ADMIN'))
    .map(({ name }) => ({ value: name, label: roleName(name) }));
}
function useStates() {
  const { t } = useTranslation('users');
  return STATES.map((value) => ({ value, label: t(`state.${value}`) }));
}

/** "Disabled" and "active" are told apart by being let in, not by how somebody came. */
function stateSearch(name: string): Partial<Search> {
  const state = STATES.find((each) => each === name);
  if (state === undefined) return {};
  if (state === 'disabled') return { statuses: ['active', 'invited'], isEnabled: false };
  return { statuses: [state], isEnabled: state === 'active' || state === 'invited' ? true : null };
}

/** Filters that can be added: a new one is one entry here and its text. */
export const FILTERS: ListFilterEntries<Search> = {
  role: { kind: 'several', useOptions: useRoles, search: ({ all }) => ({ roles: all }) },
  state: { kind: 'several', isSingle: true, useOptions: useStates, search: ({ first }) => stateSearch(first) },
  // Partners are those that the list names: the screen has them.
  partner: { kind: 'several', search: ({ all }) => ({ partnerIds: all }) },
};
