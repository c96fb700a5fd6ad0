/** Columns are called by letter, as in a spreadsheet. */
/** @returns the letters by which a spreadsheet calls a column: A to Z, then AA. */
export function columnLetter(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetter(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}
