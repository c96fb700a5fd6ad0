import { uuidv7 } from '../../../core/id.ts';
import { BUILT_IN_ROLES } from '../../../core/roles.ts';
import type { Cases } from '../../platform/cases.ts';
import { addClientUser } from './backoffice.logic.ts';
import { saveRole } from './backoffice.role.logic.ts';

const member = (world: Record<string, string>) => ({ clientId: world.clientId, userId: world.memberId });
const own = (world: Record<string, string>) => ({ clientId: world.clientId });

export const cases: Cases = {
  seed: async (tx, world) => {
    Object.assign(world, { memberId: uuidv7(), memberEmail: `noor-${tx.clientId.slice(-6)}@test.example` });
    await addClientUser(tx, { userId: world.memberId!, email: world.memberEmail!, name: 'Noor van Dijk', role: 'AGENT' });
    world.roleName = `Shift ${tx.clientId.slice(-6)}`;
    const role = { name: world.roleName, permissions: [{ domain: 'account', actions: ['viewAccount'] }] };
    await saveRole(tx, role, BUILT_IN_ROLES[0]!.permissions);
  },
  operations: {
    listenForMessages: ({ clientId }) => ({ clientId }),
    getOwnAvailability: own,
    setOwnAvailability: (world) => ({ clientId: world.clientId, status: 'unavailable', reason: 'break' }),
    getCurrentClientRole: own,
    getClientRoles: own,
    getClientConfiguration: own,
    getHolidayRegions: (world) => ({ clientId: world.clientId, countryCode: 'DE' }),
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
    countUsers: (world) => ({ clientId: world.clientId, filters: { searchText: 'Staff' } }),
    getUserPartners: own,
    getUserPoolHealth: (world) => ({ clientId: world.clientId }),
    getUserV2: member,
    getUserByEmailV2: (world) => ({ clientId: world.clientId, email: world.memberEmail }),
    saveUser: (world) => ({ clientId: world.clientId, backofficeUser: { id: world.memberId, familyName: 'van den Berg' } }),
    setUserEnabled: (world) => ({ ...member(world), enabled: false }),
    resetUserSecondFactor: member,
    updateUserAttributes: (world) => ({ ...member(world), attributes: { name: 'Nora' } }),
    updateUserGroups: (world) => ({ ...member(world), authGroups: [{ roleId: 'READ_ONLY' }] }),
    reinviteUser: member,
    anonymizeUser: member,
    // A row that every client refuses: the answer does not depend on who was there before.
    importUsers: (world) => ({ clientId: world.clientId, csv: 'email,role\nnobody@test.example,NO_SUCH_ROLE' }),
    sendMessage: (world) => ({ message: { clientId: world.clientId, messageType: 'HELLO' } }),
  },
  refused: {
    resetUserSecondFactor: 'noFactor',
    reinviteUser: 'userCame',
  },
};
