/**
 * What steps name: templates, topics, people, strategies and so on. A step's definition says which of its fields name what by the control that
 * shows the field, so a new step type needs nothing more to be found and changed here.
 */
import { SENT_TYPES } from '../core/messageChannels.ts';
import type { Control, FieldLayout, StepDefinition } from './step.ts';

/** Content by its type, and what else steps name. */
export const USAGE_KINDS = [
  ...SENT_TYPES,
  'topic',
  'group',
  'user',
  'strategy',
  'tree',
  'workflow',
  'trigger',
  'partner',
  'metadata',
] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];

/** A thing as steps name it: a file name, an id, a trigger's name; a metadata field by its variable, e.g. `claim.meta.tariff`. */
export interface Named {
  readonly kind: UsageKind;
  readonly value: string;
}

type State = Readonly<Record<string, unknown>>;
type Fields = Pick<StepDefinition, 'layout'>;

const NAMED_BY: Readonly<Partial<Record<Control, UsageKind>>> = {
  topic: 'topic',
  user: 'user',
  users: 'user',
  strategy: 'strategy',
  tree: 'tree',
  workflow: 'workflow',
  trigger: 'trigger',
  partner: 'partner',
  allocations: 'partner',
};

function kindOf({ control, content }: FieldLayout, state: State): UsageKind | null {
  if (control !== 'bundle') return NAMED_BY[control] ?? null;
  return (typeof content === 'function' ? content(state) : content) ?? null;
}

/** @returns the fields of a step that name the thing; a field that its step does not show counts for nothing. */
export function fieldsNaming({ layout }: Fields, state: State, named: Named): string[] {
  return Object.entries(layout as Readonly<Record<string, FieldLayout>>)
    .filter(([name, field]) => (field.when?.(state) ?? true) && names(field, state[name], named, state))
    .map(([name]) => name);
}

function names(field: FieldLayout, value: unknown, { kind, value: wanted }: Named, state: State): boolean {
  if (kind === 'metadata') return namesMetadata(field, value, wanted);
  return kindOf(field, state) === kind && (Array.isArray(value) ? value.map(nameIn).includes(wanted) : value === wanted);
}

/** Percentages stand beside the partner that they are for. */
interface Part {
  readonly partnerId: string;
  readonly percentage: number;
}
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && 'partnerId' in value;
const nameIn = (value: unknown): unknown => (isPart(value) ? value.partnerId : value);

/** @returns the state with another thing of the kind named in these fields; what was said of the former thing (`of`) is left out. */
export function namingInstead({ layout }: Fields, state: State, fields: readonly string[], before: string, after: string): State {
  const put = (value: unknown) => {
    if (!Array.isArray(value)) return after;
    if (value.every(isPart)) return together(value.map((part) => (part.partnerId === before ? { ...part, partnerId: after } : part)));
    return [...new Set(value.map((each: unknown) => (each === before ? after : each)))];
  };
  const kept = Object.entries(state).filter(
    ([name]) => !fields.includes((layout as Readonly<Record<string, FieldLayout>>)[name]?.of ?? ''),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, fields.includes(name) ? put(value) : value]));
}

/** Somebody who gets the percentage of another has both; they have two decimals at most. */
function together(parts: readonly Part[]): Part[] {
  return [...Map.groupBy(parts, ({ partnerId }) => partnerId)].map(([partnerId, own]) => ({
    partnerId,
    percentage: own.reduce((sum, { percentage }) => sum + Math.round(percentage * 100), 0) / 100,
  }));
}

/** A field that writes metadata names it by its key; conditions, code and texts by the variable. */
function namesMetadata({ control, metadata }: FieldLayout, value: unknown, variable: string): boolean {
  if (metadata) {
    const keys = typeof value === 'string' ? [value] : Object.keys(value ?? {});
    return keys.some((key) => `${metadata}.meta.${key}` === variable);
  }
  if (control === 'conditions') return asksFor(value, variable);
  const isWritten = control === 'expression' || control === 'code' || control === 'text' || control === 'textarea';
  return isWritten && typeof value === 'string' && mentions(value, variable);
}

/** @returns whether conditions, however nested, ask for the variable. */
export function asksFor(value: unknown, variable: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ('variable' in value && value.variable === variable) || Object.values(value).some((inner) => asksFor(inner, variable));
}

/** @returns whether an expression, code or a text names the metadata field: `claim.meta.tariff` or `claim.meta["tariff"]`. */
export function mentions(text: string, variable: string): boolean {
  const [, owner = '', key = ''] = /^(\w+\.meta)\.(.+)$/.exec(variable) ?? [];
  if (owner === '') return false;
  return new RegExp(`\\b${escaped(owner)}(\\.${escaped(key)}(?![\\w])|\\[\\s*(["'])${escaped(key)}\\2\\s*\\])`).test(text);
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
