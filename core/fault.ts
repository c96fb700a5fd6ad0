import { FAULT_TEXTS, type FaultKey, type FaultValues, type FaultWords, isFaultKey, type NotFoundKey } from './faultTexts.ts';

/** The errors the product tells people about. Anything else is a defect and reaches nobody but the log. */
export type FaultCode =
  | 'UNAUTHENTICATED' // no valid identity token
  | 'FORBIDDEN' // the role lacks the permission
  | 'NOT_FOUND' // absent, or another client's: the two look the same
  | 'INVALID_INPUT' // a value is wrong; `field` says which
  | 'CONFLICT' // somebody else changed it, or a rule of the data forbids it
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'; // a provider or a part of the system does not answer; try again

export type { FaultValue, FaultWords } from './faultTexts.ts';

/** The same where it is made: only keys that have a text. */
export interface SaidWords extends FaultWords {
  readonly key: FaultKey;
}

/** One wrong field of a fault that names several. */
export interface WrongField {
  readonly field: string;
  readonly words: SaidWords;
}

/** Said by a key of FAULT_TEXTS; fault(), invalid() and notFound() make one. Its message is the English text, for clients of the API. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly words: SaidWords;
  /** The path of the input field that is wrong, e.g. "claim.dueDate". */
  readonly field?: string;
  /** Every wrong field, this one first, where several are known (collectFaults); a field may have several faults. Otherwise undefined. */
  readonly fields?: readonly WrongField[];
  constructor(code: FaultCode, words: SaidWords, field?: string, fields?: readonly WrongField[]) {
    super(fields ? linesOf(fields.filter((each) => each.field === field)) : englishOf(words));
    this.name = 'Fault';
    this.code = code;
    this.words = words;
    if (field !== undefined) this.field = field;
    if (fields !== undefined) this.fields = fields;
  }
}

/** What follows a key: its values, which only a text with placeholders needs, and the path of the wrong input field. */
type Rest<Key extends FaultKey> = [keyof FaultValues<Key>] extends [never]
  ? [values?: Readonly<Record<string, never>>, field?: string]
  : [values: FaultValues<Key>, field?: string];

/** @returns the words by themselves, for what keeps or passes on a reason. @param rest values of the text's placeholders. */
export function words<Key extends FaultKey>(key: Key, ...rest: Rest<Key>): SaidWords {
  return { key, values: rest[0] ?? {} };
}

/** @returns a refusal to throw. @param rest values of the text's placeholders, and the path of the input field that it is about. */
export function fault<Key extends FaultKey>(code: FaultCode, key: Key, ...rest: Rest<Key>): Fault {
  return new Fault(code, { key, values: rest[0] ?? {} }, rest[1]);
}

/** @returns the refusal of a value. @param field path of the wrong input field. @param rest values of the text's placeholders. */
export function invalid<Key extends FaultKey>(field: string, key: Key, ...rest: Rest<Key>): Fault {
  return new Fault('INVALID_INPUT', { key, values: rest[0] ?? {} }, field);
}

/** @returns the one answer for what does not exist and for what belongs to another client. */
export function notFound(key: NotFoundKey): Fault {
  return fault('NOT_FOUND', key);
}

/** @returns the refusal of a right that a role lacks. @param right domain/action. @param what the argument that needs it, where others do not. */
export function missingPermission(right: string, what?: string): Fault {
  return what === undefined ? fault('FORBIDDEN', 'rightMissing', { right }) : fault('FORBIDDEN', 'rightMissingFor', { right, what });
}

/** @returns words by given texts, filled in; in English where these have none. @param textOf a key's text with placeholders. */
export function fillWords({ key, values }: FaultWords, textOf: (key: string) => string | undefined): string {
  const text = textOf(key) ?? (isFaultKey(key) ? FAULT_TEXTS[key] : key);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'object' ? fillWords(value, textOf) : String(value);
  });
}

/** @returns words in English, filled in. A key of a newer server stands for itself. */
export const englishOf = (said: FaultWords): string => fillWords(said, () => undefined);

const linesOf = (wrong: readonly WrongField[]) => wrong.map((each) => englishOf(each.words)).join('\n');

/** @returns a fault's text, its key and what is filled in, as answers carry it for one field. */
const wireField = ({ field, words }: WrongField) => ({ field, message: englishOf(words), ...words });

/** @returns what an answer carries of a fault beside its code and message: the field, the key of its text, and every wrong field if there are several. */
export function faultDetails({ field, words, fields }: Fault) {
  return { ...(field ? { field } : {}), ...words, ...(fields ? { fields: fields.map(wireField) } : {}) };
}
