/** What messages may say of the event that they answer: its fields, as the catalogue of events declares them. */
import type { ZodType } from 'zod';
import { type EventType, isEventType } from '../../../core/events/catalogue.ts';
import { EVENTS } from '../../../core/events/events.ts';
import { amount, day, instant } from '../../../core/events/fields.ts';
import { invalid } from '../../../core/fault.ts';
import { placeholder } from './cms.placeholders.fixed.ts';
import type { Placeholder, PlaceholderKind } from './cms.placeholders.ts';

/** The catalogue describes each kind as it is written now: the first version of its fields, until one has to be told from another. */
const VERSION = 1;

/** What every event says. */
const MESSAGE_TYPE = (raw: string) => placeholder('reaction', 'messageType', 'Kind of the event that the message answers', raw);

/** What is offered where nobody said which events a message answers; other fields can be used by their names too. */
const COMMON: readonly Placeholder[] = [
  MESSAGE_TYPE('paymentSettled'),
  placeholder('reaction', 'amount', 'Amount of the event', '184.50', 'amount'),
  placeholder('reaction', 'currency', 'Currency of the event', 'EUR'),
  placeholder('reaction', 'dueDate', 'Due date of the event', '2026-12-03', 'day'),
  placeholder('reaction', 'daysBefore', 'Days until the due date', '3', 'number'),
  placeholder('reaction', 'trigger', 'Trigger of the event', 'legal_letter_sent'),
  placeholder('reaction', 'reason', 'Reason of the event', 'insufficient_funds'),
];

/** @returns the kinds that were named. @throws Fault INVALID_INPUT for one that the catalogue doesn't have */
export function eventTypesNamed(names: readonly string[]): EventType[] {
  return [...new Set(names)].map((name) => {
    if (!isEventType(name)) throw invalid('placeholderSupportedEvents', 'eventTypeUnknown', { name: name.slice(0, 60) });
    return name;
  });
}

/** @returns the placeholders of these events, each event's by themselves; without events, what most have. */
export function reactionPlaceholders(events: readonly EventType[]): Placeholder[] {
  if (events.length === 0) return [...COMMON];
  return events.flatMap((type) =>
    [MESSAGE_TYPE(type), ...fieldsOf(type)].map((each) => ({ ...each, eventType: type, eventVersion: VERSION })),
  );
}

function fieldsOf(type: EventType): Placeholder[] {
  const { payload, example } = EVENTS[type];
  return Object.entries(payload).flatMap(([name, schema]) => {
    const kind = kindOf(schema);
    return kind ? [placeholder('reaction', name, `“${name}” of the event ${type}`, String(example[name] ?? ''), kind)] : [];
  });
}

/** @returns what a field prints as; null for objects, of which a message prints nothing that people can read. */
function kindOf(schema: ZodType): PlaceholderKind | null {
  const plain = withoutOptional(schema);
  if (plain === amount) return 'amount';
  if (plain === day || plain === instant) return 'day';
  const { type } = plain.def as { readonly type: string };
  if (['number', 'int'].includes(type)) return 'number';
  return ['object', 'record', 'unknown', 'any'].includes(type) || isListOfObjects(plain) ? null : 'text';
}

function withoutOptional(schema: ZodType): ZodType {
  const { type, innerType } = schema.def as { readonly type: string; readonly innerType?: ZodType };
  return innerType && ['optional', 'nullable', 'default'].includes(type) ? withoutOptional(innerType) : schema;
}

const isListOfObjects = (schema: ZodType) => {
  const { type, element } = schema.def as { readonly type: string; readonly element?: ZodType };
  return type === 'array' && element !== undefined && kindOf(element) === null;
};

/** Which fields an event has; null: those that it is given. */
export interface EventFields {
  readonly eventType: EventType;
  readonly fields: readonly string[] | null;
}

/** @returns the fields of these events by which templates are checked. */
export const eventFields = (events: readonly EventType[]): EventFields[] =>
  events.map((eventType) => {
    const { payload, rest } = EVENTS[eventType];
    return { eventType, fields: rest ? null : ['messageType', ...Object.keys(payload)] };
  });
