/** What there is to say in each language. */

export const WORDS = [
  'reference',
  'product',
  'amount',
  'outstanding',
  'fees',
  'dueDate',
  'number',
  'agreedAmount',
  'agreedDay',
  'date',
  'account',
  'page',
  'pageOf',
  'holder',
  'purpose',
] as const;
export type Word = (typeof WORDS)[number];

/** What a language says. */
export interface Said {
  readonly words: Readonly<Record<Word, string>>;
  /** By `<type>.<field>`: a line, or the lines of a rich text. */
  readonly starts: Readonly<Record<string, string | readonly string[]>>;
}
