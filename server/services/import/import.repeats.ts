/**
 * Counts how often the same thing came, for files whose rows have no reference of their own: two equal payments are two payments, and
 * the second one is the second one whenever the file is read. A million digests take 24 MB.
 */
import { hash } from 'node:crypto';

export class Repeats {
  private size = 1 << 16;
  private used = 0;
  private high = new Uint32Array(this.size);
  private low = new Uint32Array(this.size);
  private counts = new Uint32Array(this.size);

  /** @returns 1 the first time a text comes, 2 the second time, and so on. */
  count(text: string): number {
    const digest = hash('sha1', text, 'buffer');
    const place = this.find(digest.readUInt32LE(0), digest.readUInt32LE(4));
    if (this.counts[place] === 0) {
      this.high[place] = digest.readUInt32LE(0);
      this.low[place] = digest.readUInt32LE(4);
      this.used++;
    }
    const count = (this.counts[place] ?? 0) + 1;
    this.counts[place] = count;
    if (this.used * 2 > this.size) this.grow();
    return count;
  }

  private find(high: number, low: number): number {
    let place = low & (this.size - 1);
    while (this.counts[place] !== 0 && (this.high[place] !== high || this.low[place] !== low)) place = (place + 1) & (this.size - 1);
    return place;
  }

  private grow(): void {
    const { high, low, counts } = this;
    this.size *= 2;
    this.high = new Uint32Array(this.size);
    this.low = new Uint32Array(this.size);
    this.counts = new Uint32Array(this.size);
    for (let old = 0; old < counts.length; old++) {
      if (counts[old] === 0) continue;
      const place = this.find(high[old]!, low[old]!);
      this.high[place] = high[old]!;
      this.low[place] = low[old]!;
      this.counts[place] = counts[old]!;
    }
  }
}

/** @returns the same uuid for the same text: version 8 of RFC 9562, made of a digest. */
export function uuidOf(text: string): string {
  const hex = hash('sha1', text, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
