/** Figures that look random and are always the same for the same seed. */
import { createHash } from 'node:crypto';

export interface Dice {
  /** @returns a number from 0 to just below 1. */
  readonly roll: () => number;
  /** @returns a whole number in the range, its ends included. */
  readonly whole: (from: number, to: number) => number;
  /** @returns the amount in parts of random size that add up to it; none is negative. */
  readonly share: (total: bigint, weights: readonly number[]) => bigint[];
}

/** @param seed what the figures are of: a client's id and the figure's name. */
export function dice(seed: string): Dice {
  const digest = createHash('sha256').update(seed).digest();
  let state = digest.readUInt32LE(0);
  // Mulberry32: small, fast and even enough for figures that only have to look like some.
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    roll,
    whole: (from, to) => from + Math.floor(roll() * (to - from + 1)),
    share: (total, weights) => {
      const rolled = weights.map((weight) => BigInt(Math.round(weight * (0.7 + 0.6 * roll()) * 1e6)));
      const sum = rolled.reduce((all, each) => all + each, 0n) || 1n;
      const parts = rolled.map((each) => (total * each) / sum);
      const rest = total - parts.reduce((all, each) => all + each, 0n);
      return parts.map((part, index) => (index === 0 ? part + rest : part));
    },
  };
}
