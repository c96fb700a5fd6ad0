/** Rates, proxies, cookies and slow senders, over real connections, in a house configured as production with small limits. */
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { mountPages } from '../../pages.ts';
import { putUser } from '../../services/identity/identity.logic.ts';
import { openTestHouse, type TestHouse } from '../testing.ts';
import { readText } from './body.ts';
import { DEBTORS_PER_MINUTE } from './edge.ts';
import { trustOf } from './proxies.ts';

let house: TestHouse;
const PROXY = '10.0.0.7';
const [EMAIL, PASSWORD] = ['ada@edge.example', 'a long enough passphrase'];

beforeAll(async () => {
  house = await openTestHouse((app, { tokens, database, config }) => mountPages(app, tokens, database, config, null), {
    production: true,
    settings: { smtpUrl: 'smtp://127.0.0.1:1', isTrustedProxy: trustOf(PROXY), rates: { perAddress: 30, perPerson: 60, signIn: 8 } },
  });
  await putUser(house.database, {
    userId: uuidv7(),
    email: EMAIL,
    name: 'Ada',
    password: PASSWORD,
    groups: [{ clientId: house.clientA, role: 'ADMINISTRATOR', partnerId: null }],
  });
});
afterAll(() => house.close());

let numbers = 0;
const next = () => {
  numbers += 1;
  return numbers;
};

interface From {
  readonly from: string;
  readonly forwarded?: string;
  readonly authorization?: string;
  readonly cookie?: string;
}

const call = (query: string, { from, forwarded, authorization, cookie }: From, service = 'identity', variables = {}) =>
  house.app.inject({
    method: 'POST',
    url: `/api/${service}`,
    remoteAddress: from,
    headers: {
      'content-type': 'application/json',
      ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
      ...(authorization === undefined ? {} : { authorization }),
      ...(cookie === undefined ? {} : { cookie }),
    },
    payload: JSON.stringify({ query, variables }),
  });

/** Calls until it is refused. @returns how often it was answered, and the refusal. */
async function untilRefused(work: () => ReturnType<typeof call>) {
  for (let answered = 0; answered < 2_000; answered += 1) {
    const answer = await work();
    if (answer.statusCode === 429) return { answered, answer };
  }
  throw new Error('never refused');
}

describe('whoever asks too often', () => {
  it('without a token is told to wait, by address, in the shape of errors', async () => {
    const { answered, answer } = await untilRefused(() => call('{ __typename }', { from: '198.51.100.1' }));
    expect(answered).toBeGreaterThanOrEqual(30);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json().errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED', key: 'tooManyRequests' });
    expect((await call('{ __typename }', { from: '198.51.100.2' })).statusCode).toBe(200);
    // Colleagues behind the same address go on working.
    const authorization = await house.tokenFor(house.clientA);
    expect((await call('{ __typename }', { from: '198.51.100.1', authorization })).statusCode).toBe(200);
  });

  it('with bad tokens is a stranger', async () => {
    const { answer } = await untilRefused(() => call('{ __typename }', { from: '198.51.100.3', authorization: 'nonsense' }));
    expect(answer.statusCode).toBe(429);
  });

  it('with bad tokens has no more signatures checked, also when they come at once, and known people go on', async () => {
    const from = '198.51.100.4';
    const authorization = await house.tokenFor(house.clientA, 'ADMINISTRATOR', uuidv7());
    expect((await call('{ __typename }', { from, authorization })).statusCode).toBe(200);
    const checks = vi.spyOn(house.tokens, 'verify');
    const flood = Array.from({ length: 120 }, (_, index) => call('{ __typename }', { from, authorization: `garbage ${index}` }));
    const answers = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(60);
    expect(checks.mock.calls.length).toBeLessThanOrEqual(60);
    checks.mockRestore();
    expect((await call('{ __typename }', { from, authorization })).statusCode).toBe(200);
  });

  it('with good tokens that are new takes nothing from their address', async () => {
    for (let people = 0; people < 50; people += 1) {
      const authorization = await house.tokenFor(house.clientA, 'ADMINISTRATOR', uuidv7());
      expect((await call('{ __typename }', { from: '198.51.100.6', authorization })).statusCode).toBe(200);
    }
  });

  it('with a good token is counted as a person, wherever they are', async () => {
    const userId = uuidv7();
    const authorization = await house.tokenFor(house.clientA, 'ADMINISTRATOR', userId);
    const { answered } = await untilRefused(() => call('{ __typename }', { from: `198.51.101.${next() % 250}`, authorization }));
    expect(answered).toBeGreaterThanOrEqual(60);
    const other = await house.tokenFor(house.clientA, 'ADMINISTRATOR', uuidv7());
    expect((await call('{ __typename }', { from: '198.51.101.1', authorization: other })).statusCode).toBe(200);
  });

  it('opens pages and addresses that lead nowhere until it is refused; assets do not count', async () => {
    const open = (url: string) => house.app.inject({ url, remoteAddress: '198.51.100.77' });
    for (const url of ['/nowhere', '/account/manage']) {
      const { answer } = await untilRefused(() => open(url));
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    }
    expect((await open('/p/assets/portal.css')).statusCode).toBe(200);
    expect((await open('/livez')).statusCode).toBe(200);
  });

  it('changes the address within a /64 in vain', async () => {
    const { answered } = await untilRefused(() => call('{ __typename }', { from: `2001:db8:0:1::${next().toString(16)}` }));
    expect(answered).toBeLessThan(200);
    expect((await call('{ __typename }', { from: '2001:db8:0:2::1' })).statusCode).toBe(200);
  });

  it('has each field counted that costs a password’s hash, aliases too', async () => {
    const resets = Array.from({ length: 12 }, (_, index) => `a${index}: requestPasswordReset(email: "nobody${index}@edge.example")`);
    const answer = await call(`mutation { ${resets.join(' ')} }`, { from: '198.51.100.5' });
    expect(answer.json().errors[0]).toMatchObject({ path: ['a8'], extensions: { code: 'RATE_LIMITED' } });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    const signIn = await call('mutation { signIn(email: "x@edge.example", password: "x") { session { token } } }', {
      from: '198.51.100.5',
    });
    expect(signIn.json().errors[0].extensions.code).toBe('RATE_LIMITED');
    // Renewing a session is not held up by it.
    expect((await call('mutation { refreshSession { token } }', { from: '198.51.100.5' })).json().errors[0].extensions.code).toBe(
      'UNAUTHENTICATED',
    );
  });
});

it('counts what providers’ addresses refuse, and leaves who sends what is right alone', async () => {
  const url = `/hooks/delivery/${house.clientA}`;
  const report = (from: string) => house.app.inject({ method: 'POST', url, remoteAddress: from, payload: {} });
  const { answer } = await untilRefused(() => report('198.51.100.60'));
  expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  expect((await report('198.51.100.61')).statusCode).not.toBe(429);
});

describe('behind a proxy', () => {
  const knock = (from: string, forwarded: string) =>
    house.app.inject({ url: '/p/nonsense', remoteAddress: from, headers: { 'x-forwarded-for': forwarded } });
  const exhaust = async (from: string, forwarded: () => string) => {
    for (let tries = 0; tries < 10 * DEBTORS_PER_MINUTE; tries += 1) if ((await knock(from, forwarded())).statusCode === 429) return true;
    return false;
  };

  it('that is trusted, each debtor has a limit of their own', async () => {
    expect(await exhaust(PROXY, () => '203.0.113.1')).toBe(true);
    expect((await knock(PROXY, '203.0.113.2')).statusCode).toBe(404);
    // What the debtor wrote before the proxy did counts for nothing.
    const forged = await Promise.all(Array.from({ length: 50 }, () => knock(PROXY, '203.0.113.77, 203.0.113.1')));
    expect(forged.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(20);
    expect(
      (await house.app.inject({ url: '/p/assets/portal.css', remoteAddress: PROXY, headers: { 'x-forwarded-for': '203.0.113.1' } }))
        .statusCode,
    ).toBe(200);
  });

  it('that is not, a forged address counts for nothing', async () => {
    expect(await exhaust('198.51.100.200', () => `203.0.113.${next() % 250}`)).toBe(true);
    expect((await knock('198.51.100.201', '203.0.113.9')).statusCode).toBe(404);
  });
});

describe('the session’s cookie in production', () => {
  const signIn = 'mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { session { token } } }';

  it('belongs to this host alone, and no other name of it is taken', async () => {
    const answer = await call(signIn, { from: '198.51.100.30' }, 'identity', { email: EMAIL, password: PASSWORD });
    const cookie = answer.cookies.find(({ name }) => name === '__Host-quittance-refresh');
    expect(cookie).toMatchObject({ path: '/', secure: true, httpOnly: true, sameSite: 'Strict' });
    expect(cookie).not.toHaveProperty('domain');
    const renew = (name: string) =>
      call('mutation { refreshSession { token } }', { from: '198.51.100.30', cookie: `${name}=${cookie?.value}` });
    expect((await renew('quittance-refresh')).json().errors[0].extensions.code).toBe('UNAUTHENTICATED');
    expect((await renew('__Host-quittance-refresh')).json().data.refreshSession.token).toMatch(/^ey/);
  });
});

describe('a sender who takes their time', () => {
  it('is not waited for', async () => {
    const source = new PassThrough();
    source.write('{"query":');
    await expect(readText(source, 1_000, 50)).rejects.toMatchObject({ statusCode: 408 });
    const broken = new PassThrough();
    const reading = readText(broken, 1_000);
    broken.destroy();
    await expect(reading).rejects.toMatchObject({ statusCode: 408 });
  });

  it('loses the connection, whatever the body is for', async () => {
    const { createServer } = await import('node:http');
    const { watchArrival } = await import('./arrival.ts');
    const server = createServer((request, response) => {
      watchArrival(request, { wholeMs: 100, spanMs: 100 });
      request.resume().on('end', () => response.end('whole'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const send = (method: string, pieces: readonly string[], pauseMs: number) =>
      new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1');
        let told = '';
        socket
          .on('data', (part) => (told += part))
          .on('close', () => resolve(told))
          .on('error', () => {});
        const length = pieces.join('').length + 1;
        socket.write(`${method} / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`);
        let sent = 0;
        const sending = setInterval(() => {
          if (sent < pieces.length) socket.write(pieces[sent++]!);
          else clearInterval(sending);
        }, pauseMs);
        socket.on('close', () => clearInterval(sending));
      });
    expect(await send('POST', ['a', 'b'], 20)).toBe('');
    expect(await send('PUT', ['a', 'b'], 20)).toBe('');
    const whole = new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let told = '';
      socket.on('data', (part) => (told += part)).on('close', () => resolve(told));
      socket.write('POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 2\r\n\r\nab');
    });
    expect(await whole).toContain('whole');
    server.close();
  });
});
