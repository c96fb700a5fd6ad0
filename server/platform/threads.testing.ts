/** What threads are tried with. */
export const double = (value: number) => value * 2;
/** Ten milliseconds of work. */
export function busy(value: number): number {
  const until = performance.now() + 10;
  while (performance.now() < until);
  return value;
}
export function turn(value: number | 'for ever' | 'hoard'): number {
  if (value === 'for ever') for (;;);
  const hoard: unknown[] = [];
  while (value === 'hoard') hoard.push(new Array(100_000).fill(value));
  return value;
}
/** Keeps the thread until the number is no longer zero; a thread that waits takes no processor. */
export const hold = (until: Int32Array) => Atomics.wait(until, 0, 0);
export const backtrack = (text: string) => /^(a+)+$/.test(text);
export async function* count(to: number): AsyncGenerator<number> {
  if (to < 0) throw new Error('cannot count to that');
  for (let each = 1; each <= to; each++) yield each;
  if (to === 3) for (;;);
}
