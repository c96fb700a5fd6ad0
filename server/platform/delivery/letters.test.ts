/** Where letters go, against local servers that speak Pingen's API and SFTP, and fail in every way that counts. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import ssh2, { type Server as SshServer } from 'ssh2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutbound } from '../outbound.ts';
import { type Answer, type Call, providerServer } from './http.testing.ts';
import { pingenProvider } from './pingen.ts';
import type { Message } from './provider.ts';
import { sftpProvider } from './sftp.ts';

const outbound = createOutbound({ production: false, outboundAllow: ['127.0.0.1'] });
const message: Message = {
  reference: '0190b2c4-0000-7000-8000-000000000001',
  channel: 'letter',
  to: 'Anna "Anni" Weber\nLindenstraße 12\n10115 Berlin',
  from: 'Nordlicht',
  subject: 'Mahnung',
  text: '',
  html: null,
  headers: {},
  post: { country: 'DE', postalCode: '10115' },
  attachments: [{ name: 'Mahnung.pdf', mimeType: 'application/pdf', content: Buffer.from('%PDF-1.7 ü') }],
};

describe('Pingen', () => {
  /** Answers of one's own to a path; everything else as Pingen does. */
  let own: Readonly<Record<string, Answer>> = {};

  const usual = ({ method, url, headers, body }: Call): Answer => {
    const isSignedIn = headers.authorization === 'Bearer token-1';
    if (url === '/auth/access-tokens') {
      const form = new URLSearchParams(body);
      const isRight =
        form.get('grant_type') === 'client_credentials' && form.get('client_id') === 'id' && form.get('client_secret') === 'secret';
      return isRight
        ? { status: 200, body: { token_type: 'Bearer', access_token: 'token-1', expires_in: 43_200 } }
        : { status: 401, body: {} };
    }
    if (url === '/file-upload' && method === 'GET' && isSignedIn)
      return {
        status: 200,
        body: { data: { type: 'file_uploads', attributes: { url: `${base}/bucket/1?sig=x`, url_signature: 'signed' } } },
      };
    if (url === '/bucket/1?sig=x' && method === 'PUT' && headers.authorization === undefined) return { status: 200, body: '' };
    if (url === '/organisations/org%2F1/deliveries/letters' && method === 'POST' && isSignedIn) {
      const { data } = JSON.parse(body);
      const isRight = data.type === 'letters' && data.attributes.file_url_signature === 'signed' && data.attributes.auto_send === true;
      return isRight && headers['idempotency-key'] === message.reference
        ? { status: 201, body: { data: { id: 'letter-1' } } }
        : { status: 422, body: {} };
    }
    return { status: 404, body: {} };
  };

  const provider = providerServer((call) => own[call.url] ?? usual(call));
  const { calls } = provider;
  let base: string;
  beforeAll(() => {
    base = provider.base;
  });
  beforeEach(() => {
    own = {};
  });
  const settings = {
    clientId: 'id',
    clientSecret: 'secret',
    organisationId: 'org/1',
    product: 'cheap',
    color: false,
    duplex: true,
    address: 'left',
  } as const;
  const open = (more: object = {}) => pingenProvider({ ...settings, baseURL: base, ...more }, outbound);
  const letters = '/organisations/org%2F1/deliveries/letters';

  it('gets the PDF and makes one letter of it under our reference, and signs in once for many', async () => {
    const provider = open();
    expect(await provider.send(message, 8_000)).toEqual({ outcome: 'sent', providerRef: 'letter-1' });
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /auth/access-tokens',
      'GET /file-upload',
      'PUT /bucket/1?sig=x',
      `POST ${letters}`,
    ]);
    expect(calls[2]!.body).toBe('%PDF-1.7 ü');
    expect(JSON.parse(calls[3]!.body).data.attributes).toMatchObject({
      address_position: 'left',
      delivery_product: 'cheap',
      print_mode: 'duplex',
      print_spectrum: 'grayscale',
    });
    await provider.send(message, 8_000);
    expect(calls.filter(({ url }) => url === '/auth/access-tokens')).toHaveLength(1);
  });

  it.each<[string, string, Answer, object]>([
    ['a wrong login', '/auth/access-tokens', { status: 401, body: {} }, { outcome: 'refused', permanent: false, isAway: true }],
    ['no room for the file', '/bucket/1?sig=x', { status: 403, body: {} }, { outcome: 'refused', permanent: false, isAway: true }],
    ['an upload that breaks', '/bucket/1?sig=x', 'break', { outcome: 'refused', permanent: false, isAway: true }],
    ['too many calls', letters, { status: 429, body: {} }, { outcome: 'refused', permanent: false, isAway: true }],
    ['a server that fails', letters, { status: 500, body: {} }, { outcome: 'lost', isAway: true }],
    ['an answer that breaks off', letters, 'break', { outcome: 'lost', isAway: true }],
    [
      'a letter it doesn’t take',
      letters,
      { status: 422, body: { errors: [{ code: 'x' }] } },
      { outcome: 'refused', permanent: true, badAddress: false },
    ],
    [
      'an address it can’t read',
      letters,
      { status: 422, body: { errors: [{ source: { pointer: '/data/attributes/address' } }] } },
      { outcome: 'refused', permanent: true, badAddress: true },
    ],
  ])('tells %s from the others', async (_, url, answer, expected) => {
    own = { [url]: answer };
    expect(await open().send(message, 8_000)).toMatchObject(expected);
  });

  it('is back when it answers', async () => {
    expect(await open().probe!(5_000)).toBeNull();
    own = { '/file-upload': { status: 503, body: {} } };
    expect(await open().probe!(5_000)).toMatchObject({ reason: 'HTTP 503' });
  });
});

describe('SFTP', () => {
  const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  let server: SshServer;
  let port: number;
  const files = new Map<string, Buffer>();
  /** Names in the order in which they became whole. */
  let made: string[] = [];
  let refuses = false;

  beforeAll(async () => {
    server = new ssh2.Server({ hostKeys: [keys.privateKey] }, (client) => {
      client.on('error', () => {});
      client.on('authentication', (asked) =>
        asked.method === 'password' && asked.username === 'printer' && asked.password === 'secret'
          ? asked.accept()
          : asked.reject(['password']),
      );
      client.on('ready', () =>
        client.on('session', (accept) =>
          accept().on('sftp', (acceptSftp) => {
            const sftp = acceptSftp();
            const open = new Map<string, string>();
            sftp.on('OPEN', (id, name, flags) => {
              if (refuses || !(flags & OPEN_MODE.WRITE)) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED);
              files.set(name, Buffer.alloc(0));
              const handle = Buffer.from(String(open.size));
              open.set(handle.toString(), name);
              sftp.handle(id, handle);
            });
            sftp.on('WRITE', (id, handle, offset, data) => {
              const name = open.get(handle.toString())!;
              const before = files.get(name)!;
              files.set(name, Buffer.concat([before.subarray(0, offset), data]));
              sftp.status(id, STATUS_CODE.OK);
            });
            sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
            sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK));
            sftp.on('REMOVE', (id, name) => sftp.status(id, files.delete(name) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE));
            sftp.on('RENAME', (id, from, to) => {
              // As the protocol has it: not over a file that is there.
              if (files.has(to)) return sftp.status(id, STATUS_CODE.FAILURE);
              files.set(to, files.get(from)!);
              files.delete(from);
              made.push(to);
              sftp.status(id, STATUS_CODE.OK);
            });
          }),
        ),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  beforeEach(() => {
    files.clear();
    made = [];
    refuses = false;
  });

  const parsed = ssh2.utils.parseKey(keys.privateKey);
  const fingerprint = `SHA256:${createHash('sha256')
    .update((parsed as Exclude<typeof parsed, Error>).getPublicSSH())
    .digest('base64')
    .replace(/=+$/, '')}`;
  const open = (more: object = {}) =>
    sftpProvider({ host: '127.0.0.1', port, user: 'printer', password: 'secret', fingerprint, folder: '/in/', ...more }, outbound);

  it('puts the list and then the letter into the folder, each when it is whole, and replaces what an earlier try left', async () => {
    const provider = open();
    const sent = { outcome: 'sent', providerRef: message.reference };
    expect(await provider.send(message, 10_000)).toEqual(sent);
    expect(made).toEqual([`/in/${message.reference}.csv`, `/in/${message.reference}.pdf`]);
    expect(files.get(made[1]!)!.toString()).toBe('%PDF-1.7 ü');
    expect(files.get(made[0]!)!.toString()).toContain(
      `${message.reference},"Anna ""Anni"" Weber","Lindenstraße 12, 10115 Berlin",10115,DE`,
    );
    expect(await provider.send(message, 10_000)).toEqual(sent);
    expect([...files.keys()].sort()).toEqual([...made.slice(0, 2)].sort());
    await provider.close();
  });

  it('tells a wrong password, another server and a folder it may not write to from the others; none of them has posted anything', async () => {
    const told = async (more: object) => {
      const provider = open(more);
      const answer = await provider.send(message, 10_000);
      await provider.close();
      return answer;
    };
    const refused = (key: string) => ({ outcome: 'refused', permanent: false, isAway: true, words: { key } });
    expect(await told({ password: 'wrong' })).toMatchObject(refused('sftpNoLogin'));
    expect(await told({ fingerprint: `SHA256:${'A'.repeat(43)}` })).toMatchObject(refused('sftpOtherKey'));
    refuses = true;
    expect(await told({})).toMatchObject(refused('sftpRefused'));
    expect(await told({ port: 1 })).toMatchObject(refused('serverRefuses'));
    expect(files.size).toBe(0);
    const strict = sftpProvider(
      { host: '127.0.0.1', port, user: 'printer', password: 'secret', fingerprint, folder: '' },
      createOutbound({ production: false, outboundAllow: [] }),
    );
    expect(await strict.send(message, 10_000)).toMatchObject(refused('outboundPrivate'));
  });
});
