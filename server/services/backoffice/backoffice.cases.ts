import { BUILT_IN_ROLES } from '../../../core/roles.ts';
import type { Cases } from '../../platform/cases.ts';
import { saveRole } from './backoffice.role.logic.ts';

const own = (world: Record<string, string>) => ({ clientId: world.clientId });

export const cases: Cases = {
  seed: async (tx, world) => {
    world.roleName = `Shift ${tx.clientId.slice(-6)}`;
    const role = { name: world.roleName, permissions: [{ domain: 'account', actions: ['viewAccount'] }] };
    await saveRole(tx, role, BUILT_IN_ROLES[0]!.permissions);
  },
  operations: {
    getCurrentClientRole: own,
    getClientRoles: own,
    getClientConfiguration: own,
    saveClientRole: (world) => ({
      clientId: world.clientId,
      role: { name: 'Night shift', permissions: [{ domain: 'account', actions: ['viewAccount'] }] },
    }),
    deleteClientRole: (world) => ({ clientId: world.clientId, name: world.roleName }),
    setClientConfiguration: (world) => ({ clientId: world.clientId, clientConfiguration: { customFonts: [] } }),
    createClient: (world) => ({
      clientId: world.clientId,
      client: { name: 'Third', currency: 'EUR', timezone: 'Europe/Berlin', countryCode: 'DE' },
    }),
    listUsersV2: (world) => ({ clientId: world.clientId, filters: { searchText: 'Staff' } }),
  },
};
