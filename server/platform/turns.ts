/** Who works when: of each person only a few operations go on at once, so that nobody has all connections of the database to themselves. */
import { fault } from '../../core/fault.ts';

/** Operations that one person may have waiting; a screen has a handful. */
const MOST_WAITING = 100;

/** A line for each key: so many of a key go on at once, the others follow in the order they came. */
export class Turns {
  readonly #most: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /** @param most that may go on at once, of each key. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Waits for a turn. @returns how to end it; it must be called once. @throws Fault RATE_LIMITED when too many wait already */
  async take(key: string): Promise<() => void> {
    const running = this.#running.get(key) ?? 0;
    if (running < this.#most) {
      this.#running.set(key, running + 1);
      return () => this.#leave(key);
    }
    const line = this.#waiting.get(key) ?? [];
    if (line.length >= MOST_WAITING) throw fault('RATE_LIMITED', 'threadsBusy');
    this.#waiting.set(key, line);
    await new Promise<void>((resolve) => line.push(resolve));
    return () => this.#leave(key);
  }

  #leave(key: string): void {
    const line = this.#waiting.get(key);
    const next = line?.shift();
    if (line?.length === 0) this.#waiting.delete(key);
    const left = (this.#running.get(key) ?? 1) - 1;
    // Whoever follows takes the place over.
    if (next) next();
    else if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
  }

  /** Keys that have something going on. */
  get size(): number {
    return this.#running.size;
  }
}
