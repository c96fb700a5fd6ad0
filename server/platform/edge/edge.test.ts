/** The edge as strangers meet it, over real HTTP: origins, cookies, bodies, rates, proxies. */
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountPages } from '../../pages.ts';
import { SERVICES } from '../../services.ts';
import { openTestHouse, type TestHouse } from '../testing.ts';
import { MOST_ADDRESS, MOST_BYTES } from './edge.ts';

let house: TestHouse;
let url: string;
const OWN = 'http://127.0.0.1:4000';
const SIBLING = 'http://intern.example';

beforeAll(async () => {
  house = await openTestHouse((app, { tokens, database, config }) => mountPages(app, tokens, database, config, null), {
    settings: { ownOrigins: [SIBLING] },
  });
  url = await house.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => house.close());

const QUERY = JSON.stringify({ query: '{ __typename }' });
const JSON_TYPE = { 'content-type': 'application/json' };

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** One request of any headers, which fetch() would not send. */
function ask(
  path: string,
  { method = 'POST', headers = {}, body = QUERY }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const request = httpRequest(
      `${url}${path}`,
      { method, headers: { ...(method === 'POST' ? JSON_TYPE : {}), ...headers } },
      (response) => {
        let text = '';
        response.on('data', (part) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      },
    );
    request.on('error', reject);
    request.end(method === 'POST' ? body : undefined);
  });
}

describe('a page of another site', () => {
  const DOORS = [
    ...SERVICES.map((service) => `/api/${service.name}`),
    '/api/export/accounts',
    '/api/finance/balance.pdf',
    '/p/nonsense/identity',
  ];

  it.each(DOORS)('cannot call %s, nor learns anything from it', async (door) => {
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${OWN}.evil.example` },
      { origin: 'http://127.0.0.1:1' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: OWN, 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      const answer = await ask(door, { headers: headers as Record<string, string> });
      expect(answer.status, JSON.stringify(headers)).toBe(403);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('cannot renew a session with the cookie of a browser', async () => {
    const body = JSON.stringify({ query: 'mutation { refreshSession { token } }' });
    const answer = await ask('/api/identity', { body, headers: { origin: 'https://evil.example', cookie: 'quittance-refresh=anything' } });
    expect([answer.status, JSON.parse(answer.body).errors[0].extensions.code]).toEqual([403, 'FORBIDDEN']);
    expect(answer.body).toContain('https://evil.example');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('gets no preflight approval', async () => {
    const answer = await ask('/api/identity', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(answer.status).toBe(403);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('may still be where a link in a mail is opened', async () => {
    const answer = await ask('/p/nonsense', { method: 'GET', headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } });
    expect(answer.status).toBe(404);
    expect((await ask('/t/u/nonsense', { method: 'GET', headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(404);
  });

  it('may send what mail programs and providers send, which is signed or unguessable', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' };
    expect((await ask('/t/u/nonsense', { headers: form, body: 'List-Unsubscribe=One-Click' })).status).toBe(404);
    expect((await ask(`/hooks/delivery/${house.clientA}`, { headers: { origin: 'https://provider.example' } })).status).toBe(401);
    expect((await ask(`/api/payments/stripe/${house.clientA}`, { headers: { origin: 'https://provider.example' } })).status).not.toBe(403);
  });
});

describe('our own pages and programs', () => {
  it('are answered, wherever we are opened', async () => {
    const listening = `http://localhost:${(house.app.server.address() as AddressInfo).port}`;
    for (const headers of [{}, { origin: OWN, 'sec-fetch-site': 'same-origin' }, { origin: listening }, { 'sec-fetch-site': 'none' }])
      expect((await ask('/api/backoffice', { headers: headers as Record<string, string> })).status, JSON.stringify(headers)).toBe(200);
  });

  it('may read answers under another of our names', async () => {
    const answer = await ask('/api/backoffice', { headers: { origin: SIBLING, 'sec-fetch-site': 'same-site' } });
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': SIBLING, vary: 'origin' });
    const before = await ask('/api/backoffice', {
      method: 'OPTIONS',
      headers: { origin: SIBLING, 'access-control-request-method': 'POST' },
    });
    expect([before.status, before.headers['access-control-allow-origin']]).toEqual([204, SIBLING]);
  });
});

it('keeps every answer of the API out of caches, refusals too', async () => {
  const doors = [
    '/api/backoffice',
    '/api/nothing',
    '/api/export/accounts',
    '/api/import/upload',
    '/api/files/upload/a/b',
    '/api/payments/x/y',
  ];
  for (const door of doors)
    for (const method of ['GET', 'POST', 'PUT'])
      expect((await ask(door, { method })).headers['cache-control'], `${method} ${door}`).toBe('no-store');
});

describe('a body', () => {
  const big = (bytes: number) => JSON.stringify({ query: '{ __typename }', variables: { text: 'x'.repeat(bytes) } });

  it.each(SERVICES.map((service) => service.name))('of a stranger is small: %s', async (service) => {
    const answer = await ask(`/api/${service}`, { body: '['.repeat(MOST_BYTES + 1) });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body).errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', key: 'bodyTooLarge' });
  });

  it('without an announced length is cut off', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const request = httpRequest(
        `${url}/api/cms`,
        { method: 'POST', headers: { ...JSON_TYPE, 'transfer-encoding': 'chunked' } },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      // The connection ends while the rest is still being sent.
      request.on('error', (error: NodeJS.ErrnoException) => !['EPIPE', 'ECONNRESET'].includes(error.code ?? '') && reject(error));
      for (let sent = 0; sent < 24; sent += 1) request.write('['.repeat(64 * 1024));
    });
    expect(status).toBe(413);
  });

  it('may be larger with a good token where operations are, and nowhere else', async () => {
    const authorization = await house.tokenFor(house.clientA);
    const body = big(MOST_BYTES);
    expect((await ask('/api/cms', { body, headers: { authorization } })).status).toBe(200);
    expect((await ask('/api/notes', { body, headers: { authorization } })).status).toBe(413);
    expect((await ask('/api/cms', { body })).status).toBe(413);
    // Whose session has just ended is to renew it.
    expect((await ask('/api/cms', { body, headers: { authorization: 'ended' } })).status).toBe(401);
  });

  it('that is deep, no JSON or of another type is refused in the shape of errors', async () => {
    const wrong: [body: string, type: string, status: number][] = [
      ['['.repeat(30_000), 'application/json', 400],
      ['{"a":'.repeat(1_000), 'application/json', 400],
      ['{"query":', 'application/json', 400],
      [QUERY, 'text/plain', 415],
      ['query=%7B__typename%7D', 'application/x-www-form-urlencoded', 415],
      [QUERY, 'multipart/form-data; boundary=x', 415],
    ];
    for (const [body, type, status] of wrong) {
      const answer = await ask('/api/identity', { body, headers: { 'content-type': type } });
      expect(answer.status, `${type} ${body.slice(0, 20)}`).toBe(status);
      expect(JSON.parse(answer.body).errors[0].extensions.code).toBe('INVALID_INPUT');
    }
    const elsewhere = await ask('/api/finance/balance.pdf', { body: '[[[' });
    expect([elsewhere.status, JSON.parse(elsewhere.body).code]).toEqual([400, 'INVALID_INPUT']);
  });
});

describe('a document', () => {
  const query = async (text: string, isSignedIn = true) =>
    ask('/api/backoffice', {
      body: JSON.stringify({ query: text }),
      headers: isSignedIn ? { authorization: await house.tokenFor(house.clientA) } : {},
    });

  it('is small without a token', async () => {
    expect((await query(`{ ${'__typename '.repeat(200)} }`, false)).status).toBe(200);
    for (const text of [`{ ${'__typename '.repeat(300)} }`, `{ a(b: ${'['.repeat(100)}`])
      expect((await query(text, false)).status).toBe(401);
  });

  it('is refused by its length, its tokens, its depth or its aliases', async () => {
    expect((await query(`{ ${'__typename '.repeat(10_000)} }`)).status).toBe(413);
    const refused: [text: string, words: string][] = [
      [`{ ${'a '.repeat(25_000)} }`, 'Token limit'],
      [`{ a(b: ${'['.repeat(1_900)}`, 'Nesting limit'],
      [`{ a(b: "${']'.repeat(100)}", c: ${'["]"'.repeat(600)}`, 'Nesting limit'],
      [`{ ${'a { '.repeat(900)} b ${'} '.repeat(900)} }`, 'Nesting limit'],
      [`{ ${'getClientList { '.repeat(14)} b ${'} '.repeat(14)} }`, 'depth limit'],
      [
        `{ ${Array.from({ length: 400 }, (_, index) => `a${index}: __typename`).join(' ')} }`.replaceAll(
          '__typename',
          'getClientList { clientId }',
        ),
        '',
      ],
      [`{ a ${'@b '.repeat(500)} }`, 'irectives limit'],
    ];
    for (const [text, words] of refused) {
      const answer = await query(text);
      expect([200, 400], text.slice(0, 30)).toContain(answer.status);
      expect(answer.body).not.toContain('INTERNAL');
      expect(JSON.parse(answer.body).errors[0].message).toContain(words);
    }
  });
});

it('an address is not longer than ours are', async () => {
  expect((await ask(`/api/backoffice?query=${'x'.repeat(MOST_ADDRESS)}`, { method: 'GET' })).status).toBe(414);
  expect((await ask(`/anything?${'x'.repeat(20_000)}`, { method: 'GET' })).status).toBe(431);
  expect((await ask('/api/backoffice', { headers: { 'x-long': 'x'.repeat(20_000) } })).status).toBe(431);
});
