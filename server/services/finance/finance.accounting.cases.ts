/** How the cross-client test calls the operations of the accounting export. */
import { uuidv7 } from '../../../core/id.ts';
import { localDate } from '../../../core/zone.ts';
import type { Cases, World } from '../../platform/cases.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { accountingBatch, accountingSetting } from './accounting/accounting.tables.ts';
import { DEFAULT_SETTINGS } from './accounting/setting.logic.ts';
import { clientToday } from './agreement/agreement.logic.ts';

/** Adds saved settings and a batch. */
export async function seedAccounting(tx: Tx, world: World): Promise<void> {
  const today = await clientToday(tx);
  await tx.db.insert(accountingSetting).values({ clientId: tx.clientId, settings: DEFAULT_SETTINGS, lastNumber: 1, updatedAt: now() });
  const batchId = uuidv7();
  await tx.db
    .insert(accountingBatch)
    .values({ clientId: tx.clientId, batchId, number: 1, status: 'made', untilDay: today, createdAt: now(), madeAt: now() });
  world.accountingBatchId = batchId;
}

const own = (world: World) => ({ clientId: world.clientId });
const batch = (world: World) => ({ clientId: world.clientId, batchId: world.accountingBatchId });

export const accountingCases: Cases['operations'] = {
  getAccountingSetting: own,
  listAccountingBatches: own,
  getAccountingBatch: batch,
  previewAccountingBatch: (world) => ({ ...own(world), until: localDate(now(), 'UTC') }),
  saveAccountingSetting: (world) => ({ clientId: world.clientId, settings: DEFAULT_SETTINGS, revision: 1 }),
  testAccountingServer: own,
  // A batch that is made keeps the next one from being asked for: how it goes is for accounting.test.ts.
  createAccountingBatch: (world) => ({ ...own(world), until: '2999-01-01' }),
  reverseAccountingBatch: batch,
  deliverAccountingBatch: batch,
};

export const accountingRefused: NonNullable<Cases['refused']> = {
  testAccountingServer: 'accountingNoServer',
  createAccountingBatch: 'accountingFuture',
  deliverAccountingBatch: 'accountingNoServer',
};
