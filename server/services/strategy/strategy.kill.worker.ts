/**
 * A worker of the kill tests: advances the strategies and drains the outbox of the given clients, for ever, with the product's own functions.
 * node strategy.kill.worker.ts ADDRESSES LEASE_MS CLIENT…
 */
import { readConfig } from '../../platform/config.ts';
import { openDatabase } from '../../platform/tenancy.ts';
import '../account/account.effects.ts';
import '../cms/cms.effects.ts';
import { drainClient } from '../cms/cms.delivery.ts';
import './strategy.effects.ts';
import { advanceDue } from './strategy.engine.logic.ts';

const [addresses, lease, ...clients] = process.argv.slice(2);
const database = openDatabase(JSON.parse(addresses!));
const config = readConfig();

async function forEver(work: (clientId: string) => Promise<unknown>, clientId: string): Promise<void> {
  for (;;) {
    // A database that is just being killed, too, is tried again.
    await work(clientId).catch(() => undefined);
    // Looking for work takes most of the processor time of a worker that has none.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

await Promise.all(
  clients.flatMap((clientId) => [
    forEver((id) => advanceDue(database, id, 40), clientId),
    forEver((id) => drainClient(database, id, 'email', config, { lease: Number(lease), pause: 10 }), clientId),
  ]),
);
