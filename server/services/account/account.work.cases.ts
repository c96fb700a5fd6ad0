/** How the cross-client test calls the operations of a collector's work. */
import { uuidv7 } from '../../../core/id.ts';
import { isoInstant, MINUTE } from '../../../core/time.ts';
import type { Cases, World } from '../../platform/cases.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** Puts the client's account on the screen of its user. */
export async function seedWork(tx: Tx, world: World): Promise<void> {
  world.workItemId = uuidv7();
  await tx.sql(
    `insert into work_item (client_id, work_item_id, account_id, user_id, status, held_until, created_at) values ($1, $2, $3, $4, 'held', $5, $6)`,
    [tx.clientId, world.workItemId, world.accountId, world.userId, new Date(now() + 10 * MINUTE), isoInstant(now())],
  );
}

const work = ({ clientId, workItemId }: World) => ({ clientId, workItemId });

export const workOperations: Cases['operations'] = {
  getWorkDay: ({ clientId }) => ({ clientId }),
  takeNextWorkItem: ({ clientId }) => ({ clientId }),
  takeWorkItem: ({ clientId, accountId }) => ({ clientId, accountId }),
  holdWorkItem: work,
  completeWorkItem: (world) => ({ ...work(world), outcome: { outcome: 'noAnswer' }, idempotencyKey: uuidv7() }),
  skipWorkItem: (world) => ({ ...work(world), reason: 'later' }),
  releaseWorkItem: ({ clientId }) => ({ clientId }),
  undoWorkItem: work,
};
