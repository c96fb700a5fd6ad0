/** Contact that the client's own rules put off is looked at again once they change: what was held by hours that are now wider leaves at once. */
import type { Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { askGateAgain } from '../../platform/delivery/outbox.ts';
import { defineJob } from '../../platform/jobs.ts';
import { inClient, type Tx } from '../../platform/tenancy.ts';
import { ALL_SLOTS, wakeEngine } from './strategy.runs.logic.ts';

/** The rules of the gate that put contact off by what Contact rules sets. */
const RULES = ['quietHours', 'capDay', 'capTotal', 'capChannel', 'sameContent', 'promise'];
/** The same, as the reasons of what waits. */
export const HELD_BY_RULES = RULES.map((rule) => `gate.${rule}`);

/** Slot by slot, so that no transaction holds all of a client's claims. The gate decides again; what still has to wait, waits. */
export const releaseJob = defineJob<{ clientId: Uuid }>({
  name: 'strategy.release',
  run: async ({ clientId }, database) => {
    for (const slot of ALL_SLOTS) await inClient(database, clientId, (tx) => releaseSlot(tx, slot));
    await inClient(database, clientId, (tx) => askGateAgain(tx, null, RULES));
  },
});

async function releaseSlot(tx: Tx, slot: number): Promise<void> {
  const released = await tx.sql(
    `update strategy_run set wake_at = $3 where client_id = $1 and slot = $2 and status = 'waiting' and wake_at > $3
       and reason ->> 'key' = any($4::text[]) returning 1`,
    [tx.clientId, slot, isoInstant(now()), HELD_BY_RULES],
  );
  if (released.length > 0) await wakeEngine(tx, [slot]);
}
