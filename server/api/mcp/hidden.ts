/** Characters that a reader can't see and a machine reads all the same. */

/** Control characters, marks of direction, zero width, tags, variation selectors, fillers and what no standard gives a meaning; not line breaks and tabs. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{DI}]+/gu;
/** Those that ordinary writing uses one at a time: in words, between letters, in emoji. */
const ORDINARY = /^(?:\u00AD|\u200C|\u200D|\uFE0E|\uFE0F|\r)$/;

/** @returns the text in which what was hidden is said to have been there; a single joiner or soft hyphen goes without a word. */
export const shown = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(HIDDEN, (run) => (ORDINARY.test(run) ? '' : said([...run].length)));

const said = (count: number) => `[${count} hidden character${count === 1 ? '' : 's'}]`;

/** @returns the same in every text of a value, names of fields among them. */
export function shownIn(value: unknown): unknown {
  if (typeof value === 'string') return shown(value);
  if (Array.isArray(value)) return value.map(shownIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [shown(name), shownIn(each)]));
}
