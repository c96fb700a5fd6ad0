import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError, faultOf } from '../ui/fault.ts';
import { call, onForbidden } from './client.ts';
import type { GraphqlDocument } from './document.ts';
import { freshAuthorization, refresh } from './session.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const read: GraphqlDocument<{ note: string }, { id: string }> = { kind: 'query', name: 'Note', fields: ['note'], text: 'query Note{note}' };
const write: typeof read = { ...read, kind: 'mutation', name: 'AddNote', fields: ['addNote'], text: 'mutation AddNote{addNote}' };
const OF_GRAPHQL = { 'content-type': 'application/graphql-response+json' };

const says = (status: number, body: unknown, headers: Record<string, string> = OF_GRAPHQL): Answer => {
  return (response) => response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
};
const right = says(200, { data: { note: 'read' } });
const refusal = (code: string) => ({ errors: [{ message: code, extensions: { code } }] });
const ofProxy = says(500, '<html>', { 'content-type': 'text/html' });
const reset: Answer = (_, request) => void request.socket.destroy();

let server: Server;
/** How the services answer, one call after the other; the last one goes on. */
let answers: Answer[];
/** What came in: the path, the token, the operation. */
let seen: { path: string; token: string | undefined; body: string }[];
let token: number;

beforeEach(async () => {
  answers = [right];
  seen = [];
  token = 0;
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    if (request.url === '/api/identity') {
      token += 1;
      const session = { token: `token ${token}`, expiresIn: 3_600, user: { id: 'u' }, clients: [] };
      return says(200, { data: { refreshSession: session } })(response, request);
    }
    seen.push({ path: request.url ?? '', token: request.headers.authorization, body });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(address + path, init));
  vi.stubGlobal('localStorage', { getItem: () => 'yes', setItem: () => {}, removeItem: () => {} });
  // Between two tries nobody needs to wait here.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const asked = () => seen.length;
const ask = (options?: Parameters<typeof call>[3]) => call('notes', read, { id: 'n' }, options);
const send = (options?: Parameters<typeof call>[3]) => call('notes', write, { id: 'n' }, options);

it('sends an operation to its service, with its name, its text and its variables', async () => {
  await expect(ask()).resolves.toEqual({ note: 'read' });
  expect(seen[0]?.path).toBe('/api/notes');
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ operationName: 'Note', query: read.text, variables: { id: 'n' } });
});

it('repeats a query that the server failed on or whose connection broke, five times at most', async () => {
  answers = [ofProxy, reset, says(503, '', {}), right];
  await expect(ask()).resolves.toEqual({ note: 'read' });
  expect(asked()).toBe(4);
  seen = [];
  answers = [ofProxy];
  await expect(ask()).rejects.toMatchObject({ statusCode: 500 });
  expect(asked()).toBe(5);
});

it('does not repeat what a service refused or failed at with words of its own', async () => {
  for (const [status, code] of [
    [200, 'NOT_FOUND'],
    [500, 'INTERNAL'],
  ] as const) {
    seen = [];
    answers = [says(status, { data: null, ...refusal(code) })];
    expect(faultOf(await ask().catch((error: unknown) => error)).code).toBe(code);
    expect(asked()).toBe(1);
  }
});

it('repeats a mutation only when repeating is known to do no harm', async () => {
  for (const failure of [ofProxy, reset]) {
    seen = [];
    answers = [failure, right];
    await expect(send()).rejects.toThrow();
    expect(asked()).toBe(1);
    answers = [failure, right];
    await expect(send({ idempotent: true })).resolves.toEqual({ note: 'read' });
    expect(asked()).toBe(3);
  }
});

it('repeats whatever was turned away because there was too much of it: nothing was done', async () => {
  const said = { errors: [{ message: 'Wait', extensions: { code: 'RATE_LIMITED', key: 'tooManyRequests', values: { seconds: 3 } } }] };
  const paused = says(429, said, { 'content-type': 'application/json' });
  answers = [paused, paused, right];
  await expect(send()).resolves.toEqual({ note: 'read' });
  expect(asked()).toBe(3);
  answers = [paused];
  const error = await send().catch((thrown: unknown) => thrown);
  expect(faultOf(error)).toMatchObject({ code: 'RATE_LIMITED', words: { key: 'tooManyRequests', values: { seconds: 3 } } });
});

it('renews a refused session once and repeats the call with the new token', async () => {
  for (const refused of [says(401, refusal('UNAUTHENTICATED')), says(401, '', {})]) {
    await refresh();
    const before = token;
    seen = [];
    answers = [refused, right];
    await expect(send()).resolves.toEqual({ note: 'read' });
    expect(seen.map((each) => each.token)).toEqual([`token ${before}`, `token ${before + 1}`]);
    seen = [];
    answers = [refused];
    await expect(send()).rejects.toBeInstanceOf(CallError);
    expect(asked()).toBe(2);
  }
});

it('renews a session by how long it lives, whatever the browser takes the time for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.parse('2039-01-01') });
  await refresh();
  const before = token;
  await vi.advanceTimersByTimeAsync(58 * 60_000);
  expect([await freshAuthorization(), token]).toEqual([`token ${before}`, before]);
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(() => expect(token).toBe(before + 1));
});

it('reads the rights again when they refuse a call', async () => {
  const heard = vi.fn();
  const end = onForbidden(heard);
  answers = [says(200, refusal('FORBIDDEN'))];
  await ask().catch(() => undefined);
  await ask().catch(() => undefined);
  end();
  expect(heard).toHaveBeenCalledTimes(1);
});

it('gives up a call that nobody waits for any more, on its way or between two tries', async () => {
  let closed = 0;
  answers = [(_, request) => void request.socket.once('close', () => (closed += 1))];
  const leaving = new AbortController();
  const hanging = ask({ signal: leaving.signal });
  await expect.poll(asked).toBe(1);
  leaving.abort(new Error('left'));
  await expect(hanging).rejects.toThrow('left');
  await expect.poll(() => closed).toBe(1);

  vi.spyOn(Math, 'random').mockReturnValue(1_000);
  answers = [ofProxy];
  const waiting = new AbortController();
  const tried = ask({ signal: waiting.signal });
  await expect.poll(asked).toBe(2);
  waiting.abort(new Error('left'));
  await expect(tried).rejects.toThrow('left');
  expect(asked()).toBe(2);
});

it('asks events again whose reading took too long, three times', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 500 });
  answers = [says(200, refusal('EXECUTION_TIMEOUT'))];
  expect(faultOf(await call('events', read, { id: 'n' }).catch((error: unknown) => error)).code).toBe('EXECUTION_TIMEOUT');
  expect(asked()).toBe(3);
  seen = [];
  await ask().catch(() => undefined);
  expect(asked()).toBe(1);
});
