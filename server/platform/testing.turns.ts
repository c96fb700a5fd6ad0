/** How often a turn of this thread is looked at; ms. */
const BEAT = 20;

/** @returns the processor time that this thread has used; ms. Other programs on the machine add nothing to it. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Watches this thread while something goes on that must not stop it.
 * @returns what came of it, and the most that the thread worked before it turned to anything else; ms of its own processor time.
 */
export async function longestTurn<Result>(work: Promise<Result>): Promise<{ result: Result; longest: number }> {
  let [last, longest] = [used(), 0];
  const beat = setInterval(() => {
    const at = used();
    longest = Math.max(longest, at - last);
    last = at;
  }, BEAT);
  try {
    const result = await work;
    return { result, longest };
  } finally {
    clearInterval(beat);
  }
}
