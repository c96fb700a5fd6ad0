/** Reads a decision table of DMN as a tree. It runs in a thread, since anybody may send anything. */
import { invalid } from '../../../core/fault.ts';
import type { ConditionBlock } from '../../../engine/conditions/blocks.ts';
import { conditionVariable } from '../../../engine/conditions/variables.ts';
import { blocksOf, type Input, OUTCOME, TYPE_OF_KIND } from '../../../engine/trees/dmn/cells.ts';
import { type Kind, readLiteral, readUnaryTests, type UnaryTests } from '../../../engine/trees/dmn/feel.ts';
import { overlapOf } from '../../../engine/trees/dmn/overlap.ts';
import { fromTable, type TableRow } from '../../../engine/trees/table.ts';
import { type DecisionTree, MOST_COLUMNS, MOST_NODES, MOST_VALUES } from '../../../engine/trees/tree.ts';
import type { Scalar } from '../../../engine/types.ts';
import { childrenOf, type Element, ownText, readElements, textIn } from './decision.dmn.xml.ts';

export interface ReadDmn {
  readonly name: string;
  readonly description: string;
  readonly tree: DecisionTree;
}

const HIT_POLICIES = ['FIRST', 'UNIQUE'];
/** Characters of an entry in a refusal. */
const SHOWN = 100;
/** What FEEL calls types, as `typeRef` has them. */
const KINDS: Readonly<Record<string, Exclude<Kind, 'null'>>> = {
  number: 'number',
  string: 'text',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
};

/** @throws Fault INVALID_INPUT: what is wrong, with the rule and the column. */
export function readDmn(xml: string): ReadDmn {
  const { decision, table } = tableOf(readElements(xml));
  const hitPolicy = table.attributes.hitPolicy ?? 'UNIQUE';
  if (!HIT_POLICIES.includes(hitPolicy)) throw invalid('dmn', 'dmnHitPolicy', { policy: hitPolicy.slice(0, SHOWN) });
  const [columns, outputs, rules] = [childrenOf(table, 'input'), childrenOf(table, 'output'), childrenOf(table, 'rule')];
  if (columns.length > MOST_COLUMNS || outputs.length > MOST_VALUES) throw invalid('dmn', 'dmnColumns', { most: MOST_COLUMNS });
  const tests = rules.map((rule, index) => testsOf(rule, index + 1, columns, outputs.length));
  const inputs = inputsOf(columns, tests);
  const names = outputNames(outputs);
  const rows: TableRow[] = [];
  const firstOfRule: number[] = [];
  for (const [index, rule] of rules.entries()) {
    firstOfRule.push(rows.length);
    const cells = inputs.map((input, at) => alternativesOf(input, tests[index]![at]!, index + 1, rule, at));
    const texts = childrenOf(rule, 'outputEntry').map(ownText);
    const answer = answerOf(names, texts, index + 1);
    for (const combined of combinations(cells, MOST_NODES - rows.length))
      rows.push({ id: `r${rows.length}`, name: textIn(rule, 'description'), cells: combined, ...answer, isGap: false });
  }
  if (hitPolicy === 'UNIQUE') refuseOverlap(rows, firstOfRule);
  const defaults = outputs.map((output) => textIn(output, 'defaultOutputEntry'));
  if (defaults.some((text) => text !== ''))
    rows.push({ id: 'otherwise', name: '', cells: inputs.map(() => []), ...answerOf(names, defaults, rules.length + 1), isGap: false });
  const { tree, problem } = fromTable({ columns: inputs.map(({ variable }) => variable), rows });
  if (problem) throw invalid('dmn', 'treeLarge', { most: MOST_NODES });
  return { name: decision.attributes.name?.trim() ?? '', description: textIn(decision, 'description'), tree };
}

function tableOf(root: Element): { decision: Element; table: Element } {
  const namespaces = Object.entries(root.attributes).flatMap(([name, value]) => (/^xmlns(:|$)/.test(name) ? [value] : []));
  if (root.name !== 'definitions' || !namespaces.some((uri) => /^https?:\/\/www\.omg\.org\/spec\/DMN\//.test(uri)))
    throw invalid('dmn', 'dmnNone');
  const found = childrenOf(root, 'decision').flatMap((decision) =>
    childrenOf(decision, 'decisionTable').map((table) => ({ decision, table })),
  );
  const [only] = found;
  if (!only) throw invalid('dmn', 'dmnNoTable');
  if (found.length > 1) throw invalid('dmn', 'dmnManyTables', { count: found.length });
  const requirements = childrenOf(only.decision, 'informationRequirement');
  if (requirements.some((each) => childrenOf(each, 'requiredDecision').length > 0))
    throw invalid('dmn', 'dmnRequires', { name: (only.decision.attributes.name ?? '').slice(0, SHOWN) });
  return only;
}

function testsOf(rule: Element, number: number, columns: readonly Element[], outputs: number): UnaryTests[] {
  const entries = childrenOf(rule, 'inputEntry').map(ownText);
  const count = entries.length + childrenOf(rule, 'outputEntry').length;
  if (entries.length !== columns.length || count !== columns.length + outputs)
    throw invalid('dmn', 'dmnEntries', { rule: number, count, columns: columns.length + outputs });
  return entries.map((text, at) => readUnaryTests(text) ?? refuseEntry(number, expressionOf(columns[at]!), text));
}

const expressionOf = (column: Element): string => textIn(childrenOf(column, 'inputExpression')[0], 'text');

function refuseEntry(rule: number, column: string, text: string): never {
  throw invalid('dmn', 'dmnEntry', { rule, column: column.slice(0, SHOWN), text: text.slice(0, SHOWN) });
}

/** @throws Fault INVALID_INPUT naming all that conditions can't ask about. */
function inputsOf(columns: readonly Element[], tests: readonly (readonly UnaryTests[])[]): Input[] {
  const inputs = columns.map((column, at): Input | string => {
    const variable = expressionOf(column);
    const said = KINDS[childrenOf(column, 'inputExpression')[0]?.attributes.typeRef?.replace(/^\w+:/, '') ?? ''];
    const compared = tests.flatMap((row) => row[at]!.flatMap((all) => all.flatMap(({ values }) => values)))[0]?.kind;
    const kind = said ?? (compared === undefined || compared === 'null' ? 'text' : compared);
    const known = conditionVariable(variable, TYPE_OF_KIND[kind]);
    return known && variable.length <= 200 ? { variable, valueType: known.valueType } : variable.slice(0, SHOWN) || '?';
  });
  const unknown = inputs.filter((input) => typeof input === 'string');
  if (unknown.length > 0) throw invalid('dmn', 'dmnInputs', { inputs: unknown.join(', ') });
  const read = inputs as Input[];
  const twice = read.find(({ variable }, at) => read.findIndex((other) => other.variable === variable) < at);
  if (twice) throw invalid('dmn', 'dmnTwice', { column: twice.variable });
  return read;
}

function outputNames(outputs: readonly Element[]): string[] {
  const names = outputs.map(({ attributes }) => (attributes.name ?? '').trim() || (outputs.length === 1 ? OUTCOME : ''));
  if (names.length === 0 || names.some((name) => name === '' || name.length > 100)) throw invalid('dmn', 'dmnOutputs');
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw invalid('dmn', 'dmnTwice', { column: twice });
  return names;
}

function alternativesOf(input: Input, tests: UnaryTests, rule: number, element: Element, at: number) {
  return blocksOf(input, tests) ?? refuseEntry(rule, input.variable, ownText(childrenOf(element, 'inputEntry')[at]!));
}

/** A value that is null is not set. */
function answerOf(names: readonly string[], texts: readonly string[], rule: number): Pick<TableRow, 'outcome' | 'values'> {
  const values: Record<string, Scalar> = {};
  let outcome: string | null = null;
  for (const [at, name] of names.entries()) {
    const text = texts[at] ?? '';
    const literal = text === '' ? null : (readLiteral(text) ?? null);
    const isLong = (literal?.text.length ?? 0) > (name === OUTCOME ? 200 : 500);
    if ((text !== '' && !literal) || isLong)
      throw invalid('dmn', 'dmnOutput', { rule, column: name.slice(0, SHOWN), text: text.slice(0, SHOWN) });
    if (!literal || literal.kind === 'null') continue;
    if (name === OUTCOME) outcome = literal.text;
    else
      values[name] = literal.kind === 'number' ? Number(literal.text) : literal.kind === 'boolean' ? literal.text === 'true' : literal.text;
  }
  return { outcome, values };
}

/** One row for each combination of the cells' alternatives. */
function combinations(
  cells: readonly (readonly (readonly ConditionBlock[])[])[],
  most: number,
): readonly (readonly (readonly ConditionBlock[])[])[] {
  let rows: (readonly ConditionBlock[])[][] = [[]];
  for (const alternatives of cells) {
    if (rows.length * alternatives.length > most) throw invalid('dmn', 'treeLarge', { most: MOST_NODES });
    rows = rows.flatMap((row) => alternatives.map((blocks) => [...row, blocks]));
  }
  return rows;
}

/** @throws Fault INVALID_INPUT naming two rules that may both apply, which UNIQUE forbids. */
function refuseOverlap(rows: readonly TableRow[], firstOfRule: readonly number[]): void {
  const ruleOf = (row: number) => firstOfRule.findLastIndex((first) => first <= row);
  const found = overlapOf(rows, ruleOf);
  if (found) throw invalid('dmn', 'dmnOverlap', { rule: found[0] + 1, other: found[1] + 1 });
}
