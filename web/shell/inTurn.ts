/** Writes to one record, one after the other: two quick actions of one person are no conflict. */

interface Left {
  /** The revisions that were on screen, or went out, before. */
  readonly before: readonly unknown[];
  /** The one that the last write left. */
  readonly now: number;
}

const last = new Map<string, Promise<Left | null>>();

/** @returns the revision that a mutation's answer tells, if it asks for one. */
function revisionIn(data: unknown): number | null {
  for (const one of Object.values((data ?? {}) as object)) {
    const revision = (one as { revision?: unknown } | null)?.revision;
    if (typeof revision === 'number') return revision;
  }
  return null;
}

/**
 * Sends when everything that was sent about the record before has been answered. Whoever acted on the state that their own earlier write has
 * changed meanwhile sends the revision it left; a state that somebody else changed is refused as ever.
 */
export function inTurn<Variables, Data>(
  record: string,
  variables: Variables,
  send: (variables: Variables) => Promise<Data>,
): Promise<Data> {
  const earlier = last.get(record) ?? null;
  const shown = (variables as { revision?: unknown }).revision;
  let left: Left | null = null;
  const answer = (async () => {
    left = await earlier;
    return send(left?.before.includes(shown) ? { ...variables, revision: left.now } : variables);
  })();
  const mine = answer.then(
    (data) => {
      const now = revisionIn(data);
      return now === null ? left : { before: [...(left ? [...left.before, left.now] : []), shown], now };
    },
    () => left,
  );
  last.set(record, mine);
  void mine.then(() => last.get(record) === mine && last.delete(record));
  return answer;
}
