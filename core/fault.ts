/** The errors the product tells people about. Anything else is a defect and reaches nobody but the log. */
export type FaultCode =
  | 'UNAUTHENTICATED' // no valid identity token
  | 'FORBIDDEN' // the role lacks the permission
  | 'NOT_FOUND' // absent, or another client's: the two look the same
  | 'INVALID_INPUT' // a value is wrong; `field` says which
  | 'CONFLICT' // somebody else changed it, or a rule of the data forbids it
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'; // a provider or a part of the system does not answer; try again

/** What a fault says apart from any language: the key of its text, and what is filled in. */
export interface FaultWords {
  readonly key: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** @param field the path of the input field that is wrong, e.g. "claim.dueDate". @param words for clients that say it in another language. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly field?: string;
  readonly words?: FaultWords;
  constructor(code: FaultCode, message: string, field?: string, words?: FaultWords) {
    super(message);
    this.name = 'Fault';
    this.code = code;
    if (field !== undefined) this.field = field;
    if (words !== undefined) this.words = words;
  }
}

/** @returns the one answer for what does not exist and for what belongs to another client. */
export function notFound(what: string): Fault {
  return new Fault('NOT_FOUND', `${what} not found`);
}

/** @param field path of the wrong input field. */
export function invalid(field: string, message: string): Fault {
  return new Fault('INVALID_INPUT', message, field);
}
