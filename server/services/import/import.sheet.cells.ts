/** What stands in the cells of a sheet becomes text: numbers without what binary fractions leave behind, days as 2026-01-31. */

/** How the numbers of a sheet are to be written and read. */
export interface CellForm {
  /** By the number of a cell's style: whether it shows a day or a time. */
  readonly isDate: readonly boolean[];
  /** Days are counted from 1904 instead of 1900. */
  readonly from1904: boolean;
  /** What is written before the cents: what the mapping reads there. */
  readonly decimalMark: '.' | ',';
}

/** Formats of days and times that every workbook has without naming them (ECMA-376 part 1, 18.8.30), those of East Asia among them. */
const BUILT_IN: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** @param code the format's text when the workbook names it. @returns whether numbers of a format are days or times. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.some(([from, to]) => id >= from && id <= to);
  // Words in quotes, single characters behind a backslash, underscore or asterisk, and colors and conditions in brackets say nothing.
  const bare = code.replace(/"[^"]*"|[\\_*].|\[(?![hms]+\])[^\]]*\]/gi, '').split(';')[0] ?? '';
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare);
}

const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;
/** Digits that a spreadsheet keeps and shows. */
const DIGITS = 15;

/** @returns a number as a spreadsheet shows it in full: at most 15 digits, no exponent; other text as it is. */
export function numberText(value: string): string {
  if (!NUMBER.test(value)) return value;
  if (!/e/i.test(value) && value.replace(/^-?0*\.?0*|\./g, '').length <= DIGITS) return value;
  const short = Number(Number(value).toPrecision(DIGITS));
  return Number.isFinite(short) ? short.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: DIGITS }) : value;
}

/** The last day that a spreadsheet knows: 9999-12-31. */
const LAST_DAY = 2_958_466;
const DAY_SECONDS = 86_400;
const two = (value: number) => String(value).padStart(2, '0');

/**
 * @param serial days since the first one, with the time as a fraction. @returns the day, the day with its time, or the time alone; null for what
 * is neither. The calendar from 1900 counts a 29 February 1900 that never was (ECMA-376 part 1, 18.17.4.1).
 */
export function dayText(serial: number, from1904: boolean): string | null {
  const seconds = Math.round(serial * DAY_SECONDS);
  const days = Math.floor(seconds / DAY_SECONDS);
  if (!Number.isFinite(serial) || serial < 0 || days + (from1904 ? 1462 : 0) >= LAST_DAY) return null;
  const rest = seconds % DAY_SECONDS;
  const time = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  if (days === 0 && !from1904) return time;
  if (days === 60 && !from1904) return '1900-02-29';
  const first = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const day = new Date(first + days * DAY_SECONDS * 1000).toISOString().slice(0, 10);
  return rest === 0 ? day : `${day} ${time}`;
}

/** @param style of the cell. @returns a number's text as its cell shows it. */
export function numberCell(value: string, style: number, form: CellForm): string {
  if (form.isDate[style] && NUMBER.test(value)) {
    const day = dayText(Number(value), form.from1904);
    if (day !== null) return day;
  }
  const text = numberText(value);
  return form.decimalMark === ',' && NUMBER.test(text) ? text.replace('.', ',') : text;
}

/** @returns a day that is written as a moment of ISO 8601, without a time of midnight. */
export const isoDay = (value: string): string => value.replace(/^(\d{4}-\d\d-\d\d)T00:00(?::00(?:\.0+)?)?Z?$/, '$1');

/** Characters that XML cannot hold are written by their number: "_x000D_". */
export function unescapeText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}
