/** Files with partners by the REST API: with the client's key, and with a partner's own, which reaches that partner's files and nothing else. */
import { readdir } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Uuid } from '../../core/id.ts';
import { uuidv7 } from '../../core/id.ts';
import { drainJobs } from '../platform/jobs.ts';
import { seenBy } from '../platform/partnerReach.ts';
import { inClient } from '../platform/tenancy.ts';
import { openTestHouse, type TestHouse } from '../platform/testing.ts';
import { addClaims, addPartner, give } from '../services/partner/partner.exchange.testing.ts';
import { keyFor } from './api.testing.ts';

let house: TestHouse;
let own: Uuid;
let other: Uuid;
let ownFile: Uuid;
let otherFile: Uuid;
let foreignFile: Uuid;
/** The partner's own key, the client's, and the other partner's. */
let key: string;
let keyId: Uuid;
let clients: string;
let others: string;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many endpoints.
  readonly json: any;
}

async function api(
  by: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await house.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      authorization: `Bearer ${by}`,
      ...(body === undefined ? {} : { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.statusCode, headers: answer.headers, json: answer.body === '' ? null : answer.json() };
}
const get = (by: string, path: string) => api(by, 'GET', path);
const post = (by: string, path: string, body?: object | string, headers?: Record<string, string>) => api(by, 'POST', path, body, headers);

/** Makes a partner that has claims and a file of them. */
async function addWithFile(clientId: Uuid, name: string, refs: readonly string[]): Promise<[partnerId: Uuid, fileId: Uuid]> {
  const work = clientId === house.clientA ? house.inA : house.inB;
  const partnerId = await work(async (tx) => {
    const made = await addPartner(tx, name);
    await addClaims(tx, refs);
    await give(tx, made, refs);
    return made;
  });
  const { makeOutsourcedFile } = await house.call<{ makeOutsourcedFile: { id: Uuid } }>(
    'partner',
    'mutation ($clientId: ID!, $partnerId: ID!) { makeOutsourcedFile(clientId: $clientId, partnerId: $partnerId) { id } }',
    { clientId, partnerId },
    await house.tokenFor(clientId),
  );
  await drainJobs(house.database);
  return [partnerId, makeOutsourcedFile.id];
}

beforeAll(async () => {
  house = await openTestHouse();
  [own, ownFile] = await addWithFile(house.clientA, 'Nordstern Inkasso', ['P-1', 'P-2']);
  [other, otherFile] = await addWithFile(house.clientA, 'Südkreuz Inkasso', ['Q-1']);
  [, foreignFile] = await addWithFile(house.clientB, 'Nordstern Inkasso', ['B-1']);
  const { database, clientA, userA: userId } = house;
  ({ key, keyId } = await keyFor(database, clientA, { userId, partnerId: own }));
  ({ key: clients } = await keyFor(database, clientA, { userId }));
  ({ key: others } = await keyFor(database, clientA, { userId, partnerId: other }));
});
afterAll(() => house.close());

describe('a partner’s own key', () => {
  it('reads what is handed over to that partner: files, their items, their bytes', async () => {
    const list = await get(key, '/partner-files');
    expect(list.json.items).toMatchObject([
      {
        id: ownFile,
        partnerId: own,
        status: 'made',
        itemCount: 2,
        newCount: 2,
        totalAmounts: [{ currency: 'EUR', totalAmount: '200.00' }],
      },
    ]);
    expect((await get(key, `/partner-files/${ownFile}`)).json).toMatchObject({ id: ownFile, fetchedAt: null });
    expect((await get(key, `/partner-files/${ownFile}/items?limit=1`)).json.items).toEqual([
      { externalClaimRef: 'P-1', change: 'new', currency: 'EUR', amount: '100.00' },
    ]);
    const early = await post(key, `/partner-files/${ownFile}/acknowledgement`, { note: null });
    expect([early.status, early.json.code]).toEqual([409, 'partnerFileNotNow']);
    const link = await get(key, `/partner-files/${ownFile}/link`);
    expect(link.json.url).toContain(`/o/${house.clientA}/${ownFile}?`);
    expect((await get(key, `/partner-files/${ownFile}`)).json.fetchedAt).not.toBeNull();
  });

  it('acknowledges a file once, with what was refused, and is answered the same again', async () => {
    const once = { 'idempotency-key': uuidv7() };
    const note = 'P-2 refused: insolvent';
    const said = await post(key, `/partner-files/${ownFile}/acknowledgement`, { note }, once);
    expect(said.json).toMatchObject({ status: 'acknowledged', acknowledgedWith: 'Test', acknowledgeNote: note });
    const replayed = await post(key, `/partner-files/${ownFile}/acknowledgement`, { note }, once);
    expect([replayed.headers['idempotency-replayed'], replayed.json]).toEqual(['true', said.json]);
    const again = await post(key, `/partner-files/${ownFile}/acknowledgement`, { note: 'Something else' });
    expect(again.json).toEqual(said.json);
    const [row, ...more] = await house.inA((tx) =>
      tx.sql(
        `select actor_type, actor_id, payload->>'note' as note from event where client_id = $1 and message_type = 'partnerFileAcknowledged'`,
        [tx.clientId],
      ),
    );
    expect([row, more]).toEqual([{ actor_type: 'apiKey', actor_id: keyId, note }, []]);
  });

  it('finds nothing of another partner, of another client, or of anything else', async () => {
    const nobody = uuidv7();
    for (const id of [otherFile, foreignFile, nobody])
      for (const [method, path] of [
        ['GET', `/partner-files/${id}`],
        ['GET', `/partner-files/${id}/items`],
        ['GET', `/partner-files/${id}/link`],
        ['POST', `/partner-files/${id}/acknowledgement`],
      ] as const) {
        const answer = await api(key, method, path, method === 'POST' ? { note: 'mine' } : undefined);
        expect([path.replace(id, 'id'), answer.status, answer.json.code]).toEqual([path.replace(id, 'id'), 404, 'fileNotFound']);
      }
    expect((await get(key, `/partner-files?partnerId=${other}`)).json).toEqual({ items: [], next: null });
    expect((await get(others, `/partner-files/${otherFile}`)).json).toMatchObject({ fetchedAt: null, acknowledgedAt: null });
    for (const path of ['/accounts?queryText=P', '/claims', '/events', '/imports', '/webhooks'])
      expect([path, (await get(key, path)).json.code]).toEqual([path, 'apiScopeMissing']);
  });

  it('is held to its partner by the database itself', async () => {
    const identity = { userId: keyId, groups: [{ clientId: house.clientA, role: '', partnerId: own }] };
    const seen = seenBy(house.database, identity as never, house.clientA);
    const rows = (text: string) => inClient(seen, house.clientA, (tx) => tx.sql(text));
    expect(await rows(`select file_id from partner_file`)).toEqual([{ file_id: ownFile }]);
    expect(await rows(`update partner_file set acknowledge_note = 'x' where file_id = '${otherFile}' returning 1`)).toEqual([]);
    for (const beyond of [
      'select 1 from api_key',
      'select 1 from partner_exchange',
      `update partner_return set status = 'booking'`,
      `delete from partner_file`,
      `insert into partner_return (client_id, return_id, partner_id, file_name, source, size, sha256, facts, status, created_at)
       values ('${house.clientA}', gen_random_uuid(), '${other}', 'x', 'partner', 1, 'x', '{}', 'uploaded', now())`,
      `insert into partner_return (client_id, return_id, partner_id, file_name, source, size, sha256, facts, status, created_at)
       values ('${house.clientA}', gen_random_uuid(), '${own}', 'x', 'partner', 1, 'x', '{}', 'booking', now())`,
    ])
      await expect(rows(beyond), beyond).rejects.toMatchObject({ words: { key: 'partnerReach' } });
  });
});

const HEAD = 'kind,claim,reference,date,amount,currency';
const paid = (ref: string, reference: string, amount: string) => `${HEAD}\npayment,${ref},${reference},2026-07-01,${amount},EUR\n`;
const balanceOf = async (ref: string) =>
  (
    await house.inA((tx) =>
      tx.sql<{ balance: bigint }>('select balance from claim where client_id = $1 and external_claim_ref = $2', [tx.clientId, ref]),
    )
  )[0]?.balance;

describe('a file that comes back', () => {
  it('is handed in with a partner’s key, once, and goes on by the client alone', async () => {
    const content = paid('P-1', 'N-1', '10.00');
    const first = await post(key, '/partner-returns?fileName=back.csv', content);
    expect([first.status, first.json]).toMatchObject([
      202,
      { partnerId: own, fileName: 'back.csv', source: 'partner', handedInWith: 'Test', status: 'uploaded', summary: null },
    ]);
    const { returnId } = first.json;
    expect(first.headers.location).toBe(`/api/v1/partner-returns/${returnId}`);
    const received = await house.inA((tx) =>
      tx.sql(`select actor_id, payload->>'source' as source from event where client_id = $1 and message_type = 'partnerReturnReceived'`, [
        tx.clientId,
      ]),
    );
    expect(received).toEqual([{ actor_id: keyId, source: 'partner' }]);
    const again = await post(key, '/partner-returns?fileName=again.csv', content, { 'idempotency-key': uuidv7() });
    expect([again.status, again.json.returnId]).toEqual([202, returnId]);
    for (const [step, body] of [
      ['check', { mapping: { hasHeader: true, decimalMark: '.', dateOrder: 'YMD', fields: [] } }],
      ['booking', undefined],
      ['cancellation', undefined],
    ] as const) {
      const mine = await post(key, `/partner-returns/${returnId}/${step}`, body);
      expect([step, mine.status, mine.json.code]).toEqual([step, 403, 'returnByClient']);
      const theirs = await post(others, `/partner-returns/${returnId}/${step}`, body);
      expect([step, theirs.status, theirs.json.code]).toEqual([step, 404, 'returnNotFound']);
    }
    expect((await get(others, `/partner-returns/${returnId}`)).status).toBe(404);
    expect((await get(others, '/partner-returns')).json.items).toEqual([]);
    const forOther = await post(key, `/partner-returns?partnerId=${other}`, paid('Q-1', 'N-2', '10.00'));
    expect([forOther.status, forOther.json.code]).toEqual([404, 'partnerNotFound']);
    expect(await balanceOf('P-1')).toBe(10_000n);
  });

  it('that breaks off on its way leaves nothing', async () => {
    const content = paid('P-1', 'N-0', '10.00');
    const address = new URL(await house.app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = net.connect(Number(address.port), '127.0.0.1');
    const head = `POST /api/v1/partner-returns HTTP/1.1\r\nhost: ${address.host}\r\nauthorization: Bearer ${key}\r\ncontent-length: ${content.length}\r\n\r\n`;
    await new Promise<void>((resolve) => socket.write(head + content.slice(0, -10), () => resolve()));
    const folder = path.join(house.config.dataFolder, 'files', house.clientA);
    const parts = async () => (await readdir(folder)).filter((name) => name.endsWith('.part'));
    await expect.poll(parts).toHaveLength(1);
    const before = (await get(clients, '/partner-returns')).json.items;
    socket.destroy();
    await expect.poll(parts).toEqual([]);
    expect((await get(clients, '/partner-returns')).json.items).toEqual(before);
    expect((await post(key, '/partner-returns', content)).status).toBe(202);
  });

  it('is checked and booked with the client’s key, in the key’s name', async () => {
    const nobodys = await post(clients, '/partner-returns', paid('P-1', 'N-3', '5.00'));
    expect([nobodys.status, nobodys.json.errors]).toMatchObject([422, [{ parameter: 'partnerId' }]]);
    const { json: made } = await post(
      clients,
      `/partner-returns?partnerId=${own}`,
      `${paid('P-1', 'N-3', '5.00')}payment,Q-1,N-4,2026-07-01,5.00,EUR\n`,
    );
    expect(made).toMatchObject({ source: 'api', status: 'uploaded' });
    const path = `/partner-returns/${made.returnId}`;
    const { suggestion } = (await get(clients, `${path}/columns`)).json;
    expect((await post(clients, `${path}/check`, { mapping: suggestion, saves: true })).status).toBe(202);
    await drainJobs(house.database);
    expect((await get(clients, path)).json).toMatchObject({
      status: 'checked',
      summary: { booked: 1, refused: 1, sums: [{ payments: '5.00' }] },
    });
    expect((await get(clients, `${path}/rows?outcome=refused`)).json.items).toMatchObject([
      { rowNumber: 3, externalClaimRef: 'Q-1', errorKey: 'returnRowNotGiven' },
    ]);
    expect((await post(clients, `${path}/booking`)).status).toBe(202);
    await drainJobs(house.database);
    expect((await get(clients, path)).json).toMatchObject({ status: 'booked', summary: { booked: 1, refused: 1 } });
    expect(await balanceOf('P-1')).toBe(9_500n);
    const [event] = await house.inA((tx) =>
      tx.sql(`select actor_type from event where client_id = $1 and message_type = 'partnerReturnBooked'`, [tx.clientId]),
    );
    expect(event).toEqual({ actor_type: 'apiKey' });
  });

  it('of a partner’s key is booked as one from its folder is: by itself only without a contradiction, and only where the client says so', async () => {
    const before = (await post(key, '/partner-returns', paid('P-2', 'N-5', '1.00'))).json;
    await drainJobs(house.database);
    expect((await get(key, `/partner-returns/${before.returnId}`)).json).toMatchObject({ status: 'checked', summary: { booked: 1 } });
    await house.inA((tx) =>
      tx.sql('update partner_exchange set books_itself = true, books_for = $3 where client_id = $1 and partner_id = $2', [
        tx.clientId,
        own,
        house.userA,
      ]),
    );
    const good = (await post(key, '/partner-returns', paid('P-2', 'N-6', '2.00'))).json;
    const bad = (await post(key, '/partner-returns', paid('P-2', 'N-7', '200.00'))).json;
    await drainJobs(house.database);
    expect((await get(key, `/partner-returns/${good.returnId}`)).json.status).toBe('booked');
    expect((await get(key, `/partner-returns/${bad.returnId}`)).json).toMatchObject({ status: 'checked', summary: { refused: 1 } });
    expect((await get(key, `/partner-returns/${bad.returnId}/rows`)).json.items).toMatchObject([{ errorKey: 'returnRowMore' }]);
    expect(await balanceOf('P-2')).toBe(9_800n);
  });

  it('tells a partner nothing of claims that it never had: they are like claims that there aren’t', async () => {
    const content = `${paid('Q-1', 'N-8', '1.00')}payment,Z-1,N-9,2026-07-01,1.00,EUR\n`;
    const { returnId } = (await post(key, '/partner-returns', content)).json;
    await drainJobs(house.database);
    expect((await get(key, `/partner-returns/${returnId}`)).json.summary.reasons).toMatchObject([
      { errorKey: 'returnRowClaim', count: 2, firstRow: 2 },
    ]);
    const told = (await get(key, `/partner-returns/${returnId}/rows`)).json.items;
    expect(told.map((row: { errorKey: string }) => row.errorKey)).toEqual(['returnRowClaim', 'returnRowClaim']);
    expect((await get(clients, `/partner-returns/${returnId}/rows`)).json.items[0].errorKey).toBe('returnRowNotGiven');
  });
});

describe('making a partner’s key', () => {
  const make = (input: object) =>
    house.call<{ createApiKey: { key: { partnerId: string; partnerName: string; state: string; keyId: string } } }>(
      'api',
      `mutation ($clientId: ID!, $scopes: [String!]!, $expiresAt: DateTime!, $partnerId: ID) {
        createApiKey(clientId: $clientId, name: "Partner", scopes: $scopes, expiresAt: $expiresAt, partnerId: $partnerId) { key { keyId partnerId partnerName state } } }`,
      { clientId: house.clientA, scopes: ['partnerFiles:read'], expiresAt: new Date(Date.now() + 90 * 864e5).toISOString(), ...input },
    );

  it('takes a partner of the client and scopes of its files alone', async () => {
    expect((await make({ partnerId: own })).createApiKey.key).toMatchObject({
      partnerId: own,
      partnerName: 'Nordstern Inkasso',
      state: 'active',
    });
    await expect(make({ partnerId: own, scopes: ['partnerFiles:read', 'accounts:read'] })).rejects.toThrow(/accounts:read stands for more/);
    for (const partnerId of [uuidv7(), 'nobody']) await expect(make({ partnerId })).rejects.toThrow('Partner not found');
    const [foreign] = await house.inB((tx) =>
      tx.sql<{ partner_id: Uuid }>('select partner_id from partner where client_id = $1', [tx.clientId]),
    );
    await expect(make({ partnerId: foreign!.partner_id })).rejects.toThrow('Partner not found');
  });

  it('of a partner that is deleted ends with it, and so do its access tokens', async () => {
    const partnerId = await house.inA((tx) => addPartner(tx, 'Abendrot Inkasso'));
    const theirs = await keyFor(house.database, house.clientA, { userId: house.userA, partnerId });
    const [id, secret] = theirs.key.split(/_(?=[^_]+$)/) as [string, string];
    const exchanged = await house.app.inject({
      method: 'POST',
      url: '/api/v1/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }).toString(),
    });
    const bearers = [theirs.key, exchanged.json<{ access_token: string }>().access_token];
    for (const each of bearers) expect((await get(each, '/partner-files')).json).toEqual({ items: [], next: null });
    await house.call(
      'partner',
      'mutation ($clientId: ID!, $partnerId: ID!) { deletePartner(clientId: $clientId, partnerId: $partnerId) }',
      {
        clientId: house.clientA,
        partnerId,
      },
    );
    for (const each of bearers) expect((await get(each, '/partner-files')).status).toBe(401);
    const { getApiKeys } = await house.call<{ getApiKeys: { keyId: string; state: string }[] }>(
      'api',
      'query ($clientId: ID!) { getApiKeys(clientId: $clientId) { keyId state } }',
      { clientId: house.clientA },
    );
    expect(getApiKeys.find((each) => each.keyId === theirs.keyId)?.state).toBe('partnerGone');
  });
});
