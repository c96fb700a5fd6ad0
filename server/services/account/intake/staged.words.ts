/** The words of a new account as search keeps them: the same as ground/projection.logic.ts makes, without asking the database for each. */
import type { Reading } from '../../../platform/tenancy.ts';
import { birthLexeme, endingLexeme, JOINERS, labelLexeme, plainText, SEPARATORS } from '../ground/words.ts';
import type { StagedProjection } from './staged.ts';

const escaped = (characters: string) => characters.replace(/[\\\]^[-]/g, '\\$&');
const joiners = new RegExp(`[${escaped(JOINERS)}]+`, 'g');
const separators = new RegExp(`[${escaped(SEPARATORS)}]+`);
const punctuation = new RegExp(`[${escaped(SEPARATORS.replace(' ', '') + JOINERS)}]+`, 'g');
const hasJoiner = new RegExp(`[${escaped(JOINERS)}]`);
const hasPunctuation = new RegExp(`[${escaped(SEPARATORS.replace(' ', '') + JOINERS)}]`);
const ASCII = /^[\0-\x7f]*$/;

/** Words with letters beyond ASCII that are remembered: names of people and places come again and again. */
const MOST_KNOWN = 50_000;

let known = new Map<string, string>();

/**
 * Asks the database, once for each, how words with letters beyond ASCII are written in lower case without accents.
 * @param texts everything that will be asked for. @returns a word of these texts in lower case without accents.
 */
export async function plainWords(tx: Reading, texts: Iterable<string>): Promise<(word: string) => string> {
  if (known.size > MOST_KNOWN) known = new Map();
  const words = known;
  const unknown = new Set<string>();
  for (const text of texts)
    if (!ASCII.test(text)) for (const word of text.split(' ')) if (!ASCII.test(word) && !words.has(word)) unknown.add(word);
  if (unknown.size > 0) {
    const asked = [...unknown];
    const plain = await plainText(tx, asked);
    for (const [index, word] of asked.entries()) words.set(word, plain[index] ?? word);
  }
  return (word) => (ASCII.test(word) ? word.toLowerCase() : (words.get(word) ?? word.toLowerCase()));
}

/** Makes the words of new accounts, each as the text of a tsvector: names split at punctuation; references and numbers without it. */
export class WordVectors {
  private readonly sign: string;
  private readonly plain: (word: string) => string;
  /** Words of names and places, and whole labels: they come again and again. */
  private readonly names = new Map<string, string>();
  private readonly products = new Map<string, string>();
  private readonly portfolios = new Map<string, string>();

  /** @param plain as of plainWords, for all accounts that will come. */
  constructor(sign: string, plain: (word: string) => string) {
    this.sign = sign;
    this.plain = plain;
  }

  of({ names, marks, products, portfolios, born, endings }: StagedProjection): string {
    let vector = '';
    for (const part of names.split(' ')) vector += remembered(this.names, part, () => this.wordsOfName(part));
    for (const part of marks.split(' ')) {
      const word = this.plain(part);
      if (!hasPunctuation.test(word) && !word.includes(' ')) vector += this.lexeme(word);
      else for (const each of word.replace(punctuation, '').split(' ')) vector += this.lexeme(each);
    }
    for (const name of products) vector += remembered(this.products, name, () => `${labelLexeme(this.sign, 'product', name)} `);
    for (const name of portfolios) vector += remembered(this.portfolios, name, () => `${labelLexeme(this.sign, 'portfolio', name)} `);
    for (const day of born) vector += `${birthLexeme(this.sign, day)} `;
    for (const digits of endings) vector += `${endingLexeme(this.sign, digits)} `;
    return vector;
  }

  private wordsOfName(part: string): string {
    const word = this.plain(part);
    if (!hasPunctuation.test(word) && !word.includes(' ')) return this.lexeme(word);
    let all = '';
    for (const each of (hasJoiner.test(word) ? word.replace(joiners, '') : word).split(separators)) all += this.lexeme(each);
    return all;
  }

  private lexeme(word: string): string {
    return word === '' ? '' : `'${this.sign}${word}' `;
  }
}

function remembered(known: Map<string, string>, key: string, make: () => string): string {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
