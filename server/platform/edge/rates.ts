/** How often somebody may knock: a bucket for each address or person, counted in this process. */
import { isIPv4, isIPv6 } from 'node:net';
import { fault } from '../../../core/fault.ts';
import { MINUTE } from '../../../core/time.ts';
import { Refusal } from '../http.ts';

/** Callers one bucket list remembers; the one heard of longest ago is forgotten first, so a flood of addresses costs a fixed memory. */
const REMEMBERED = 50_000;

/**
 * A leaky bucket for each key (GCRA): `atOnce` may come at once, and the room comes back evenly, so whoever was refused waits seconds
 * and not for the end of a window.
 */
export class Rate {
  readonly #interval: number;
  readonly #burst: number;
  readonly #remembered: number;
  readonly #clock: () => number;
  /** When the bucket of a key will be empty again, in ms of the clock. */
  readonly #emptyAt = new Map<string, number>();

  /** @param perMinute what one key may do in a minute. @param atOnce as much of it as may come at once. @param clock steadily growing milliseconds. */
  constructor(perMinute: number, { atOnce = perMinute, remembered = REMEMBERED, clock = () => performance.now() } = {}) {
    this.#interval = MINUTE / perMinute;
    this.#burst = this.#interval * atOnce;
    this.#remembered = remembered;
    this.#clock = clock;
  }

  /** @returns 0 when there is room for one use, or the seconds after which there is. */
  wait(key: string): number {
    const now = this.#clock();
    const over = this.#after(key, now) - now - this.#burst;
    // Sums of fractions come out a little over.
    return over > 1e-3 ? Math.max(1, Math.ceil(over / 1000)) : 0;
  }

  /** When the bucket would be empty after one use more. */
  #after(key: string, now: number): number {
    return Math.max(now, this.#emptyAt.get(key) ?? now) + this.#interval;
  }

  /** Counts one use. @returns 0, or the seconds after which there is room again; a refused use does not count. */
  take(key: string): number {
    const seconds = this.wait(key);
    if (seconds > 0) return seconds;
    const emptyAt = this.#after(key, this.#clock());
    // The most recently heard of stands last.
    this.#emptyAt.delete(key);
    this.#emptyAt.set(key, emptyAt);
    if (this.#emptyAt.size > this.#remembered) this.#emptyAt.delete(this.#emptyAt.keys().next().value ?? '');
    return 0;
  }

  /** @returns what there is at once, what is left of it, and the seconds until all of it is there again. */
  room(key: string): { limit: number; remaining: number; reset: number } {
    const ahead = Math.max(0, (this.#emptyAt.get(key) ?? 0) - this.#clock());
    const limit = Math.floor(this.#burst / this.#interval);
    return { limit, remaining: Math.max(0, Math.floor((this.#burst - ahead) / this.#interval + 1e-6)), reset: Math.ceil(ahead / 1000) };
  }

  /** Takes one use of take() back. */
  giveBack(key: string): void {
    const emptyAt = this.#emptyAt.get(key);
    if (emptyAt !== undefined) this.#emptyAt.set(key, emptyAt - this.#interval);
  }

  /** Counts one use. @throws Refusal 429 with Retry-After. */
  demand(key: string): void {
    const seconds = this.take(key);
    if (seconds > 0) throw tooManyRequests(seconds);
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.#emptyAt.size;
  }
}

/** @returns 429 with the seconds to wait, in the header too. */
export function tooManyRequests(seconds: number): Refusal {
  return new Refusal(429, fault('RATE_LIMITED', 'tooManyRequests', { seconds }), { 'retry-after': String(seconds) });
}

/** @returns what an address counts as: a whole /64 of IPv6, of which everybody has one, and IPv4 also where it is written as IPv6. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (isIPv4(address)) return address;
  const bare = address.replace(/%.*$/, '');
  if (!isIPv6(bare)) return 'unknown';
  return `${wordsOf(bare).slice(0, 4).join(':')}::/64`;
}

/** The eight words of an IPv6 address, without leading zeros. */
function wordsOf(address: string): string[] {
  // The URL parser writes an address in its one shortest way; the four last digits' dots become words.
  const short = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = short.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  return tail === undefined ? before : [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
}
