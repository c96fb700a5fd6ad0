/**
 * A worker of the run that kills everything together: strategies, code, workflows, reactions and the outbox of a client, for ever, with the product's
 * own functions. node reactions.together.kill.worker.ts ADDRESSES LEASE_MS CLIENT
 */
import { readConfig } from '../../platform/config.ts';
import { follow, LOOKS } from '../../platform/follow.ts';
import { openDatabase } from '../../platform/tenancy.ts';
import { drainClient } from '../cms/cms.delivery.ts';
import { advanceDue } from '../strategy/strategy.engine.logic.ts';
import { advanceWorkflows } from '../workflows/workflows.advance.logic.ts';
import '../../services.ts';

const [addresses, lease, clientId = ''] = process.argv.slice(2);
const database = openDatabase(JSON.parse(addresses!));
const config = readConfig();

async function forEver(work: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 0; ; round++) {
    // A database that is just being killed, too, is tried again.
    await work(round).catch(() => undefined);
    // Looking for work takes most of the processor time of a worker that has none.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

await Promise.all([
  forEver(() => advanceDue(database, clientId, 20)),
  forEver(() => advanceWorkflows(database, clientId)),
  // As the jobs do: now and then further back, for what committed late.
  forEver((round) => follow(database, clientId, round % 20 === 0 ? LOOKS.minute : LOOKS.each)),
  forEver(() => drainClient(database, clientId, 'email', config, { lease: Number(lease), pause: 10 })),
]);
