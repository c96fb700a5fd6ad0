/**
 * A worker of the kill test: follows the log and sends webhooks as the product's worker does, until it is killed.
 * node webhook-subscription.kill.worker.ts ADDRESSES
 */
import '../../services.ts';
import { startFollowing } from '../../platform/follow.jobs.ts';
import { startWorker } from '../../platform/jobs.ts';
import { openDatabase } from '../../platform/tenancy.ts';

const database = openDatabase(JSON.parse(process.argv[2]!));
await startWorker(database);
await startFollowing(database);
process.stdout.write('works\n');
