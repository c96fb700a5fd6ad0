/** @returns the number with all but its last four characters as asterisks (specification 1, section 5). */
export function maskPhone(text: string): string {
  return text.length <= 4 ? text : '*'.repeat(text.length - 4) + text.slice(-4);
}
