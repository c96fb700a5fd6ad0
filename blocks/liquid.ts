/**
 * What people write, as Liquid that a message is filled in by. Only placeholders become Liquid: braces that people type are text, and no text of theirs
 * can end a tag or begin one.
 */
import { escapeText } from '../core/html.ts';
import type { Condition } from './condition.ts';
import type { List } from './nodes.ts';
import { type Chip, type ChipFormat, type Inline, NUMBER } from './words.ts';

const FILTERS: Readonly<Record<ChipFormat, string>> = {
  plain: '',
  date: " | day: 'medium'",
  longDate: " | day: 'long'",
  amount: ' | amount',
};

/** @returns a Liquid string. All but letters, digits and spaces are written by their numbers, so it is inert in HTML, in MJML and between quotes too. */
export function liquidString(text: string): string {
  const number = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `'${text.replace(/[^\p{L}\p{N} .,;:!?()/-]/gu, (sign) => [...Array(sign.length).keys()].map((at) => number(sign[at]!)).join(''))}'`;
}

/** @returns the output of a placeholder's value, in its format, or what is said where there is none. */
export function liquidChip({ tag, format, fallback }: Chip['attrs']): string {
  return `{{ ${tag}${FILTERS[format]}${fallback === '' ? '' : ` | default: ${liquidString(fallback)}`} }}`;
}

/** @returns text in which Liquid finds nothing: each brace is printed by an output of its own. */
export const withoutLiquid = (text: string): string => text.replaceAll('{', "{{ '\\u007b' }}");

/** @returns text for HTML, also between double quotes, without a meaning for Liquid. */
export const inertHtml = (text: string): string => withoutLiquid(escapeText(text));

/** @returns a line as plain text, marks left out, for a subject or the text part. */
export function liquidText(line: readonly Inline[]): string {
  return line
    .map((one) => (one.type === 'text' ? withoutLiquid(one.text) : one.type === 'hardBreak' ? '\n' : liquidChip(one.attrs)))
    .join('');
}

/** @returns a line for an attribute of HTML between double quotes. */
export function liquidAttribute(line: readonly Inline[]): string {
  return line.map((one) => (one.type === 'text' ? inertHtml(one.text) : one.type === 'hardBreak' ? ' ' : liquidChip(one.attrs))).join('');
}

/** @returns an address for `href` or `src`: a placeholder as Liquid, everything else as it is; braces within an address are no Liquid. */
export function liquidAddress(address: string): string {
  const tag = /^\{\{ *([\w.]+) *\}\}$/.exec(address)?.[1];
  return tag ? `{{ ${tag} }}` : escapeText(address.replaceAll('{', '%7B').replaceAll('}', '%7D'));
}

type Ask = Condition['asks'][number];

const SIGNS: Readonly<Record<Exclude<Ask['operation'], 'there' | 'missing'>, string>> = {
  equals: '==',
  differs: '!=',
  above: '>',
  below: '<',
};

function liquidAsk({ tag, operation, value }: Ask): string {
  if (operation === 'there') return `${tag} != blank`;
  if (operation === 'missing') return `${tag} == blank`;
  return `${tag} ${SIGNS[operation]} ${NUMBER.test(value) ? value : liquidString(value)}`;
}

/** @returns the Liquid before and after what is there under a condition. */
export function liquidWhen({ match, asks }: Condition): readonly [before: string, after: string] {
  return [`{% if ${asks.map(liquidAsk).join(match === 'every' ? ' and ' : ' or ')} %}`, '{% endif %}'];
}

/** @returns the Liquid before and after what is there once for each of a list. */
export const liquidEach = (list: List): readonly [before: string, after: string] => [`{% for item in ${list} %}`, '{% endfor %}'];
