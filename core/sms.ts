/** How a text message is counted: by the parts a carrier sends and charges. */

/** One septet each in the GSM 03.38 alphabet. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Two septets each: an escape and the character. */
const EXTENDED = new Set('\f^{}\\[~]|€');

/** Units of a message of one part, and of each part of a longer one, whose header takes the rest. */
const ROOM = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const;

export interface SmsLength {
  readonly encoding: 'GSM-7' | 'UCS-2';
  /** Characters as the alphabet counts them: septets, or UTF-16 units. */
  readonly length: number;
  readonly segments: number;
  /** Characters that still fit into the last part. */
  readonly remaining: number;
}

/** Units of a character in the GSM alphabet; 0: it isn't in it. */
const septetsOf = (character: string) => (BASIC.has(character) ? 1 : EXTENDED.has(character) ? 2 : 0);

/**
 * Counts a message. One character outside the GSM alphabet halves the room: 70 instead of 160, 67 instead of 153 in several parts.
 * A character of two units is never split, so a part may stay one unit short.
 */
export function smsLength(text: string): SmsLength {
  const septets: number[] = [];
  const units: number[] = [];
  for (const character of text) {
    septets.push(septetsOf(character));
    units.push(character.length);
  }
  const encoding = septets.includes(0) ? 'UCS-2' : 'GSM-7';
  const sizes = encoding === 'GSM-7' ? septets : units;
  const [single, each] = ROOM[encoding];
  const length = sizes.reduce((sum, size) => sum + size, 0);
  if (length <= single) return { encoding, length, segments: length === 0 ? 0 : 1, remaining: single - length };
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > each) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return { encoding, length, segments, remaining: each - used };
}

/** @returns the characters that the GSM alphabet lacks, each once, in the order of the text: they make the message UCS-2. */
export function outsideGsm(text: string): string[] {
  return [...new Set(text)].filter((character) => septetsOf(character) === 0);
}
