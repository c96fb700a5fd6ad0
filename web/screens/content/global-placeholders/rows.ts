/** Global placeholders while they are edited. */
import { isLocale, LOCALES, type Locale } from '../../../../core/locale.ts';

export interface Row {
  readonly id: number;
  readonly name: string;
  /** The text of everybody, while there is none in each language. */
  readonly value: string;
  readonly texts: Readonly<Partial<Record<Locale, string>>> | null;
}

/** @param saved by name: a text, or texts by locale. */
export function rowsOf(saved: unknown): Row[] {
  return Object.entries(saved as Record<string, unknown>).map(([name, value], id) =>
    typeof value === 'string' ? { id, name, value, texts: null } : { id, name, value: '', texts: value as Row['texts'] },
  );
}

/** @returns the rows as they are saved; rows without a name and languages without a text are left out. */
export function savedOf(rows: readonly Row[]): Record<string, unknown> {
  const named = rows.filter(({ name }) => name.trim() !== '');
  return Object.fromEntries(
    named.map(({ name, value, texts }) => {
      const filled = Object.entries(texts ?? {}).filter(([locale, text]) => isLocale(locale) && text !== '');
      return [name.trim(), filled.length > 0 ? Object.fromEntries(filled) : value];
    }),
  );
}

/** @returns the row with a text in each language, beginning with the client's own, or with one for everybody. */
export function withLanguages(row: Row, each: boolean, own: Locale): Row {
  if (each) return { ...row, texts: { [own]: row.value }, value: '' };
  const texts = row.texts ?? {};
  return { ...row, value: texts[own] || (LOCALES.map((locale) => texts[locale]).find(Boolean) ?? ''), texts: null };
}

/** @returns the first row whose name another row above it has. */
export const twiceIn = (rows: readonly Row[]) =>
  rows.find((row, place) => row.name.trim() && rows.slice(0, place).some((other) => other.name.trim() === row.name.trim()));
