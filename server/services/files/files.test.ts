/** Files over real HTTP: announced by GraphQL, put to a signed address, looked at from another origin; and everything that goes wrong. */
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import { now, useClock } from '../../platform/clock.ts';
import { drainJobs, enqueue } from '../../platform/jobs.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { createServer, type Web } from '../../server.ts';
import { seedDetail } from '../account/account.detail.cases.ts';
import { signAddress } from './files.address.ts';
import { removeLeft } from './files.jobs.ts';
import { keepFile, readStoredFile } from './files.logic.ts';
import { askClamav, EICAR, PatternScan } from './files.scan.ts';
import { configureFiles } from './files.settings.ts';
import { mountFileUploads } from './files.upload.ts';

let house: TestHouse;
let web: Web;
let base: string;
const worldA: Record<string, string> = {};
const worldB: Record<string, string> = {};
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');

beforeAll(async () => {
  house = await openTestHouse();
  web = await createServer(house.database, house.config, (app) => mountFileUploads(app, { database: house.database }));
  await web.app.listen({ host: '127.0.0.1', port: 0 });
  await web.listenForFiles('127.0.0.1', 0);
  const address = web.app.server.address() as net.AddressInfo;
  base = `http://127.0.0.1:${address.port}`;
  await house.inA((tx) => seedDetail(tx, worldA));
  await house.inB((tx) => seedDetail(tx, worldB));
});
afterAll(async () => {
  await web.close();
  await house.close();
});

const CREATE =
  'mutation ($clientId: ID!, $file: AddOnFileInput!) { createAddOnFile(clientId: $clientId, file: $file) { id fileURL signedURL } }';
const LIST = `query ($clientId: ID!, $accountId: ID!) { listAddOnFiles(clientId: $clientId, accountId: $accountId) { total
  items { id name mimeType size status statusReason source uploadedBy documentType contextType tags preview extension } } }`;
const URL_OF = `query ($clientId: ID!, $fileId: ID!, $preview: Boolean) { getAddOnFileURL(clientId: $clientId, fileId: $fileId, preview: $preview) { url expiresAt } }`;

interface Item {
  id: string;
  name: string;
  mimeType: string | null;
  status: string;
  statusReason: string | null;
  preview: string | null;
  size: number;
}

async function announce(file: object = {}): Promise<{ id: string; fileURL: string; put: string }> {
  const { createAddOnFile: made } = await house.call<{ createAddOnFile: { id: string; fileURL: string; signedURL: string } }>(
    'files',
    CREATE,
    {
      clientId: house.clientA,
      file: { accountId: worldA.accountId, name: 'letter.pdf', mimeType: 'application/pdf', ...file },
    },
  );
  const { pathname, search } = new URL(made.signedURL);
  return { id: made.id, fileURL: made.fileURL, put: base + pathname + search };
}
const put = (url: string, body: Uint8Array<ArrayBuffer> | Buffer) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': 'application/octet-stream' } });
const list = async () =>
  (
    await house.call<{ listAddOnFiles: { items: Item[]; total: number } }>('files', LIST, {
      clientId: house.clientA,
      accountId: worldA.accountId,
    })
  ).listAddOnFiles.items;
const item = async (id: string) => (await list()).find((each) => each.id === id);
const address = async (fileId: string, preview = false) =>
  (await house.call<{ getAddOnFileURL: { url: string } }>('files', URL_OF, { clientId: house.clientA, fileId, preview })).getAddOnFileURL
    .url;
const folder = () => path.join(house.config.dataFolder, 'files', house.clientA);
const onDisk = () => readdir(folder()).catch(() => [] as string[]);

/** Announces and uploads. @returns the answer and the file as it is listed then. */
async function upload(name: string, bytes: Buffer, mimeType?: string) {
  const file = await announce({ name, mimeType: mimeType ?? null });
  const answer = await put(file.put, bytes);
  const said = answer.status === 204 ? null : ((await answer.json()) as { code: string; key?: string; message: string; field?: string });
  return { id: file.id, put: file.put, status: answer.status, said, listed: await item(file.id) };
}

describe('a file', () => {
  it('is announced, put to its signed address, listed, and served from another origin', async () => {
    const file = await announce({ documentType: 'CONTRACT', tags: ['LEGAL'], size: PDF.length, externalClaimRef: worldA.externalClaimRef });
    expect(await item(file.id)).toBeUndefined();
    expect((await put(file.put, PDF)).status).toBe(204);
    expect(await item(file.id)).toEqual({
      id: file.id,
      name: 'letter.pdf',
      extension: 'pdf',
      mimeType: 'application/pdf',
      size: PDF.length,
      status: 'stored',
      statusReason: null,
      source: 'staff',
      uploadedBy: house.userA,
      documentType: 'CONTRACT',
      contextType: 'claim',
      tags: ['LEGAL'],
      preview: 'pdf',
    });
    const url = await address(file.id);
    expect(new URL(url).origin).not.toBe(base);
    const answer = await fetch(url);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PDF);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="letter.pdf"; filename*=UTF-8''letter.pdf`);
    const events = await house.inA((tx) =>
      tx.sql<{ message_type: string; actor_id: string }>(
        `select message_type, actor_id from event where client_id = $1 and payload->>'fileId' = $2 order by message_id`,
        [house.clientA, file.id],
      ),
    );
    expect(events).toEqual([
      { message_type: 'fileAnnounced', actor_id: house.userA },
      { message_type: 'fileStored', actor_id: house.userA },
    ]);
  });

  it('is taken once: the same bytes again are answered alike, other bytes are refused', async () => {
    const { put: url, status, id } = await upload('once.pdf', PDF);
    expect(status).toBe(204);
    expect((await put(url, PDF)).status).toBe(204);
    expect((await put(url, Buffer.concat([PDF, PDF]))).status).toBe(409);
    expect((await item(id))?.size).toBe(PDF.length);
    const twins = await Promise.all([upload('same.pdf', PDF), upload('same.pdf', PDF)]);
    expect(twins.map((each) => each.status)).toEqual([204, 204]);
  });

  it('is deleted with the way back, and its bytes go at night', async () => {
    const { id } = await upload('gone.pdf', PDF);
    const url = await address(id);
    const change = (name: string) =>
      house.call('files', `mutation ($clientId: ID!, $fileId: ID!) { ${name}(clientId: $clientId, fileId: $fileId) { status } }`, {
        clientId: house.clientA,
        fileId: id,
      });
    await change('deleteAddOnFile');
    expect(await item(id)).toBeUndefined();
    expect((await fetch(url)).status).toBe(404);
    await change('restoreAddOnFile');
    expect((await fetch(url)).status).toBe(200);
    await change('deleteAddOnFile');
    const lost = await announce({ name: 'never.pdf' });
    const kept = await upload('kept.pdf', PDF);
    const night = (now() + 2 * 86_400_000) as Instant;
    const back = useClock(() => night);
    try {
      await house.inA((tx) => enqueue(tx, removeLeft, {}));
      await drainJobs(house.database);
    } finally {
      back();
    }
    expect(await onDisk()).not.toContain(id);
    expect(await onDisk()).toContain(kept.id);
    await expect(change('restoreAddOnFile')).rejects.toThrow('NOT_FOUND');
    expect((await put(lost.put, PDF)).status).toBe(404);
  });

  it('is described anew: kind, tags, claim; a change of an older state is refused, and the event says what became of it', async () => {
    const { id } = await upload('facts.pdf', PDF);
    const change = (file: object, revision: number | null = null) =>
      house.call<{
        updateAddOnFile: { documentType: string | null; contextType: string; externalClaimRef: string | null; revision: number };
      }>(
        'files',
        `mutation ($clientId: ID!, $fileId: ID!, $file: AddOnFileChangeInput!, $revision: Int) {
          updateAddOnFile(clientId: $clientId, fileId: $fileId, file: $file, revision: $revision) { documentType tags contextType externalClaimRef revision } }`,
        { clientId: house.clientA, fileId: id, file, revision },
      );
    const { externalClaimRef } = worldA;
    expect((await change({ documentType: 'CONTRACT', tags: ['LEGAL', 'LEGAL'], externalClaimRef }, 1)).updateAddOnFile).toEqual({
      documentType: 'CONTRACT',
      tags: ['LEGAL'],
      contextType: 'claim',
      externalClaimRef,
      revision: 2,
    });
    await expect(change({ documentType: 'LETTER' }, 1)).rejects.toThrow('CONFLICT');
    // What is not named stays; an empty text takes away.
    expect((await change({ externalClaimRef: '' }, 2)).updateAddOnFile).toMatchObject({
      documentType: 'CONTRACT',
      contextType: 'account',
      externalClaimRef: null,
    });
    await change({ documentType: 'CONTRACT' }, 3);
    const events = await house.inA((tx) =>
      tx.sql(
        `select payload from event where client_id = $1 and message_type = 'fileChanged' and payload->>'fileId' = $2 order by message_id`,
        [tx.clientId, id],
      ),
    );
    expect(events.map(({ payload }) => payload)).toEqual([
      {
        fileId: id,
        name: 'facts.pdf',
        before: { externalClaimRef: null, documentType: null, tags: [] },
        after: { externalClaimRef, documentType: 'CONTRACT', tags: ['LEGAL'] },
      },
      { fileId: id, name: 'facts.pdf', before: { externalClaimRef }, after: { externalClaimRef: null } },
    ]);
    await expect(
      change({ externalClaimRef: worldB.externalClaimRef === externalClaimRef ? 'NONE' : worldB.externalClaimRef }),
    ).rejects.toThrow('NOT_FOUND');
    await expect(change({ tags: [' '] })).rejects.toThrow('INVALID_INPUT');
  });

  it('may be the product’s own', async () => {
    const made = await house.inA((tx) =>
      keepFile(
        tx,
        { accountId: worldA.accountId!, name: 'Saldo.pdf', source: 'system', uploadedBy: 'ledger', documentType: 'LETTER' },
        PDF,
      ),
    );
    const read = await house.inA(async (tx) => {
      const file = await readStoredFile(tx, made.id);
      return { ...file, bytes: await buffer(file.open()) };
    });
    expect(read).toMatchObject({ name: 'Saldo.pdf', mimeType: 'application/pdf', size: PDF.length });
    expect(read.bytes).toEqual(PDF);
    await expect(house.inB((tx) => readStoredFile(tx, made.id))).rejects.toThrow('not found');
    const harmful = { accountId: worldA.accountId!, name: 'a.txt', source: 'message' as const, uploadedBy: 'x' };
    await expect(house.inA((tx) => keepFile(tx, harmful, Buffer.from(EICAR)))).rejects.toThrow('EICAR');
  });
});

describe('what is refused', () => {
  it.each([
    ['a program under the name of a document', 'invoice.pdf', Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(300)]), 'fileContent'],
    ['an image under the name of a document', 'invoice.pdf', PNG, 'fileContent'],
    ['a page under the name of an image', 'logo.png', Buffer.from('<!doctype html><script>alert(1)</script>'), 'fileMarkup'],
    ['a page under the name of a text', 'readme.txt', Buffer.from('\uFEFF  <html><body onload=alert(1)>'), 'fileMarkup'],
    ['a drawing that may have scripts', 'logo.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'fileMarkup'],
    ['a shell script as text', 'notes.txt', Buffer.from('#!/bin/sh\nrm -rf ~\n'), 'fileMarkup'],
    ['bytes as text', 'notes.txt', Buffer.from([65, 0, 66, 1, 2]), 'fileContent'],
    ['nothing', 'empty.pdf', Buffer.alloc(0), 'fileEmpty'],
    ['the test virus', 'virus.txt', Buffer.from(EICAR), 'fileHarmful'],
  ])('is %s', async (_, name, bytes, reason) => {
    const before = (await onDisk()).length;
    const { status, said, listed, put: url } = await upload(name, bytes);
    expect(status).toBe(400);
    expect(said).toMatchObject({ code: 'INVALID_INPUT', field: 'file', key: reason });
    expect(listed).toMatchObject({ status: 'refused', statusReason: reason });
    expect((await onDisk()).length).toBe(before);
    expect((await put(url, PDF)).status, 'the address is used up').toBe(404);
  });

  it.each([
    ['page.html', 'text/html'],
    ['drawing.svg', 'image/svg+xml'],
    ['setup.exe', null],
    ['macros.docm', null],
    ['old.doc', 'application/msword'],
    ['archive.zip', null],
    ['constructor', null],
    ['invoice.pdf', 'image/png'],
  ])('is %s announced as %s before anything is sent', async (name, mimeType) => {
    await expect(announce({ name, mimeType })).rejects.toThrow('INVALID_INPUT');
  });

  it('is an Office file with macros, whatever it is called', async () => {
    const { said } = await upload(
      'report.docx',
      storedZip({ '[Content_Types].xml': docx, 'word/document.xml': '<w/>', 'word/vbaProject.bin': 'x' }),
    );
    expect(said?.key).toBe('fileMacros');
    const { status } = await upload('plain.docx', storedZip({ '[Content_Types].xml': docx, 'word/document.xml': '<w/>' }));
    expect(status).toBe(204);
  });

  it('is more than the limit, told before and while it comes', async () => {
    await expect(announce({ size: house.config.filesLimitBytes + 1 })).rejects.toThrow('larger than 1 MB');
    const before = await onDisk();
    const file = await announce();
    const answer = await put(file.put, Buffer.concat([PDF, Buffer.alloc(house.config.filesLimitBytes)]));
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { key: string }).key).toBe('fileTooLarge');
    // Without a length: it is noticed on the way.
    const status = await new Promise<number>((resolve, reject) => {
      const request = http.request(file.put, { method: 'PUT' }, (response) => resolve(response.resume().statusCode ?? 0));
      request.on('error', reject);
      for (let megabyte = 0; megabyte < 2; megabyte++) request.write(Buffer.alloc(2 ** 20));
      request.end();
    });
    expect(status).toBe(400);
    expect(await onDisk()).toEqual(before);
    expect((await put(file.put, PDF)).status, 'a smaller one may still come').toBe(204);
  });

  it('is an upload that breaks off; it leaves nothing and may be made again', async () => {
    const before = await onDisk();
    const file = await announce();
    const { pathname, search, host, hostname, port } = new URL(file.put);
    const socket = net.connect(Number(port), hostname);
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 100000\r\n\r\n`);
    socket.write(PDF);
    await expect.poll(async () => (await onDisk()).some((name) => name.startsWith(file.id))).toBe(true);
    socket.destroy();
    await expect.poll(onDisk).toEqual(before);
    expect(await item(file.id)).toBeUndefined();
    expect((await put(file.put, PDF)).status).toBe(204);
  });

  it('is a size other than what was announced', async () => {
    const file = await announce({ size: PDF.length + 1 });
    expect(((await (await put(file.put, PDF)).json()) as { key: string }).key).toBe('fileSize');
  });
});

describe('the scan', () => {
  it('finds the test virus wherever it is cut', () => {
    const bytes = Buffer.concat([randomBytes(50), Buffer.from(EICAR), randomBytes(50)]);
    for (let cut = 1; cut < bytes.length; cut++) {
      const scan = new PatternScan();
      scan.look(bytes.subarray(0, cut));
      scan.look(bytes.subarray(cut));
      expect(scan.findings.has('harmful'), `cut at ${cut}`).toBe(true);
    }
    const single = new PatternScan();
    for (const byte of bytes) single.look(Buffer.from([byte]));
    expect(single.findings.has('harmful')).toBe(true);
    const clean = new PatternScan();
    clean.look(Buffer.from(EICAR.slice(0, -1)));
    expect(clean.findings.size).toBe(0);
  });

  it('finds it over HTTP in chunks that split it', async () => {
    const file = await announce({ name: 'virus.txt', mimeType: 'text/plain' });
    const chunks = async function* () {
      yield Buffer.from(`hello ${EICAR.slice(0, 30)}`);
      await new Promise((resolve) => setImmediate(resolve));
      yield Buffer.from(EICAR.slice(30));
    };
    const answer = await fetch(file.put, { method: 'PUT', body: chunks(), duplex: 'half' } as unknown as RequestInit);
    expect(answer.status).toBe(400);
    const { key } = (await answer.json()) as { key: string };
    expect(key).toBe('fileHarmful');
  });

  it('asks clamd by its own protocol, and keeps nothing when it is silent', async () => {
    const received: Buffer[] = [];
    const clamd = net.createServer((socket) => {
      let all = Buffer.alloc(0);
      socket.on('data', (bytes) => {
        all = Buffer.concat([all, bytes]);
        const content = readInstream(all);
        if (content === null) return;
        received.push(content);
        socket.end(
          content.includes('WORM')
            ? 'stream: Win.Test.Worm FOUND\0'
            : content.includes('LARGE')
              ? 'INSTREAM size limit exceeded. ERROR\0'
              : 'stream: OK\0',
        );
      });
    });
    await new Promise<void>((resolve) => clamd.listen(0, '127.0.0.1', resolve));
    const clamav = `127.0.0.1:${(clamd.address() as net.AddressInfo).port}`;
    configureFiles({ ...house.config, clamav });
    try {
      expect((await upload('clean.pdf', PDF)).status).toBe(204);
      expect(received).toEqual([PDF]);
      const worm = await upload('worm.txt', Buffer.from('WORM '.repeat(50_000)));
      expect(worm.said).toMatchObject({ key: 'fileHarmful', message: 'This file is harmful: Win.Test.Worm' });
      const unsure = await upload('large.txt', Buffer.from('LARGE'));
      expect(unsure).toMatchObject({ status: 503, listed: undefined, said: { key: 'fileScanSilent' } });
      await new Promise((resolve) => clamd.close(resolve));
      const before = await onDisk();
      const silent = await upload('silent.pdf', PDF);
      expect(silent).toMatchObject({ status: 503, listed: undefined });
      expect(await onDisk()).toEqual(before);
      configureFiles(house.config);
      expect((await put(silent.put, PDF)).status, 'it may come again').toBe(204);
      await expect(askClamav(clamav, (async function* () {})() as never)).rejects.toThrow('does not answer');
    } finally {
      configureFiles(house.config);
      clamd.close();
    }
  });
});

describe('the origin of files', () => {
  it('answers everything that is not a good signature with one and the same 404', async () => {
    const { id } = await upload('mine.pdf', PDF);
    const good = new URL(await address(id, true));
    const elsewhere = signAddress('download', house.clientB, id).url;
    const changed = (name: string, value: string) => {
      const url = new URL(good);
      url.searchParams.set(name, value);
      return url.href;
    };
    const urls = [
      `${good.origin}/`,
      `${good.origin}${good.pathname}`,
      changed('use', 'download'),
      changed('use', 'upload'),
      changed('expires', String(Number(good.searchParams.get('expires')) + 1)),
      changed('signature', 'x'),
      good.href.replace(id, uuidv7()),
      good.href.replace(house.clientA, house.clientB),
      elsewhere,
      signAddress('download', house.clientA, uuidv7()).url,
      good.href.replace(`/${id}`, '/%00'),
      `${good.origin}/healthz`,
      `${good.origin}/api/files`,
    ];
    expect((await fetch(good)).status).toBe(200);
    const answers = await Promise.all(urls.map(async (url) => ({ url, ...(await plain(url)) })));
    for (const answer of answers) expect(answer).toEqual({ ...answers[0], url: answer.url });
    expect(answers[0]?.status).toBe(404);
    const later = (now() + 11 * 60_000) as Instant;
    const back = useClock(() => later);
    try {
      expect(await plain(good.href)).toEqual({ ...answers[0], url: undefined });
    } finally {
      back();
    }
  });

  it('serves bytes that can do nothing: no cookies, no scripts, no guessing', async () => {
    const text = await upload('readme.txt', Buffer.from('Grüße, "<script>alert(1)</script>"'), 'text/plain');
    const shown = await fetch(await address(text.id, true), { headers: { cookie: 'session=1' } });
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringMatching(/^inline;/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, no-store',
    });
    expect(shown.headers.has('set-cookie')).toBe(false);
    const old = await upload('alt.txt', Buffer.from('Gr\xfc\xdfe', 'latin1'));
    expect((await fetch(await address(old.id, true))).headers.get('content-type')).toBe('text/plain; charset=windows-1252');
    const pdf = await upload('Rechnung „März“.pdf', PDF);
    const printed = await fetch(await address(pdf.id, true));
    expect(printed.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(printed.headers.get('content-disposition')).toBe(
      `inline; filename="Rechnung _M_rz_.pdf"; filename*=UTF-8''Rechnung%20%E2%80%9EM%C3%A4rz%E2%80%9C.pdf`,
    );
    const taken = await fetch(await address(text.id));
    expect(taken.headers.get('content-disposition')).toMatch(/^attachment;/);
    const office = await upload('list.docx', storedZip({ '[Content_Types].xml': docx, 'word/document.xml': '<w/>' }));
    await expect(address(office.id, true)).rejects.toThrow('only be downloaded');
  });

  it('is let into the application’s page as a frame and an image, and nothing else is', async () => {
    const policy = (await fetch(`${base}/healthz`)).headers.get('content-security-policy') ?? '';
    const { origin } = new URL(signAddress('download', house.clientA, uuidv7()).url);
    const directives = new Map(policy.split(';').map((each) => [each.split(' ')[0], each.split(' ').slice(1)]));
    expect(directives.get('frame-src')).toEqual(["'self'", origin]);
    expect(directives.get('img-src')).toEqual(["'self'", 'data:', 'blob:', origin]);
    for (const [name, sources] of directives) if (!['frame-src', 'img-src'].includes(name!)) expect(sources).not.toContain(origin);
  });
});

async function plain(url: string) {
  const answer = await fetch(url);
  const { date: _, ...headers } = Object.fromEntries(answer.headers);
  return { status: answer.status, body: await answer.text(), headers };
}

/** @returns the content of a whole INSTREAM request, null while more must come. */
function readInstream(bytes: Buffer): Buffer | null {
  const command = 'zINSTREAM\0';
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return bytes.subarray(0, command.length).toString() === command ? Buffer.concat(parts) : null;
    parts.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

const docx =
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

/** A zip archive whose entries are not compressed. */
function storedZip(entries: Record<string, string>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const data = Buffer.from(text);
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(data));
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(data.length, 0);
    sizes.writeUInt32LE(data.length, 4);
    sizes.writeUInt16LE(name.length, 8);
    const head = Buffer.concat([Buffer.from('504b03041400000000000000000000', 'hex').subarray(0, 14), sum, sizes, Buffer.from(name)]);
    const place = Buffer.alloc(4);
    place.writeUInt32LE(offset);
    central.push(
      Buffer.concat([
        Buffer.from('504b010214001400000000000000000000', 'hex').subarray(0, 16),
        sum,
        sizes,
        Buffer.alloc(10),
        place,
        Buffer.from(name),
      ]),
    );
    local.push(head, data);
    offset += head.length + data.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}
