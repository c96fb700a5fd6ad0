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

/** One wrong field of a fault that names several. */
export interface WrongField {
  readonly field: string;
  readonly message: string;
  readonly words?: FaultWords;
}

/** @param field the path of the input field that is wrong, e.g. "claim.dueDate". @param words for clients that say it in another language. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly field?: string;
  readonly words?: FaultWords;
  /** Every wrong field, this one first, where several are known (collectFaults); otherwise undefined. */
  readonly fields?: readonly WrongField[];
  constructor(code: FaultCode, message: string, field?: string, words?: FaultWords, fields?: readonly WrongField[]) {
    super(message);
    this.name = 'Fault';
    this.code = code;
    if (field !== undefined) this.field = field;
    if (words !== undefined) this.words = words;
    if (fields !== undefined) this.fields = fields;
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

/** @returns a fault's text, its key and what is filled in, as answers carry it for one field. */
const wireField = ({ field, message, words }: WrongField) => ({ field, message, ...words });

/** @returns what an answer carries of a fault beside its code and message: the field, the key of its text, and every wrong field if there are several. */
export function faultDetails({ field, words, fields }: Fault) {
  return { ...(field ? { field } : {}), ...words, ...(fields ? { fields: fields.map(wireField) } : {}) };
}
