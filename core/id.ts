/** A UUID as text. Every id the product makes is a UUIDv7, so that rows written together lie together on disk. */
export type Uuid = string;

let lastMillis = 0;
let sequence = 0;

/** Random bytes are fetched for many ids at once: a call for each would cost more than the id. */
const POOL = 8 * 512;
const pool = new Uint8Array(POOL);
let used = POOL;

/** @returns the next 8 random bytes. */
function random8(): Uint8Array {
  if (used === POOL) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  used += 8;
  return pool.subarray(used - 8, used);
}

/**
 * Makes a UUIDv7 (RFC 9562): 48 bits of wall-clock milliseconds, a 12-bit counter that keeps ids of one process in order, 62 random bits.
 * The time inside is only for locality: business time never comes from an id.
 */
export function uuidv7(): Uuid {
  const now = Date.now();
  if (now > lastMillis) {
    lastMillis = now;
    sequence = 0;
  } else if (++sequence > 0xfff) {
    lastMillis += 1;
    sequence = 0;
  }
  const random = random8();
  let hex = '';
  for (const byte of random) hex += byte.toString(16).padStart(2, '0');
  const time = lastMillis.toString(16).padStart(12, '0');
  const variant = ((random[0]! & 0x3f) | 0x80).toString(16).padStart(2, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${variant}${hex.slice(2, 4)}-${hex.slice(4)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** @returns whether the value is a UUID in its text form. */
export function isUuid(value: unknown): value is Uuid {
  return typeof value === 'string' && UUID.test(value);
}
