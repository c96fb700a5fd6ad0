/** What holds for all of the REST API: sent twice, edited by two, paged, limited, and refused in one shape. */
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { uuidv7 } from '../../core/id.ts';
import type { World } from '../platform/cases.ts';
import { appendEvents } from '../platform/events.ts';
import { follow, LOOKS } from '../platform/follow.ts';
import { drainJobs } from '../platform/jobs.ts';
import { openTestHouse, type TestHouse } from '../platform/testing.ts';
import { forgetOldFeed } from '../services/api/api.feed.logic.ts';
import { revokeApiKey } from '../services/api/api.key.logic.ts';
import { CASES } from '../testing.operations.ts';
import { keyFor } from './api.testing.ts';
import { describeApi } from './description.ts';

let house: TestHouse;
let port: number;
const world: World = {};
let key: string;
let keyId: string;

beforeAll(async () => {
  house = await openTestHouse();
  Object.assign(world, { clientId: house.clientA, userId: house.userA });
  for (const { seed } of CASES.values()) await house.inA(async (tx) => seed?.(tx, world));
  ({ key, keyId } = await keyFor(house.database, house.clientA, { userId: house.userA }));
  await house.app.listen({ host: '127.0.0.1', port: 0 });
  port = (house.app.server.address() as net.AddressInfo).port;
});
afterAll(() => house.close());

interface Said {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  by?: string;
}
/** Calls the server as a program does. */
async function api(path: string, { method = 'GET', body, headers = {}, by = key }: Said = {}) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${by}`,
      ...(body === undefined || typeof body === 'string' ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const json = (text === '' ? null : JSON.parse(text)) as Record<string, unknown> & {
    items?: Record<string, unknown>[];
    next?: string | null;
  };
  return { status: answer.status, headers: answer.headers, text, json };
}
const note = (text: string, headers: Record<string, string> = {}) =>
  api(`/accounts/${world.accountId}/notes`, { method: 'POST', body: { text }, headers });
const notesOf = async (text: string) =>
  (await house.inA((tx) => tx.sql('select 1 from note where client_id = $1 and text = $2', [tx.clientId, text]))).length;

describe('a request that is sent twice', () => {
  it('is answered as the first time, to the byte, and does nothing again', async () => {
    const once = { 'idempotency-key': uuidv7() };
    const [first, second] = [await note('Sent twice', once), await note('Sent twice', once)];
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect([second.status, second.text, second.headers.get('etag'), second.headers.get('location')]).toEqual([
      201,
      first.text,
      first.headers.get('etag'),
      first.headers.get('location'),
    ]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await notesOf('Sent twice')).toBe(1);
  });

  it('is done once by many at the same time; the others hear that it is running, or what came of it', async () => {
    const once = { 'idempotency-key': uuidv7() };
    const answers = await Promise.all(Array.from({ length: 12 }, () => note('Sent at once', once)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set(answers.some(({ status }) => status === 409) ? [201, 409] : [201]),
    );
    for (const { status, json } of answers) if (status === 409) expect(json.code).toBe('apiIdempotencyBusy');
    expect(await notesOf('Sent at once')).toBe(1);
  });

  it('is answered 409 while the first one runs', async () => {
    const once = { 'idempotency-key': uuidv7() };
    const lock = JSON.stringify(['api answer', house.clientA, keyId, 'POST /accounts/{accountId}/notes', once['idempotency-key']]);
    await house.inA(async (tx) => {
      await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
      const answer = await note('While it runs', once);
      expect([answer.status, answer.json.code, answer.headers.get('retry-after')]).toEqual([409, 'apiIdempotencyBusy', '1']);
    });
    expect((await note('While it runs', once)).status).toBe(201);
    expect(await notesOf('While it runs')).toBe(1);
  });

  it('is refused when it is another request', async () => {
    const once = { 'idempotency-key': uuidv7() };
    await note('One thing', once);
    const answer = await note('Another thing', once);
    expect([answer.status, answer.json.code]).toEqual([422, 'apiIdempotencyOther']);
    expect(await notesOf('Another thing')).toBe(0);
    expect((await note('No key', { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400);
  });

  it('of another key or for another endpoint is another request', async () => {
    const once = { 'idempotency-key': uuidv7() };
    const other = await keyFor(house.database, house.clientA, { userId: house.userA });
    await note('By two keys', once);
    await api(`/accounts/${world.accountId}/notes`, { method: 'POST', body: { text: 'By two keys' }, headers: once, by: other.key });
    expect(await notesOf('By two keys')).toBe(2);
    const elsewhere = await api(`/accounts/${world.accountId}`, { method: 'PATCH', body: { meta: { seen: 'yes' } }, headers: once });
    expect(elsewhere.status).toBe(200);
  });

  it('that was refused may be tried again, and succeed', async () => {
    const once = { 'idempotency-key': uuidv7() };
    const fire = () =>
      api(`/triggers/notYet/firings`, { method: 'POST', body: { accountId: world.accountId, values: { at: '' } }, headers: once });
    const before = await fire();
    expect(before.status).toBeGreaterThanOrEqual(400);
    expect(before.headers.get('idempotency-replayed')).toBeNull();
    expect((await fire()).text).toBe(before.text);
  });

  it('books a payment once, also when what was done is killed before it is committed', async () => {
    const once = { 'idempotency-key': uuidv7() };
    const pay = () =>
      api(`/accounts/${world.accountId}/payments`, {
        method: 'POST',
        body: { externalClaimRefs: [world.externalClaimRef], amount: '1.00', note: 'Document 7' },
        headers: once,
      });
    // The connection dies when the answer is to be kept: behind the booking, before the commit.
    const { owner } = house.database;
    await owner.query(
      `create function die() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`,
    );
    await owner.query(`create trigger dies before insert on api_answer for each row execute function die()`);
    const booked = async () =>
      (await house.inA((tx) => tx.sql(`select 1 from payment where client_id = $1 and amount = 100`, [tx.clientId]))).length;
    const before = await booked();
    const broken = await pay();
    expect(broken.status).toBeGreaterThanOrEqual(500);
    expect(await booked()).toBe(before);
    await owner.query('drop trigger dies on api_answer; drop function die()');
    const [done, again] = [await pay(), await pay()];
    expect(done.status, done.text).toBe(201);
    expect(again.text).toBe(done.text);
    expect(await booked()).toBe(before + 1);
  });
});

describe('an edit', () => {
  it('is done on the version that was read, and not on another', async () => {
    const read = await api(`/claims/${world.externalClaimRef}`);
    const tag = read.headers.get('etag')!;
    expect(tag).toMatch(/^"\d+-[\w-]{22}"$/);
    const edit = (seat: string, match: string) =>
      api(`/claims/${world.externalClaimRef}`, { method: 'PATCH', body: { meta: { seat } }, headers: { 'if-match': match } });
    const done = await edit('first', tag);
    expect(done.status, done.text).toBe(200);
    const late = await edit('second', tag);
    expect([late.status, late.json.type]).toEqual([412, 'urn:quittance:problem:precondition-failed']);
    expect((await api(`/claims/${world.externalClaimRef}`)).json.meta).toMatchObject({ seat: 'first' });
    // What the edit answered is what would be read, tag included.
    expect((await api(`/claims/${world.externalClaimRef}`)).headers.get('etag')).toBe(done.headers.get('etag'));
    expect((await edit('third', done.headers.get('etag')!)).status).toBe(200);
    expect((await edit('fourth', '*')).status).toBe(200);
    expect((await edit('fifth', '"made up"')).status).toBe(412);
  });

  it('of what has no version is refused with If-Match', async () => {
    const answer = await api(`/accounts/${world.accountId}/notes`, { method: 'POST', body: { text: 'x' }, headers: { 'if-match': '"1"' } });
    expect([answer.status, answer.json.code]).toEqual([412, 'apiPreconditionNone']);
  });

  it('of two at the same time is done by one', async () => {
    const tag = (await api(`/claims/${world.externalClaimRef}`)).headers.get('etag')!;
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, seat) =>
        api(`/claims/${world.externalClaimRef}`, { method: 'PATCH', body: { meta: { seat } }, headers: { 'if-match': tag } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412]);
  });
});

it('is not told again what it knows', async () => {
  const path = `/accounts/${world.accountId}`;
  const tag = (await api(path)).headers.get('etag')!;
  const same = await api(path, { headers: { 'if-none-match': `"other", W/${tag}` } });
  expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', tag]);
  await note('Something new, but not of the account');
  expect((await api(path, { headers: { 'if-none-match': tag } })).status).toBe(304);
  await api(path, { method: 'PATCH', body: { meta: { moved: 'yes' } } });
  expect((await api(path, { headers: { 'if-none-match': tag } })).status).toBe(200);
});

describe('what is refused', () => {
  const problem = (status: number, code: string) => ({ status, code, type: expect.stringMatching(/^urn:quittance:problem:/) as unknown });
  it.each([
    ['an address that there isn’t', '/nowhere', {}, 404, 'apiPathNotFound'],
    ['a method that there isn’t', '/accounts', { method: 'DELETE' }, 405, 'apiMethod'],
    ['another form of answer', '/accounts', { headers: { accept: 'text/html' } }, 406, 'apiAccept'],
    ['a parameter that there isn’t', '/accounts?colour=red', {}, 422, 'apiValueWrong'],
    ['a parameter of another type', '/accounts?limit=many', {}, 422, 'apiValueWrong'],
    ['a cursor of another list', `/claims?after=${Buffer.from('listAccounts\nx').toString('base64url')}`, {}, 422, 'apiCursorWrong'],
    [
      'another content type',
      '/strategy-pauses',
      { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } },
      415,
      'apiContentType',
    ],
    [
      'half of JSON',
      '/strategy-pauses',
      { method: 'POST', body: '{"a', headers: { 'content-type': 'application/json' } },
      400,
      'bodyNoJson',
    ],
    ['a large body', '/strategy-pauses', { method: 'POST', body: { x: 'x'.repeat(300_000) } }, 413, 'bodyTooLarge'],
    ['an account that there isn’t', `/accounts/${uuidv7()}`, {}, 404, 'accountNotFound'],
    ['an address that is none', '/accounts/%zz', {}, 400, 'requestWrong'],
    ['an id that is none', '/accounts/nothing', {}, 404, 'accountNotFound'],
  ] as const)('is %s, as a problem', async (_, path, said, status, code) => {
    const answer = await api(path, said as Said);
    expect(answer.json, answer.text).toMatchObject(problem(status, code));
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });

  it('names every wrong value by its place', async () => {
    const { status, json } = await api(`/accounts/${world.accountId}/debtors`, {
      method: 'POST',
      body: { type: 'robot', debtor: { firstName: 7, 'a/b': 1 }, more: true, 'half \ud83d': 1 },
    });
    expect(status).toBe(422);
    expect((json.errors as { pointer: string; code: string }[]).map(({ pointer, code }) => [pointer, code]).sort()).toEqual([
      ['#/debtor/a~1b', 'apiFieldUnknown'],
      ['#/debtor/firstName', 'apiValueSchema'],
      ['#/half%20%EF%BF%BD', 'apiFieldUnknown'],
      ['#/more', 'apiFieldUnknown'],
      ['#/type', 'apiValueSchema'],
    ]);
  });

  it('names what the operation itself finds wrong', async () => {
    const debtor = await api(`/accounts/${world.accountId}/debtors/${world.externalDebtorRef}`, {
      method: 'PATCH',
      body: { IBAN: 'DE00', email: 'nobody' },
    });
    expect((debtor.json.errors as { pointer: string }[]).map(({ pointer }) => pointer).sort()).toEqual(['#/IBAN', '#/email']);
    const list = await api('/accounts?queryText=x&after=bm90aGluZw');
    expect(list.json.errors).toEqual([{ parameter: 'after', code: 'apiCursorWrong', detail: expect.any(String) as unknown }]);
  });

  it('is text in another encoding', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/accounts/${world.accountId}/notes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: Buffer.from('{"text":"Gr\xfc\xdfe"}', 'latin1'),
    });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'apiNotUtf8']);
  });

  it('says which methods there are', async () => {
    const wrong = await api('/accounts', { method: 'DELETE' });
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    const asked = await api(`/accounts/${world.accountId}/notes`, { method: 'OPTIONS' });
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
    const head = await api(`/accounts/${world.accountId}`, { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([
      200,
      '',
      (await api(`/accounts/${world.accountId}`)).headers.get('etag'),
    ]);
  });
});

it('gives a list in pages, each entry once', async () => {
  for (let each = 0; each < 5; each += 1) await note(`Page ${each}`);
  const seen: unknown[] = [];
  let after = '';
  do {
    const page = await api(`/accounts/${world.accountId}/notes?limit=2${after}`);
    seen.push(...page.json.items!.map(({ noteId }) => noteId));
    after = page.json.next ? `&after=${page.json.next}` : '';
  } while (after !== '');
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThanOrEqual(5);
});

it('says what is left of its rate, and is told to wait behind it', async () => {
  const slow = await openTestHouse(undefined, { settings: { rates: { perAddress: 1_000_000, perPerson: 100, signIn: 100 } } });
  try {
    const { key: other } = await keyFor(slow.database, slow.clientA, { userId: slow.userA });
    const ask = () => slow.app.inject({ url: '/api/v1/strategies', headers: { authorization: `Bearer ${other}` } });
    const first = await ask();
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '100', 'ratelimit-remaining': '99' });
    let last = first;
    for (let each = 0; each < 110 && last.statusCode === 200; each += 1) last = await ask();
    expect(last.statusCode).toBe(429);
    expect(last.json()).toMatchObject({ status: 429, code: 'tooManyRequests' });
    // An assistant with the same key waits as well.
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const say = () => slow.app.inject({ method: 'POST', url: '/api/v1/mcp', headers: { authorization: `Bearer ${other}` }, payload });
    let told = await say();
    for (let each = 0; each < 110 && told.statusCode === 200; each += 1) told = await say();
    expect([told.statusCode, told.headers['content-type'], Number(told.headers['retry-after']) > 0]).toEqual([
      429,
      'application/problem+json; charset=utf-8',
      true,
    ]);
    expect(last.headers['content-type']).toContain('application/problem+json');
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(last.headers['ratelimit-remaining']).toBe('0');
  } finally {
    await slow.close();
  }
});

describe('the feed of events', () => {
  const read = (after: string | null, more = '') => api(`/events?limit=500${after === null ? '' : `&after=${after}`}${more}`);
  const settle = () => follow(house.database, house.clientA, LOOKS.minute);

  it('tells each event once, and none is lost that was committed late', async () => {
    await settle();
    const begin = (await read(null)).json.next!;
    const texts = ['late', 'early'].map((each) => `${each} ${uuidv7()}`);
    const append = (tx: Parameters<Parameters<TestHouse['inA']>[0]>[0], text: string) =>
      appendEvents(tx, [{ messageType: 'noteAdded', accountId: world.accountId!, payload: { noteId: uuidv7(), text } }]);
    const said = (page: Awaited<ReturnType<typeof read>>) =>
      page.json.items!.map(({ payload }) => (payload as { text?: string }).text).filter((text) => texts.includes(text!));
    let middle = '';
    await house.inA(async (tx) => {
      // Its id is made first, and committed when the other one has been read.
      await append(tx, texts[0]!);
      await house.inA((other) => append(other, texts[1]!));
      await settle();
      const page = await read(begin);
      expect(said(page)).toEqual([texts[1]]);
      middle = page.json.next!;
    });
    await settle();
    const rest = await read(middle);
    expect(said(rest)).toEqual([texts[0]]);
    expect((await read(rest.json.next!)).json).toEqual({ items: [], next: rest.json.next });
    // Read again from the beginning: the same order.
    expect(said(await read(begin))).toEqual([texts[1], texts[0]]);
  });

  it('waits for what comes', async () => {
    await settle();
    const { next } = (await read(null)).json;
    const waiting = read(next!, '&wait=20&types=noteAdded');
    await note('Worth waiting for');
    await settle();
    const { items } = (await waiting).json;
    expect(items).toHaveLength(1);
    expect(items![0]).toMatchObject({ type: 'noteAdded', actorType: 'apiKey', actorId: keyId, payload: { text: 'Worth waiting for' } });
  });

  it('tells nothing of staff, and says so when a cursor is too old', async () => {
    const { next } = (await read(null)).json;
    await house.inA((tx) => appendEvents(tx, [{ messageType: 'userSignedIn', payload: { secondFactor: 'app' } }]));
    await note('After a sign-in');
    await settle();
    expect((await read(next!)).json.items!.map(({ type }) => type)).toEqual(['noteAdded']);
    expect((await read(null, '&types=userSignedIn')).status).toBe(422);
    const first = Buffer.from(`readEvents\n${Buffer.from('feed:0').toString('base64url')}`).toString('base64url');
    await house.inA(async (tx) => {
      await tx.sql(`update api_feed set added_at = now() - interval '31 days' where client_id = $1`, [tx.clientId]);
      await forgetOldFeed(tx);
    });
    const old = await read(first);
    expect([old.status, old.json.code]).toEqual([410, 'apiCursorOld']);
    await note('Numbers go on');
    await settle();
    expect((await read(null)).json.items!.at(-1)).toMatchObject({ payload: { text: 'Numbers go on' } });
  });
});

describe('rows', () => {
  const send = (body: string | Buffer | ReadableStream, type: string, headers: Record<string, string> = {}, query = '') =>
    fetch(`http://127.0.0.1:${port}/api/v1/imports${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': type, ...headers },
      body: body as never,
      duplex: 'half',
    } as never).then(async (answer) => ({ status: answer.status, json: (await answer.json()) as Record<string, unknown> }));
  const row = (number: number) =>
    JSON.stringify({
      account: { ref: `API-${number % 4000}` },
      claim: { ref: `API-INV-${number}`, amount: '12.50', currency: 'EUR', dueDate: '2026-10-31', meta: { region: 'north' } },
      debtor: { firstName: 'Ada', lastName: `Petersen "${number}", jr.` },
    });
  const lines = (from: number, count: number) => Array.from({ length: count }, (_, index) => `${row(from + index)}\n`).join('');
  const imports = async () => (await house.inA((tx) => tx.sql('select 1 from import_run where client_id = $1', [tx.clientId]))).length;

  it('are imported 10,000 at a time, once', async () => {
    const once = { 'idempotency-key': uuidv7() };
    const body = lines(0, 10_000);
    const sent = await send(body, 'application/x-ndjson', once);
    expect(sent.status, JSON.stringify(sent.json)).toBe(202);
    const count = await imports();
    const again = await send(body, 'application/x-ndjson', once);
    expect(again.json).toEqual(sent.json);
    expect(await imports()).toBe(count);
    await drainJobs(house.database);
    const done = await api(`/imports/${sent.json.importId as string}`);
    expect(done.json).toMatchObject({ status: 'done', rowsDone: 10_000, summary: { created: 10_000, rejected: 0, newAccounts: 4000 } });
    expect((await api('/claims/API-INV-9999')).json).toMatchObject({
      amount: '12.50',
      currency: 'EUR',
      dueDate: '2026-10-31',
      meta: { region: 'north' },
    });
    // The same rows in another request change nothing.
    const unchanged = await send(`[${body.trim().replaceAll('\n', ',')}]`, 'application/json');
    await drainJobs(house.database);
    expect((await api(`/imports/${unchanged.json.importId as string}`)).json).toMatchObject({ summary: { created: 0, unchanged: 10_000 } });
  }, 120_000);

  it('that are rejected are told with their reasons, and the others are imported', async () => {
    const csv =
      'account.ref,claim.ref,claim.amount,claim.currency\nCSV-1,CSV-INV-1,10.00,EUR\nCSV-2,CSV-INV-2,ten,EUR\nCSV-3,CSV-INV-3,"1.5",XXQ\n';
    const sent = await send(csv, 'text/csv');
    expect(sent.status, JSON.stringify(sent.json)).toBe(202);
    await drainJobs(house.database);
    const path = `/imports/${sent.json.importId as string}`;
    expect((await api(path)).json).toMatchObject({ status: 'done', summary: { created: 1, rejected: 2 } });
    const first = await api(`${path}/rejections?limit=1`);
    expect(first.json.items).toMatchObject([{ rowNumber: 3, field: 'claim.amount' }]);
    expect((await api(`${path}/rejections?limit=1&after=${first.json.next}`)).json.items).toMatchObject([{ rowNumber: 4 }]);
  });

  it.each([
    ['end in the middle of one', lines(50_000, 3).slice(0, -30), 'application/x-ndjson', 400, 'apiTorn'],
    ['have one that is no JSON', `${row(1)}\nnothing\n${row(2)}\n`, 'application/x-ndjson', 400, 'apiTorn'],
    ['have one that is a list', `[[1]]`, 'application/json', 400, 'apiRowWrong'],
    ['are a list that doesn’t end', `[${row(1)},${row(2)}`, 'application/json', 400, 'apiTorn'],
    ['are a list with more behind it', `[${row(1)}] []`, 'application/json', 400, 'bodyNoJson'],
    ['are an empty list', '[]', 'application/json', 422, 'apiRowsNone'],
    ['are none', '\n\n', 'application/x-ndjson', 422, 'apiRowsNone'],
    ['are more than 10,000', lines(60_000, 10_001), 'application/x-ndjson', 413, 'apiRowsMost'],
    ['name a field that there isn’t', '{"claim":{"colour":"red"}}\n', 'application/x-ndjson', 422, 'apiRowField'],
    ['have a column that there isn’t', 'account.ref,colour\nA,red\n', 'text/csv', 422, 'apiColumnUnknown'],
    ['are no CSV', 'account.ref,claim.ref\n"A,B\n', 'text/csv', 400, 'apiCsvWrong'],
    ['lack what a claim needs', 'account.ref,claim.ref\nA,B\n', 'text/csv', 422, 'mappingColumns'],
    ['are in another encoding', Buffer.from('{"account":{"ref":"K\xfc"}}\n', 'latin1'), 'application/x-ndjson', 400, 'apiNotUtf8'],
    ['are of another kind', 'x', 'application/xml', 415, 'apiContentType'],
  ])('that %s are refused as a whole', async (_, body, type, status, code) => {
    const before = await imports();
    const answer = await send(body, type);
    expect(answer.json).toMatchObject({ status, code });
    expect(answer.status).toBe(status);
    expect(await imports()).toBe(before);
    expect((await api('/claims/API-INV-50000')).status).toBe(404);
  });

  it('whose connection breaks in the middle leave nothing', async () => {
    const before = await imports();
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /api/v1/imports HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/x-ndjson\r\nContent-Length: 100000\r\n\r\n${row(1)}\n`,
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.destroy();
    expect((await api('/strategies')).status).toBe(200);
    expect(await imports()).toBe(before);
  });
});

describe('an access token', () => {
  const exchange = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/oauth/token`, { method: 'POST', body: new URLSearchParams(form), headers });
    return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Record<string, string> };
  };
  const parts = (of: string) => [of.slice(0, of.lastIndexOf('_')), of.slice(of.lastIndexOf('_') + 1)] as const;

  it('stands for the key, or for less of it', async () => {
    const [id, secret] = parts(key);
    const whole = await exchange({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
    expect(whole.json).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    expect(whole.headers.get('cache-control')).toBe('no-store');
    expect((await api(`/accounts/${world.accountId}`, { by: whole.json.access_token! })).status).toBe(200);
    const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const less = await exchange({ grant_type: 'client_credentials', scope: 'claims:read' }, { authorization: basic });
    expect(less.json.scope).toBe('claims:read');
    const claims = await api('/claims', { by: less.json.access_token! });
    expect(claims.status, claims.text).toBe(200);
    expect((await api('/accounts', { by: less.json.access_token! })).status).toBe(403);
  });

  it('ends with its key', async () => {
    const other = await keyFor(house.database, house.clientA, { userId: house.userA });
    const [id, secret] = parts(other.key);
    const { json } = await exchange({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
    expect((await api('/strategies', { by: json.access_token! })).status).toBe(200);
    await house.inA((tx) => revokeApiKey(tx, other.keyId, house.userA));
    expect((await api('/strategies', { by: json.access_token! })).status).toBe(401);
    expect((await api('/strategies', { by: other.key })).status).toBe(401);
  });

  it.each([
    ['a key that is no good', { grant_type: 'client_credentials', client_id: 'qk_x', client_secret: 'y' }, 401, 'invalid_client'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no grant', {}, 400, 'invalid_request'],
  ])('is not given for %s', async (_, form, status, error) => {
    const answer = await exchange(form as Record<string, string>);
    expect([answer.status, answer.json.error]).toEqual([status, error]);
  });

  it('is not given for more than the key has', async () => {
    const small = await keyFor(house.database, house.clientA, { userId: house.userA, scopes: ['notes:read'] });
    const [id, secret] = parts(small.key);
    const answer = await exchange({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
      scope: 'notes:read notes:write',
    });
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid_scope']);
  });

  it('is none for the screens’ endpoints, nor is a key', async () => {
    const [id, secret] = parts(key);
    const { json } = await exchange({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
    for (const token of [key, json.access_token!]) {
      const answer = await house.raw(
        'notes',
        'query ($c: ID!, $a: ID!) { listNotes(clientId: $c, accountId: $a) { noteId } }',
        { c: house.clientA, a: world.accountId },
        `Bearer ${token}`,
      );
      expect(answer.status).toBe(401);
    }
  });
});

it('serves its description to anybody', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`);
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(describeApi())));
});

it('notes when and from where a key was last used', async () => {
  const other = await keyFor(house.database, house.clientA, { userId: house.userA });
  await api('/strategies', { by: other.key });
  await vi.waitFor(async () => {
    const [row] = await house.inA((tx) =>
      tx.sql('select last_used_at, last_used_from from api_key where client_id = $1 and key_id = $2', [tx.clientId, other.keyId]),
    );
    expect(row).toEqual({ last_used_at: expect.any(Date) as unknown, last_used_from: '127.0.0.1' });
    expect((row!.last_used_at as Date).getTime() % 60_000).toBe(0);
  });
});

it('acts under its own name in the audit', async () => {
  await note('Who wrote this?');
  const { getAuditEvents } = await house.call<{
    getAuditEvents: { events: { userId: string; userFirstName: string; messageType: string }[] };
  }>(
    'events',
    'query ($c: ID!, $u: [ID!]) { getAuditEvents(clientId: $c, userIds: $u, limit: 1) { events { userId userFirstName messageType } } }',
    { c: house.clientA, u: [keyId] },
  );
  expect(getAuditEvents.events).toEqual([{ userId: keyId, userFirstName: 'Test', messageType: 'noteAdded' }]);
});
