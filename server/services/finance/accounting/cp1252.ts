/** Texts in Windows-1252, which DATEV reads. */

const UPPER = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';
const CODES = new Map([...UPPER].flatMap((letter, index) => (letter === '\0' ? [] : [[letter, 0x80 + index] as const])));

const codeOf = (letter: string): number | undefined => {
  const code = letter.codePointAt(0)!;
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : CODES.get(letter);
};

/** Whether a text is the same in Latin-1, as nearly all are: without control characters of 0x80 to 0x9f, which are letters here. */
const isLatin1 = (text: string) => /^[\n\r\t -~\u00a0-\u00ff]*$/.test(text);

/** @returns the bytes of a text. What the code page lacks is written without its marks (ş is s), or as a question mark. */
export function toCp1252(text: string): Buffer {
  if (isLatin1(text)) return Buffer.from(text, 'latin1');
  const bytes: number[] = [];
  for (const letter of text) bytes.push(codeOf(letter) ?? codeOf(letter.normalize('NFD').replace(/\p{M}/gu, '')) ?? 0x3f);
  return Buffer.from(bytes);
}
