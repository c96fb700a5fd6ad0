/**
 * Strategies, decision trees, workflows, rules and tables of DMN as somebody who means harm hands them in: the running service refuses each with a
 * reason, and goes on. Code of strategies has its own table in strategy.code.test.ts, files on the clipboard theirs in engine/exchange.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawAnswer, TestHouse } from './platform/testing.ts';
import { openTestHouse } from './platform/testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const OPERATIONS = {
  strategy:
    'mutation ($c: ID!, $text: String!) { saveStrategyBlueprint(clientId: $c, id: "new", steps: $text) { blueprint { id } problems { severity key } } }',
  decision: 'mutation ($c: ID!, $text: JSON!) { upsertDecisionTree(clientId: $c, tree: $text) { id problems { key } } }',
  workflows:
    'mutation ($c: ID!, $text: String!) { saveWorkflowBlueprint(clientId: $c, id: "new", name: "Hostile", phases: $text, outcomes: ["Done"]) { workflowBlueprintId } }',
  reactions:
    'mutation ($c: ID!, $text: String!) { addReaction(clientId: $c, reaction: { messageType: "linkClicked", reactions: [{ id: "a", type: "createCaseManagementTask", parameters: $text }] }) { reactionId } }',
} as const;
type Service = keyof typeof OPERATIONS;

const send = (service: Service, text: string) => house.raw(service, OPERATIONS[service], { c: house.clientA, text });

/** @returns why it was refused: the key of a fault or of a step's problem; "taken" when it was not. */
function reasonOf({ data, errors }: RawAnswer): string {
  const [error] = errors ?? [];
  if (error) return error.extensions?.key ?? error.extensions?.code ?? error.message;
  const { problems = [] } = Object.values(data!)[0] as { problems?: { severity?: string; key: string }[] };
  return problems.find(({ severity }) => severity !== 'warning')?.key ?? 'taken';
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const step = (stepType: string, stepState: string, more = '') => `[{"id":"a","stepType":"${stepType}","stepState":${stepState}${more}}]`;
const meta = (value: string) => step('setClaimMetaFields', `{"values":{"a":${value}}}`);
const expression = (text: string) => step('evaluateIfCondition', JSON.stringify({ mode: 'advanced', expression: text }));
const tree = (node: string) => `{"root":{"id":"root","name":"R","children":[${node}]}}`;
const deepTree = (depth: number) =>
  Array.from({ length: depth }, (_, n) => `{"id":"n${n}","name":"","children":[`).join('') + ']}'.repeat(depth);
const phase = (more: string) => `[{"name":"One","steps":[${more}]}]`;
const POLLUTION = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';

describe('is refused with a reason', () => {
  it.each<[Service, string, string, string]>([
    ['strategy', 'no JSON', '{', 'stepsArray'],
    ['strategy', '10,000 levels', meta(nested(10_000)), 'levelsMost'],
    ['strategy', 'a circle', step('delay', '{}', ',"down":"a"'), 'blueprint.cycle'],
    ['strategy', 'a type that every object has', step('constructor', '{}'), 'step.unknownType'],
    ['strategy', 'an output that every object has', step('delay', '{}', ',"outputs":{"constructor":"a"}'), 'blueprint.outputNotAllowed'],
    ['strategy', 'a number beyond all', step('delay', '{"days":1e999}'), 'step.invalidState'],
    ['strategy', 'NUL', meta('"a\\u0000b"'), 'textUnstorable'],
    ['strategy', 'half of a character', meta('"\\ud800"'), 'textUnstorable'],
    ['strategy', '3,000 steps', `[${Array.from({ length: 3_000 }, (_, n) => `{"id":"${n}","stepType":"expired"}`).join()}]`, 'valueWrong'],
    ['strategy', 'brackets without end', expression(`${'('.repeat(1_900)}true${')'.repeat(1_900)}`), 'condition.expressionTooLarge'],
    [
      'strategy',
      'an expression of 100 kB',
      expression(`claimBalance > money(1, "EUR") || ${'true || '.repeat(14_000)}true`),
      'step.invalidState',
    ],
    ['strategy', 'a pattern that takes for ever', expression('claimReference.matches("(a+)+$")'), 'condition.notAllowed'],
    ['strategy', 'loops in loops', expression('[1].all(a, [1].all(b, [1].all(c, true)))'), 'condition.notAllowed'],
    ['strategy', 'a field that every object has', expression('account.constructor == "x"'), 'condition.expressionField'],
    ['decision', 'no JSON', '{', 'treeMalformed'],
    ['decision', '10,000 levels', tree(deepTree(10_000)), 'treeDeep'],
    ['decision', 'no tree', nested(10_000), 'valueWrong'],
    ['decision', 'NUL', tree('{"id":"a","name":"a\\u0000","children":[]}'), 'textUnstorable'],
    ['decision', 'one node that is two', tree('{"id":"root","name":"a","children":[]}'), 'treeSameId'],
    ['decision', 'nodes that every object has', tree(POLLUTION), 'treeMalformed'],
    ['workflows', 'no JSON', '{', 'workflowPhasesJson'],
    ['workflows', '10,000 levels', phase(nested(10_000)), 'valueWrong'],
    ['workflows', 'steps that every object has', phase(POLLUTION), 'valueWrong'],
    ['workflows', 'NUL', phase('{"stepId":"a","type":"manualTask","description":"a\\u0000","isInvalid":false}'), 'textUnstorable'],
    ['reactions', 'no JSON', '{', 'reactionParameters'],
    ['reactions', '10,000 levels', `{"topicId":${nested(10_000)}}`, 'reactionParameters'],
    ['reactions', 'NUL', '{"topicId":"default","note":"a\\u0000"}', 'textUnstorable'],
  ])('%s: %s', async (service, _, text, reason) => {
    expect(reasonOf(await send(service, text))).toBe(reason);
  });

  it.each(Object.keys(OPERATIONS) as Service[])('%s: 50 MB', async (service) => {
    const answer = await house.raw(service, OPERATIONS[service], { c: house.clientA, text: 'x'.repeat(50 * 2 ** 20) });
    expect([answer.status, answer.data ?? null]).toEqual([413, null]);
  });

  it('in an encoding that is none of JSON’s', async () => {
    const body = JSON.stringify({ query: OPERATIONS.strategy, variables: { c: house.clientA, text: '[]' } });
    for (const encoded of [Buffer.from(`\ufeff${body}`, 'utf16le'), Buffer.from([0xff, 0xfe, 0x00, 0x01])]) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${await house.tokenFor(house.clientA)}` };
      const { statusCode } = await house.app.inject({ method: 'POST', url: '/api/strategy', headers, payload: encoded });
      expect(statusCode).toBe(400);
    }
  });
});

it('changes no object of the service, and everybody else is answered as before', async () => {
  for (const service of Object.keys(OPERATIONS) as Service[]) await send(service, POLLUTION);
  expect(reasonOf(await send('strategy', meta(POLLUTION)))).toBe('taken');
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect(reasonOf(await send('strategy', step('expired', '{}')))).toBe('taken');
});
