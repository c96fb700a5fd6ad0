/** The edge: pages of others, bodies and documents that cost more than they should, floods, sockets, forged addresses. */
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import WebSocket from 'ws';
import { SERVICES } from '../server/services.ts';
import { type Attack, tally } from './tally.ts';
import type { Target } from './target.ts';

const FOREIGN = ['https://evil.example', 'null', 'http://localhost:1', 'file://', 'https://127.0.0.1.evil.example'];
const JSON_TYPE = { 'content-type': 'application/json' };

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A request with headers that fetch() does not send. @returns status 0 when the server ends the connection. */
function send(url: string, method: string, headers: Readonly<Record<string, string>>, body: readonly string[] = []): Promise<Raw> {
  return new Promise((resolve) => {
    const request = httpRequest(url, { method, headers, agent: false }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
      response.on('error', () => {});
    });
    request.on('error', () => resolve({ status: 0, headers: {} }));
    for (const part of body) request.write(part);
    request.end();
  });
}

/** How a WebSocket ends after these messages; 0 when it stays open for some seconds. */
function socketEnd(
  target: Target,
  messages: readonly (object | string)[],
  headers: Record<string, string> = {},
): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${target.url.replace('http', 'ws')}/api/events/socket`, ['graphql-transport-ws'], { headers });
    let said = '';
    const end = (code: number) => {
      clearTimeout(waiting);
      socket.terminate();
      resolve({ code, said });
    };
    const waiting = setTimeout(() => end(0), 3_000);
    socket.on('message', (data) => {
      said += String(data).slice(0, 2_000);
      if (/"type":"(error|next)"/.test(said)) end(0);
      if (said.includes('connection_ack') && !said.includes('"sent"')) {
        said += '"sent"';
        for (const message of messages) socket.send(typeof message === 'string' ? message : JSON.stringify(message));
      }
    });
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: target.a.token } })));
    socket.on('unexpected-response', (_request, response) => end(response.statusCode ?? 0));
    socket.on('close', end);
    socket.on('error', () => {});
  });
}

/** Whether the server still answers a page. */
const answers = async ({ request }: Target) => (await request('/auth').catch(() => null))?.status === 200;

export const attacks: readonly Attack[] = [
  {
    name: 'calls from pages of others, with the cookies of a browser',
    run: async (target) => {
      const { check, result } = tally();
      const body = [JSON.stringify({ query: 'mutation { refreshSession { token } }' })];
      for (const { name } of SERVICES)
        for (const headers of [
          ...FOREIGN.map((origin) => ({ origin })),
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
        ])
          for (const method of ['POST', 'OPTIONS']) {
            const sent = { ...JSON_TYPE, ...(headers as Record<string, string>), cookie: '__Host-quittance-refresh=x' };
            const answer = await send(`${target.url}/api/${name}`, method, sent, method === 'POST' ? body : []);
            const open = Object.keys(answer.headers).some((each) => each.startsWith('access-control'));
            check(
              // So many from one address are told to wait; that is a refusal too.
              (answer.status === 403 || answer.status === 429) && !open,
              `${method} ${name} ${JSON.stringify(headers)}: ${answer.status}${open ? ', with CORS' : ''}`,
            );
          }
      return result();
    },
  },
  {
    name: 'large, deep, endless and malformed bodies without a token',
    run: async (target) => {
      const { check, result } = tally();
      const megabyte = '['.repeat(2 ** 20);
      for (const { name } of SERVICES) {
        const at = `${target.url}/api/${name}`;
        const chunked = { ...JSON_TYPE, 'transfer-encoding': 'chunked', 'x-forwarded-for': '198.51.100.60' };
        for (const [what, headers, body] of [
          ['24 MB announced', { ...JSON_TYPE, 'content-length': String(24 * 2 ** 20) }, [megabyte]],
          ['4 MB in pieces', chunked, [megabyte, megabyte, megabyte, megabyte]],
          ['250 kB deep', chunked, ['['.repeat(250_000)]],
          ['objects in objects', chunked, ['{"a":'.repeat(40_000)]],
          ['no JSON', chunked, ['{"query":"\\ud800']],
          ['another type', { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' }, ['{}']],
        ] as const) {
          const { status } = await send(at, 'POST', headers, body);
          check([0, 400, 413, 415].includes(status), `${what} to ${name}: ${status}`);
        }
      }
      check(await answers(target), 'the server does not answer any more');
      return result();
    },
  },
  {
    name: 'documents that cost more than they say',
    run: async (target) => {
      const { check, result } = tally();
      const fragments = (count: number) =>
        Array.from({ length: count }, (_, index) => `fragment F${index} on Query { __typename ...F${(index + 1) % count} }`).join(' ');
      const documents = [
        `{ ${'a '.repeat(26_000)} }`,
        `{ ${'__typename '.repeat(5_000)} }`,
        `{ ${Array.from({ length: 1_000 }, (_, index) => `a${index}: __typename`).join(' ')} }`,
        `{ ${'a { '.repeat(1_500)} }`,
        `{ a(b: ${'['.repeat(1_900)} }`,
        `{ ${'__typename @include(if: true) '.repeat(500)} }`,
        `{ ...F0 } ${fragments(500)}`,
        '{ __schema { types { name } } }',
      ];
      for (const { name } of SERVICES)
        for (const token of [null, target.a.token])
          for (const document of documents) {
            const { status, json } = await target.query(name, document, {}, token);
            check(json.errors !== undefined && json.data == null && status < 500, `${name} ${document.slice(0, 40)}: ${status}`);
          }
      return result();
    },
  },
  {
    name: 'a flood of one address without a token, and what others get meanwhile',
    run: async (target) => {
      const { check, result } = tally();
      const at = `${target.url}/api/identity`;
      const body = ['{"query":"{ __typename }"}'];
      // The attacked process trusts its own machine, as one behind a proxy of the same machine does.
      const from = (forwarded: string) => ({ ...JSON_TYPE, 'x-forwarded-for': forwarded });
      let refused = 0;
      for (let round = 0; round < 30 && refused === 0; round += 1) {
        const all = await Promise.all(
          Array.from({ length: 50 }, (_, index) => send(at, 'POST', from(`203.0.113.${index}, 198.51.100.66`), body)),
        );
        refused += all.filter(({ status }) => status === 429).length;
      }
      check(refused > 0, 'nobody was told to wait, although one address asked 1,500 times in a row');
      const colleague = await send(at, 'POST', { ...from('198.51.100.66'), authorization: target.a.token }, body);
      check(colleague.status === 200, `a colleague behind the same address: ${colleague.status}`);
      for (const other of ['198.51.100.67', '198.51.100.66, 198.51.100.68'])
        check((await send(at, 'POST', from(other), body)).status === 200, `somebody else behind the proxy: ${other}`);
      return result();
    },
  },
  {
    name: 'sockets: pages of others, queries, introspection, floods',
    run: async (target) => {
      const { check, result } = tally();
      for (const origin of FOREIGN) {
        const { code } = await socketEnd(target, [], { origin });
        check(code === 403, `a socket for ${origin}: ${code}`);
      }
      const ask = (query: string) => ({ type: 'subscribe', id: 'x', payload: { query } });
      for (const query of [
        '{ __schema { types { name } } }',
        '{ __typename }',
        `{ ${'a '.repeat(10_000)} }`,
        `subscription { ${Array.from({ length: 1_000 }, (_, index) => `a${index}: __typename`).join(' ')} }`,
        `{ ${'a { '.repeat(1_500)} }`,
      ]) {
        const { said } = await socketEnd(target, [ask(query), { type: 'ping' }]);
        check(said.includes('"type":"error"') && !said.includes('"type":"next"'), `${query.slice(0, 40)}: ${said.slice(0, 200)}`);
      }
      const flood = await socketEnd(
        target,
        Array.from({ length: 2_000 }, () => ({ type: 'ping' })),
      );
      check(flood.code === 1008 || flood.code === 1006, `2,000 messages: ${flood.code}`);
      const large = await socketEnd(target, ['x'.repeat(60_000)]);
      check(large.code === 1009, `a message of 60 kB: ${large.code}`);
      return result();
    },
  },
  {
    name: 'three hundred connections that never finish their headers',
    run: async (target) => {
      const { check, result } = tally();
      const { hostname, port } = new URL(target.url);
      const sockets = Array.from({ length: 300 }, () => connect(Number(port), hostname).on('error', () => {}));
      for (const socket of sockets) socket.write('POST /api/identity HTTP/1.1\r\nhost: x\r\nx-slow: ');
      for (let round = 0; round < 10; round += 1) check(await answers(target), 'the server does not answer beside them');
      for (const socket of sockets) socket.destroy();
      return result();
    },
  },
];
