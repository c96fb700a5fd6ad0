/** The way out to addresses that users enter: what it refuses in every notation, and that a name cannot change its mind. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { words } from '../../core/fault.ts';
import { call, judge } from './delivery/http.ts';
import { smtpProvider } from './delivery/smtp.ts';
import { isPublic } from './outbound.addresses.ts';
import { createOutbound, RefusedAddress } from './outbound.ts';

const strict = createOutbound({ outboundAllow: [], production: false });
const here = createOutbound({ outboundAllow: ['127.0.0.0/8'], production: false });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'passes',
    (error: unknown) => (error instanceof RefusedAddress ? error.reason : `fails: ${(error as Error).message}`),
  );

describe('addresses', () => {
  it('knows the private, local and reserved ones in every form', () => {
    for (const address of [
      '127.0.0.1',
      '127.255.255.254',
      '0.0.0.0',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '100.100.100.200',
      '168.63.129.16',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:a9fe:a9fe',
      '::127.0.0.1',
      '64:ff9b::10.0.0.1',
      '64:ff9b:1::1',
      '2002:7f00:1::1',
      '2001:0:7f00:1::1',
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'fd00:ec2::254',
      'ff02::1',
      '2001:db8::1',
      'no address',
    ])
      expect(isPublic(address), address).toBe(false);
    for (const address of ['1.1.1.1', '172.32.0.1', '93.184.216.34', '2606:4700::1111', '::ffff:1.1.1.1', '64:ff9b::1.1.1.1'])
      expect(isPublic(address), address).toBe(true);
  });

  it('judges an IPv4 address the same in each way to write it as IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect([isPublic(`::ffff:${address}`), isPublic(`64:ff9b::${address}`)]).toEqual([isPublic(address), isPublic(address)]);
      }),
    );
  });

  it('refuses every way to write this machine, and what is no address of a server', async () => {
    const loopback = fc.constantFrom(
      ...[
        '127.0.0.1',
        '127.1',
        '2130706433',
        '0x7f000001',
        '0177.0.0.1',
        '0x7f.1',
        '127.0.0.1.',
        '127。0。0。1',
        '１２７.0.0.1',
        '0',
        '%31%32%37.0.0.1',
      ],
      ...[
        '[::1]',
        '[::]',
        '[0:0:0:0:0:0:0:1]',
        '[::ffff:127.0.0.1]',
        '[::ffff:7f00:1]',
        'localhost',
        'LOCALHOST',
        'localhost.',
        'ⓛocalhost',
      ],
    );
    await fc.assert(
      fc.asyncProperty(loopback, fc.constantFrom('', ':80', ':443', ':8080'), fc.webPath(), async (host, port, path) => {
        expect(await refusal(strict.checkUrl(`http://${host}${port}${path}`)), host).toBe('outboundPrivate');
      }),
    );
    for (const [url, reason] of [
      ['http://169.254.169.254/latest/meta-data/', 'outboundPrivate'],
      ['https://[fd00:ec2::254]/', 'outboundPrivate'],
      ['https://[fe80::1%25eth0]/', 'outboundAddress'],
      ['file:///etc/passwd', 'outboundAddress'],
      ['gopher://1.1.1.1/', 'outboundScheme'],
      ['ftp://1.1.1.1/', 'outboundScheme'],
      ['https://user:password@1.1.1.1/', 'outboundLogin'],
      ['https://1.1.1.1:5432/', 'outboundPort'],
      ['https://', 'outboundAddress'],
    ] as const)
      expect(await refusal(strict.checkUrl(url)), url).toBe(reason);
    for (const host of ['127.0.0.1', '127.1', '0x7f.1', '::1', '::ffff:127.0.0.1', 'localhost', 'localhost.'])
      expect(await refusal(strict.checkMailServer(host, 587)), host).toBe('outboundPrivate');
    for (const host of ['a@127.0.0.1', '1.1.1.1/..', 'fe80::1%lo', '1.1.1.1:25', '', 'a b', 'x#', '\\\\1.1.1.1'])
      expect(await refusal(strict.checkMailServer(host, 587)), host).toBe('outboundAddress');
    expect(await refusal(strict.checkMailServer('1.1.1.1', 6379))).toBe('outboundPort');
  });

  it('passes public addresses, and what the operator allows by address, range or name', async () => {
    expect(await refusal(strict.checkUrl('https://1.1.1.1/messages'))).toBe('passes');
    expect(await refusal(strict.checkMailServer('1.1.1.1', 465))).toBe('passes');
    const allowed = createOutbound({ outboundAllow: ['10.1.0.0/16', 'gateway.internal'], production: true }, async (host) =>
      host === 'gateway.internal' ? [{ address: '192.168.7.7', family: 4 }] : [{ address: '169.254.169.254', family: 4 }],
    );
    for (const url of ['http://10.1.2.3:9000/', 'http://gateway.internal:9000/', 'https://GATEWAY.internal./'])
      expect(await refusal(allowed.checkUrl(url)), url).toBe('passes');
    expect(await refusal(allowed.checkUrl('https://10.2.0.1/'))).toBe('outboundPrivate');
    // A name that is allowed does not open what clouds tell their machines.
    const metadata = createOutbound({ outboundAllow: ['gateway.internal', '169.254.0.0/16'], production: true }, async () => [
      { address: '169.254.169.254', family: 4 },
    ]);
    expect(await refusal(metadata.checkUrl('https://gateway.internal/'))).toBe('outboundPrivate');
  });

  it('speaks https only in production', async () => {
    const production = createOutbound({ outboundAllow: [], production: true });
    expect(await refusal(production.checkUrl('http://1.1.1.1/'))).toBe('outboundHttps');
    expect(await refusal(production.checkUrl('https://1.1.1.1/'))).toBe('passes');
  });
});

describe('requests', () => {
  let server: Server;
  let base: string;
  let port: number;
  const asked: string[] = [];
  let endless: Socket | null = null;
  const answers: Record<string, RequestListener> = {
    '/fine': (_request, response) => void response.end('{"id":"x"}'),
    '/redirect': (_request, response) => void response.writeHead(307, { location: '/secret' }).end(),
    '/endless': (_request, response) => {
      endless = response.socket;
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
      };
      response.on('drain', more);
      more();
    },
    '/silent': () => {},
    '/drips': (_request, response) => {
      response.write('a');
    },
    '/shows': (_request, response) =>
      void response.writeHead(400).end('{"error":"token=AKIA SECRET","message":"the secret of the server","code":"bad_number"}'),
  };
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.headers.host} ${request.url}`);
      const answer = answers[request.url ?? ''];
      if (answer) answer(request, response);
      else response.end('{"secret":true}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    base = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const get = { method: 'GET', headers: {} };

  it('refuses at sending too, with a name whose answer turns after it was saved', async () => {
    let turn = 0;
    const rebinding = createOutbound({ outboundAllow: [], production: false }, async () =>
      turn++ === 0 ? [{ address: '1.1.1.1', family: 4 }] : [{ address: '127.0.0.1', family: 4 }],
    );
    asked.length = 0;
    expect(await refusal(rebinding.checkUrl('http://turncoat.example:8080/fine'))).toBe('passes');
    expect(await refusal(rebinding.request('http://turncoat.example:8080/fine', get, 5_000))).toBe('outboundPrivate');
    const both = createOutbound({ outboundAllow: [], production: false }, async () => [
      { address: '1.1.1.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]);
    expect(await refusal(both.checkUrl('https://both.example/'))).toBe('outboundPrivate');
    expect(await refusal(strict.request(`${base}/fine`, get, 5_000))).toBe('outboundPrivate');
    expect(asked).toEqual([]);
  });

  it('connects to the address that was checked, and asks the name service once', async () => {
    let lookUps = 0;
    const pinned = createOutbound({ outboundAllow: ['127.0.0.0/8'], production: false }, async () => {
      lookUps += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    });
    asked.length = 0;
    expect((await pinned.request(`http://nowhere.invalid:${port}/fine`, get, 5_000)).text).toBe('{"id":"x"}');
    expect([asked, lookUps]).toEqual([[`nowhere.invalid:${port} /fine`], 1]);
  });

  it('follows no redirects', async () => {
    asked.length = 0;
    const answer = await call(here, `${base}/redirect`, get, 5_000);
    expect([answer, asked.length]).toEqual([{ status: 307, body: null }, 1]);
    expect(
      judge(
        answer,
        () => null,
        () => false,
      ),
    ).toMatchObject({ outcome: 'refused', permanent: false, reason: 'HTTP 307' });
  });

  it('truncates an endless answer, and times out without one', async () => {
    expect((await here.request(`${base}/endless`, get, 10_000)).text.length).toBe(256 * 1024);
    // What the connection buffers is on its way by then; nobody waits for more.
    expect(endless!.bytesWritten).toBeLessThan(16 * 2 ** 20);
    for (const path of ['/silent', '/drips'])
      expect(await call(here, `${base}${path}`, get, 300)).toEqual({ broken: words('serverSlow'), reached: true });
  });

  it('shows the status and a code of the answer, never its words', async () => {
    const answer = judge(
      await call(here, `${base}/shows`, get, 5_000),
      () => null,
      () => false,
    );
    expect(answer).toMatchObject({ outcome: 'refused', reason: 'HTTP 400 (bad_number)' });
    const refused = await call(strict, `${base}/shows`, get, 5_000);
    expect(JSON.stringify(refused)).not.toMatch(/127|secret/);
    expect(await call(here, 'http://127.0.0.1:1/', get, 5_000)).toEqual({ broken: words('serverRefuses'), reached: false });
  });

  it('reveals nothing about a port that isn’t a mail server', async () => {
    const tcp = createTcp((socket) => void socket.end('SSH-2.0-OpenSSH_secret\r\n'));
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    const mail = {
      reference: 'r',
      channel: 'email',
      to: 'a@b.example',
      from: 'c@d.example',
      subject: 's',
      text: 't',
      html: null,
      headers: {},
    } as const;
    const settings = { host: '127.0.0.1', port: (tcp.address() as AddressInfo).port, secure: false };
    const answer = await smtpProvider(settings, here).send(mail, 4_000);
    expect(answer).toMatchObject({ outcome: 'refused', permanent: false, isAway: true });
    expect(JSON.stringify(answer)).not.toMatch(/SSH|secret/);
    expect(await smtpProvider(settings, strict).send(mail, 4_000)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('private network'),
    });
    await new Promise((resolve) => tcp.close(resolve));
  });
});
