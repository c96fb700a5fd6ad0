/** The values of messages, as pages fill their placeholders with them. */
import type { Asked } from '../../../blocks/condition.ts';
import type { Filling } from '../../../blocks/page/fill.ts';
import type { Chip } from '../../../blocks/words.ts';
import { formatMoney, fromDecimal } from '../../../core/money.ts';
import { calendarDate } from '../../../core/time.ts';
import { type Figure, type ReaderFormat, writeDay } from './cms.figures.ts';
import type { Fields, Values } from './cms.placeholders.ts';

const isFigure = (value: unknown): value is Figure => typeof value === 'object' && value !== null && 'figure' in value;

/** @param item the entry of a list whose fields are `item.<field>`. @returns where a page's placeholders are filled from. */
export function fillingOf(values: Values, item: Fields = {}): Filling {
  const groups: Readonly<Record<string, unknown>> = { ...values, item };
  const find = (tag: string): unknown => {
    const [group = '', name = ''] = tag.split('.');
    const fields = Object.hasOwn(groups, group) ? groups[group] : undefined;
    return typeof fields === 'object' && fields !== null && Object.hasOwn(fields, name) ? (fields as Fields)[name] : undefined;
  };
  return {
    text: (chip) => written(find(chip.tag), chip, values.reader) || chip.fallback,
    value: (tag) => plain(find(tag)),
    each: (list) => values[list].map((entry) => fillingOf(values, entry)),
  };
}

/** @returns a value apart from any language; nothing for what is no text or number. */
function plain(value: unknown): Asked {
  if (isFigure(value)) return value.figure === 'amount' ? value.decimal : value.day;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : '';
}

function written(value: unknown, { format }: Chip['attrs'], { locale, currency }: ReaderFormat): string {
  const said = isFigure(value) ? value.written : String(plain(value));
  const day = isFigure(value) ? (value.figure === 'day' ? value.day : null) : calendarDate(said);
  if (format === 'date' || format === 'longDate') return day ? writeDay(day, locale, format === 'date' ? 'medium' : 'long') : said;
  // What is no amount passes unchanged, as in messages.
  return format === 'amount' && !isFigure(value) && /^-?\d{1,15}(\.\d+)?$/.test(said) ? amountOf(said, currency, locale) : said;
}

function amountOf(said: string, currency: string, locale: string): string {
  const minor = fromDecimal(said, currency);
  return minor === null ? said : formatMoney(minor, currency, locale);
}
