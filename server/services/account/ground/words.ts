/** How texts become the words of search. The database makes the stored words with the same characters (ground/projection.logic.ts). */

import { createHash } from 'node:crypto';
import { type CountryCode, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import type { Uuid } from '../../../../core/id.ts';
import type { Reading } from '../../../platform/tenancy.ts';
import { reversed, typedDates, typedEnding } from './typed.ts';

/** End a word in names and places. */
export const SEPARATORS = '-–—_/\\|.,;:+&()[]{}<>"„“”«»*#%=?!@~^$§ \t\n\r\u00a0';
/** Stand inside a word: dropped. */
export const JOINERS = "'’‘´`";
/** Characters of one value that take part in search. */
export const KEPT_CHARACTERS = 400;

/** Claims of one account whose last digits are words: a vector of words has an end. */
export const KEPT_ENDINGS = 5000;

/**
 * What every stored word of a client begins with. It keeps the clients apart inside one index of words;
 * two clients with the same sign only cost each other time: the client itself is always checked too.
 */
export function wordSign(clientId: Uuid): string {
  return createHash('md5').update(clientId).digest('hex').slice(0, 4);
}

/** Words of one search that count; more only repeat. */
const MOST_WORDS = 12;
const PHONE = /(?<![^\s])[+(]*\d[\d\s()/.-]{4,}\d(?![^\s])/g;

const escaped = (characters: string) => characters.replace(/[\\\]^-]/g, '\\$&');
const separator = new RegExp(`[${escaped(SEPARATORS)}]+`);
const joiners = new RegExp(`[${escaped(JOINERS)}]`, 'g');

/** A lexeme that stands for a whole product or portfolio; typed words never begin with "=". */
export function labelLexeme(sign: string, kind: 'product' | 'portfolio', name: string): string {
  return `'${sign}=${kind}:${[...name].slice(0, KEPT_CHARACTERS).join('').replace(/['\\]/g, '$&$&')}'`;
}

/** A lexeme of a debtor's date of birth. */
export const birthLexeme = (sign: string, day: string) => `'${sign}=born:${day}'`;
/** A lexeme of a number's last digits, the last one first: so those that were typed are its beginning. */
export const endingLexeme = (sign: string, digits: string) => `'${sign}=end:${reversed(digits)}'`;

/**
 * One typed word: without its punctuation; a name also as its parts, each; "Mueller" finds Müller too.
 * A reference is not taken apart: what all of a client's references begin with would match every account.
 */
function wordQuery(word: string, { sign, identifies }: Reader): string | null {
  const parts = word
    .replace(joiners, '')
    .split(separator)
    .filter((part) => part !== '');
  if (parts.length === 0) return null;
  const forms = new Set([parts.join('')]);
  if (parts.length > 1 && !/[\d@]/.test(word)) forms.add(parts.join(`:* & ${sign}`));
  for (const form of [...forms]) if (/[aou]e/.test(form)) forms.add(form.replace(/([aou])e/g, '$1'));
  const ending = identifies ? typedEnding(parts.join('')) : null;
  return `(${[...[...forms].map((form) => `${sign}${form}:*`), ...endingQuery(ending, sign)].join(' | ')})`;
}

const endingQuery = (digits: string | null, sign: string) => (digits === null ? [] : [`${endingLexeme(sign, digits)}:*`]);

/** A number in any notation: as typed, and as the number of the client's country it may be. */
function phoneQuery(text: string, { country, sign, identifies }: Reader): string {
  const digits = text.replace(/\D/g, '');
  const forms = new Set([digits]);
  if (digits.startsWith('00')) forms.add(digits.slice(2));
  else if (digits.startsWith('0') && isSupportedCountry(country))
    forms.add(`${getCountryCallingCode(country as CountryCode)}${digits.slice(1)}`);
  // +49 (0) 151 …
  if (/^\s*(\+|00)/.test(text) && text.includes('(0)')) forms.add(text.replace('(0)', '').replace(/\D/g, '').replace(/^00/, ''));
  const ending = identifies ? typedEnding(digits) : null;
  return [...[...forms].map((form) => `${sign}${form}:*`), ...endingQuery(ending, sign)].join(' | ');
}

/** @returns whether something typed, in plain letters, may be a telephone number, which is read by its country. */
export const looksLikePhone = (text: string) => text.match(PHONE) !== null;

/** How typed words are read. */
export interface Reader {
  /** The client's, for numbers without a prefix. */
  readonly country: string;
  readonly sign: string;
  /** Whether dates of birth and last digits are looked for: for roles that may see them. */
  readonly identifies: boolean;
}

/**
 * The tsqueries of what somebody typed: all words must match, each as a beginning; digits that may be one telephone number match as one too,
 * as the last ones of a number or reference, and as a date of birth.
 * @param plain the text in lower case without accents (`plainText`), and the same text with ä, ö, ü written as ae, oe, ue
 * @returns what must all match; nothing when the text has no word.
 */
export function textQueries(plain: readonly string[], reader: Reader): string[] {
  const alternatives = [...new Set(plain)].map((text) => {
    const dates = reader.identifies ? typedDates(text) : [];
    const rest = dates.reduce((remaining, { typed }) => remaining.replace(typed, ' '), text);
    return [
      ...dates.map(({ typed, days }) => {
        const words = wordQueries(typed, reader);
        return [...days.map((day) => birthLexeme(reader.sign, day)), ...(words.length > 0 ? [`(${words.join(' & ')})`] : [])].join(' | ');
      }),
      ...wordQueries(rest, reader),
    ];
  });
  // The same text in another spelling has the same words in the same order.
  return (alternatives[0] ?? []).map((_, index) => [...new Set(alternatives.map((words) => words[index]))].join(' | '));
}

function wordQueries(text: string, reader: Reader): string[] {
  const numbers = text.match(PHONE) ?? [];
  const rest = numbers.reduce((remaining, number) => remaining.replace(number, ' '), text);
  const words = rest
    .split(/\s+/)
    .slice(0, MOST_WORDS)
    .flatMap((word) => wordQuery(word, reader) ?? []);
  for (const number of numbers) {
    const each = number.split(/\s+/).flatMap((word) => wordQuery(word, reader) ?? []);
    words.push(`(${phoneQuery(number, reader)} | (${each.join(' & ')}))`);
  }
  return words;
}

/**
 * First letters of words, of which an account that matches has one, or null when that cannot be said: of a list, a number, a word of fewer
 * than three letters. The database keeps a bit for each (`account.search_bits`).
 * @param query one of `textQueries`.
 */
export function queryBeginnings(query: string, sign: string): string[] | null {
  if (query.includes('&') || query.includes('=') || !query.includes(':*')) return null;
  const beginnings = query
    .replace(/[()]/g, '')
    .split(' | ')
    .map((word) => [...word.slice(sign.length, -':*'.length)].slice(0, BEGINNING));
  return beginnings.every((letters) => letters.length === BEGINNING && letters[0]! >= 'a')
    ? beginnings.map((letters) => letters.join(''))
    : null;
}
const BEGINNING = 3;

/** The tsquery of whole references, any of them. @param plain lower case without accents. */
export function referenceQuery(plain: readonly string[], sign: string): string | null {
  const queries = plain.flatMap((reference) => {
    const words = [...reference]
      .slice(0, KEPT_CHARACTERS)
      .join('')
      .split(' ')
      .flatMap((word) => word.replace(joiners, '').split(separator).join('') || []);
    return words.length > 0 ? [`(${words.map((word) => sign + word).join(' & ')})`] : [];
  });
  return queries.length > 0 ? queries.join(' | ') : null;
}

/** @returns the texts in lower case without accents, as the database writes its words. */
export async function plainText(tx: Reading, texts: readonly string[]): Promise<string[]> {
  if (texts.every((text) => /^[\x20-\x7e]*$/.test(text))) return texts.map((text) => text.toLowerCase());
  const rows = await tx.sql<{ plain: string }>(
    'select unaccent(lower(text)) as plain from unnest($1::text[]) with ordinality as t (text, place) order by place',
    [texts],
  );
  return rows.map((row) => row.plain);
}

/** @returns the text as Germans write it without umlauts: "Müller" is "Mueller". */
export function withoutUmlauts(text: string): string {
  return text.replace(/[äöüÄÖÜ]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter.toLowerCase()] ?? letter);
}
