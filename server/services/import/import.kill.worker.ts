/**
 * A worker of the kill test: works on an import with the product's own functions and prints how many rows are done after each chunk.
 * node import.kill.worker.ts ADDRESSES FOLDER CLIENT IMPORT THREAD_FROM
 */
import type { Uuid } from '../../../core/id.ts';
import type { Addresses } from '../../platform/logins.ts';
import { openDatabase } from '../../platform/tenancy.ts';
import { useImportFolder } from './import.files.ts';
import { workOn } from './import.jobs.ts';

const [addresses, folder, clientId, importId, threadFrom] = process.argv.slice(2) as [string, string, Uuid, Uuid, string];
useImportFolder(folder);
await workOn(openDatabase(JSON.parse(addresses) as Addresses, { poolSize: 4 }), clientId, importId, {
  threadFrom: Number(threadFrom),
  onProgress: (rows) => console.log(rows),
});
