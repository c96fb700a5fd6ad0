/**
 * Checks that the log is what it was: `npm run audit:verify`, for one client with `-- --client ID`.
 * `--expect CLIENT=HASH` (any number of times) names hashes that were noted elsewhere and that the chains must still contain.
 * Ends with 1 when anything does not fit; each finding is one line with client, link and event.
 */
import { parseArgs } from 'node:util';
import { isUuid } from '../../core/id.ts';
import { connectOrEnd } from './connect.ts';
import { type Finding, verifyClient } from './events.verify.ts';
import { allClients } from './tenancy.ts';

const { values } = parseArgs({ options: { client: { type: 'string' }, expect: { type: 'string', multiple: true } } });
const expected = (values.expect ?? []).map((text) => text.split('=', 2));
const wrong = expected.find(([clientId, hash = '']) => !isUuid(clientId) || !/^[0-9a-f]{64}$/.test(hash));
if (wrong) refuse(`--expect is CLIENT=HASH, as this command prints them; not "${wrong.join('=')}"`);
if (values.client !== undefined && !isUuid(values.client)) refuse('--client is the id of a client');

const { database, close } = await connectOrEnd();
try {
  const known = await allClients(database);
  const asked = values.client === undefined ? [...new Set([...known, ...expected.map(([clientId = '']) => clientId)])] : [values.client];
  let findings = 0;
  for (const clientId of asked.filter((each) => !known.includes(each))) {
    console.error(`client ${clientId}: there is no such client`);
    findings++;
  }
  for (const clientId of asked) {
    const hashes = expected.filter(([of]) => of === clientId).map(([, hash = '']) => hash);
    const chain = await verifyClient(database, clientId, hashes, printFinding);
    findings += chain.findings;
    console.log(
      `${clientId}: ${chain.links} links, ${chain.events} events${chain.erased > 0 ? ` (${chain.erased} erased)` : ''}, ${chain.waiting} waiting, ${chain.findings === 0 ? 'intact' : `${chain.findings} findings`}, newest ${chain.newest ?? 'none'}`,
    );
  }
  if (findings > 0) process.exitCode = 1;
} finally {
  await close();
}

function printFinding({ clientId, link, event, what }: Finding): void {
  console.error(`client ${clientId}${link === null ? '' : ` link ${link}`}${event === null ? '' : ` event ${event}`}: ${what}`);
}

function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}
