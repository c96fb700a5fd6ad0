import type { ConditionBlock } from '../../../engine/conditions/blocks.ts';
import { type Operation, operationsOf } from '../../../engine/conditions/operations.ts';
import type { ConditionVariable, ValueType } from '../../../engine/conditions/variables.ts';

export type Value = ConditionBlock['value'];

/** The name of a metadata variable, or of a value of the run: whoever asks says what it holds. */
export const META = /^((claim|account|product)\.meta\.\S+|strategy\.[A-Za-z]\w*)$/;
const DAY_WINDOWS: readonly Operation[] = ['olderThanDays', 'withinLastDays', 'withinNextDays'];

/** @returns what a variable can be compared by. A variable that asks somebody else is only true or not. */
export function operationsFor(variable: ConditionVariable | null, valueType: ValueType): readonly Operation[] {
  return variable?.ask ? ['=', '!='] : operationsOf[valueType];
}

/** @returns how many values a comparison needs, and of what sort. */
export function shapeOf(operation: Operation): 'none' | 'pair' | 'list' | 'days' | 'one' {
  if (operation === 'exists' || operation === 'notExists') return 'none';
  if (operation === 'between') return 'pair';
  if (operation === 'in' || operation === 'notIn') return 'list';
  return DAY_WINDOWS.includes(operation) ? 'days' : 'one';
}

/** @returns the block with a value that fits its comparison, kept from the old one where it does. */
export function fitting(block: ConditionBlock): ConditionBlock {
  const { operation, value, ...rest } = block;
  const shape = shapeOf(operation);
  const kept = Array.isArray(value) ? (value[0] ?? '') : (value ?? '');
  if (shape === 'none') return { ...rest, operation };
  if (shape === 'pair') return { ...rest, operation, value: Array.isArray(value) && value.length === 2 ? value : [kept, ''] };
  if (shape === 'list') return { ...rest, operation, value: Array.isArray(value) ? value : kept === '' ? [] : [kept] };
  if (shape === 'days') return { ...rest, operation, value: typeof kept === 'number' ? kept : 7 };
  return { ...rest, operation, value: kept };
}
