/** Splitting claims for a comparison of two ways, the same split whenever it is asked. */

/** @returns whether the claim is among that share of all claims; each name splits anew. @param percent 0 to 100, also 12.5. */
export function inBucket(name: string, externalClaimRef: string, percent: number): boolean {
  return placeOf(name, externalClaimRef) < percent;
}

/** @returns where something stands among all, from 0 to just below 100: evenly spread, and anew for each name. */
export const placeOf = (name: string, reference: string): number => (hash(`${name}\u0000${reference}`) / 2 ** 32) * 100;

/** FNV-1a with a last mixing (the finalizer of MurmurHash3): references that differ in one digit are spread evenly. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
