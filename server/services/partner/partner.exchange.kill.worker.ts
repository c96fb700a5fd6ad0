/**
 * A worker of the kill tests: makes a file for a partner, or works on one that came back and prints how many rows are done after each chunk, with
 * the product's own functions.
 * node partner.exchange.kill.worker.ts ADDRESSES FOLDER CLIENT FILE [make]
 */
import type { Uuid } from '../../../core/id.ts';
import { readConfig } from '../../platform/config.ts';
import type { Addresses } from '../../platform/logins.ts';
import { openDatabase } from '../../platform/tenancy.ts';
import { configureFiles } from '../files/files.settings.ts';
import { workOnReturn } from './exchange/in.run.logic.ts';
import { makeFile } from './exchange/make.logic.ts';

const [addresses, folder, clientId, id, what] = process.argv.slice(2) as [string, string, Uuid, Uuid, string | undefined];
configureFiles({ ...readConfig(), dataFolder: folder, filesStore: null });
const database = openDatabase(JSON.parse(addresses) as Addresses, { poolSize: 4 });
if (what === 'make') await makeFile(database, clientId, id);
else await workOnReturn(database, clientId, id, { onProgress: (rows) => console.log(rows) });
