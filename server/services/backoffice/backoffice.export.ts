/** Staff and roles of a client as files. */
import { defineListExport } from '../../platform/listExport.ts';
import { pagesOf } from '../../platform/pages.ts';
import type { BackofficeUser, UserFilters } from './backoffice.graphql.ts';
import { type ClientRoleRow, listRoles } from './backoffice.role.logic.ts';
import { listUserPartners, listUsers, presentUser } from './backoffice.user.list.logic.ts';

/** With its partners by name; one that is no partner of the client stands as it was written. */
type Shown = BackofficeUser & { readonly nameOf: (partnerId: string) => string };

defineListExport<{ filters?: UserFilters }, Shown, 'backoffice'>({
  name: 'users',
  permission: { domain: 'backoffice', action: 'viewUsers' },
  service: 'backoffice',
  takes: { filters: 'UserFilters' },
  columns: {
    name: { kind: 'text', value: (user) => user.displayName },
    email: { kind: 'text', value: (user) => user.email },
    phone: { kind: 'text', value: (user) => user.phoneNumber },
    roles: {
      kind: 'text',
      value: ({ authGroups, nameOf }) =>
        authGroups
          .map(({ roleId, partnerIds }) =>
            [roleId, partnerIds.length > 0 && `(${partnerIds.map(nameOf).join(', ')})`].filter(Boolean).join(' '),
          )
          .join(' · '),
    },
    state: { kind: 'words', value: (user) => (user.isEnabled || !['active', 'invited'].includes(user.status) ? user.status : 'disabled') },
    mfa: { kind: 'words', value: (user) => (user.mfaEnabled ? 'on' : 'off') },
    lastOnline: { kind: 'moment', value: (user) => user.lastOnline },
    created: { kind: 'moment', value: (user) => user.createdAt },
  },
  rows: async function* (tx, { filters }) {
    const names = new Map((await listUserPartners(tx)).map(({ partnerId, name }) => [partnerId, name]));
    const nameOf = (partnerId: string) => names.get(partnerId) ?? partnerId;
    for await (const page of pagesOf((offset) => listUsers(tx, { ...filters, limit: null, offset })))
      yield page.map((row) => ({ ...presentUser(row, new Map(), undefined), nameOf }));
  },
});

defineListExport<Record<string, never>, ClientRoleRow, 'backoffice'>({
  name: 'roles',
  permission: { domain: 'backoffice', action: 'viewRole' },
  service: 'backoffice',
  takes: {},
  columns: {
    name: { kind: 'text', value: (role) => role.name },
    type: { kind: 'words', value: (role) => role.roleType },
    kind: { kind: 'words', value: (role) => (!role.isBuiltIn ? 'own' : role.updatedAt === null ? 'builtIn' : 'changed') },
    permissions: {
      kind: 'text',
      value: (role) => role.permissions.map(({ domain, actions }) => `${domain}: ${actions.join(', ')}`).join('; '),
    },
    users: { kind: 'number', value: (role) => role.users },
    updated: { kind: 'moment', value: (role) => role.updatedAt },
  },
  rows: async function* (tx) {
    yield await listRoles(tx);
  },
});
