/**
 * Imports a file from the terminal: `npm run import -- FILE --client NAME_OR_ID --mapping NAME`.
 * Started again after it was killed, with the same file and mapping, it goes on from where it stopped.
 */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { Fault, invalid } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { connectOrEnd } from '../../platform/connect.ts';
import { sayReasons } from '../../platform/listExport.ts';
import { allClients, type Database, inClient, SYSTEM, type Tx } from '../../platform/tenancy.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { addLocalFile, readImportFile } from './import.file.logic.ts';
import { workOn } from './import.jobs.ts';
import {
  findUnfinished,
  type ImportRow,
  listRejections,
  moveImport,
  readImport,
  readMapping,
  reasonsOf,
  type Summary,
} from './import.logic.ts';
import { checkMapping, type Mapping } from './import.mapping.ts';

const USAGE = `Imports a CSV, TSV or XLSX file of claims, payments, earlier actions or debtors.

  npm run import -- FILE --client NAME_OR_ID [--mapping NAME_OR_FILE] [--check] [--yes]

  --client         name or id of the client
  --mapping        name of a mapping kept on the import screen, or a .json file with one; without it the first guess is used
  --print-mapping  prints the mapping that would be used as JSON, to be edited and given as --mapping FILE.json; imports nothing
  --check          says what would happen and writes nothing
  --yes            does not ask before it writes
  --help           this text

Exit codes: 0 done (rejected rows are listed), 1 refused or failed, 2 the command was not understood.
Interrupted and started again with the same file and mapping, an import goes on from where it stopped.`;

const { values, positionals } = readArguments();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const [file, ...more] = positionals;
if (!file) fail(`Which file?\n\n${USAGE}`, 2);
if (more.length > 0) fail(`One file at a time; "${more[0]}" is too many`, 2);
if (!values.client) fail(`Whose file is it? Say --client NAME_OR_ID\n\n${USAGE}`, 2);
if (!statSync(file, { throwIfNoEntry: false })?.isFile()) fail(`There is no file ${file}`);

const { database, close } = await connectOrEnd();
try {
  process.exitCode = await run(database, file, values.client);
} catch (error) {
  console.error(error instanceof Fault ? error.message : error);
  process.exitCode = 1;
} finally {
  await close();
}

async function run(database: Database, path: string, wantedClient: string): Promise<number> {
  const clientId = await findClient(database, wantedClient);
  const unfinished = await inClient(database, clientId, async (tx) => findUnfinished(tx, await digestOf(path), values.mapping ?? null));
  const named = await inClient(database, clientId, namedMapping);
  const importId = unfinished ?? (await addLocalFile(database, clientId, path, SYSTEM));
  if (unfinished) console.log('Going on with the import of this file that was interrupted.');
  else {
    const mapping = named ?? (await inClient(database, clientId, (tx) => readImportFile(tx, importId, {}))).suggestion;
    if (values['print-mapping']) {
      console.log(JSON.stringify(mapping, null, 2));
      await inClient(database, clientId, (tx) => moveImport(tx, importId, 'cancelled'));
      return 0;
    }
    await inClient(database, clientId, (tx) => moveImport(tx, importId, 'checking', { mapping, name: values.mapping ?? null }));
    const checked = await work(database, clientId, importId, 'Checking ');
    if (checked.status !== 'checked') fail(checked.lastError ?? 'The check did not finish');
    console.log(`\nWhat will happen:\n${describe(checked.summary)}`);
    if (values.check) return 0;
    if (!(await confirmed())) return 1;
    await inClient(database, clientId, (tx) => moveImport(tx, importId, 'running'));
  }
  const done = await work(database, clientId, importId, 'Importing');
  if (done.status !== 'done') fail(done.lastError ?? `The import is ${done.status}`);
  console.log(`\nDone:\n${describe(done.summary)}`);
  await printRejections(database, clientId, importId);
  return 0;
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        client: { type: 'string' },
        mapping: { type: 'string' },
        'print-mapping': { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${USAGE}`, 2);
  }
}

/** The mapping that the command line names, kept or in a file; null when it names none. */
async function namedMapping(tx: Tx): Promise<Mapping | null> {
  if (!values.mapping) return null;
  if (!values.mapping.endsWith('.json')) return readMapping(tx, values.mapping);
  try {
    return checkMapping(JSON.parse(readFileSync(values.mapping, 'utf8')));
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw invalid('mapping', 'mappingUnreadable', { name: values.mapping, reason: (error as Error).message });
  }
}

async function findClient(database: Database, wanted: string): Promise<Uuid> {
  const clients: { clientId: Uuid; name: string }[] = [];
  for (const clientId of await allClients(database)) clients.push(await inClient(database, clientId, readClient));
  const byId: boolean = isUuid(wanted);
  const found = clients.filter((client) => (byId ? client.clientId : client.name).toLowerCase() === wanted.toLowerCase());
  if (found.length === 1 && found[0]) return found[0].clientId;
  return fail(`There is no client "${wanted}". Clients: ${clients.map((client) => client.name).join(', ') || 'none yet'}`);
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('hex');
}

async function work(database: Database, clientId: Uuid, importId: Uuid, label: string): Promise<ImportRow> {
  const { rowsTotal } = await inClient(database, clientId, (tx) => readImport(tx, importId));
  const began = performance.now();
  await workOn(database, clientId, importId, {
    onProgress: (rowsDone) => {
      const seconds = (performance.now() - began) / 1000;
      const share = Math.min(1, rowsDone / Math.max(1, rowsTotal ?? rowsDone));
      const line = `${label} ${'█'.repeat(Math.round(share * 24)).padEnd(24, '░')} ${rowsDone.toLocaleString('en')} rows, ${Math.round(rowsDone / seconds).toLocaleString('en')}/s`;
      if (process.stdout.isTTY) process.stdout.write(`\r${line}`);
      else console.log(line);
    },
  });
  if (process.stdout.isTTY) process.stdout.write('\n');
  return inClient(database, clientId, (tx) => readImport(tx, importId));
}

function describe({ created, changed, unchanged, rejected, newAccounts, sums }: Summary): string {
  const count = (value: number) => value.toLocaleString('en');
  const booked = Object.entries(sums).map(
    ([currency, sum]) => `  ${currency}: claims ${sum.claims}, fees ${sum.fees}, payments ${sum.payments}, corrections ${sum.corrections}`,
  );
  return [
    `  ${count(created)} new, ${count(changed)} changed, ${count(unchanged)} unchanged, ${count(rejected)} rejected; ${count(newAccounts)} new accounts`,
    ...booked,
  ].join('\n');
}

async function confirmed(): Promise<boolean> {
  if (values.yes || !process.stdin.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Import now? [y/N] ');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function printRejections(database: Database, clientId: Uuid, importId: Uuid): Promise<void> {
  const { items, total } = await inClient(database, clientId, (tx) => listRejections(tx, importId, 20, 0));
  for (const item of items)
    console.log(`  row ${item.rowNumber}${item.field ? `, ${item.field}` : ''}: ${sayReasons(reasonsOf(item), {})}`);
  if (total > items.length)
    console.log(`  and ${(total - items.length).toLocaleString('en')} more: the import's page lists and downloads them all`);
}

function fail(message: string, code = 1): never {
  console.error(message);
  process.exit(code);
}
