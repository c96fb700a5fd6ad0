/**
 * Advanced conditions: expressions in CEL, the Common Expression Language.
 * Amounts have their own type, so that they stay exact and a bare number can never be taken for one:
 * `claimBalance >= money("1000.00", "EUR")` compiles, `claimBalance >= 1000` does not. Dates are text ("2026-11-21") and compare as such.
 */
import { Environment } from '@marcbachmann/cel-js';
import { addDays, calendarDate, daysBetween } from '../../core/time.ts';
import type { Context, Facts, Need, Reason, Scalar } from '../types.ts';
import { type Answer, broken, type Condition } from './blocks.ts';
import { amountOf, shown } from './operations.ts';
import { Amount, type ConditionVariable, conditionVariables, type Value } from './variables.ts';

/** What the expression language offers besides its own functions; the editor lists them. */
export const conditionFunctions = [
  { name: 'money', signature: 'money(string, string): Amount', example: 'money("1000.00", "EUR")' },
  { name: 'days', signature: 'days(string, string): int', example: 'days(dueDate, todaysDate)' },
  { name: 'addDays', signature: 'addDays(string, int): string', example: 'addDays(dueDate, 14)' },
  { name: 'isHoliday', signature: 'isHoliday(string, string): bool', example: 'isHoliday(todaysDate, "DE-BE")' },
] as const;

const ROOTS: Readonly<Record<string, readonly Need[]>> = {
  claim: ['claim'],
  account: ['account'],
  product: ['product'],
  scores: ['claim', 'account'],
};
const LIMITS = { maxAstNodes: 500, maxDepth: 40, maxListElements: 100, maxMapEntries: 100, maxCallArguments: 8 };
/** Characters of an expression; whoever needs more wants a branch of the strategy. */
const LONGEST = 5_000;
const LOOPS = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

/** Variables that stand alone in an expression; those with a dot are fields of a root. A question about a value is a function instead. */
const plain = new Map(
  conditionVariables.filter(({ name, ask }) => !name.includes('.') && !ask).map((variable) => [variable.name, variable]),
);

function celType({ valueType, whole }: ConditionVariable): string {
  if (valueType === 'CURRENCY') return 'Amount';
  if (valueType === 'NUMBER') return whole ? 'int' : 'double';
  return valueType === 'BOOLEAN' ? 'bool' : 'string';
}

function celValue({ whole }: ConditionVariable, value: Value): unknown {
  return whole && typeof value === 'number' ? BigInt(value) : value;
}

function date(text: string) {
  const day = calendarDate(text);
  if (!day) throw new RangeError(`"${text}" is no date`);
  return day;
}

function sameCurrency(left: Amount, right: Amount): void {
  if (left.currency !== right.currency) throw new RangeError(`${left.currency} and ${right.currency} cannot be compared`);
}

function languageOf(): Environment {
  const language = new Environment({ limits: LIMITS }).registerType('Amount', { ctor: Amount, fields: { currency: 'string' } });
  for (const variable of plain.values()) language.registerVariable(variable.name, celType(variable));
  for (const root of Object.keys(ROOTS)) language.registerVariable(root, 'map');
  const comparisons: Record<string, (left: bigint, right: bigint) => boolean> = {
    '<': (left, right) => left < right,
    '<=': (left, right) => left <= right,
    '>': (left, right) => left > right,
    '>=': (left, right) => left >= right,
    '==': (left, right) => left === right,
  };
  for (const [operator, compare] of Object.entries(comparisons)) {
    language.registerOperator(`Amount ${operator} Amount`, (left: Amount, right: Amount) => {
      sameCurrency(left, right);
      return compare(left.minor, right.minor);
    });
  }
  language.registerOperator('Amount + Amount', (left: Amount, right: Amount) => {
    sameCurrency(left, right);
    return new Amount(left.minor + right.minor, left.currency);
  });
  language.registerOperator('Amount - Amount', (left: Amount, right: Amount) => {
    sameCurrency(left, right);
    return new Amount(left.minor - right.minor, left.currency);
  });
  language.registerOperator('Amount * int', (left: Amount, right: bigint) => new Amount(left.minor * right, left.currency));
  language.registerFunction('money(string, string): Amount', amountOf);
  language.registerFunction('days(string, string): int', (from: string, to: string) => BigInt(daysBetween(date(from), date(to))));
  language.registerFunction('addDays(string, int): string', (from: string, days: bigint) => addDays(date(from), Number(days)));
  language.registerFunction('isHoliday(string, string): bool', (day: string, region: string) => deciding!.isHoliday(date(day), region));
  return language;
}

let language: Environment | undefined;
/** The decision under way: functions of the language are handed their arguments only, and an expression is answered in one go. */
let deciding: Context | undefined;

/** Names used and constructs we do not allow: patterns and nested loops could take longer than all other decisions together. */
function inspect(node: unknown, loops: number, names: Set<string>): Reason | null {
  if (Array.isArray(node)) {
    for (const child of node) {
      const problem = inspect(child, loops, names);
      if (problem) return problem;
    }
    return null;
  }
  if (typeof node !== 'object' || node === null || !('op' in node) || !('args' in node)) return null;
  const { op, args } = node as { op: string; args: unknown };
  if (op === 'id') names.add(String(args));
  const method = (op === 'rcall' || op === 'call') && Array.isArray(args) ? String(args[0]) : '';
  // A name for a value, used twice in the next one, doubles it each time: forty of them are more than any memory holds.
  if (method === 'matches' || method === 'bind') return { key: 'condition.notAllowed', values: { construct: method } };
  const inside = LOOPS.has(method) ? loops + 1 : loops;
  if (inside > 1) return { key: 'condition.notAllowed', values: { construct: `${method} within a loop` } };
  return inspect(args, inside, names);
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
}

/** A root's fields as a plain object; what is missing is absent, so that `has(account.meta.x)` tells. */
function rootValue(root: string, facts: Facts, context: Context): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const variable of conditionVariables) {
    if (!variable.name.startsWith(`${root}.`)) continue;
    const field = variable.read(facts, context);
    if (field !== null) value[variable.name.slice(root.length + 1)] = celValue(variable, field);
  }
  if (root === 'claim' || root === 'account' || root === 'product') value.meta = facts[root]?.meta ?? {};
  return value;
}

/**
 * Compiles an expression once. Evaluating never throws: what is missing makes the answer no and is named,
 * unless the rest of the expression decides without it ("a || b" with b true).
 */
export function compileExpression(expression: string): Condition {
  language ??= languageOf();
  const bad = (message: string): Condition =>
    broken({ key: 'condition.badExpression', values: { expression: expression.slice(0, LONGEST), message } });
  if (expression.length > LONGEST) return bad(`has more than ${LONGEST} characters`);
  let parsed: ReturnType<Environment['parse']>;
  try {
    parsed = language.parse(expression);
    const checked = parsed.check();
    if (!checked.valid) return bad(firstLine(checked.error));
    if (checked.type !== 'bool' && checked.type !== 'dyn') return bad(`answers ${checked.type}, not true or false`);
  } catch (error) {
    return bad(firstLine(error));
  }
  const names = new Set<string>();
  const problem = inspect(parsed.ast, 0, names);
  if (problem) return broken(problem);
  const variables = [...names].flatMap((name) => plain.get(name) ?? []);
  const roots = [...names].filter((name) => name in ROOTS);
  const needs = [...new Set([...variables.flatMap(({ needs }) => needs), ...roots.flatMap((root) => ROOTS[root]!)])];

  return {
    needs,
    problem: null,
    answer: (facts, context): Answer => {
      const known: Record<string, unknown> = {};
      const seen: string[] = [];
      const missing: string[] = [];
      for (const variable of variables) {
        const value = variable.read(facts, context);
        if (value === null) missing.push(variable.name);
        else {
          known[variable.name] = celValue(variable, value);
          seen.push(`${variable.name} = ${shown(value)}`);
        }
      }
      for (const root of roots) known[root] = rootValue(root, facts, context);
      const values: Record<string, Scalar> = { expression, actual: seen.join(', ') };
      try {
        deciding = context;
        const yes: unknown = parsed(known);
        if (typeof yes !== 'boolean')
          return { yes: false, why: { key: 'condition.expressionError', values: { ...values, message: String(yes) } } };
        return { yes, why: { key: yes ? 'condition.expressionTrue' : 'condition.expressionFalse', values } };
      } catch (error) {
        const code = codeOf(error);
        const absent = code === 'unknown_variable' || code === 'no_such_key';
        const message = absent && missing.length > 0 ? missing.join(', ') : firstLine(error);
        return {
          yes: false,
          why: { key: absent ? 'condition.expressionMissing' : 'condition.expressionError', values: { ...values, message } },
        };
      }
    },
  };
}
