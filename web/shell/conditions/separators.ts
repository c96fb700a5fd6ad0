/** @param locale BCP 47. @returns how the locale writes decimals and thousands, for number inputs. */
export function separators(locale: string): { decimalSeparator: string; thousandSeparator: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { decimalSeparator: of('decimal') || '.', thousandSeparator: of('group') };
}
