import type { ServerFault } from './fault.ts';

const KNOWN = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'INVALID_INPUT', 'CONFLICT', 'RATE_LIMITED', 'UNAVAILABLE', 'NETWORK'] as const;
export type KnownCode = (typeof KNOWN)[number] | 'INTERNAL';

/** @returns the kind of the fault for which there are texts. */
export function faultCode(fault: ServerFault): KnownCode {
  return KNOWN.find((known) => known === fault.code) ?? 'INTERNAL';
}

export type EnglishTexts = Readonly<Record<string, string>>;

const patterns = new WeakMap<EnglishTexts, readonly [key: string, pattern: RegExp][]>();

/** A text with its placeholders as a pattern that gives their values back. */
function patternOf(text: string): RegExp {
  const parts = text
    .split(/\{\{(\w+)\}\}/)
    .map((part, index) => (index % 2 === 1 ? `(?<${part}>.+)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('')}$`, 's');
}

/**
 * Finds which text a message of the server is, and the values in it.
 * @param texts the English texts by key, worded as the server words them. @returns null for a message that has none.
 */
export function tellFault(message: string, texts: EnglishTexts): { key: string; values: Readonly<Record<string, string>> } | null {
  let list = patterns.get(texts);
  if (!list) {
    // A text without placeholders goes first, then longer ones: what one says exactly is not to be taken for a part of another.
    list = Object.entries(texts)
      .sort(([, one], [, other]) => Number(one.includes('{{')) - Number(other.includes('{{')) || other.length - one.length)
      .map(([key, text]) => [key, patternOf(text)]);
    patterns.set(texts, list);
  }
  for (const [key, pattern] of list) {
    const found = pattern.exec(message);
    if (found) return { key, values: { ...found.groups } };
  }
  return null;
}
