/** Background work of strategies: one drain per client and slot, a sweep that finds whatever nobody drains, and the names that accounts show. */
import type { Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { defineJob, enqueue } from '../../platform/jobs.ts';
import { allClients, inClient } from '../../platform/tenancy.ts';
import { refreshNames } from './strategy.account.logic.ts';
import { advanceSlot } from './strategy.engine.logic.ts';
import { releaseFromHelp } from './strategy.help.logic.ts';
import { engineAdvance, wakeEngine } from './strategy.runs.logic.ts';
import { SLOTS } from './strategy.tables.ts';

/** Advances a slot until nothing is due, then asks to be called when the next run is. */
export const advanceJob = defineJob<{ clientId: Uuid; slot: number }>({
  name: engineAdvance.name,
  run: async ({ clientId, slot }, database, signal) => {
    const { nextWakeAt } = await advanceSlot(database, clientId, slot, { signal });
    if (nextWakeAt === null) return;
    await inClient(database, clientId, (tx) =>
      enqueue(tx, engineAdvance, { clientId, slot }, { runAt: nextWakeAt, key: `${engineAdvance.name}:later:${clientId}:${slot}` }),
    );
  },
});

/** Shows on accounts the strategies that run now, after the engine ended or switched some. */
export const namesJob = defineJob<{ clientId: Uuid; accountIds: readonly Uuid[] }>({
  name: 'strategy.names',
  run: ({ clientId, accountIds }, database) =>
    inClient(database, clientId, (tx) =>
      refreshNames(
        tx,
        accountIds.map((accountId) => ({ accountId })),
      ),
    ),
});

/** Every hour: requests for help that nobody has answered in time, and runs that something else held when theirs was answered. */
export const helpJob = defineJob({
  name: 'strategy.help',
  cron: '41 * * * *',
  run: async (_payload: object, database) => {
    for (const clientId of await allClients(database))
      for (let after: string | null = ''; after !== null; ) {
        const from: string = after;
        after = await inClient(database, clientId, (tx) => releaseFromHelp(tx, null, from));
      }
  },
});

/** Every minute: a drain for each slot with due runs. It brings back what a killed process held, and what came due while none ran. */
export const sweepJob = defineJob({
  name: 'engine.sweep',
  cron: '* * * * *',
  run: async (_payload, database) => {
    const { rows } = await database.worker.query<{ client_id: Uuid; slot: number }>(
      `select c.client_id, s.slot from published.client_key c cross join generate_series(0, $2::int - 1) as s(slot)
       where exists (select 1 from strategy_run r where r.client_id = c.client_id and r.slot = s.slot and r.wake_at <= $1)`,
      [isoInstant(now()), SLOTS],
    );
    for (const { client_id, slot } of rows) await inClient(database, client_id, (tx) => wakeEngine(tx, [slot]));
  },
});
