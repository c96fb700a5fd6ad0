/** Decision tables of DMN: what a tree becomes of them, and back, and what is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instant } from '../../../core/time.ts';
import { compile } from '../../../engine/compile.ts';
import { claim, facts, NOW, runOf, surroundings } from '../../../engine/testing.ts';
import { type CompiledTree, compileTree } from '../../../engine/trees/compile.ts';
import { branch, randomOf, randomTree, treeOf } from '../../../engine/trees/testing.ts';
import type { DecisionTree } from '../../../engine/trees/tree.ts';
import type { Context, Facts, MetaValue } from '../../../engine/types.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { modelOf, TCK, type TckTable } from './decision.dmn.testing.ts';

const IMPORT =
  'mutation ($c: ID!, $dmn: String!) { importDecisionTreeDMN(clientId: $c, dmn: $dmn) { id version status problems { key } } }';
const EXPORT = 'query ($c: ID!, $id: ID!) { exportDecisionTreeDMN(clientId: $c, treeId: $id) { fileName dmn } }';
const READ = 'query ($c: ID!, $id: ID!) { getDecisionTree(clientId: $c, treeId: $id) { name description root columns code } }';
const SAVE = 'mutation ($c: ID!, $tree: JSON!) { upsertDecisionTree(clientId: $c, tree: $tree) { id } }';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const call = async <T>(document: string, variables: object) =>
  Object.values(await house.call<Record<string, T>>('decision', document, { c: house.clientA, ...variables }))[0]!;
const refusal = async (document: string, variables: object) => {
  const { errors } = await house.raw('decision', document, { c: house.clientA, ...variables });
  return errors && { message: errors[0]!.message, ...errors[0]!.extensions };
};
interface Read extends DecisionTree {
  name: string;
  description: string;
  code: string;
}
async function imported(dmn: string): Promise<Read & { id: string }> {
  const saved = await call<{ id: string; status: string; problems: object[] }>(IMPORT, { dmn });
  expect(saved).toMatchObject({ status: 'draft', problems: [] });
  return { id: saved.id, ...(await call<Read>(READ, { id: saved.id })) };
}
const exported = async (id: string) => (await call<{ dmn: string }>(EXPORT, { id })).dmn;

const run = { ...runOf(compile({ blueprintId: 'b', version: 1, steps: [] })), startedAt: instant('2026-03-10T09:00:00Z') };
const context: Context = { ...surroundings, now: NOW, run };
const compiled = new WeakMap<DecisionTree, CompiledTree>();
function decide(tree: DecisionTree, of: Facts) {
  if (!compiled.has(tree)) compiled.set(tree, compileTree(tree));
  const { outcome, values } = compiled.get(tree)!.decide(of, context);
  return { outcome, values };
}

describe('the TCK’s decision tables', () => {
  it.each(TCK.map((table) => [table.name, table] as const))('%s decides as published, also after a round trip', async (_, table) => {
    const tree = await imported(modelOf(table));
    expect(tree.name).toBe(table.name);
    const again = await imported(await exported(tree.id));
    for (const [inputs, outputs] of table.expected) {
      const of = metaOf(table, inputs);
      expect([inputs, answersOf(table, decide(tree, of))]).toEqual([inputs, outputs]);
      expect(decide(again, of)).toEqual(decide(tree, of));
    }
    // Everything else that the table can be asked, a missing value among it.
    for (const inputs of everyInput(table)) {
      const of = metaOf(table, inputs);
      const [before, after] = [decide(tree, of), decide(again, of)];
      if (JSON.stringify(before) !== JSON.stringify(after)) expect([inputs, after]).toEqual([inputs, before]);
    }
  });

  it('as they were published ask for what no claim has: every such input is named', async () => {
    expect(await refusal(IMPORT, { dmn: modelOf(TCK[0]!, '') })).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'dmn',
      key: 'dmnInputs',
      values: { inputs: 'Age, RiskCategory, isAffordable' },
    });
  });
});

function metaOf({ inputs }: TckTable, values: readonly MetaValue[]): Facts {
  return { ...facts, claim: { ...claim, meta: Object.fromEntries(inputs.map(([name], at) => [name, values[at]!])) } };
}

function answersOf({ outputs }: TckTable, { outcome, values }: ReturnType<typeof decide>) {
  return outputs.map(([name]) => (name === null ? outcome : values[name]));
}

function everyInput({ inputs, rules }: TckTable): MetaValue[][] {
  const examples = inputs.map((_, column): MetaValue[] => {
    const entries = rules.map((rule) => rule[column]!).join(' ');
    const numbers = [...entries.matchAll(/\d+/g)].flatMap(([number]) => [Number(number) - 1, Number(number), Number(number) + 0.5]);
    return [...numbers, ...[...entries.matchAll(/"([^"]*)"/g)].map(([, text]) => text!), true, false, null];
  });
  return examples.reduce<MetaValue[][]>(
    (rows, values) => rows.flatMap((row) => [...new Set(values)].map((value) => [...row, value])),
    [[]],
  );
}

const one = (entry: string, variable = 'daysPastDue', typeRef?: string) =>
  modelOf(
    {
      name: 'One',
      hitPolicy: 'FIRST',
      inputs: [typeRef ? [variable, typeRef] : [variable]],
      outputs: [['outcome']],
      rules: [[entry, '"yes"']],
    },
    '',
  );

describe('entries', () => {
  it.each([
    ['-', 'daysPastDue', 'otherwise: yes'],
    ['30', 'daysPastDue', 'daysPastDue = 30: yes'],
    ['[30..60]', 'daysPastDue', 'daysPastDue between 30 60: yes'],
    [']30..60[', 'daysPastDue', 'daysPastDue > 30 and daysPastDue < 60: yes'],
    ['not(< 30)', 'daysPastDue', 'daysPastDue >= 30: yes'],
    ['1, 5..7', 'daysPastDue', null],
    ['1, [5..7]', 'daysPastDue', 'daysPastDue = 1: yes\ndaysPastDue between 5 7: yes'],
    ['not([5..7])', 'daysPastDue', 'daysPastDue < 5: yes\ndaysPastDue > 7: yes'],
    ['>= 100.50', 'claimBalance', 'claimBalance >= 100.50: yes'],
    ['not("A", "B")', 'segment', 'segment notIn A B: yes'],
    ['"say \\"hi\\", \\u00e9"', 'segment', 'segment = say "hi", é: yes'],
    ['contains(?, "x")', 'city', 'city contains x: yes'],
    ['null', 'segment', 'segment notExists: yes'],
    ['< date("2026-03-01")', 'dueDate', 'dueDate < 2026-03-01: yes'],
    ['>= time("08:30:00")', 'timeOfDay', 'timeOfDay >= 08:30: yes'],
    ['> 30 and < 60', 'daysPastDue', null],
    ['"30"', 'daysPastDue', null],
    ['30', 'segment', null],
    ['< date("2026-02-31")', 'dueDate', null],
    ['> account.balance', 'claimBalance', null],
    ['not(not(1))', 'daysPastDue', null],
  ])('%s on %s', async (entry, variable, code) => {
    if (code === null)
      expect(await refusal(IMPORT, { dmn: one(entry, variable) })).toMatchObject({
        key: 'dmnEntry',
        values: { rule: 1, column: variable, text: entry },
      });
    else {
      const tree = await imported(one(entry, variable));
      expect(tree.code).toBe(code);
      expect((await imported(await exported(tree.id))).code).toBe(code);
    }
  });

  it('random trees decide alike after a round trip, as far as FEEL has words for them', async () => {
    const random = randomOf(4);
    let compared = 0;
    for (let count = 0; count < 30; count++) {
      const tree = randomTree(random, 12);
      const { id } = await call<{ id: string }>(SAVE, { tree });
      const refused = await refusal(EXPORT, { id });
      if (refused) {
        expect(refused).toMatchObject({ key: 'dmnUnsaid' });
        continue;
      }
      const again = await imported(await exported(id));
      for (const of of [facts, {}, { ...facts, claim: { ...claim, segment: 'B', balance: 100n } }])
        expect(decide(again, of)).toEqual(decide(tree, of));
      compared += 1;
    }
    expect(compared).toBeGreaterThan(5);
  });

  it('names, descriptions and values come back, and a second import gets a name of its own', async () => {
    const leaf = {
      ...branch('late', ['daysPastDue', '>', 30], 'call "now" & <here>'),
      name: 'Late',
      values: { letter: 'ä\u0001', fee: 2.5, soft: false },
    };
    const { id } = await call<{ id: string }>(SAVE, { tree: { ...treeOf(leaf), name: 'Letters & more', description: 'Which <one>' } });
    const again = await imported(await exported(id));
    expect(again).toMatchObject({ name: 'Letters & more 2', description: 'Which <one>' });
    expect(again.root.children).toMatchObject([{ name: 'Late', outcome: leaf.outcome, values: leaf.values }]);
  });

  it('what DMN can’t express is refused on export, naming row and column', async () => {
    const tree = treeOf(branch('a', ['daysPastDue', '>', 30], 'x'), branch('b', ['dueDate', 'withinNextDays', 7], 'y'));
    const { id } = await call<{ id: string }>(SAVE, { tree });
    expect(await refusal(EXPORT, { id })).toMatchObject({ key: 'dmnUnsaid', values: { row: 2, column: 'dueDate' } });
  });
});

const table = (change: Partial<Parameters<typeof modelOf>[0]>) =>
  modelOf(
    { name: 'Table', hitPolicy: 'UNIQUE', inputs: [['daysPastDue']], outputs: [['outcome']], rules: [['> 30', '"call"']], ...change },
    '',
  );
const nested = (levels: number) => one('-').replace('</dmn:rule>', `</dmn:rule>${'<x>'.repeat(levels)}${'</x>'.repeat(levels)}`);

describe('what is refused', () => {
  it.each<[string, string, string, object?]>([
    ['another hit policy', table({ hitPolicy: 'COLLECT' }), 'dmnHitPolicy', { policy: 'COLLECT' }],
    [
      'rules that overlap under UNIQUE',
      table({
        rules: [
          ['< 3', '1'],
          ['> 30', '2'],
          ['[20..31]', '3'],
        ],
      }),
      'dmnOverlap',
      { rule: 2, other: 3 },
    ],
    ['an output that is no literal', table({ rules: [['-', 'a + b']] }), 'dmnOutput', { rule: 1, column: 'outcome', text: 'a + b' }],
    ['a rule with too few entries', table({ rules: [['-', '1'], ['-']] }), 'dmnEntries', { rule: 2, count: 1, columns: 2 }],
    ['an input twice', table({ inputs: [['segment'], ['segment']], rules: [] }), 'dmnTwice', { column: 'segment' }],
    ['outputs without names', table({ outputs: [[null], [null]], rules: [] }), 'dmnOutputs'],
    ['no decision table', table({}).replaceAll('decisionTable', 'literalExpression'), 'dmnNoTable'],
    ['two decision tables', table({}).replace(/<dmn:decision .*<\/dmn:decision>/s, '$&$&'), 'dmnManyTables', { count: 2 }],
    [
      'a decision that depends on itself',
      table({}).replace(
        '<dmn:decisionTable',
        '<dmn:informationRequirement><dmn:requiredDecision href="#decision"/></dmn:informationRequirement>$&',
      ),
      'dmnRequires',
    ],
    ['another vocabulary', '<definitions xmlns="urn:bpmn"/>', 'dmnNone'],
    ['no XML', '{"root": {}}', 'fileNoXml'],
    ['XML that ends early', table({}).slice(0, -20), 'fileNoXml'],
    ['a document type', `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${table({}).replace(/<\?.*\?>/, '')}`, 'dmnDoctype'],
    ['51 levels', nested(48), 'dmnDeep', { most: 50 }],
    ['a million levels', '<x>'.repeat(1_000_000), 'dmnDeep'],
    ['more than 5 MB', `${table({})}${' '.repeat(5 * 2 ** 20)}`, 'fileTooLarge', { megabytes: 5 }],
    ['a million elements', `<x>${'<y/>'.repeat(1_000_000)}</x>`, 'fileTooComplex'],
    [
      'a table whose lists multiply',
      table({
        hitPolicy: 'FIRST',
        inputs: ['daysPastDue', 'originalClaimAge'].map((name) => [name]),
        rules: [[many(100), many(100), '1']],
      }),
      'treeLarge',
    ],
  ])('%s', async (_, dmn, key, values) => {
    expect(await refusal(IMPORT, { dmn })).toMatchObject({ key, field: 'dmn', ...(values && { values }) });
  });

  it('50 MB don’t get as far as being read', async () => {
    expect(await refusal(IMPORT, { dmn: ' '.repeat(50 * 2 ** 20) })).toMatchObject({ code: 'INVALID_INPUT', key: 'bodyTooLarge' });
  });
});

function many(count: number): string {
  return Array.from({ length: count }, (_, index) => index).join(', ');
}
