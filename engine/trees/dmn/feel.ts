/** The part of FEEL that conditions can say: literals, comparisons, intervals, lists, not(…) and tests for parts of texts. */
import type { Operation } from '../../conditions/operations.ts';

export type Kind = 'number' | 'text' | 'boolean' | 'date' | 'time' | 'null';

/** A number as it was written, so that amounts stay exact; texts without their quotes. */
export interface Literal {
  readonly kind: Kind;
  readonly text: string;
}

export interface Test {
  readonly operation: Operation;
  /** Two for `between`, any number for `in` and `notIn`, none for `exists` and `notExists`. */
  readonly values: readonly Literal[];
}

/** Alternatives, of which any may hold; all tests of one must. An empty one always holds. */
export type UnaryTests = readonly (readonly Test[])[];

/** Alternatives of one cell. */
const MOST_ALTERNATIVES = 200;

const NUMBER = /-?(?:\d+(?:\.\d+)?|\.\d+)/y;
const TEXT = /"((?:[^"\\]|\\.)*)"/y;
const DATE = /date\s*\(\s*"(\d{4}-\d{2}-\d{2})"\s*\)|@"(\d{4}-\d{2}-\d{2})"/y;
const TIME = /time\s*\(\s*"(\d{2}:\d{2}):00"\s*\)|@"(\d{2}:\d{2}):00"/y;
const WORD = /(true|false|null)\b/y;
const COMPARISON = /<=|>=|!=|<|>|=/y;
const PART = /(list\s+contains|contains|starts\s+with|ends\s+with)\s*\(\s*\?\s*,/y;
const NOT = /not\s*\(/y;

const PARTS: Readonly<Record<string, Operation>> = { contains: 'contains', 'starts with': 'startsWith', 'ends with': 'endsWith' };
const OPPOSITE: Readonly<Partial<Record<Operation, Operation>>> = {
  '=': '!=',
  '!=': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  in: 'notIn',
  contains: 'notContains',
  exists: 'notExists',
  notExists: 'exists',
};

/** Thrown and caught here: what is read is no part of FEEL that conditions can say. */
class Unsaid extends Error {}

class Reader {
  private at = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source.trim();
  }

  unaryTests(): UnaryTests {
    if (this.source === '' || this.source === '-') return [[]];
    const isNot = this.match(NOT) !== null;
    const tests = this.list();
    if (isNot) this.expect(')');
    this.end();
    return isNot ? negated(tests) : tests;
  }

  only(): Literal {
    const literal = this.literal();
    this.end();
    return literal;
  }

  private list(): UnaryTests {
    const tests: Test[][] = [];
    do tests.push(this.positive());
    while (this.skip(','));
    if (tests.length > MOST_ALTERNATIVES) throw new Unsaid();
    const values = tests.map(([test, more]) => (test?.operation === '=' && !more ? test.values[0]! : null));
    // Only a list of texts is one condition; of numbers, each is an alternative.
    const isIn = values.length > 1 && values.every((value) => value?.kind === 'text');
    return isIn ? [[{ operation: 'in', values: values as Literal[] }]] : tests;
  }

  private positive(): Test[] {
    const part = this.match(PART);
    if (part) {
      const name = part[1]!.replace(/\s+/g, ' ');
      const operation = name === 'list contains' ? 'contains' : PARTS[name]!;
      const values = [this.literal()];
      this.expect(')');
      return [{ operation, values }];
    }
    const comparison = this.match(COMPARISON);
    if (comparison) return [test(comparison[0] as Operation, this.literal())];
    const [open] = this.match(/[[(\]]/y) ?? [];
    if (open === undefined) return [test('=', this.literal())];
    const low = this.literal();
    this.expect('..');
    const high = this.literal();
    const [close] = this.match(/[\])[]/y) ?? [];
    if (close === undefined || low.kind === 'null' || high.kind === 'null') throw new Unsaid();
    if (open === '[' && close === ']') return [{ operation: 'between', values: [low, high] }];
    return [test(open === '[' ? '>=' : '>', low), test(close === ']' ? '<=' : '<', high)];
  }

  private literal(): Literal {
    const date = this.match(DATE);
    if (date) return { kind: 'date', text: (date[1] ?? date[2])! };
    const time = this.match(TIME);
    if (time) return { kind: 'time', text: (time[1] ?? time[2])! };
    const word = this.match(WORD);
    if (word) return { kind: word[1] === 'null' ? 'null' : 'boolean', text: word[1]! };
    const text = this.match(TEXT);
    if (text) return { kind: 'text', text: unescaped(text[1]!) };
    const number = this.match(NUMBER);
    if (number) return { kind: 'number', text: number[0].replace(/^(-?)\./, '$10.') };
    throw new Unsaid();
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    this.space();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  private skip(text: string): boolean {
    this.space();
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private expect(text: string): void {
    if (!this.skip(text)) throw new Unsaid();
  }

  private end(): void {
    this.space();
    if (this.at < this.source.length) throw new Unsaid();
  }

  private space(): void {
    while (this.at < this.source.length && /\s/.test(this.source[this.at]!)) this.at += 1;
  }
}

/** Nothing is equal to null but what is missing, and nothing is less or greater. */
function test(operation: Operation, value: Literal): Test {
  if (value.kind !== 'null') return { operation, values: [value] };
  if (operation !== '=' && operation !== '!=') throw new Unsaid();
  return { operation: operation === '=' ? 'notExists' : 'exists', values: [] };
}

/** Not any of them is each of them not; not all of an alternative's tests is any of them not. */
function negated(tests: UnaryTests): UnaryTests {
  let alternatives: Test[][] = [[]];
  for (const all of tests) {
    const opposites = all.flatMap(opposite);
    alternatives = alternatives.flatMap((before) => opposites.map((each) => [...before, each]));
    if (alternatives.length > MOST_ALTERNATIVES) throw new Unsaid();
  }
  return alternatives;
}

function opposite({ operation, values }: Test): Test[] {
  const [low, high] = values;
  if (operation === 'between') return [test('<', low!), test('>', high!)];
  const found = OPPOSITE[operation];
  if (!found) throw new Unsaid();
  return [{ operation: found, values }];
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', "'": "'" };

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{6})|(.))/g, (whole, short?: string, long?: string, letter?: string) => {
    const code = Number.parseInt(short ?? long ?? '', 16);
    if (letter === undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    return ESCAPES[letter] ?? whole;
  });
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unsaid) return null;
    throw error;
  }
}

/** @returns what an entry of an input column says; null for what conditions can't say. */
export const readUnaryTests = (text: string): UnaryTests | null => orNull(() => new Reader(text).unaryTests());

/** @returns an entry of an output column; null for anything but a literal. */
export const readLiteral = (text: string): Literal | null => orNull(() => new Reader(text).only());

/** @returns a text in quotes; what XML can't hold is escaped. */
export function quoted(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&').replace(/\p{C}/gu, (letter) => {
    const code = letter.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\U${code.padStart(6, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}

export function literalText({ kind, text }: Literal): string {
  if (kind === 'text') return quoted(text);
  if (kind === 'date') return `date("${text}")`;
  return kind === 'time' ? `time("${text}:00")` : text;
}
