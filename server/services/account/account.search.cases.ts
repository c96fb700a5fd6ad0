/** How the cross-client test calls search and bulk actions. */
import { uuidv7 } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import type { Cases, World } from '../../platform/cases.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { refreshAccounts } from './ground/projection.logic.ts';

/** Makes the seeded account searchable and adds a bulk action. */
export async function seedSearch(tx: Tx, world: World): Promise<void> {
  await refreshAccounts(tx, [world.accountId!]);
  world.bulkActionId = uuidv7();
  await tx.sql(
    `insert into bulk_action (client_id, bulk_action_id, action, status, request, total, user_id, created_at) values ($1, $2, 'assignAccounts', 'scheduled', $3, 1, $4, $5)`,
    [tx.clientId, world.bulkActionId, { ids: [world.accountId], params: { userId: null } }, world.userId, isoInstant(now())],
  );
}

const own = (world: World) => ({ clientId: world.clientId });
const bulk = (world: World) => ({ clientId: world.clientId, bulkActionId: world.bulkActionId });

export const searchOperations: Cases['operations'] = {
  searchAccounts: (world) => ({ clientId: world.clientId, accountIds: [world.accountId], size: 10 }),
  countAccounts: (world) => ({ clientId: world.clientId, filter: { accountIds: [world.accountId] } }),
  searchClaims: (world) => ({ clientId: world.clientId, filter: { externalClaimRefs: [world.externalClaimRef] } }),
  countClaims: (world) => ({ clientId: world.clientId, filter: { accountIds: [world.accountId] } }),
  getAccountAggregators: own,
  getPortfolios: own,
  getProducts: own,
  getBulkAction: bulk,
  getBulkActionItems: bulk,
  listBulkActions: own,
  forecastBulkAction: (world) => ({
    clientId: world.clientId,
    action: 'assignAccounts',
    accountIds: [world.accountId],
    params: { userId: null },
  }),
  scheduleBulkAction: (world) => ({
    clientId: world.clientId,
    action: 'assignAccounts',
    accountIds: [world.accountId],
    params: { userId: null },
  }),
  cancelBulkAction: bulk,
  undoBulkAction: bulk,
};
