/** Checks that go on after the first wrong field, so that one answer names every one of them. */
import { Fault, invalid, type WrongField } from './fault.ts';

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
  const wrong = new Map<string, WrongField>();
  const collect = (error: unknown): undefined => {
    if (!(error instanceof Fault) || error.code !== 'INVALID_INPUT' || !error.field) throw error;
    for (const each of error.fields ?? [{ field: error.field, message: error.message, ...(error.words && { words: error.words }) }])
      if (!wrong.has(each.field)) wrong.set(each.field, each);
  };
  const refuseCollected = () => {
    const [first, ...more] = wrong.values();
    if (first) throw new Fault('INVALID_INPUT', first.message, first.field, first.words, more.length > 0 ? [first, ...more] : undefined);
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

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * What a schema found, as a fault that names every wrong field. @param prefix the argument that was read. @param otherwise what is said when
 * the schema names nothing.
 */
export function faultOfIssues(prefix: string, issues: readonly Issue[], otherwise: string): Fault {
  try {
    collectFaults((check) => {
      for (const { path, message } of issues)
        check(() => {
          throw invalid([prefix, ...path].join('.'), message);
        });
    });
  } catch (error) {
    return error as Fault;
  }
  return invalid(prefix, otherwise);
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
