/** What the tests of files share: a house with both origins on ports of their own, files that are announced and put there, and some bytes. */
import { readdir } from 'node:fs/promises';
import type net from 'node:net';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { createServer, type Web } from '../../server.ts';
import { seedDetail } from '../account/account.detail.cases.ts';
import { mountFileUploads } from './files.upload.ts';

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const CREATE =
  'mutation ($clientId: ID!, $file: AddOnFileInput!) { createAddOnFile(clientId: $clientId, file: $file) { id fileURL signedURL } }';
const LIST = `query ($clientId: ID!, $accountId: ID!) { listAddOnFiles(clientId: $clientId, accountId: $accountId) { total
  items { id name mimeType size status statusReason source uploadedBy documentType contextType tags preview extension } } }`;
const URL_OF = `query ($clientId: ID!, $fileId: ID!, $preview: Boolean) { getAddOnFileURL(clientId: $clientId, fileId: $fileId, preview: $preview) { url expiresAt } }`;

export interface Item {
  id: string;
  name: string;
  mimeType: string | null;
  status: string;
  statusReason: string | null;
  preview: string | null;
  size: number;
}

export const put = (url: string, body: Uint8Array<ArrayBuffer> | Buffer) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': 'application/octet-stream' } });

export type FilesFixture = ReturnType<typeof filesFixture>;

/** Opens a house for a test file and closes it after its last test; what it gives may be used inside tests only. */
export function filesFixture() {
  let house: TestHouse;
  let web: Web;
  let base: string;
  /** The accounts of the two clients (account.detail.cases). */
  const worldA: Record<string, string> = {};
  const worldB: Record<string, string> = {};
  beforeAll(async () => {
    house = await openTestHouse();
    web = await createServer(house.database, house.config, (app) => mountFileUploads(app, { database: house.database }));
    await web.app.listen({ host: '127.0.0.1', port: 0 });
    await web.listenForFiles('127.0.0.1', 0);
    base = `http://127.0.0.1:${(web.app.server.address() as net.AddressInfo).port}`;
    await house.inA((tx) => seedDetail(tx, worldA));
    await house.inB((tx) => seedDetail(tx, worldB));
  });
  afterAll(async () => {
    await web.close();
    await house.close();
  });

  /** @returns the file of client A with the address to put it to. */
  async function announce(file: object = {}): Promise<{ id: string; fileURL: string; put: string }> {
    const { createAddOnFile: made } = await house.call<{ createAddOnFile: { id: string; fileURL: string; signedURL: string } }>(
      'files',
      CREATE,
      { clientId: house.clientA, file: { accountId: worldA.accountId, name: 'letter.pdf', mimeType: 'application/pdf', ...file } },
    );
    const { pathname, search } = new URL(made.signedURL);
    return { id: made.id, fileURL: made.fileURL, put: base + pathname + search };
  }
  const list = async () =>
    (
      await house.call<{ listAddOnFiles: { items: Item[]; total: number } }>('files', LIST, {
        clientId: house.clientA,
        accountId: worldA.accountId,
      })
    ).listAddOnFiles.items;
  const item = async (id: string) => (await list()).find((each) => each.id === id);
  /** @returns where the file is served from. */
  const address = async (fileId: string, preview = false) =>
    (await house.call<{ getAddOnFileURL: { url: string } }>('files', URL_OF, { clientId: house.clientA, fileId, preview })).getAddOnFileURL
      .url;
  /** @returns the names of what lies in client A's folder. */
  const onDisk = () => readdir(path.join(house.config.dataFolder, 'files', house.clientA)).catch(() => [] as string[]);

  /** Announces and uploads. @returns the answer and the file as it is listed then. */
  async function upload(name: string, bytes: Buffer, mimeType?: string) {
    const file = await announce({ name, mimeType: mimeType ?? null });
    const answer = await put(file.put, bytes);
    const said = answer.status === 204 ? null : ((await answer.json()) as { code: string; key?: string; message: string; field?: string });
    return { id: file.id, put: file.put, status: answer.status, said, listed: await item(file.id) };
  }

  return {
    get house() {
      return house;
    },
    /** The origin of the application. */
    get base() {
      return base;
    },
    worldA,
    worldB,
    announce,
    item,
    address,
    onDisk,
    upload,
  };
}

export const docx =
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

/** A zip archive whose entries are not compressed. */
export function storedZip(entries: Record<string, string>): Buffer {
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
