/**
 * What is wrong with an expression as a reason: its kind, its values, and where it stands (line and column from 1).
 * The library that reads expressions tells it in its own terms; here they become the product's.
 */
import type { Reason } from '../types.ts';
import { nearest } from './suggestion.ts';

/** A node of the library's syntax tree. */
export interface Node {
  readonly op: string;
  readonly args: unknown;
  readonly start: number;
  readonly end: number;
  readonly pos?: number;
}

/** What expressions may name, for suggestions. */
export interface Known {
  readonly fields: readonly string[];
  readonly functions: readonly { readonly name: string; readonly signature: string }[];
}

/** Whoever knows other languages writes these. */
const HABITS: Readonly<Record<string, string>> = { '=': '==', '<>': '!=', '&': '&&', '|': '||', and: '&&', or: '||', not: '!' };
const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** @returns line and column of a place, both from 1. */
function place(expression: string, at: number): { line: number; column: number } {
  const before = expression.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** @returns a reason with the place in the expression where it was found. */
export function faultAt(expression: string, at: number, kind: string, values: Record<string, string | number> = {}): Reason {
  return { key: `condition.expression${kind}`, values: { ...values, ...place(expression, at) } };
}

/** @returns the first bracket or text that has no other end, outside of texts; null when each has one. */
function unbalanced(expression: string): Reason | null {
  const open: { bracket: string; at: number }[] = [];
  // A text in quotes, one that never ends, a remark, or a bracket.
  const tokens = /[rR]?("""|'''|"|')|\/\/[^\n]*|[()[\]{}]/g;
  for (let match = tokens.exec(expression); match; match = tokens.exec(expression)) {
    const [token, quote] = match;
    const at = match.index;
    if (quote) {
      const isRaw = /^[rR]/.test(token);
      let end = at + token.length;
      while (end < expression.length && !expression.startsWith(quote, end)) end += expression[end] === '\\' && !isRaw ? 2 : 1;
      if (end >= expression.length) return faultAt(expression, at, 'Text');
      tokens.lastIndex = end + quote.length;
    } else if (token in CLOSES) open.push({ bracket: token, at });
    else if (!token.startsWith('//')) {
      const last = open.pop();
      if (!last) return faultAt(expression, at, 'Unopened', { bracket: token });
      if (CLOSES[last.bracket] !== token) return faultAt(expression, last.at, 'Unclosed', { bracket: last.bracket });
    }
  }
  const last = open.at(-1);
  return last ? faultAt(expression, last.at, 'Unclosed', { bracket: last.bracket }) : null;
}

/** @returns a type of the language as people think of it; a screen names it. */
export function kindOf(type: string): 'number' | 'text' | 'yesNo' | 'amount' | 'list' | 'other' {
  if (type === 'Amount') return 'amount';
  if (type === 'bool') return 'yesNo';
  if (/^(int|uint|double)$/.test(type)) return 'number';
  return type === 'string' ? 'text' : type.startsWith('list') ? 'list' : 'other';
}

/** @returns the fault of a function over events that names none. */
export function unknownEvent(expression: string, at: number, name: string): Reason {
  return faultAt(expression, at, 'Event', { name });
}

/** @returns the fault of an operation between two kinds that do not go together. */
export function mismatch(expression: string, node: Node, leftType: string, rightType: string): Reason {
  const [left, right] = node.args as readonly [Node, Node];
  const kinds = [kindOf(leftType), kindOf(rightType)] as const;
  if (kinds.includes('amount') && kinds.includes('number') && node.op !== '*') {
    return faultAt(expression, node.start, 'Amount', { example: 'money(100, "EUR")' });
  }
  const source = (part: Node) => expression.slice(part.start, part.end).slice(0, 80);
  const [leftKind, rightKind] = kinds;
  return faultAt(expression, node.start, 'Kinds', { left: source(left), operator: node.op, right: source(right), leftKind, rightKind });
}

/** @returns that a name is not known, with the one that was probably meant. */
export function unknownField(expression: string, at: number, name: string, known: Known): Reason {
  const suggestion = nearest(name, known.fields);
  return suggestion
    ? faultAt(expression, at, 'FieldMeant', { name, suggestion })
    : faultAt(expression, at, 'Field', { name: name.slice(0, 80) });
}

function badCall(expression: string, at: number, name: string, known: Known): Reason {
  const own = known.functions.find((one) => one.name === name);
  if (own) return faultAt(expression, at, 'Call', { signature: own.signature });
  const suggestion = nearest(
    name,
    known.functions.map((one) => one.name),
  );
  return suggestion
    ? faultAt(expression, at, 'FunctionMeant', { name, suggestion })
    : faultAt(expression, at, 'Function', { name: name.slice(0, 80) });
}

/** What stands at a place: a word, or a run of signs. */
function found(expression: string, at: number): string {
  return /^(?:\w+|[^\w\s"'()[\]{}]+|.)/.exec(expression.slice(at))?.[0].slice(0, 40) ?? '';
}

/** A word of other languages at the place or just before it: "a = b", "a and b", "not a". */
function habit(expression: string, at: number): Reason | null {
  const earlier = /(\w+|[^\w\s]+)\s*$/.exec(expression.slice(0, at));
  for (const [word, start] of [
    [found(expression, at), at],
    [earlier?.[1] ?? '', earlier?.index ?? 0],
  ] as const) {
    if (Object.hasOwn(HABITS, word)) return faultAt(expression, start, 'Habit', { found: word, instead: HABITS[word]! });
  }
  return null;
}

/** @param error what the library threw or answered when it read or checked the expression. @returns it in the product's terms. */
export function expressionFault(expression: string, error: unknown, known: Known): Reason {
  const { code, range, summary, node } = error as { code?: string; range?: { start: number; end: number }; summary?: string; node?: Node };
  const at = range?.start ?? 0;
  switch (code) {
    case 'unknown_variable':
      return habit(expression, at) ?? unknownField(expression, at, expression.slice(at, range?.end), known);
    case 'no_matching_overload':
      return badCall(expression, node?.pos ?? at, /for '(?:[^'(]*\.)?(\w+)\(/.exec(summary ?? '')?.[1] ?? found(expression, at), known);
    case 'no_such_overload': {
      const [, left, , right] = /^no such overload: (.+) (\S+) (.+)$/.exec(summary ?? '') ?? [];
      if (left && right && Array.isArray(node?.args)) return mismatch(expression, node, left, right);
      const [, operator, type] = /^no such overload: ([!-])(.+)$/.exec(summary ?? '') ?? [];
      if (operator && type) return faultAt(expression, at, 'Operand', { operator, kind: kindOf(type) });
      break;
    }
    case 'limit_exceeded':
      return faultAt(expression, at, 'TooLarge');
  }
  const bracket = unbalanced(expression);
  if (bracket) return bracket;
  const meant = habit(expression, at);
  if (meant) return meant;
  if (code === 'unexpected_token' || code === 'expected_token' || code === 'unexpected_character') {
    return expression.slice(at).trim() === ''
      ? faultAt(expression, at, 'Ends')
      : faultAt(expression, at, 'Unexpected', { found: found(expression, at) });
  }
  const near = (range ? expression.slice(range.start, range.end) : expression).slice(0, 120);
  return { key: 'condition.badExpression', values: { expression, message: near, ...place(expression, at) } };
}
