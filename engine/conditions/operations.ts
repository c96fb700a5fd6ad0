/** The comparisons of conditions, per value type. */
import { exponentOf, fromDecimal, toDecimal } from '../../core/money.ts';
import { calendarDate, daysBetween } from '../../core/time.ts';
import { localDate } from '../../core/zone.ts';
import type { Context, Scalar } from '../types.ts';
import { Amount, type Value, type ValueType } from './variables.ts';

export const OPERATIONS = [
  '=',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'between',
  'in',
  'notIn',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'olderThanDays',
  'withinLastDays',
  'withinNextDays',
  'exists',
  'notExists',
] as const;
export type Operation = (typeof OPERATIONS)[number];

const either = ['exists', 'notExists'] as const;
const order = ['=', '!=', '>', '>=', '<', '<=', 'between'] as const;
const membership = ['=', '!=', 'in', 'notIn'] as const;

/** The operations a condition block offers for a variable of the type. */
export const operationsOf: Readonly<Record<ValueType, readonly Operation[]>> = {
  STRING: [...membership, 'contains', 'notContains', 'startsWith', 'endsWith', ...either],
  NUMBER: [...order, ...either],
  DATE: [...order, 'olderThanDays', 'withinLastDays', 'withinNextDays', ...either],
  TIME: [...order, ...either],
  BOOLEAN: ['=', '!=', ...either],
  ARRAY: ['contains', 'notContains', ...either],
  PARTNER: [...membership, ...either],
  CURRENCY: [...order, ...either],
  COUNTRY: [...membership, ...either],
  OUTSOURCE_METHOD: [...membership, ...either],
  OBJECT: [...either],
};

/** An exact decimal of a condition, not yet of any currency: digits / 10^scale. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

function decimal(raw: unknown): Decimal | null {
  const match = /^([+-]?\d{1,15})(?:\.(\d{1,6}))?$/.exec(String(raw).trim());
  return match ? { digits: BigInt(match[1]! + (match[2] ?? '')), scale: match[2]?.length ?? 0 } : null;
}

/** Exact whatever digits the condition and the currency have. Negative decimals keep their sign because it stands before the first digit. */
function compareAmount(actual: Amount, compared: Decimal): number {
  const exponent = exponentOf(actual.currency);
  const left = compared.scale > exponent ? actual.minor * 10n ** BigInt(compared.scale - exponent) : actual.minor;
  const right = compared.scale < exponent ? compared.digits * 10n ** BigInt(exponent - compared.scale) : compared.digits;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Reads one value of a block as its type. @returns undefined when it is not of that type. */
function operand(type: ValueType, raw: unknown): Scalar | Decimal | undefined {
  switch (type) {
    case 'NUMBER': {
      const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    }
    case 'DATE':
      return (typeof raw === 'string' && calendarDate(raw)) || undefined;
    case 'TIME':
      return typeof raw === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(raw) ? raw : undefined;
    case 'BOOLEAN':
      return raw === true || raw === 'true' ? true : raw === false || raw === 'false' ? false : undefined;
    case 'CURRENCY':
      return decimal(raw) ?? undefined;
    case 'ARRAY':
      return typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean' ? raw : undefined;
    default:
      return typeof raw === 'string' && raw !== '' ? raw : typeof raw === 'number' ? String(raw) : undefined;
  }
}

/** Whether a fact really has the type a block compares it as; metadata may hold anything. */
function conform(type: ValueType, value: Value): Value {
  if (type === 'CURRENCY') return value instanceof Amount ? value : null;
  if (type === 'ARRAY') return Array.isArray(value) ? value : null;
  if (type === 'OBJECT') return value;
  if (typeof value === 'object') return null;
  if (type === 'STRING' || type === 'PARTNER' || type === 'COUNTRY' || type === 'OUTSOURCE_METHOD') return String(value);
  const read = operand(type, value);
  return read === undefined || typeof read === 'object' ? null : read;
}

function compare(actual: Value, compared: Scalar | Decimal): number {
  if (actual instanceof Amount) return compareAmount(actual, compared as Decimal);
  const [left, right] = [actual as string | number, compared as string | number];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** What a comparison answers: `actual` is null when the value is missing, and then `result` is false unless absence was asked for. */
export interface Comparison {
  readonly result: boolean;
  readonly actual: Value;
}

type Test = (actual: NonNullable<Value>, context: Context) => boolean;

function testOf(type: ValueType, operation: Operation, raw: unknown): Test | null {
  const list = Array.isArray(raw) ? raw : [raw];
  const days = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
  switch (operation) {
    case 'exists':
    case 'notExists':
      return () => operation === 'exists';
    case 'in':
    case 'notIn': {
      const values = list.map((item) => operand(type, item));
      if (values.length === 0 || values.includes(undefined)) return null;
      const set = new Set<unknown>(values);
      return (actual) => set.has(actual) === (operation === 'in');
    }
    case 'between': {
      const low = operand(type, list[0]);
      const high = operand(type, list[1]);
      if (list.length !== 2 || low == null || high == null) return null;
      return (actual) => compare(actual, low) >= 0 && compare(actual, high) <= 0;
    }
    case 'olderThanDays':
    case 'withinLastDays':
    case 'withinNextDays': {
      if (typeof days !== 'number' || !Number.isInteger(days) || days < 0) return null;
      return (actual, context) => {
        const date = calendarDate(actual as string);
        if (!date) return false;
        const age = daysBetween(date, localDate(context.now, context.zone));
        if (operation === 'olderThanDays') return age > days;
        return operation === 'withinLastDays' ? age >= 0 && age <= days : age <= 0 && -age <= days;
      };
    }
    case 'contains':
    case 'notContains': {
      const part = operand(type, raw);
      if (part == null) return null;
      const wanted = operation === 'contains';
      if (type === 'ARRAY') return (actual) => (actual as readonly unknown[]).includes(part) === wanted;
      return (actual) => (actual as string).includes(part as string) === wanted;
    }
    case 'startsWith':
    case 'endsWith': {
      const part = operand(type, raw);
      if (part == null) return null;
      return (actual) =>
        operation === 'startsWith' ? (actual as string).startsWith(part as string) : (actual as string).endsWith(part as string);
    }
  }
  const value = operand(type, raw);
  if (value == null) return null;
  switch (operation) {
    case '=':
      return (actual) => compare(actual, value) === 0;
    case '!=':
      return (actual) => compare(actual, value) !== 0;
    case '>':
      return (actual) => compare(actual, value) > 0;
    case '>=':
      return (actual) => compare(actual, value) >= 0;
    case '<':
      return (actual) => compare(actual, value) < 0;
    case '<=':
      return (actual) => compare(actual, value) <= 0;
  }
}

/**
 * Compiles one comparison.
 * @param raw the block's value: decimal text for CURRENCY, a pair for between, a list for in and notIn, days for the day windows.
 * @returns null when the operation does not exist for the type or the value is not of it.
 */
export function compileComparison(
  type: ValueType,
  operation: Operation,
  raw: unknown,
): ((value: Value, context: Context) => Comparison) | null {
  if (!operationsOf[type].includes(operation)) return null;
  const test = testOf(type, operation, raw);
  if (!test) return null;
  // Whether something is there does not depend on what it is.
  const presence = operation === 'exists' || operation === 'notExists';
  return (value, context) => {
    const actual = value === null || presence ? value : conform(type, value);
    if (actual === null || actual === '') return { result: operation === 'notExists', actual: null };
    return { result: test(actual, context), actual };
  };
}

/** @returns a value as people read it in an explanation: amounts as "1284.60 EUR", lists joined by commas. */
export function shown(value: unknown): Scalar {
  if (value instanceof Amount) return `${toDecimal(value.minor, value.currency)} ${value.currency}`;
  if (Array.isArray(value)) return value.map((item) => String(shown(item))).join(', ');
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : (value as Scalar);
}

/** @returns an amount from decimal text. @throws RangeError when it is no amount of that currency. */
export function amountOf(text: string, currency: string): Amount {
  const minor = fromDecimal(text, currency);
  if (minor === null) throw new RangeError(`“${text}” is not a valid ${currency} amount`);
  return new Amount(minor, currency);
}
