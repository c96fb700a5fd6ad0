/** An error on its way from one thread to another, where only plain data goes. */
import { Fault, type FaultCode, type SaidWords, type WrongField } from '../../core/fault.ts';

export interface Failure {
  readonly message: string;
  readonly stack: string | undefined;
  /** Of a Fault, or of what the database or the system reports. */
  readonly code: string | undefined;
  readonly field: string | undefined;
  readonly words: SaidWords | undefined;
  readonly fields: readonly WrongField[] | undefined;
  readonly isFault: boolean;
}

/** @returns what there is to say about something that was thrown. */
export function failureOf(error: unknown): Failure {
  const { message, stack, code, field, words, fields } = error as Error &
    Partial<Pick<Fault, 'field' | 'words' | 'fields'>> & { code?: string };
  return { message, stack, code, field, words, fields, isFault: error instanceof Fault };
}

/** @returns the error again: a Fault as a Fault, any other with its code. */
export function thrown({ message, stack, code, field, words, fields, isFault }: Failure): Error {
  if (isFault) return new Fault(code as FaultCode, words!, field, fields);
  return Object.assign(new Error(message), { stack, code });
}
