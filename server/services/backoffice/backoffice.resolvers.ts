import './backoffice.export.ts';
import { regionsOf } from '../../../core/calendar.ts';
import { notFound } from '../../../core/fault.ts';
import type { Permission } from '../../../core/holds.ts';
import { MODULES, type Module } from '../../../core/modules.ts';
import { accessOf } from '../../platform/access.ts';
import { readConfig } from '../../platform/config.ts';
import type { RequestContext } from '../../platform/guard.ts';
import { partnersOf } from '../../platform/partnerReach.ts';
import { nameClients } from '../identity/identity.logic.ts';
import { addClient } from './backoffice.client.logic.ts';
import { configurationOf, setConfiguration } from './backoffice.configuration.logic.ts';
import type { Resolvers, RoleModule } from './backoffice.graphql.ts';
import { listenForMessages, sendMessage } from './backoffice.message.logic.ts';
import { type ClientRoleRow, deleteRole, listRoles, saveRole } from './backoffice.role.logic.ts';
import { userMutations, userQueries } from './backoffice.user.resolvers.ts';

export const resolvers: Resolvers = {
  Query: {
    ...userQueries,
    getClientList: (_, __, context) => ownClients(context),
    getAllClients: (_, __, context) => ownClients(context),
    getCurrentClientRole: async (_, __, { identity, clientId, permissions, tx }) => {
      const names = [...new Set(identity.groups.filter((group) => group.clientId === clientId).map((group) => group.role))];
      const role = (await listRoles(tx)).find((each) => each.name === names[0]);
      if (!role) throw notFound('roleNotFound');
      // Several groups in one client add up.
      return { ...presentRole({ ...role, name: names.join(' + '), permissions }), isOfPartner: partnersOf(identity, clientId) !== null };
    },
    getRoleModuleSchema: () => MODULES.map(presentModule),
    getClientRoles: async (_, __, { tx }) => (await listRoles(tx)).map(presentRole),
    getActiveFeatureFlags: () => [...readConfig().featureFlags],
    getClientConfiguration: (_, __, { tx }) => configurationOf(tx),
    getHolidayRegions: (_, { countryCode, locale }) => regionsOf(countryCode, (locale ?? 'en_US').slice(0, 2)),
  },
  Mutation: {
    ...userMutations,
    sendMessage: async (_, { message }, { tx, identity }) => {
      await sendMessage(tx, message, identity);
      return true;
    },
    saveClientRole: async (_, { clientId, role }, { tx, permissions, database, afterCommit }) => {
      afterCommit(() => accessOf(database).forgetRoles(clientId));
      return presentRole(await saveRole(tx, role, permissions));
    },
    deleteClientRole: async (_, { clientId, name }, { tx, permissions, database, afterCommit }) => {
      afterCommit(() => accessOf(database).forgetRoles(clientId));
      await deleteRole(tx, name, permissions);
      return true;
    },
    setClientConfiguration: (_, { clientConfiguration }, { tx, identity, permissions }) =>
      setConfiguration(tx, clientConfiguration, { userId: identity.userId, permissions }),
    createClient: (_, { client }, { database, identity }) => addClient(database, client, identity),
  },
  Subscription: {
    listenForMessages: {
      subscribe: (_, filter, { database, clientId, identity }) => listenForMessages(database, clientId, filter, identity),
    },
  },
};

const copy = ({ domain, actions }: Permission) => ({ domain, actions: [...actions] });

function presentRole(role: ClientRoleRow) {
  return { ...role, permissions: role.permissions.map(copy) };
}

/** The label's key is the module's name; the reader's language has the words. */
function presentModule(module: Module): RoleModule {
  const { name, path, icon, featureFlag, onlyOneGroup } = module;
  return {
    name,
    label: `module.${name}`,
    path,
    icon,
    featureFlag,
    onlyOneGroup,
    permissionGroups: module.permissionGroups.map((group) => ({ ...group, permissions: group.permissions.map(copy) })),
    children: module.children.map(presentModule),
  };
}

async function ownClients({ database, identity }: RequestContext) {
  const ids = [...new Set(identity.groups.map((group) => group.clientId))];
  const { rows } = await database.identity.query<{ client_id: string; client_name: string | null }>(
    'select client_id, name as client_name from client where client_id = any($1::uuid[]) order by name, client_id',
    [ids],
  );
  return nameClients(rows);
}
