/** Requests at random, by the description: none breaks the server, and every answer is one that the description tells of. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { World } from '../platform/cases.ts';
import { openTestHouse, type TestHouse } from '../platform/testing.ts';
import { CASES } from '../testing.operations.ts';
import { fuzz, fuzzValues } from './api.fuzz.testing.ts';
import { answersByDescription, keyFor } from './api.testing.ts';
import { compileAll } from './description.ts';
import { isProposable, isReadable } from './mcp/proposals.ts';
import { proposingName, toolsOf } from './mcp/tools.ts';
import { schemasWith, validatorOf } from './read.ts';

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

const { compiled, components } = compileAll();
/** Values that are there. */
const knownOf = (of: World) => ({
  accountId: [of.accountId!],
  accountIds: [of.accountId!],
  externalClaimRef: [of.externalClaimRef!],
  externalClaimRefs: [of.externalClaimRef!],
  externalDebtorRef: [of.externalDebtorRef!],
  fileId: [of.fileId!],
  importId: [of.importId!],
  blueprintId: [of.blueprintId!],
  trigger: [of.trigger!],
  paymentId: [of.paymentId!],
  interval: ['monthly', 'weekly'],
});

it('answers whatever it is asked, as it is described to', async () => {
  const { key } = await keyFor(house.database, house.clientA, { userId: house.userA });
  const wrong = answersByDescription();
  const known = knownOf(world);
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
  // It is not all refusals. Something new is made by a handful of them, or by none.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 404, 422]));
});

it('answers assistants whatever they say, as their tools are described to', async () => {
  const { key } = await keyFor(house.database, house.clientA, { userId: house.userA });
  const ajv = schemasWith(components);
  const tools = new Map(toolsOf(compiled as never, components).map(({ name, listed }) => [name, validatorOf(ajv, listed.outputSchema)]));
  const callable = compiled.filter(({ endpoint }) => isReadable(endpoint) || isProposable(endpoint));
  const seed = Math.floor(Math.random() * 2 ** 31);
  const broken: string[] = [];
  let answered = 0;
  for (const { each, values } of fuzzValues(callable, components, knownOf(world), { count: REQUESTS / 4, seed })) {
    const name = each.endpoint.method === 'GET' ? each.endpoint.name : proposingName(each.endpoint.name);
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: values } };
    const answer = await house.app.inject({ method: 'POST', url: '/api/v1/mcp', headers: { authorization: `Bearer ${key}` }, payload });
    const { result } = answer.json<{ result?: { isError?: boolean; content: { text: string }[]; structuredContent?: unknown } }>();
    if (result && !result.isError) answered += 1;
    const isRight = tools.get(name)!;
    const why = !result
      ? answer.body
      : result.isError
        ? /INTERNAL|went wrong on our side/.exec(result.content[0]!.text)
        : isRight(result.structuredContent)
          ? null
          : ajv.errorsText(isRight.errors);
    if (why !== null) broken.push(`${name} ${JSON.stringify(values).slice(0, 300)}: ${why}`);
  }
  expect(broken, `seed ${seed}`).toEqual([]);
  expect(answered).toBeGreaterThan(0);
});
