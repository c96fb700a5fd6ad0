/** Every endpoint of the REST API, called as its declaration says: what works, and what is refused to whom. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_SCOPES, type ApiScope } from '../../core/apiScopes.ts';
import { uuidv7 } from '../../core/id.ts';
import type { World } from '../platform/cases.ts';
import { openTestHouse, type TestHouse } from '../platform/testing.ts';
import { revokeApiKey } from '../services/api/api.key.logic.ts';
import { CASES, fingerprintOf } from '../testing.operations.ts';
import { answersByDescription, keyFor, requestOf, valuesFor } from './api.testing.ts';
import type { Compiled } from './compile.ts';
import { compileAll } from './description.ts';
import type { Values } from './endpoint.ts';

let house: TestHouse;
const [worldA, worldB]: [World, World] = [{}, {}];
let keyA: string;
let keyB: string;
let bad: ReadonlyMap<string, string | null>;
/** Keys with every scope except one. */
const allBut = new Map<ApiScope, string>();
const { compiled } = compileAll();
const wrongAnswer = answersByDescription();

beforeAll(async () => {
  house = await openTestHouse();
  Object.assign(worldA, { clientId: house.clientA, userId: house.userA });
  Object.assign(worldB, { clientId: house.clientB, userId: house.userB });
  for (const { seed } of CASES.values()) {
    await house.inA(async (tx) => seed?.(tx, worldA));
    await house.inB(async (tx) => seed?.(tx, worldB));
  }
  const { database, clientA, clientB, userA, userB } = house;
  keyA = `Bearer ${(await keyFor(database, clientA, { userId: userA })).key}`;
  keyB = `Bearer ${(await keyFor(database, clientB, { userId: userB })).key}`;
  for (const scope of API_SCOPES) {
    const scopes = API_SCOPES.filter((other) => other !== scope);
    allBut.set(scope, `Bearer ${(await keyFor(database, clientA, { userId: userA, scopes })).key}`);
  }
  bad = await makeBad();
});
afterAll(() => house.close());

/** What an endpoint before another one made, which that needs. */
const MADE: ReadonlySet<string> = new Set(['recordPayment', 'createPromise', 'createPlan']);

/** Calls an endpoint; whatever it answers is as described. */
async function call(each: Compiled, values: Values, authorization: string | null, headers: Record<string, string> = {}) {
  const request = requestOf(each, values, { ...(authorization === null ? {} : { authorization }), ...headers });
  const answer = await house.app.inject(request);
  const { statusCode: status, body } = answer;
  const contentType = String(answer.headers['content-type'] ?? '');
  expect(wrongAnswer(each.endpoint.name, { status, contentType, body }), `${request.method} ${request.url}`).toBeNull();
  return answer;
}

/** An answer without what differs by nature. */
const plain = (body: string) =>
  body.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id').replaceAll('-of-nobody', '');

/** Ids that nobody has, of the same kind. */
const strange = (world: World): World =>
  Object.fromEntries(Object.entries(world).map(([key, value]) => [key, /^[0-9a-f]{8}-/.test(value) ? uuidv7() : `${value}-of-nobody`]));

/** What has nothing of a client in its request. */
const isOfNobody = (each: Compiled) => JSON.stringify(valuesFor(each, worldA)) === JSON.stringify(valuesFor(each, strange(worldA)));

describe('every endpoint', () => {
  for (const each of compiled) {
    const { endpoint } = each;
    it(`${endpoint.name} works, and answers what it is described to`, async () => {
      if (endpoint.name === 'putFileContent') worldA.announcedId = worldA.announceFile!;
      const answer = await call(each, valuesFor(each, worldA), keyA);
      expect(answer.statusCode, answer.body).toBe(each.status);
      if (MADE.has(endpoint.name) || endpoint.name === 'announceFile') worldA[endpoint.name] = answer.json<{ id: string }>().id;
      if (endpoint.location) expect(answer.headers.location).toMatch(/^\/api\/v1\/\w+/);
    });

    it(`${endpoint.name} is for keys with its scope alone`, async () => {
      const values = valuesFor(each, worldA);
      for (const [what, authorization] of bad) {
        const answer = await call(each, values, authorization);
        expect(answer.statusCode, what).toBe(401);
        expect(answer.headers['www-authenticate'], what).toContain('Bearer');
      }
      const answer = await call(each, values, allBut.get(endpoint.scope)!);
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: 'apiScopeMissing', detail: expect.stringContaining(endpoint.scope) as unknown });
    });

    it(`${endpoint.name} answers a key of another client as if nothing were there`, async () => {
      if (isOfNobody(each)) return;
      const foreign = await call(each, valuesFor(each, worldA), keyB);
      const nowhere = await call(each, valuesFor(each, strange(worldA)), keyB);
      expect([foreign.statusCode, plain(foreign.body)]).toEqual([nowhere.statusCode, plain(nowhere.body)]);
      // A list of nothing, and a command that nothing fits.
      if (foreign.statusCode === 200)
        expect([
          { items: [], next: null },
          { done: 0, skipped: 1 },
        ]).toContainEqual(foreign.json());
      else expect(foreign.statusCode, foreign.body).toBe(404);
    });
  }

  it('leaves the other client unchanged', async () => {
    const before = await fingerprintOf(house.database, house.clientA);
    for (const each of compiled) if (!isOfNobody(each)) await call(each, valuesFor(each, worldA), keyB);
    expect(await fingerprintOf(house.database, house.clientA)).toBe(before);
  });
});

/** Every way of being no good. */
async function makeBad(): Promise<ReadonlyMap<string, string | null>> {
  const { database, clientA, userA, inA } = house;
  const revoked = await keyFor(database, clientA, { userId: userA });
  await inA((tx) => revokeApiKey(tx, revoked.keyId, userA));
  const expired = await keyFor(database, clientA, { userId: userA });
  await inA((tx) => tx.sql('update api_key set expires_at = now() where client_id = $1 and key_id = $2', [tx.clientId, expired.keyId]));
  const [, id = '', secret = ''] = keyA.slice('Bearer '.length).split('_');
  const [, otherId = ''] = keyB.slice('Bearer '.length).split('_');
  return new Map([
    ['none', null],
    ['another scheme', `Basic ${Buffer.from(`qk_${id}:${secret}`).toString('base64')}`],
    ['revoked', `Bearer ${revoked.key}`],
    ['expired', `Bearer ${expired.key}`],
    ['another secret', `Bearer qk_${id}_${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`],
    ["another key's secret", `Bearer qk_${otherId}_${secret}`],
    ['no secret', `Bearer qk_${id}`],
    ['more bits than there are', `Bearer qk_${'z'.repeat(43)}_${secret}`],
    ['a token of staff', `Bearer ${await house.tokenFor(clientA)}`],
  ]);
}
