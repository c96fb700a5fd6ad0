/** Conditions in words: what is asked about, how it is compared and with what. The strategy panel and the timelines say it alike. */
import type { ConditionBlock } from '../../engine/conditions/blocks.ts';
import type { MetaVariable } from '../../engine/conditions/metaVariables.ts';
import { conditionVariable, conditionVariables, type ValueType } from '../../engine/conditions/variables.ts';
import type { Format } from '../ui/format.ts';

/** t of the area "strategy" for keys made of names that the engine declares; the test of the step texts proves that each exists. */
export type Say = (key: string, values?: Readonly<Record<string, unknown>>) => string;

/** Values of closed lists that have a name in every language. */
const NAMED_VALUES = new Set(conditionVariables.flatMap((variable) => variable.options ?? []));
/** Puts the kinds of values ("number", "text") that a reason names into words. @param shown the values of its sentence; changed. */
export function sayKinds(t: Say, shown: Record<string, unknown>): void {
  for (const name of ['kind', 'leftKind', 'rightKind']) if (name in shown) shown[name] = t(`reasons:kind.${shown[name]}`);
}

/** Dates and times are after and before, not more and less. */
const ORDERS = ['>', '>=', '<', '<='];
const DAY_WINDOWS = ['olderThanDays', 'withinLastDays', 'withinNextDays'];
const AMOUNT = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/;

export interface ConditionTexts {
  readonly variable: (name: string) => string;
  readonly operation: (operation: string, valueType: string) => string;
  /** A value of a closed list by its name; anything else as it is. */
  readonly value: (value: string) => string;
  readonly condition: (block: ConditionBlock) => string;
  /** A value that a claim had, as an explanation carries it: "1284.60 EUR", "2026-09-26", 65. */
  readonly actual: (variable: string, actual: unknown) => string;
}

/**
 * @param currency the client's: it gives an amount of a condition, which is meant in the claim's own currency, its decimals.
 * @param declared the client's metadata fields, so that they go by their titles. @param partners ids with their names.
 */
export function conditionTexts(
  t: Say,
  format: Format,
  currency: string,
  declared: readonly MetaVariable[] = [],
  partners: readonly { readonly value: string; readonly label: string }[] = [],
): ConditionTexts {
  const variable = (full: string) => {
    const [, owner, path] = /^(claim|account|product)\.meta\.(.+)$/.exec(full) ?? [];
    if (owner) return declared.find(({ name }) => name === full)?.title ?? t(`metaVariable.${owner}`, { name: path });
    return conditionVariable(full, 'STRING') ? t(`variable.${full}`) : full;
  };
  const operation = (one: string, valueType: string) =>
    (valueType === 'DATE' || valueType === 'TIME') && ORDERS.includes(one) ? t(`dateOperation.${one}`) : t(`operation.${one}`);
  const value = (one: string) => (NAMED_VALUES.has(one) ? t(`value.${one}`) : one);

  const shown = (part: unknown, valueType: ValueType): string => {
    if (typeof part === 'boolean') return t(part ? 'conditions.yes' : 'conditions.no');
    if (typeof part === 'number') return format.number(part);
    const text = String(part ?? '');
    const [, amount, ofCurrency] = AMOUNT.exec(text) ?? [];
    if (amount && ofCurrency) return format.money(amount, ofCurrency);
    if (valueType === 'CURRENCY' && /^-?\d+(\.\d+)?$/.test(text)) return format.amount(text, currency);
    if (valueType === 'NUMBER' && /^-?\d+(\.\d+)?$/.test(text)) return format.number(Number(text));
    if (valueType === 'COUNTRY') return format.country(text);
    if (valueType === 'PARTNER') return partners.find((partner) => partner.value === text)?.label ?? text;
    return valueType === 'DATE' && /^\d{4}-\d\d-\d\d$/.test(text) ? format.date(text) : value(text);
  };
  const typeOf = (name: string, ofMeta: ValueType) => conditionVariable(name, ofMeta)?.valueType ?? ofMeta;

  const condition = (block: ConditionBlock) => {
    const { operation: how, value: compared } = block;
    const valueType = typeOf(block.variable, block.valueType ?? 'STRING');
    if (conditionVariable(block.variable, valueType)?.ask)
      return t(how === '!=' ? 'holiday.no' : 'holiday.yes', { country: shown(compared, valueType) });
    const subject = variable(block.variable);
    if (how === 'exists' || how === 'notExists') return `${subject} ${operation(how, valueType)}`;
    if (DAY_WINDOWS.includes(how)) return `${subject} ${t(`dayOperation.${how}`, { count: Number(compared) })}`;
    const parts = Array.isArray(compared)
      ? compared.map((part) => shown(part, valueType)).join(how === 'between' ? ' – ' : ', ')
      : shown(compared, valueType);
    return `${subject} ${operation(how, valueType)} ${parts}`;
  };
  const actual: ConditionTexts['actual'] = (name, was) => {
    // What today's date is asked about a country is a date, whatever it is compared with.
    const isDay = typeof was === 'string' && /^\d{4}-\d\d-\d\d$/.test(was);
    return shown(was, isDay ? 'DATE' : typeOf(name, 'STRING'));
  };
  return { variable, operation, value, condition, actual };
}
