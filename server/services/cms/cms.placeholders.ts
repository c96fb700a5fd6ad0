/** What a placeholder is, and examples in place of a reader's values. */
import { LISTS, type List } from '../../../blocks/nodes.ts';
import type { Locale } from '../../../core/locale.ts';
import { fromDecimal } from '../../../core/money.ts';
import { amountFigure, dayFigure, eventValues, type ReaderFormat } from './cms.figures.ts';

export const PLACEHOLDER_GROUPS = [
  'claim',
  'account',
  'product',
  'debtor',
  'meta',
  'strategy',
  'reaction',
  'global',
  'link',
  'payment',
  'message',
  'agent',
  'claims',
  'instalments',
] as const;
export type PlaceholderGroup = (typeof PLACEHOLDER_GROUPS)[number];

/** What a value is: days and amounts can be formatted, lists are repeated. */
export type PlaceholderKind = 'text' | 'number' | 'amount' | 'day' | 'address' | 'list';

export interface Placeholder {
  readonly tag: string;
  readonly group: PlaceholderGroup;
  readonly kind: PlaceholderKind;
  /** The list whose entries have it, as `item.<name>`; null: the message as a whole has it. */
  readonly list: List | null;
  readonly description: string;
  /** As readers see it. */
  readonly example: string;
  /** The example apart from any language: a decimal, a day. */
  readonly raw: string;
  /** The one kind of event that has it; null: whatever the message answers. */
  readonly eventType: string | null;
  readonly eventVersion: number | null;
  /** Whether every message of the kind should hold it; nothing is required yet. */
  readonly required: boolean;
}

/** A field of a group. */
export type Fields = Readonly<Record<string, unknown>>;

export type Values = Readonly<Record<Exclude<PlaceholderGroup, List>, Fields>> &
  Readonly<Record<List, readonly Fields[]>> & {
    /** How the reader's days and amounts are written; no placeholder. */
    readonly reader: ReaderFormat;
  };

/** @returns an example as a value; of an event as the event says it. */
export function exampleValue({ group, kind, raw }: Placeholder, { locale, currency }: ReaderFormat): unknown {
  if (group === 'reaction' && kind !== 'number') return raw;
  if (kind === 'amount') return amountFigure(fromDecimal(raw, currency), currency, locale);
  if (kind === 'day') return dayFigure(raw, locale);
  return kind === 'number' ? Number(raw) : raw;
}

/** Entries of each list of an example. */
const EXAMPLES = 2;

/** @returns values made of the examples, for a preview without an account. */
export function exampleValues(placeholders: readonly Placeholder[], reader: ReaderFormat): Values {
  const values: Record<string, Record<string, unknown>> = {};
  for (const group of PLACEHOLDER_GROUPS) values[group] = {};
  for (const each of placeholders)
    if (each.kind !== 'list') values[each.list ?? each.group]![each.tag.slice(each.tag.indexOf('.') + 1)] = exampleValue(each, reader);
  const lists = Object.fromEntries(LISTS.map((list) => [list, Array.from({ length: EXAMPLES }, () => values[list])]));
  return { ...values, ...lists, reaction: eventValues(values.reaction!, reader.locale), reader } as unknown as Values;
}

/** How examples are written where nobody reads them. */
export const exampleReader = (locale: Locale): ReaderFormat => ({ locale, zone: 'UTC', currency: 'EUR' });
