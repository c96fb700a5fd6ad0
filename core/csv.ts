/** Files that leave the house for a spreadsheet. */

/** A spreadsheet on any system reads it as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * A value as spreadsheets may read it: what they would take for a formula gets an apostrophe before it. Stored values stay as they are;
 * this is for files that leave the house.
 */
export function csvCell(value: string): string {
  const inert = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\n\r\t']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A value that a reader of CSV gives back to the byte. Not for spreadsheets: they take some values for formulas. */
export function exactCell(value: string): string {
  return /[",;|\n\r\t\ufeff]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** What a spreadsheet takes for a formula, behind any apostrophes. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** A value with an apostrophe before it where a spreadsheet would take it for a formula, or where `withoutApostrophe` would take one away. */
export function withApostrophe(value: string): string {
  return FORMULA.test(value) ? `'${value}` : value;
}

/** @returns what `withApostrophe` was given. */
export function withoutApostrophe(value: string): string {
  return value.startsWith("'") && FORMULA.test(value) ? value.slice(1) : value;
}

/** @param cells ready to stand in a line: csvCell's, or numbers and days, which are no formulas. */
export function csvLine(cells: readonly string[], separator = ','): string {
  return `${cells.join(separator)}\r\n`;
}
