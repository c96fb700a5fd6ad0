/** Marks that turn the direction of writing for everything after them: embeddings, overrides and isolates (Unicode TR9, section 2). */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;

/** @returns the text without them, so that a name cannot turn round the sentence it stands in. Letters keep their own direction. */
export function withoutDirection(text: string): string {
  return text.replace(DIRECTION, '');
}
