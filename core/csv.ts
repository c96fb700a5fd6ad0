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

/** @param cells ready to stand in a line: csvCell's, or numbers and days, which are no formulas. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}
