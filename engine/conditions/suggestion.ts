/** Did you mean …? The known name that somebody most likely wanted to write. */

/** @returns how many characters must be added, taken out or exchanged to make one word of the other. */
function editsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const exchange = above[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(exchange, above[column]! + 1, current[column - 1]! + 1));
    }
    above = current;
  }
  return above[other.length]!;
}

/** "claimBalance" and "account.balance" may both be wanted by somebody who writes "balance": a name also goes by its last words. */
function endingsOf(name: string): string[] {
  const words = name.split(/\.|(?=[A-Z])/);
  return words.map((_, index) => words.slice(index).join('').toLowerCase());
}

/** Names longer than this are no slip of the pen. */
const LONGEST = 60;

/** @returns the name nearest to what was written, the first of equals; undefined when none is near. */
export function nearest(written: string, names: readonly string[]): string | undefined {
  const word = written.replaceAll('.', '').toLowerCase();
  if (word.length > LONGEST) return undefined;
  let best: { name: string; far: number } | undefined;
  for (const name of names) {
    const [whole = '', ...endings] = endingsOf(name);
    // The whole name wins over another's ending.
    const far = Math.min(editsBetween(word, whole), ...endings.map((ending) => editsBetween(word, ending) + 0.5));
    if (far <= Math.max(1, word.length / 3) && (!best || far < best.far)) best = { name, far };
  }
  return best?.name;
}
