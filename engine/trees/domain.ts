/**
 * The values of a variable, cut where a tree's conditions cut them: within one part every condition on the variable has the same answer.
 * Each part is known by an example, and the conditions themselves are asked about it, so the analysis can't disagree with a decision.
 */
import { exponentOf } from '../../core/money.ts';
import { type CalendarDate, instant } from '../../core/time.ts';
import type { ConditionBlock } from '../conditions/blocks.ts';
import { amountOf, compileComparison, type Operation } from '../conditions/operations.ts';
import { type ConditionVariable, conditionVariable, type Value, type ValueType } from '../conditions/variables.ts';
import type { Context, Scalar } from '../types.ts';
import { datePoints, numberPoints, timePoints } from './points.ts';

/** What the analysis is told: its dates are examples of that day, and amounts have the digits of that currency. */
export interface Setting {
  readonly today: CalendarDate;
  readonly currency: string;
  /** Whether values count that no claim should have, such as a missing balance. */
  readonly withUnlikely?: boolean;
}

export interface Domain {
  readonly valueType: ValueType;
  /** One example per part; null stands for a missing value. */
  readonly examples: readonly Scalar[];
  /** The same as conditions read them: amounts in a currency. */
  readonly values: readonly Value[];
}

/** Why conditions on a variable aren't checked: part of a text, a question to a calendar, days from today beside fixed ones, types that differ, too many values. */
export type Unchecked = 'text' | 'asked' | 'today' | 'types' | 'many';

const MEMBERSHIP: ReadonlySet<Operation> = new Set(['=', '!=', 'in', 'notIn', 'exists', 'notExists']);
const FROM_TODAY: ReadonlySet<Operation> = new Set(['olderThanDays', 'withinLastDays', 'withinNextDays']);
const PRESENCE: ReadonlySet<Operation> = new Set(['exists', 'notExists']);
/** Parts of one variable. */
const MOST_PARTS = 5_000;

/** Variables that every claim has a value of. */
const ALWAYS = new Set([
  ...['claimAmount', 'claimBalance', 'totalFees', 'currency', 'claimType', 'claimStatus', 'claimReference'],
  ...['daysInExecution', 'originalDaysInExecution', 'activePaymentMandates', 'debtorType'],
  ...['account.balance', 'account.activeClaims', 'account.accountReference', 'account.isAssigned'],
  ...['todaysDate', 'timeOfDay', 'dayOfTheMonth', 'dayOfTheWeek'],
]);

const UP = Number.POSITIVE_INFINITY;
const ANY = [Number.NEGATIVE_INFINITY, UP] as const;
/** The least and the greatest value, of variables that have them. */
const BOUNDS: Readonly<Record<string, readonly [least: number, greatest: number]>> = {
  dayOfTheMonth: [1, 31],
  daysInExecution: [0, UP],
  originalDaysInExecution: [0, UP],
  debtorAge: [0, UP],
  activePaymentMandates: [0, UP],
  'account.activeClaims': [0, UP],
  totalFees: [0, UP],
};

const listOf = (value: ConditionBlock['value']): readonly Scalar[] => (Array.isArray(value) ? value : [value ?? null]);

/** @returns the variable's parts, or why its conditions aren't checked. */
export function domainOf(name: string, blocks: readonly ConditionBlock[], setting: Setting): Domain | Unchecked {
  const read = blocks.map(({ valueType, value }) => conditionVariable(name, valueType ?? typeOf(listOf(value)[0])));
  const [variable] = read;
  if (!variable || read.some((each) => each?.valueType !== variable.valueType)) return 'types';
  if (variable.ask) return 'asked';
  const points = pointsOf(
    variable,
    blocks.filter(({ operation }) => !PRESENCE.has(operation)),
    setting,
  );
  if (typeof points === 'string') return points;
  if (points.length > MOST_PARTS) return 'many';
  const examples = ALWAYS.has(name) && !setting.withUnlikely ? points : [...points, null];
  const isAmount = variable.valueType === 'CURRENCY';
  const values = examples.map((each) => (isAmount && each !== null ? amountOf(String(each), setting.currency) : each));
  return { valueType: variable.valueType, examples, values };
}

function pointsOf(variable: ConditionVariable, compared: readonly ConditionBlock[], setting: Setting): readonly Scalar[] | Unchecked {
  const bounds = (!setting.withUnlikely && BOUNDS[variable.name]) || ANY;
  const values = compared.flatMap(({ operation, value }) => (FROM_TODAY.has(operation) ? [] : listOf(value)));
  switch (variable.valueType) {
    case 'NUMBER':
      return numberPoints(values, { bounds, digits: variable.whole && !setting.withUnlikely ? 0 : null });
    case 'CURRENCY': {
      const digits = exponentOf(setting.currency);
      return numberPoints(values, { bounds, digits }).map((value) => value.toFixed(digits));
    }
    case 'DATE': {
      const offsets = compared.flatMap(({ operation, value }) => (FROM_TODAY.has(operation) ? [Number(value)] : []));
      return offsets.length > 0 && values.length > 0 ? 'today' : datePoints(values, offsets, setting.today);
    }
    case 'TIME':
      return timePoints(values);
    case 'BOOLEAN':
      return [true, false];
    case 'ARRAY':
    case 'OBJECT':
      return compared.length > 0 ? 'text' : ['…'];
    default: {
      if (compared.some(({ operation }) => !MEMBERSHIP.has(operation))) return 'text';
      if (variable.options && !setting.withUnlikely) return variable.options;
      const named = [...new Set(values.map(String))];
      return [...named, named.includes('other') ? `other than ${named.length} values` : 'other'];
    }
  }
}

function typeOf(value: Scalar | undefined): ValueType {
  return typeof value === 'number' ? 'NUMBER' : typeof value === 'boolean' ? 'BOOLEAN' : 'STRING';
}

/** @returns for each example whether the condition holds. */
export function answersOf({ valueType, values }: Domain, block: ConditionBlock, setting: Setting): readonly boolean[] {
  const comparison = compileComparison(valueType, block.operation, block.value);
  const context = { now: instant(`${setting.today}T12:00:00Z`), zone: 'UTC' } as Context;
  return values.map((value) => comparison?.(value, context).result ?? false);
}
