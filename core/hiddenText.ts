/** Characters of a text that people can't see: what they read must be what is there. */

/** Control characters, marks of direction, zero width, tags, variation selectors, fillers and what no standard gives a meaning; not line breaks and tabs. */
const HIDDEN = /(?:(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{DI}])+/gu;
/** Those that ordinary writing uses one at a time: in words, between letters, in emoji. */
const ORDINARY = /^(?:\u00AD|\u200C|\u200D|\uFE0E|\uFE0F|\r)$/;

/** @param said what stands in place of so many in a row; a single joiner or soft hyphen goes without a word. @returns the text without them. */
export const withoutHidden = (text: string, said: (count: number) => string): string =>
  text.replaceAll('\r\n', '\n').replace(HIDDEN, (run) => (ORDINARY.test(run) ? '' : said([...run].length)));
