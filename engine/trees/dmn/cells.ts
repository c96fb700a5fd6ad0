/** Cells of a table as FEEL writes them, and the other way round. */
import { type ConditionBlock, compileBlocks } from '../../conditions/blocks.ts';
import { conditionVariable, type ValueType } from '../../conditions/variables.ts';
import { type Kind, type Literal, literalText, quoted, type Test, type UnaryTests } from './feel.ts';

/** The output that is the outcome; the others are values. A single one may have no name. */
export const OUTCOME = 'outcome';

/** A column: what it asks about, and how that is read. */
export interface Input {
  readonly variable: string;
  readonly valueType: ValueType;
}

const KINDS: Readonly<Partial<Record<ValueType, Kind>>> = {
  NUMBER: 'number',
  CURRENCY: 'number',
  BOOLEAN: 'boolean',
  DATE: 'date',
  TIME: 'time',
};

/** @returns what FEEL calls values of the type. */
export const kindOf = (valueType: ValueType): Kind => KINDS[valueType] ?? 'text';

/** How metadata is read, by what FEEL calls it. */
export const TYPE_OF_KIND: Readonly<Record<Exclude<Kind, 'null'>, ValueType>> = {
  number: 'NUMBER',
  text: 'STRING',
  boolean: 'BOOLEAN',
  date: 'DATE',
  time: 'TIME',
};

/** @returns the conditions of each alternative; null when the column's variable can't be compared so. */
export function blocksOf({ variable, valueType }: Input, tests: UnaryTests): readonly (readonly ConditionBlock[])[] | null {
  const kind = kindOf(valueType);
  const isListed = conditionVariable(variable, 'OBJECT')?.valueType !== 'OBJECT';
  const alternatives = tests.map((all) =>
    all.map(({ operation, values }): ConditionBlock | null => {
      if (values.some((value) => value.kind !== kind)) return null;
      const value = values.map((each) => scalarOf(valueType, each));
      const isList = operation === 'between' || operation === 'in' || operation === 'notIn';
      return { variable, operation, value: isList ? value : (value[0] ?? null), ...(!isListed && { valueType }) };
    }),
  );
  const isWhole = (all: readonly (ConditionBlock | null)[]): all is ConditionBlock[] =>
    all.every((block) => block !== null && compileBlocks('every', [block]).problem === null);
  return alternatives.every(isWhole) ? alternatives : null;
}

/** Amounts stay as they were written, so that they stay exact. */
function scalarOf(valueType: ValueType, { kind, text }: Literal): string | number | boolean {
  if (kind === 'boolean') return text === 'true';
  return kind === 'number' && valueType !== 'CURRENCY' ? Number(text) : text;
}

function literalOf(valueType: ValueType, value: unknown): Literal {
  const kind = kindOf(valueType);
  return { kind, text: kind === 'number' ? String(value).trim().replace(/^\+/, '') : String(value) };
}

/** A cell may be empty, conditions together may not. */
const ALWAYS: ConditionBlock = { variable: 'todaysDate', operation: 'exists' };

/** @returns the entry of a cell whose conditions must all hold; null when FEEL can't say it in one entry, such as days from today. */
export function entryOf({ valueType }: Input, blocks: readonly ConditionBlock[]): string | null {
  const all = blocks.map(({ operation, value }) => ({
    operation,
    values: (value == null ? [] : [value].flat()).map((each) => literalOf(valueType, each)),
  }));
  const isWritten = all.every(({ values }) => values.every(({ kind, text }) => kind !== 'number' || /^-?\d+(\.\d+)?$/.test(text)));
  const tests = isWritten && compileBlocks('every', [...blocks, ALWAYS]).problem === null ? merged(all) : null;
  if (tests === null) return null;
  const [test, other] = tests;
  if (!test) return '-';
  if (!other) return textOf(test, valueType === 'ARRAY');
  const low = tests.find(({ operation }) => operation[0] === '>')!;
  const high = tests.find(({ operation }) => operation[0] === '<')!;
  const [from, to] = [low, high].map(({ values }) => literalText(values[0]!));
  return `${low.operation === '>=' ? '[' : '('}${from}..${to}${high.operation === '<=' ? ']' : ')'}`;
}

function textOf({ operation, values }: Test, isArray: boolean): string | null {
  const list = values.map(literalText).join(', ');
  const part = (name: string) => `${name}(?, ${list})`;
  switch (operation) {
    case '=':
    case 'in':
      return list;
    case '!=':
    case 'notIn':
      return `not(${list})`;
    case '>':
    case '>=':
    case '<':
    case '<=':
      return `${operation} ${list}`;
    case 'between':
      return `[${values.map(literalText).join('..')}]`;
    case 'exists':
      return 'not(null)';
    case 'notExists':
      return 'null';
    case 'contains':
      return part(isArray ? 'list contains' : 'contains');
    case 'notContains':
      return `not(${part(isArray ? 'list contains' : 'contains')})`;
    case 'startsWith':
      return part('starts with');
    case 'endsWith':
      return part('ends with');
    default:
      return null;
  }
}

/** @returns one test, or a lower and an upper bound, that hold where all of these do; null where there is none. */
function merged(tests: readonly Test[]): readonly Test[] | null {
  const distinct = [...new Map(tests.map((test) => [JSON.stringify(test), test])).values()];
  // Any other test fails for a missing value anyway.
  const telling = distinct.filter(({ operation }) => operation !== 'exists');
  if (telling.length === 0) return distinct;
  if (telling.length === 1) return telling;
  if (telling.every(({ operation }) => operation === '!=' || operation === 'notIn'))
    return telling[0]!.values[0]!.kind === 'text' ? [{ operation: 'notIn', values: telling.flatMap(({ values }) => values) }] : null;
  const bounds = telling.flatMap(({ operation, values: [low, high] }): Test[] =>
    operation === 'between'
      ? [
          { operation: '>=', values: [low!] },
          { operation: '<=', values: [high!] },
        ]
      : [{ operation, values: [low!] }],
  );
  if (!bounds.every(({ operation }) => /^[<>]=?$/.test(operation))) return null;
  const tightest = (sign: '<' | '>') =>
    bounds.filter(({ operation }) => operation[0] === sign).reduce<Test | null>((best, each) => tighter(best, each, sign), null);
  return [tightest('>'), tightest('<')].filter((bound) => bound !== null);
}

function tighter(best: Test | null, each: Test, sign: '<' | '>'): Test {
  if (!best) return each;
  const [a, b] = [best.values[0]!, each.values[0]!].map(({ kind, text }) => (kind === 'number' ? Number(text) : text));
  if (a === b) return best.operation.length === 1 ? best : each;
  return a! < b! === (sign === '>') ? each : best;
}

/** @returns a value that a row sets. */
export function valueText(value: string | number | boolean | null): string {
  return typeof value === 'string' ? quoted(value) : String(value);
}
