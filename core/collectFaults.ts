/** Checks that go on after the first wrong field, so that one answer names every one of them. */
import { Fault, invalid, type SaidWords, type WrongField, words } from './fault.ts';
import { isFaultKey } from './faultTexts.ts';

/** Runs one check of a field. @returns its value, or undefined when it refused; the refusal is kept. Anything but INVALID_INPUT with a field passes. */
export interface Check {
  <T>(part: () => Promise<T>): Promise<T | undefined>;
  <T>(part: () => T): T | undefined;
}

/**
 * Reads an input field by field.
 * @param read gives each of its checks to `check`; what it returns counts only when all of them agreed.
 * @throws Fault INVALID_INPUT: the first refusal, with `fields` naming all of them when there are several.
 */
export function collectFaults<T>(read: (check: Check) => Promise<T>): Promise<T>;
export function collectFaults<T>(read: (check: Check) => T): T;
export function collectFaults<T>(read: (check: Check) => T | Promise<T>): T | Promise<T> {
  const wrong: WrongField[] = [];
  const collect = (error: unknown): undefined => {
    if (!(error instanceof Fault) || error.code !== 'INVALID_INPUT' || !error.field) throw error;
    // One check may say several things of a field; what a later one says of a field that is known to be wrong follows from the first.
    const known = new Set(wrong.map(({ field }) => field));
    const found = error.fields ?? [{ field: error.field, words: error.words }];
    wrong.push(...found.filter(({ field }) => !known.has(field)));
  };
  const refuseCollected = () => {
    const all = faultOfFields(wrong);
    if (all) throw all;
  };
  const check = ((part: () => unknown) => settle(part, (value) => value, collect)) as Check;
  return settle(
    () => read(check),
    (value) => {
      refuseCollected();
      return value;
    },
    (error) => {
      // A refusal outside of a check ends the reading; what was found before is not lost.
      collect(error);
      refuseCollected();
      throw error;
    },
  ) as T | Promise<T>;
}

/** @param wrong fields with what is wrong, in the order in which people read them. @returns one fault that names them all; null for none. */
export function faultOfFields(wrong: readonly WrongField[]): Fault | null {
  const [first] = wrong;
  return first ? new Fault('INVALID_INPUT', first.words, first.field, wrong.length > 1 ? wrong : undefined) : null;
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Between a key and its values in the message of a schema's own check; no text of zod's has it. */
const VALUES = '\u0000';

/** Words as the message of a schema's own check, which can be nothing but text. @returns what `faultOfIssues` reads again. */
export const inSchema = ({ key, values }: SaidWords): string => `${key}${VALUES}${JSON.stringify(values)}`;

/** @returns what a schema's own check says, or what the schema itself says of a value. */
function wordsOfIssue({ message }: Issue): SaidWords {
  const [key, values] = message.split(VALUES);
  if (values !== undefined && isFaultKey(key!)) return { key, values: JSON.parse(values) as SaidWords['values'] };
  return words('valueWrong', { reason: message });
}

/**
 * What a schema found, as a fault that names every wrong field. @param prefix the argument that was read; it alone is wrong when the schema
 * names nothing.
 */
export function faultOfIssues(prefix: string, issues: readonly Issue[]): Fault {
  const wrong = new Map<string, WrongField>();
  for (const issue of issues) {
    const field = [prefix, ...issue.path].join('.');
    if (!wrong.has(field)) wrong.set(field, { field, words: wordsOfIssue(issue) });
  }
  return faultOfFields([...wrong.values()]) ?? invalid(prefix, 'needed');
}

/** The same continuation for what answers at once and for what answers later. */
function settle<V, W>(run: () => V | Promise<V>, done: (value: V) => W, failed: (error: unknown) => W): W | Promise<W> {
  let value: V | Promise<V>;
  try {
    value = run();
  } catch (error) {
    return failed(error);
  }
  return value instanceof Promise ? value.then(done, failed) : done(value);
}
