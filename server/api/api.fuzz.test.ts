/** Requests at random, by the description: none breaks the server, and every answer is one that the description tells of. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { World } from '../platform/cases.ts';
import { openTestHouse, type TestHouse } from '../platform/testing.ts';
import { CASES } from '../testing.operations.ts';
import { fuzz } from './api.fuzz.testing.ts';
import { answersByDescription, keyFor } from './api.testing.ts';
import { compileAll } from './description.ts';

/** More of them: npm run attack -- api. */
const REQUESTS = Number(process.env.QUITTANCE_FUZZ ?? 600);

let house: TestHouse;
const world: World = {};
beforeAll(async () => {
  house = await openTestHouse();
  Object.assign(world, { clientId: house.clientA, userId: house.userA });
  for (const { seed } of CASES.values()) await house.inA(async (tx) => seed?.(tx, world));
});
afterAll(() => house.close());

it('answers whatever it is asked, as it is described to', async () => {
  const { key } = await keyFor(house.database, house.clientA, { userId: house.userA });
  const { compiled, components } = compileAll();
  const wrong = answersByDescription();
  const known = {
    accountId: [world.accountId!],
    accountIds: [world.accountId!],
    externalClaimRef: [world.externalClaimRef!],
    externalClaimRefs: [world.externalClaimRef!],
    externalDebtorRef: [world.externalDebtorRef!],
    fileId: [world.fileId!],
    importId: [world.importId!],
    blueprintId: [world.blueprintId!],
    trigger: [world.trigger!],
    paymentId: [world.paymentId!],
    interval: ['monthly', 'weekly'],
  };
  const seed = Math.floor(Math.random() * 2 ** 31);
  const statuses = new Set<number>();
  const broken: string[] = [];
  for (const { name, request } of fuzz(compiled, components, known, { count: REQUESTS, seed })) {
    const answer = await house.app.inject({ ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } });
    const { statusCode: status, body } = answer;
    statuses.add(status);
    const why = status >= 500 ? body : wrong(name, { status, contentType: String(answer.headers['content-type'] ?? ''), body });
    if (why !== null) broken.push(`${request.method} ${request.url} ${request.payload?.slice(0, 300) ?? ''}: ${why}`);
  }
  expect(broken, `seed ${seed}`).toEqual([]);
  // It is not all refusals.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 404, 422]));
});
