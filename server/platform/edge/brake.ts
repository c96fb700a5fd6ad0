/** Answers those late who were told to wait and ask on: a connection that waits costs next to nothing, and a flood over it runs at our pace. */
import type { IncomingMessage } from 'node:http';

/** How late a refusal comes, ms; its sender was told to wait for a second at least. */
const LATE_MS = 1_000;
/** Refusals of one caller that wait at the same time; connections over that are cut. */
const MOST_OF_CALLER = 200;
/** Of all callers together. */
const MOST = 5_000;

export class Brake {
  readonly #late = new Map<string, number>();
  #all = 0;

  /** Waits before a refusal is answered, or ends the connection where too many wait. @param key the caller */
  async hold(key: string, request: IncomingMessage): Promise<void> {
    const late = this.#late.get(key) ?? 0;
    if (late >= MOST_OF_CALLER || this.#all >= MOST) return void request.destroy();
    this.#late.set(key, late + 1);
    this.#all += 1;
    await new Promise<void>((resolve) => setTimeout(resolve, LATE_MS).unref());
    this.#all -= 1;
    const left = (this.#late.get(key) ?? 1) - 1;
    if (left > 0) this.#late.set(key, left);
    else this.#late.delete(key);
  }
}
