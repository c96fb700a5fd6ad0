/**
 * A process of the kill test: erases, or makes a file, with the product's own functions.
 * node privacy.kill.worker.ts ADDRESSES CLIENT TASK
 */
import type { Uuid } from '../../../core/id.ts';
import type { Addresses } from '../../platform/logins.ts';
import { inClient, openDatabase } from '../../platform/tenancy.ts';
import '../../services.ts';
import { makeDataFile } from './privacy.file.logic.ts';
import { eraseOnRequest } from './privacy.request.logic.ts';
import { applyRule } from './privacy.rule.logic.ts';
import type { Someone } from './privacy.testing.ts';

export type Task =
  | { readonly kind: 'person'; readonly person: Someone; readonly userId: Uuid }
  | { readonly kind: 'rule'; readonly rule: Parameters<typeof applyRule>[2] }
  | { readonly kind: 'file'; readonly dataFileId: Uuid };

const [addresses, clientId, given] = process.argv.slice(2) as [string, Uuid, string];
const database = openDatabase(JSON.parse(addresses) as Addresses, { poolSize: 4 });
const task = JSON.parse(given) as Task;
if (task.kind === 'person') {
  const { person, userId } = task;
  await inClient(database, clientId, (tx) => eraseOnRequest(tx, [person], userId), { actor: { type: 'user', id: userId } });
} else if (task.kind === 'rule') await applyRule(database, clientId, task.rule);
else await makeDataFile(database, clientId, task.dataFileId);
process.exit(0);
