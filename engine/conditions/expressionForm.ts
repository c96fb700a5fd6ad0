/**
 * An easy condition said as an expression, and an expression read as an easy condition where it is one.
 * Both decide alike for every claim whose metadata has the types that its fields declare.
 */
import { type ConditionBlock, compileBlocks, type MatchType } from './blocks.ts';
import { readExpression } from './expression.ts';
import type { Node } from './expressionFault.ts';
import type { Operation } from './operations.ts';
import { type ConditionVariable, conditionVariable, type ValueType } from './variables.ts';

/** The rows of the easy form. */
export interface Form {
  readonly matchType: MatchType;
  readonly conditions: readonly ConditionBlock[];
}

const SIGNS: Readonly<Partial<Record<Operation, string>>> = { '=': '==', '!=': '!=', '>': '>', '>=': '>=', '<': '<', '<=': '<=' };
const METHODS: readonly string[] = ['contains', 'startsWith', 'endsWith'];
/** A metadata field that the language can name: its parts are words, none of which has a meaning of its own. */
const NAME = /^\w+(\.[A-Za-z_]\w*)*$/;
const RESERVED =
  /\.(as|break|const|continue|else|false|for|function|if|import|in|let|loop|namespace|null|package|return|true|var|void|while)(\.|$)/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d\d:\d\d$/;

/** @returns a value as the language writes it; null when it has no exact form there. */
function literal(variable: ConditionVariable, type: ValueType, raw: unknown): string | null {
  if (type === 'CURRENCY') {
    const [, digits = '', part = ''] = /^([+-]?\d+)(?:\.(\d{1,2}?)0*)?$/.exec(String(raw).trim()) ?? [];
    if (digits === '') return null;
    const own = variable.name === 'account.balance' ? 'account.balance.currency' : 'currency';
    return `money("${digits}${part && `.${part}`}", ${own})`;
  }
  if (type === 'NUMBER') {
    const text = String(Number(raw));
    return /^-?\d+(\.\d+)?$/.test(text) ? text : null;
  }
  if (type === 'BOOLEAN' || (type === 'ARRAY' && typeof raw === 'boolean')) return String(raw);
  if (type === 'ARRAY' && typeof raw === 'number') return literal(variable, 'NUMBER', raw);
  const text = String(raw);
  return text.isWellFormed() ? JSON.stringify(text) : null;
}

/** @returns one row as an expression; null when the language cannot say it exactly. */
function clauseOf(block: ConditionBlock): string | null {
  if (compileBlocks('every', [block]).problem) return null;
  const { operation, value } = block;
  const sample = Array.isArray(value) ? value[0] : value;
  const byValue = typeof sample === 'number' ? 'NUMBER' : typeof sample === 'boolean' ? 'BOOLEAN' : 'STRING';
  const variable = conditionVariable(block.variable, block.valueType ?? byValue)!;
  const { name, valueType: type } = variable;
  if (!NAME.test(name) || RESERVED.test(name)) return null;
  // An amount of metadata is text or a number there: it has no exact form in the language.
  if (type === 'CURRENCY' && name.includes('.meta.') && operation !== 'exists' && operation !== 'notExists') return null;
  const say = (raw: unknown) => literal(variable, type, raw);
  const list = () => {
    const all = (Array.isArray(value) ? value : [value]).map(say);
    return all.includes(null) ? null : `[${all.join(', ')}]`;
  };
  const put = (make: (text: string) => string, text: string | null) => (text === null ? null : make(text));
  if (variable.ask) return put((text) => `${operation === '!=' ? '!' : ''}isHoliday(todaysDate, ${text})`, JSON.stringify(value));
  switch (operation) {
    case 'exists':
      return `isKnown("${name}")`;
    case 'notExists':
      return `!isKnown("${name}")`;
    case 'in':
      return put((text) => `${name} in ${text}`, list());
    case 'notIn':
      return put((text) => `!(${name} in ${text})`, list());
    case 'between': {
      const [low, high] = Array.isArray(value) ? value.map(say) : [];
      return low && high ? `(${name} >= ${low} && ${name} <= ${high})` : null;
    }
    case 'olderThanDays':
      return `days(${name}, todaysDate) > ${Number(value)}`;
    case 'withinLastDays':
      return `(days(${name}, todaysDate) >= 0 && days(${name}, todaysDate) <= ${Number(value)})`;
    case 'withinNextDays':
      return `(days(todaysDate, ${name}) >= 0 && days(todaysDate, ${name}) <= ${Number(value)})`;
    case 'contains':
    case 'notContains': {
      const not = operation === 'notContains' ? '!' : '';
      if (type === 'ARRAY') return put((text) => (not ? `!(${text} in ${name})` : `${text} in ${name}`), say(value));
      return put((text) => `${not}${name}.contains(${text})`, say(value));
    }
    case 'startsWith':
    case 'endsWith':
      return put((text) => `${name}.${operation}(${text})`, say(value));
    default:
      return put((text) => `${name} ${SIGNS[operation]} ${text}`, say(value));
  }
}

/** @returns the form as an expression; null when a row is unfinished or has no exact form there. */
export function expressionOf({ matchType, conditions }: Form): string | null {
  const clauses = conditions.map(clauseOf);
  return clauses.length === 0 || clauses.includes(null) ? null : clauses.join(matchType === 'every' ? ' && ' : ' || ');
}

const argsOf = (node: Node) => (Array.isArray(node.args) ? (node.args as unknown[]) : [node.args]) as readonly Node[];

/** @returns the dotted name that a node is; null when it is none. */
function nameOf(node: Node): string | null {
  if (node.op === 'id') return String(node.args);
  if (node.op !== '.') return null;
  const [root, field] = node.args as readonly [Node, string];
  const before = nameOf(root);
  return before === null ? null : `${before}.${field}`;
}

/** @returns the value of a literal, an amount as its decimal; undefined for anything else. */
function literalOf(node: Node): string | number | boolean | undefined {
  if (node.op === 'value') {
    const value = node.args;
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
  }
  if (node.op === '-_') {
    const value = literalOf(argsOf(node)[0]!);
    return typeof value === 'number' ? -value : undefined;
  }
  const [method, given] = node.args as readonly [string, readonly Node[]];
  if (node.op !== 'call' || method !== 'money' || !given[1] || !/^(account\.balance\.)?currency$/.test(nameOf(given[1]) ?? ''))
    return undefined;
  const amount = literalOf(given[0]!);
  return amount === undefined ? undefined : String(amount);
}

/** A row on a metadata field says how its values are read. */
function rowOf(name: string, operation: Operation, value: ConditionBlock['value'], list = false): ConditionBlock | null {
  const sample = Array.isArray(value) ? value[0] : value;
  const isOrder = ['>', '>=', '<', '<=', 'between'].includes(operation);
  let valueType: ValueType = typeof sample === 'number' ? 'NUMBER' : typeof sample === 'boolean' ? 'BOOLEAN' : 'STRING';
  if (list) valueType = 'ARRAY';
  else if (operation.endsWith('Days')) valueType = 'DATE';
  else if (isOrder && typeof sample === 'string') valueType = DAY.test(sample) ? 'DATE' : TIME.test(sample) ? 'TIME' : 'STRING';
  const block = { variable: name, operation, ...(value === undefined ? {} : { value }), ...(name.includes('.meta.') ? { valueType } : {}) };
  return compileBlocks('every', [block]).problem ? null : block;
}

const NOT: Readonly<Partial<Record<Operation, Operation>>> = { in: 'notIn', contains: 'notContains', exists: 'notExists', '=': '!=' };

/** @returns the row that a node says; null when it says none. @param negated for what stands after "!". */
function blockOf(node: Node, negated = false): ConditionBlock | null {
  const turned = (operation: Operation) => (negated ? NOT[operation] : operation);
  const row = (name: string | null, operation: Operation | undefined, value?: ConditionBlock['value'], list = false) =>
    name !== null && operation ? rowOf(name, operation, value, list) : null;
  const [left, right] = argsOf(node);
  if (node.op === '!_') return negated ? null : blockOf(left!, true);
  if (node.op === 'call') {
    const [method, given] = node.args as readonly [string, readonly Node[]];
    const [first, second] = given.map(literalOf);
    if (method === 'isKnown' && typeof first === 'string') return row(first, turned('exists'));
    if (method === 'isHoliday' && nameOf(given[0]!) === 'todaysDate' && typeof second === 'string')
      return row('isHolidayInCountry', turned('='), second);
    return null;
  }
  if (node.op === 'rcall') {
    const [method, subject, given] = node.args as readonly [string, Node, readonly Node[]];
    const value = given.length === 1 ? literalOf(given[0]!) : undefined;
    if (!METHODS.includes(method) || typeof value !== 'string') return null;
    return row(nameOf(subject), method === 'contains' ? turned('contains') : negated ? undefined : (method as Operation), value);
  }
  if (node.op === 'in') {
    if (right!.op === 'list') {
      const values = argsOf(right!).map(literalOf);
      return values.includes(undefined) ? null : row(nameOf(left!), turned('in'), values as ConditionBlock['value']);
    }
    const value = literalOf(left!);
    return value === undefined ? null : row(nameOf(right!), turned('contains'), value, true);
  }
  const operation = (Object.keys(SIGNS) as Operation[]).find((one) => SIGNS[one] === node.op);
  const value = operation && !negated ? literalOf(right!) : undefined;
  if (value === undefined) return null;
  if (left!.op === 'call') {
    const [method, given] = left!.args as readonly [string, readonly Node[]];
    if (operation !== '>' || method !== 'days' || nameOf(given[1]!) !== 'todaysDate') return null;
    return row(nameOf(given[0]!), 'olderThanDays', value);
  }
  return row(nameOf(left!), operation, value);
}

/** "a >= low && a <= high" is one row. @returns it, or null. */
function rangeOf(expression: string, low: Node | undefined, high: Node | undefined): ConditionBlock | null {
  if (low?.op !== '>=' || high?.op !== '<=') return null;
  const [[subject, from], [same, to]] = [argsOf(low), argsOf(high)];
  const source = (node: Node) => expression.slice(node.start, node.end);
  const [least, most] = [literalOf(from!), literalOf(to!)];
  if (source(subject!) !== source(same!) || least === undefined || most === undefined) return null;
  if (subject!.op !== 'call') {
    const name = nameOf(subject!);
    return name === null ? null : rowOf(name, 'between', [least, most]);
  }
  const [method, given] = subject!.args as readonly [string, readonly Node[]];
  const [first, second] = given.map(nameOf);
  if (method !== 'days' || least !== 0 || !first || !second) return null;
  return second === 'todaysDate'
    ? rowOf(first, 'withinLastDays', most)
    : first === 'todaysDate'
      ? rowOf(second, 'withinNextDays', most)
      : null;
}

const flat = (node: Node, op: string): readonly Node[] => (node.op === op ? argsOf(node).flatMap((part) => flat(part, op)) : [node]);

/** @returns the rows of a chain of "&&", ranges in brackets in one row each, as forms say them; null when a part is no row. */
function rowsOf(expression: string, parts: readonly Node[]): ConditionBlock[] | null {
  const rows: ConditionBlock[] = [];
  for (let index = 0; index < parts.length; index++) {
    const isBracketed = expression[parts[index]!.start - 1] === '(';
    const range = isBracketed ? rangeOf(expression, parts[index], parts[index + 1]) : null;
    if (range) index++;
    const row = range ?? blockOf(parts[index]!);
    if (!row) return null;
    rows.push(row);
  }
  return rows;
}

/** @returns the form that an expression says; null when it is none of its kind or not valid. */
export function formOf(expression: string): Form | null {
  const root = readExpression(expression);
  if (!root) return null;
  if (root.op !== '||') {
    const conditions = rowsOf(expression, flat(root, '&&'));
    return conditions && { matchType: 'every', conditions };
  }
  const conditions: ConditionBlock[] = [];
  for (const part of flat(root, '||')) {
    const rows = rowsOf(expression, flat(part, '&&'));
    if (rows?.length !== 1) return null;
    conditions.push(rows[0]!);
  }
  return { matchType: 'any', conditions };
}
