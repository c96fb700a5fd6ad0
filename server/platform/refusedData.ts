/** What the database says of values that it does not take. */
import { type Fault, fault } from '../../core/fault.ts';

interface DatabaseError {
  readonly code?: unknown;
  readonly message?: unknown;
}
const causeOf = (error: unknown): DatabaseError => (error as { cause?: DatabaseError }).cause ?? (error as DatabaseError);

/** SQLSTATE classes 22, 23 and 54: what the database refuses because of a value, not because it is unwell or the statement is wrong. */
export function isRefusedData(error: unknown): boolean {
  const { code } = causeOf(error);
  return typeof code === 'string' && /^(22|23|54)[0-9A-Z]{3}$/.test(code);
}

/** @returns what is said of text that no database column holds: NUL, halves of a character, and what should be an id and is none; null for any other error. */
export function unstorableText(error: unknown): Fault | null {
  if (typeof error !== 'object' || error === null) return null;
  const { code, message } = causeOf(error);
  const isText = code === '22021' || code === '22P05' || (code === '22P02' && message === 'invalid input syntax for type json');
  if (code === '22P02' && String(message).startsWith('invalid input syntax for type uuid')) return fault('INVALID_INPUT', 'idWrong');
  return isText ? fault('INVALID_INPUT', 'textUnstorable') : null;
}
