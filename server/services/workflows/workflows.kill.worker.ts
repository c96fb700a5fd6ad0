/**
 * A worker of the kill test: advances the workflows of a client, for ever, with the product's own functions.
 * node workflows.kill.worker.ts ADDRESSES CLIENT
 */
import { openDatabase } from '../../platform/tenancy.ts';
import { advanceWorkflows } from './workflows.advance.logic.ts';

const [addresses, clientId] = process.argv.slice(2);
const database = openDatabase(JSON.parse(addresses!));
for (;;) {
  await advanceWorkflows(database, clientId!).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
