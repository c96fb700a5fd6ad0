/** A UUID as text. Every id the product makes is a UUIDv7, so that rows written together lie together on disk. */
export type Uuid = string;

let lastMillis = 0;
let sequence = 0;
/** The text that ids of one millisecond begin with. */
let stampedMillis = -1;
let stamp = '';

/** Random bytes are fetched for many ids at once: a call for each would cost more than the id. */
const POOL = 8 * 512;
const pool = new Uint8Array(POOL);
let used = POOL;

/** The two digits of each byte. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** @returns the next random byte. */
function random(): number {
  if (used === POOL) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  return pool[used++]!;
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
  if (lastMillis !== stampedMillis) {
    const time = lastMillis.toString(16).padStart(12, '0');
    stamp = `${time.slice(0, 8)}-${time.slice(8)}-7`;
    stampedMillis = lastMillis;
  }
  let tail = '';
  for (let byte = 0; byte < 7; byte++) tail += byte === 1 ? `-${HEX[random()]}` : HEX[random()];
  return `${stamp}${(sequence >> 8).toString(16)}${HEX[sequence & 0xff]}-${HEX[(random() & 0x3f) | 0x80]}${tail}`;
}

/** Ids of people are from this moment on, as far as anybody can tell: 2024-01-01. */
const EARLIEST = 1_704_067_200_000;

/**
 * Makes an id in the shape of a UUIDv7 whose time says nothing: of a person who may be known to several clients, none of which learns from the id
 * how long the person has been known to another.
 */
export function timelessId(): Uuid {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const random = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const time = (BigInt(EARLIEST) + (random % BigInt(Date.now() - EARLIEST))).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** @returns whether the value is a UUID in its text form. */
export function isUuid(value: unknown): value is Uuid {
  return typeof value === 'string' && UUID.test(value);
}
