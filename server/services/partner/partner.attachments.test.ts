/** Attachments that go along with files for partners: which, under which names, how often, whole or not at all. */
import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { decrypt, generateKey, readMessage, readPrivateKey } from 'openpgp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { now } from '../../platform/clock.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { startTestProgram } from '../../platform/testing.workers.ts';
import { openArchive } from '../../platform/unzip.ts';
import { openStoredBytes, removeStoredBytes, storeBytes, withStoredPath } from '../files/files.bytes.logic.ts';
import { ATTACHMENT_LIMITS } from './exchange/attachments.logic.ts';
import { partnerExchange } from './exchange/exchange.tables.ts';
import { makeFile } from './exchange/make.logic.ts';
import { addClaims, addPartner, give, takeBack } from './partner.exchange.testing.ts';

let house: TestHouse;
let partnerId: Uuid;
let count = 0;

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  partnerId = await house.inA((tx) => addPartner(tx, `Nordstern Inkasso ${++count}`));
});

const wants = (selectors: object[] = [{ documentType: 'INVOICE', contextType: null, fileSelectionCriteria: 'all' }]) =>
  house.inA((tx) =>
    tx.sql('update partner set attachment_selector_list = $3 where client_id = $1 and partner_id = $2', [
      tx.clientId,
      partnerId,
      JSON.stringify(selectors),
    ]),
  );

interface Brought {
  readonly name?: string;
  readonly content?: string | Buffer;
  readonly documentType?: string;
  /** It is the claim's; otherwise the account's. */
  readonly ofClaim?: boolean;
}

/** Adds a file to the account of a claim. */
async function bring(
  ref: string,
  { name = 'invoice.pdf', content = `Invoice ${ref}`, documentType = 'INVOICE', ofClaim = true }: Brought = {},
) {
  const fileId = uuidv7();
  const { size, sha256 } = await storeBytes(house.clientA, fileId, Readable.from([content]), 2 ** 25);
  await house.inA((tx) =>
    tx.sql(
      `insert into add_on_file (client_id, file_id, account_id, external_claim_ref, name, extension, mime_type, size, sha256, source, uploaded_by, status,
         context_type, document_type, created_at, stored_at)
       select $1, $2, account_id, $4, $5, 'pdf', 'application/pdf', $6, $7, 'staff', 'x', 'stored', $8, $9, now(), now() from claim
       where client_id = $1 and external_claim_ref = $3`,
      [tx.clientId, fileId, ref, ofClaim ? ref : null, name, size, sha256, ofClaim ? 'claim' : 'account', documentType],
    ),
  );
  return fileId;
}

interface Made {
  id: Uuid;
  status: string;
  displayName: string;
  newCount: number;
  changedCount: number;
  attachmentCount: number;
  errorKey: string | null;
}

async function ask(): Promise<void> {
  await house.call(
    'partner',
    'mutation ($clientId: ID!, $partnerId: ID!) { makeOutsourcedFile(clientId: $clientId, partnerId: $partnerId) { id } }',
    {
      clientId: house.clientA,
      partnerId,
    },
  );
}
async function newest(): Promise<Made> {
  const { getOutsourcedFilesV2 } = await house.call<{ getOutsourcedFilesV2: { items: Made[] } }>(
    'partner',
    `query ($clientId: ID!, $partnerId: ID!) { getOutsourcedFilesV2(clientId: $clientId, partnerId: $partnerId) {
      items { id status displayName newCount changedCount attachmentCount errorKey } } }`,
    { clientId: house.clientA, partnerId },
  );
  return getOutsourcedFilesV2.items[0]!;
}
async function make(): Promise<Made> {
  await ask();
  await drainJobs(house.database);
  return newest();
}

/** @returns what lies in an archive, by path; each file is read to its end, and so proved to be whole. */
const unpack = (fileId: Uuid) =>
  withStoredPath(house.clientA, fileId, async (at) => {
    const archive = await openArchive(at);
    const files = new Map<string, string>();
    for (const name of archive.names) files.set(name, (await buffer(archive.read(name, 2 ** 30))).toString('utf8').replace(/^\ufeff/, ''));
    return files;
  });
const attachmentsOf = async (fileId: Uuid) => [...(await unpack(fileId)).keys()].filter((name) => name.startsWith('attachments/'));

async function claimsAtPartner(...names: string[]): Promise<string[]> {
  const refs = names.map((name) => `${name}${count}`);
  await house.inA(async (tx) => {
    await addClaims(tx, refs);
    await give(tx, partnerId, refs);
  });
  return refs;
}

it('go in an archive with the rows, in a folder for each account and claim, and a list names each with its claim', async () => {
  await wants();
  const [one, two] = (await claimsAtPartner('A-', 'B-')) as [string, string];
  await bring(one);
  await bring(one, { content: 'Another' });
  await bring(one, { name: 'terms.pdf', ofClaim: false, content: 'Terms' });
  await bring(two, { documentType: 'CONTRACT' });
  const made = await make();
  expect(made).toMatchObject({ status: 'made', newCount: 2, attachmentCount: 3 });
  expect(made.displayName).toMatch(/\.zip$/);
  const files = await unpack(made.id);
  const rows = made.displayName.replace(/zip$/, 'csv');
  const folder = `attachments/A-${one}`;
  expect([...files.keys()].sort()).toEqual(
    [rows, 'attachments.csv', `${folder}/${one}/invoice (2).pdf`, `${folder}/${one}/invoice.pdf`, `${folder}/terms.pdf`].sort(),
  );
  expect([files.get(`${folder}/${one}/invoice.pdf`), files.get(`${folder}/terms.pdf`)]).toEqual(['Another', 'Terms']);
  expect(files.get(rows)).toContain(two);
  expect(files.get('attachments.csv')!.split('\r\n')).toContain(
    `${one},A-${one},${folder}/${one}/invoice.pdf,invoice.pdf,INVOICE,application/pdf,7`,
  );
});

it('are given once while the partner has the claim; what is new makes the claim a changed one, and a claim that comes again brings all', async () => {
  await wants();
  const [ref] = (await claimsAtPartner('C-')) as [string];
  await bring(ref, { name: 'first.pdf' });
  await make();
  expect((await make()).status).toBe('empty');
  const second = await bring(ref, { name: 'second.pdf' });
  const changed = await make();
  expect([changed.changedCount, await attachmentsOf(changed.id)]).toEqual([1, [`attachments/A-${ref}/${ref}/second.pdf`]]);
  // One that is deleted here is nothing to tell.
  await house.inA((tx) => tx.sql(`update add_on_file set status = 'deleted' where client_id = $1 and file_id = $2`, [tx.clientId, second]));
  expect((await make()).status).toBe('empty');
  await house.inA((tx) => takeBack(tx, [ref]));
  await make();
  await house.inA((tx) => give(tx, partnerId, [ref]));
  const again = await make();
  expect([again.newCount, await attachmentsOf(again.id)]).toEqual([1, [`attachments/A-${ref}/${ref}/first.pdf`]]);
  // A file that never left is made again with what it had.
  await house.call('partner', 'mutation ($clientId: ID!, $id: ID!) { deleteOutsourcedFile(clientId: $clientId, id: $id) }', {
    clientId: house.clientA,
    id: again.id,
  });
  expect((await make()).attachmentCount).toBe(1);
});

it('have names that lead nowhere and differ on every system', async () => {
  await wants();
  const [ref] = (await claimsAtPartner('D-')) as [string];
  for (const name of ['../../etc/passwd', 'CON.pdf', 'Scan.PDF', 'scan.pdf', 'a\u202egpj.pdf', '...']) await bring(ref, { name });
  await house.inA((tx) =>
    tx.sql(`update account set external_account_ref = $3 where client_id = $1 and external_account_ref = $2`, [
      tx.clientId,
      `A-${ref}`,
      `..\\..\\${ref}`,
    ]),
  );
  const names = await attachmentsOf((await make()).id);
  expect(names.map((name) => name.replaceAll(ref, 'R')).sort()).toEqual(
    ['_.._etc_passwd', '_CON.pdf', 'a_gpj.pdf', 'Scan (2).PDF', 'scan.pdf', '_'].map((name) => `attachments/_.._R/R/${name}`).sort(),
  );
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(6);
});

it('come with the next file where there is no room, until the partner has all', async () => {
  await wants();
  const refs = await claimsAtPartner('E-', 'F-', 'G-');
  for (const ref of refs) await bring(ref);
  const before = ATTACHMENT_LIMITS.files;
  ATTACHMENT_LIMITS.files = 2;
  try {
    expect(await make()).toMatchObject({ newCount: 3, attachmentCount: 2 });
    expect(await make()).toMatchObject({ newCount: 0, changedCount: 1, attachmentCount: 1 });
    expect((await make()).status).toBe('empty');
  } finally {
    ATTACHMENT_LIMITS.files = before;
  }
});

it('whose bytes are gone stop nothing: the list says that they are missing', async () => {
  await wants();
  const [ref] = (await claimsAtPartner('H-')) as [string];
  await removeStoredBytes(house.clientA, await bring(ref, { name: 'lost.pdf' }));
  await bring(ref, { name: 'there.pdf' });
  const made = await make();
  const files = await unpack(made.id);
  expect(await attachmentsOf(made.id)).toEqual([`attachments/A-${ref}/${ref}/there.pdf`]);
  expect(files.get('attachments.csv')).toContain(`${ref},A-${ref},,lost.pdf,`);
});

it('are encrypted with the rows when the partner has a key', async () => {
  await wants();
  const [ref] = (await claimsAtPartner('I-')) as [string];
  await bring(ref);
  const theirs = await generateKey({ type: 'ecc', curve: 'curve25519Legacy', userIDs: [{ name: 'Nordstern' }], format: 'armored' });
  await house.inA((tx) =>
    tx.db.insert(partnerExchange).values({ clientId: tx.clientId, partnerId, publicKey: theirs.publicKey, updatedAt: now() }),
  );
  const made = await make();
  const [row] = await house.inA((tx) =>
    tx.sql<{ encrypted_id: Uuid }>('select encrypted_id from partner_file where client_id = $1 and file_id = $2', [tx.clientId, made.id]),
  );
  const sealed = await buffer((await openStoredBytes(house.clientA, row!.encrypted_id)) as Readable);
  const opened = await decrypt({
    message: await readMessage({ binaryMessage: new Uint8Array(sealed) }),
    decryptionKeys: await readPrivateKey({ armoredKey: theirs.privateKey }),
    format: 'binary',
  });
  expect(Buffer.from(opened.data as Uint8Array).equals(await buffer((await openStoredBytes(house.clientA, made.id)) as Readable))).toBe(
    true,
  );
});

it('are whole or not there: a process that is killed in the middle leaves nothing, and the next one makes the file', async () => {
  await wants();
  const [ref] = (await claimsAtPartner('K-')) as [string];
  // More than is written at once, and nothing that gets smaller.
  for (let n = 0; n < 24; n++) await bring(ref, { name: `${n}.pdf`, content: randomBytes(2 ** 20) });
  await ask();
  const { id } = await newest();
  const child = startTestProgram('services/partner/partner.exchange.kill.worker.ts', [
    JSON.stringify(house.database.addresses),
    house.config.dataFolder,
    house.clientA,
    id,
    'make',
  ]);
  const exited = new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
  const folder = path.join(house.config.dataFolder, 'files', house.clientA);
  await expect
    .poll(
      async () => {
        const part = (await readdir(folder)).find((name) => name.startsWith(id) && name.endsWith('.part'));
        return part === undefined ? 0 : (await stat(path.join(folder, part)).catch(() => ({ size: 0 }))).size;
      },
      { timeout: 30_000, interval: 5 },
    )
    .toBeGreaterThan(0);
  child.kill('SIGKILL');
  expect(await exited).toBe('SIGKILL');
  expect(await newest()).toMatchObject({ status: 'waiting', attachmentCount: 0 });
  await expect
    .poll(
      async () => {
        await makeFile(house.database, house.clientA, id);
        return (await newest()).status;
      },
      { timeout: 30_000 },
    )
    .toBe('made');
  expect(await newest()).toMatchObject({ attachmentCount: 24, newCount: 1 });
  expect((await attachmentsOf(id)).length).toBe(24);
});
