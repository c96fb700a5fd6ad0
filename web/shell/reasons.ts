/** The engine's reasons as sentences: why a message was not sent, why a claim took a branch. */
import { useMemo } from 'react';
import type { ConditionBlock } from '../../engine/conditions/blocks.ts';
import type { ValueType } from '../../engine/conditions/variables.ts';
import { type Format, useFormat } from '../ui/format.ts';
import { useTranslation } from '../ui/texts.ts';
import { conditionTexts, sayKinds } from './conditions.ts';
import { type TypeName, typeNames, useTypeName } from './timeline/typeName.ts';
import { useWorkspace } from './workspace.ts';

/** A reason of engine/reasons.ts as the server gives it. */
export interface ReasonLike {
  readonly key: string;
  readonly values?: unknown;
}

/** The text of a key with its area; null when there is none. */
export type Find = (key: string, values?: Readonly<Record<string, unknown>>) => string | null;

type Values = Readonly<Record<string, unknown>>;

/** A time of day as the gate gives it: minutes since midnight, or "08:00" already. */
const clock = (value: unknown) =>
  typeof value === 'number'
    ? `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`
    : String(value ?? '');

const LISTS = ['between', 'in', 'notIn'];

/** A reason names no type; for a metadata field the value it had tells, or else the one it was compared with. */
function typeFrom(sample: unknown): ValueType {
  if (typeof sample === 'number') return 'NUMBER';
  if (typeof sample === 'boolean') return 'BOOLEAN';
  if (typeof sample === 'string' && /^\d{4}-\d\d-\d\d$/.test(sample)) return 'DATE';
  return typeof sample === 'string' && /^-?\d+\.\d+ [A-Z]{3}$/.test(sample) ? 'CURRENCY' : 'STRING';
}

/** The condition that decided, from the values of its reason: lists come joined by commas. */
function blockOf({ variable, operation, value, actual }: Values): ConditionBlock {
  const list = typeof value === 'string' && LISTS.includes(String(operation));
  return {
    variable: String(variable),
    operation: operation as ConditionBlock['operation'],
    value: list ? value.split(', ') : (value as ConditionBlock['value']),
    valueType: typeFrom(actual ?? value),
  };
}

/** @param currency the client's. @returns what turns a reason into a sentence of the language; empty for none. */
export function reasonsIn(
  find: Find,
  format: Format,
  currency: string,
  typeName: TypeName,
): (reason: ReasonLike | null | undefined) => string {
  const t = (key: string, values?: Values) => find(key, values) ?? key.slice(key.indexOf(':') + 1);
  const conditions = conditionTexts((key, values) => t(`strategy:${key}`, values), format, currency);
  return (reason) => {
    if (!reason) return '';
    let key = reason.key.replaceAll('.', '_');
    const values = (typeof reason.values === 'object' && reason.values !== null ? reason.values : {}) as Values;
    const zone = typeof values.zone === 'string' ? values.zone : null;
    const shown: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(values)) shown[name] = typeof value === 'number' ? value : String(value ?? '–');
    if (typeof values.until === 'string') shown.until = format.date(values.until, values.until.length === 10 ? 'medium' : 'long');
    if (typeof values.amount === 'string' && typeof values.currency === 'string')
      shown.amount = format.money(values.amount, values.currency);
    for (const name of ['dueDate', 'asked']) if (typeof values[name] === 'string') shown[name] = format.date(values[name]);
    if (typeof values.event === 'string') shown.event = typeName(values.event);
    if (typeof values.events === 'string') shown.events = typeNames(typeName, values.events);
    if (typeof values.since === 'string') shown.since = format.date(values.since, values.since.length === 10 ? 'medium' : 'long');
    if (typeof values.channel === 'string') shown.channel = find(`reasons:channel.${values.channel}`) ?? values.channel;
    if (typeof values.variable === 'string') {
      shown.variable = conditions.variable(values.variable);
      shown.condition = typeof values.operation === 'string' ? conditions.condition(blockOf(values)) : shown.variable;
      shown.actual = conditions.actual(values.variable, values.actual);
      // That a value is not known can be what was asked for.
      if (key === 'condition_true' && values.actual == null) key = 'condition_absent';
    }
    if (typeof values.field === 'string') {
      const field = values.field.split('.')[0] ?? '';
      shown.field = find(`strategy:field.${field}`) ?? values.field;
    }
    if (zone) shown.zone = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
    if (key === 'gate_quietHours_ok') {
      shown.start = clock(values.start);
      shown.end = clock(values.end);
      shown.now = new Intl.DateTimeFormat(format.locale, {
        timeZone: zone ?? format.timeZone,
        timeStyle: 'short',
        hourCycle: 'h23',
      }).format(new Date());
    }
    sayKinds(t, shown);
    return find(`reasons:${key}`, shown) ?? reason.key;
  };
}

/** @returns what turns a reason into a sentence of the user's language; empty for none. */
export function useReason(): (reason: ReasonLike | null | undefined) => string {
  const { find } = useTranslation(['reasons', 'strategy']);
  const format = useFormat();
  const { currency } = useWorkspace().configuration;
  const typeName = useTypeName();
  return useMemo(() => reasonsIn(find, format, currency, typeName), [find, format, currency, typeName]);
}
