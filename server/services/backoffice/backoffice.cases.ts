import type { Cases } from '../../platform/cases.ts';

const own = (world: Record<string, string>) => ({ clientId: world.clientId });

export const cases: Cases = {
  operations: {
    getCurrentClientRole: own,
    getClientRoles: own,
    getClientConfiguration: own,
    listUsersV2: (world) => ({ clientId: world.clientId, filters: { searchText: 'Staff' } }),
  },
};
