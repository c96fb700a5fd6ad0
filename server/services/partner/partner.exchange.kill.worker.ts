/**
 * A worker of the kill test: works on a partner's file with the product's own functions and prints how many rows are done after each chunk.
 * node partner.exchange.kill.worker.ts ADDRESSES FOLDER CLIENT RETURN
 */
import type { Uuid } from '../../../core/id.ts';
import { readConfig } from '../../platform/config.ts';
import type { Addresses } from '../../platform/logins.ts';
import { openDatabase } from '../../platform/tenancy.ts';
import { configureFiles } from '../files/files.settings.ts';
import { workOnReturn } from './exchange/in.run.logic.ts';

const [addresses, folder, clientId, returnId] = process.argv.slice(2) as [string, string, Uuid, Uuid];
configureFiles({ ...readConfig(), dataFolder: folder, filesStore: null });
await workOnReturn(openDatabase(JSON.parse(addresses) as Addresses, { poolSize: 4 }), clientId, returnId, {
  onProgress: (rows) => console.log(rows),
});
