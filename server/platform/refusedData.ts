/** What the database says of values that it does not take. */

/** SQLSTATE classes 22, 23 and 54: what the database refuses because of a value, not because it is unwell or the statement is wrong. */
export function isRefusedData(error: unknown): boolean {
  const code = ((error as { cause?: { code?: string } }).cause ?? (error as { code?: string })).code;
  return typeof code === 'string' && /^(22|23|54)[0-9A-Z]{3}$/.test(code);
}
