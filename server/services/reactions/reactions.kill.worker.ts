/** A worker of the kill test: follows the log of a client for ever, with the product's own functions. node reactions.kill.worker.ts ADDRESSES CLIENT */
import { follow } from '../../platform/follow.ts';
import { openDatabase } from '../../platform/tenancy.ts';
import '../account/account.effects.ts';
import '../cms/cms.effects.ts';
import './reactions.follow.ts';

const [addresses, clientId] = process.argv.slice(2);
const database = openDatabase(JSON.parse(addresses!));
for (;;) {
  await follow(database, clientId!).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 50));
}
