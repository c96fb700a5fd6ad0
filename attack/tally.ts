/** What an attack is, and how its tries are counted. */
import type { Target } from './target.ts';

/** How an attack ended. */
export interface Tally {
  readonly tried: number;
  readonly held: number;
  /** What did not hold, a few of them. */
  readonly broken?: readonly string[];
}

/** One way of attacking: bounded to some seconds, and to this machine. */
export interface Attack {
  readonly name: string;
  readonly run: (target: Target) => Promise<Tally>;
}

/** A running count that attacks keep. */
export function tally() {
  let [tried, held] = [0, 0];
  const broken: string[] = [];
  return {
    /** Counts a try. @param what is told when it did not hold. */
    check(didHold: boolean, what: string): void {
      tried++;
      if (didHold) held++;
      else if (broken.length < 5) broken.push(what);
    },
    result: (): Tally => ({ tried, held, broken }),
  };
}
