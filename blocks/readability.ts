/**
 * How easily a text is read, by the formula of its language; 0 is very hard, 100 very easy, the same for all of them.
 * - English: R. Flesch, A new readability yardstick, 1948.
 * - German: T. Amstad, Wie verständlich sind unsere Zeitungen?, 1978.
 * - Spanish: J. Fernández Huerta, Medidas sencillas de lecturabilidad, 1959, with syllables per word.
 * - Dutch: W. H. Douma, De leesbaarheid van landbouwbladen, 1960.
 */
import { toLocale } from '../core/locale.ts';
import { type Language, syllablesOf } from './syllables.ts';

/** score = base - word * syllables per word - sentence * words per sentence. */
const FORMULAS: Readonly<Record<Language, { readonly base: number; readonly word: number; readonly sentence: number }>> = {
  en: { base: 206.835, word: 84.6, sentence: 1.015 },
  de: { base: 180, word: 58.5, sentence: 1 },
  es: { base: 206.84, word: 60, sentence: 1.02 },
  nl: { base: 206.84, word: 77, sentence: 0.93 },
};

/** From which score on readers of an age follow a text (Flesch's school grades, a reader being five or six years older than the grade). */
const AGES = [
  [90, 11],
  [80, 12],
  [70, 13],
  [60, 15],
  [50, 17],
  [30, 20],
] as const;
const OLDEST = 23;

/** Words below which a score says nothing. */
const LEAST_WORDS = 8;
/** A sentence below this score is worth another look. */
const HARD = 50;
const MOST_HARD = 3;

export interface Readability {
  /** 0 to 100, higher is easier. */
  readonly score: number;
  /** Years at which most people read this with ease. */
  readonly age: number;
  /** The sentences that are hardest to read, hardest first; at most three, none if all are easy. */
  readonly hardest: readonly string[];
}

interface Counted {
  readonly sentence: string;
  readonly words: number;
  readonly syllables: number;
}

/** @param text lines; `{{ tag }}` counts as one short word. @returns null for a text too short to say. */
export function readability(text: string, locale: string): Readability | null {
  const language = toLocale(locale).slice(0, 2) as Language;
  const sentences = sentencesOf(text, language).map((sentence) => count(sentence, language));
  const counted = sentences.filter(({ words }) => words > 0);
  const whole = {
    words: counted.reduce((sum, { words }) => sum + words, 0),
    syllables: counted.reduce((sum, { syllables }) => sum + syllables, 0),
  };
  if (whole.words < LEAST_WORDS) return null;
  const score = Math.round(scoreOf(whole.words, whole.syllables, counted.length, language));
  const hardest = counted
    .filter(({ words }) => words >= LEAST_WORDS)
    .map(({ sentence, words, syllables }) => ({ sentence, score: scoreOf(words, syllables, 1, language) }))
    .filter(({ score }) => score < HARD)
    .toSorted((one, other) => one.score - other.score)
    .slice(0, MOST_HARD)
    .map(({ sentence }) => sentence);
  return { score, age: AGES.find(([least]) => score >= least)?.[1] ?? OLDEST, hardest };
}

function scoreOf(words: number, syllables: number, sentences: number, language: Language): number {
  const { base, word, sentence } = FORMULAS[language];
  return Math.min(100, Math.max(0, base - word * (syllables / words) - sentence * (words / sentences)));
}

const segmenters = new Map<Language, Intl.Segmenter>();

function sentencesOf(text: string, language: Language): string[] {
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'sentence' });
  segmenters.set(language, segmenter);
  return text.split('\n').flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()));
}

function count(sentence: string, language: Language): Counted {
  const found = sentence.replace(/\{\{[^}]*\}\}/g, ' 0 ').match(/[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*|\d+(?:[.,:]\d+)*/gu) ?? [];
  return { sentence, words: found.length, syllables: found.reduce((sum, word) => sum + partsOf(word, language), 0) };
}

/** "E-Mail" is one word of two parts, each with its own vowels. */
const partsOf = (word: string, language: Language) => word.split('-').reduce((sum, part) => sum + syllablesOf(part, language), 0);
