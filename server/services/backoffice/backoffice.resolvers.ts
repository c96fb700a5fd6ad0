import { BUILT_IN_ROLES, type Role } from '../../../core/permissions.ts';
import { permissionsOf, type RequestContext } from '../../platform/guard.ts';
import { nameClients } from '../identity/identity.logic.ts';
import type { Resolvers } from './backoffice.graphql.ts';
import { listUsers, readClient } from './backoffice.logic.ts';

export const resolvers: Resolvers = {
  Query: {
    getClientList: (_, __, context) => ownClients(context),
    getAllClients: (_, __, context) => ownClients(context),
    getCurrentClientRole: (_, __, { identity, clientId }) => {
      const roles = identity.groups.filter((group) => group.clientId === clientId).map((group) => group.role);
      // Several groups in one client add up.
      return { name: roles.join(' + '), roleType: 'builtIn', permissions: roles.flatMap((role) => permissionsOf(role).map(copy)) };
    },
    getClientRoles: () =>
      BUILT_IN_ROLES.map((role: Role) => ({ name: role.name, roleType: role.roleType, permissions: role.permissions.map(copy) })),
    getActiveFeatureFlags: () => ['i18n'],
    getClientConfiguration: (_, __, { tx }) => readClient(tx),
    listUsersV2: async (_, { filters }, { tx }) => (await listUsers(tx, filters)).map((user) => ({ ...user, id: user.userId })),
  },
};

const copy = (permission: { domain: string; actions: readonly string[] }) => ({
  domain: permission.domain,
  actions: [...permission.actions],
});

async function ownClients({ database, identity }: RequestContext) {
  const ids = [...new Set(identity.groups.map((group) => group.clientId))];
  const { rows } = await database.identity.query<{ client_id: string; client_name: string | null }>(
    'select client_id, name as client_name from client where client_id = any($1::uuid[]) order by name, client_id',
    [ids],
  );
  return nameClients(rows);
}
