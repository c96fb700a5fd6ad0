/**
 * Advanced conditions: expressions in CEL, the Common Expression Language.
 * Amounts have their own type, so that they stay exact and a bare number can never be taken for one:
 * `claimBalance >= money("1000.00", "EUR")` compiles, `claimBalance >= 1000` does not. Dates are text ("2026-11-21") and compare as such.
 */
import { Environment } from '@marcbachmann/cel-js';
import { isAwaited } from '../../core/events/awaited.ts';
import { addDays, calendarDate, daysBetween } from '../../core/time.ts';
import type { Context, EventNeed, Facts, Need, Reason, Scalar } from '../types.ts';
import { type Answer, broken, type Condition } from './blocks.ts';
import { inBucket } from './bucket.ts';
import { eventFunctions, isEventFunction, registerEventFunctions } from './events.ts';
import { expressionFault, type Known, kindOf, mismatch, type Node, unknownEvent, unknownField } from './expressionFault.ts';
import { amountOf, shown } from './operations.ts';
import { Amount, type ConditionVariable, conditionVariable, conditionVariables, type Value } from './variables.ts';

/** What the expression language offers besides its own functions; the editor lists them. */
export const conditionFunctions = [
  { name: 'money', signature: 'money(string, string): Amount', example: 'money("1000.00", "EUR")' },
  { name: 'days', signature: 'days(string, string): int', example: 'days(dueDate, todaysDate)' },
  { name: 'addDays', signature: 'addDays(string, int): string', example: 'addDays(dueDate, 14)' },
  { name: 'isKnown', signature: 'isKnown(string): bool', example: 'isKnown("ptpDueDate")' },
  ...eventFunctions,
  { name: 'bucket', signature: 'bucket(string, int): bool', example: 'bucket("softer tone", 20)' },
  { name: 'isHoliday', signature: 'isHoliday(string, string): bool', example: 'isHoliday(todaysDate, "DE-BE")' },
] as const;

const ROOTS: Readonly<Record<string, readonly Need[]>> = {
  claim: ['claim'],
  account: ['account'],
  product: ['product'],
  scores: ['claim', 'account'],
  claimOutsourcedToPartner: ['outsourcing'],
  strategy: [],
};
/** Roots that have nothing of the client's own. */
const WITHOUT_META = new Set(['scores', 'claimOutsourcedToPartner']);
/** Roots whose fields are not listed: whoever made the strategy named them. */
const OPEN_ROOTS = new Set(['strategy']);
const LIMITS = { maxAstNodes: 500, maxDepth: 40, maxListElements: 100, maxMapEntries: 100, maxCallArguments: 8 };
/** Characters of an expression; whoever needs more wants a branch of the strategy. */
const LONGEST = 5_000;
const LOOPS = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

/** Variables that stand alone in an expression; those with a dot are fields of a root. A question about a value is a function instead. */
const plain = new Map(
  conditionVariables.filter(({ name, ask }) => !name.includes('.') && !ask).map((variable) => [variable.name, variable]),
);

const byName = new Map(conditionVariables.map((variable) => [variable.name, variable]));
const known: Known = { fields: conditionVariables.filter(({ ask }) => !ask).map(({ name }) => name), functions: conditionFunctions };

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
  language.registerFunction('money(int, string): Amount', (whole: bigint, currency: string) => amountOf(String(whole), currency));
  language.registerFunction('isKnown(string): bool', (name: string) => {
    const value = conditionVariable(name, 'OBJECT')?.read(deciding!.facts, deciding!.context) ?? null;
    return value !== null && value !== '';
  });
  language.registerFunction('days(string, string): int', (from: string, to: string) => BigInt(daysBetween(date(from), date(to))));
  language.registerFunction('addDays(string, int): string', (from: string, days: bigint) => addDays(date(from), Number(days)));
  language.registerFunction('bucket(string, int): bool', (name: string, percent: bigint) =>
    inBucket(name, deciding!.context.run.externalClaimRef, Number(percent)),
  );
  registerEventFunctions(language, () => deciding!);
  language.registerFunction('isHoliday(string, string): bool', (day: string, region: string) =>
    deciding!.context.isHoliday(date(day), region),
  );
  return language;
}

let language: Environment | undefined;
/** The decision under way: functions of the language are handed their arguments only, and an expression is answered in one go. */
let deciding: { readonly facts: Facts; readonly context: Context } | undefined;

/** What an expression names: variables and roots, and the fields that it asks whether they are known. */
interface Names {
  readonly used: Set<string>;
  readonly asked: Set<ConditionVariable>;
  /** Kinds of events that it counts. */
  readonly events: Set<EventNeed>;
}

/** @returns the variable that "root.field" is; undefined for metadata and all other nodes. */
function fieldOf(node: Node): ConditionVariable | undefined {
  const [root, field] = node.op === '.' ? (node.args as readonly [Node, string]) : [];
  return root?.op === 'id' ? byName.get(`${String(root.args)}.${field}`) : undefined;
}

/** The fields of the roots come as they are, so that the language does not know their types: what they are compared with is checked here. */
function misfit(expression: string, node: Node): Reason | null {
  if (!/^([<>]=?|[!=]=|[+-])$/.test(node.op)) return null;
  const parts = node.args as readonly [Node, Node];
  const types = parts.map((part) => {
    const field = fieldOf(part);
    if (field) return celType(field);
    if (part.op !== 'value') return plain.has(String(part.args)) && part.op === 'id' ? celType(plain.get(String(part.args))!) : null;
    const kind = typeof part.args;
    return kind === 'bigint' || kind === 'number' ? 'double' : kind === 'boolean' ? 'bool' : kind === 'string' ? 'string' : null;
  });
  const [left, right] = types;
  return left && right && kindOf(left) !== kindOf(right) ? mismatch(expression, node, left, right) : null;
}

/** Fields that do not exist, and constructs we do not allow: patterns and nested loops could take longer than all other decisions together. */
function inspect(expression: string, node: unknown, loops: number, names: Names): Reason | null {
  if (Array.isArray(node)) {
    for (const child of node) {
      const problem = inspect(expression, child, loops, names);
      if (problem) return problem;
    }
    return null;
  }
  if (typeof node !== 'object' || node === null || !('op' in node) || !('args' in node)) return null;
  const { op, args, pos, start } = node as Node;
  if (op === 'id') names.used.add(String(args));
  if (op === '.') {
    const [root, field] = args as readonly [Node, string];
    const name = root.op === 'id' && String(root.args) in ROOTS ? `${String(root.args)}.${field}` : null;
    if (name && !OPEN_ROOTS.has(String(root.args)) && !byName.has(name) && !(field === 'meta' && !WITHOUT_META.has(String(root.args))))
      return unknownField(expression, start, name, known);
  }
  const method = (op === 'rcall' || op === 'call') && Array.isArray(args) ? String(args[0]) : '';
  // A name for a value, used twice in the next one, doubles it each time: forty of them are more than any memory holds.
  if (method === 'matches' || method === 'bind') return { key: 'condition.notAllowed', values: { construct: method } };
  if (op === 'call' && method === 'isKnown') {
    const [asked] = (args as readonly [string, readonly Node[]])[1];
    const variable = asked?.op === 'value' ? conditionVariable(String(asked.args), 'OBJECT') : null;
    if (!variable) return unknownField(expression, asked?.start ?? pos ?? start, String(asked?.args ?? ''), known);
    names.asked.add(variable);
  }
  if (op === 'call' && isEventFunction(method)) {
    const [asked] = (args as readonly [string, readonly Node[]])[1];
    const type = asked?.op === 'value' ? String(asked.args) : '';
    if (!isAwaited(type)) return unknownEvent(expression, asked?.start ?? pos ?? start, type);
    names.events.add(`event:${type}`);
  }
  const inside = LOOPS.has(method) ? loops + 1 : loops;
  if (inside > 1) return { key: 'condition.notAllowed', values: { construct: `${method} within a loop` } };
  return misfit(expression, node as Node) ?? inspect(expression, args, inside, names);
}

/** @returns the syntax tree of a valid expression; null for one that does not compile. */
export function readExpression(expression: string): Node | null {
  if (compileExpression(expression).problem) return null;
  return language!.parse(expression).ast as unknown as Node;
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
  if (root === 'strategy') return { ...context.run.memory?.values };
  if (root === 'claim' || root === 'account' || root === 'product') value.meta = facts[root]?.meta ?? {};
  return value;
}

/**
 * Compiles an expression once. Evaluating never throws: what is missing makes the answer no and is named,
 * unless the rest of the expression decides without it ("a || b" with b true).
 */
export function compileExpression(expression: string): Condition {
  language ??= languageOf();
  if (expression.trim() === '') return broken({ key: 'condition.expressionEmpty' });
  if (expression.length > LONGEST) return broken({ key: 'condition.expressionTooLong', values: { limit: LONGEST } });
  let parsed: ReturnType<Environment['parse']>;
  const names: Names = { used: new Set(), asked: new Set(), events: new Set() };
  try {
    parsed = language.parse(expression);
    const problem = inspect(expression, parsed.ast, 0, names);
    if (problem && problem.key !== 'condition.notAllowed') return broken(problem);
    const checked = parsed.check();
    if (!checked.valid) return broken(expressionFault(expression, checked.error, known));
    if (problem) return broken(problem);
    const { type = 'dyn' } = checked;
    if (type !== 'bool' && type !== 'dyn') return broken({ key: 'condition.expressionYesNo', values: { kind: kindOf(type) } });
  } catch (error) {
    return broken(expressionFault(expression, error, known));
  }
  const variables = [...names.used].flatMap((name) => plain.get(name) ?? []);
  const roots = [...names.used].filter((name) => name in ROOTS);
  const all = [...variables, ...names.asked].flatMap(({ needs }) => needs);
  const needs = [...new Set<Need>([...all, ...names.events, ...roots.flatMap((root) => ROOTS[root]!)])];

  return {
    needs,
    problem: null,
    answer: (facts, context): Answer => {
      const given: Record<string, unknown> = {};
      const seen: string[] = [];
      const missing: string[] = [];
      for (const variable of variables) {
        const value = variable.read(facts, context);
        if (value === null) missing.push(variable.name);
        else {
          given[variable.name] = celValue(variable, value);
          seen.push(`${variable.name} = ${shown(value)}`);
        }
      }
      for (const root of roots) given[root] = rootValue(root, facts, context);
      const values: Record<string, Scalar> = { expression, actual: seen.join(', ') };
      try {
        deciding = { facts, context };
        const yes: unknown = parsed(given);
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
