/** Threads for what users bring: whatever a task does, the others go on. */
import { expect, it, vi } from 'vitest';
import { uuidv7 } from '../../core/id.ts';
import type * as Work from './threads.testing.ts';
import { threadPieces, threadWork } from './threads.ts';

const MODULE = import.meta.resolve('./threads.testing.ts');
const LIMITS = { time: 400, field: 'content', tooLong: 'templateTooLong', tooLarge: 'templateTooLarge' } as const;
const double = threadWork<number, number>(MODULE, 'double', LIMITS);
const turn = threadWork<Parameters<typeof Work.turn>[0], number>(MODULE, 'turn', LIMITS);
const told = (answers: readonly object[]) =>
  answers.map((each) => ('value' in each ? each.value : (each as { fault: { words?: { key: string } } }).fault.words?.key));
const share = () => ({ clientId: uuidv7() });

it('answers each item, however many there are', async () => {
  const items = Array.from({ length: 5_000 }, (_, index) => index);
  expect(told(await double.each(share(), items))).toEqual(items.map((each) => each * 2));
});

it('ends items that run forever or take too much memory, and answers the others', async () => {
  const patient = threadWork<Parameters<typeof Work.turn>[0], number>(MODULE, 'turn', { ...LIMITS, time: 20_000 });
  expect(told(await turn.each(share(), [1, 2, 'for ever', 3]))).toEqual([1, 2, 'templateTooLong', 3]);
  expect(told(await patient.each(share(), [1, 'hoard', 4]))).toEqual([1, 'templateTooLarge', 4]);
});

it('ends a regular expression that goes back and forth, while this thread goes on', async () => {
  let beats = 0;
  const beat = setInterval(() => beats++, 20);
  const backtrack = threadWork<string, boolean>(MODULE, 'backtrack', LIMITS);
  await expect(backtrack.one(share(), `${'a'.repeat(60)}!`)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    words: { key: 'templateTooLong' },
  });
  clearInterval(beat);
  expect(beats).toBeGreaterThan(5);
});

it('refuses a kind of item unread after it passed a limit twice, of that client alone', async () => {
  let looked = 0;
  const kinds = threadWork<number | 'for ever', number>(MODULE, 'turn', LIMITS, (item) => {
    looked++;
    return item === 'for ever' ? 'hostile' : 'good';
  });
  const client = share();
  const before = process.cpuUsage();
  const answers = await kinds.each(client, [...Array.from({ length: 100 }, () => 'for ever' as const), 7]);
  expect(told(answers)).toEqual([...Array.from({ length: 100 }, () => 'templateTooLong'), 7]);
  // A hundred times the limit would be forty seconds of a processor.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(30_000);
  expect(looked).toBe(101);
});

it('serves a client with one task before the many of another', async () => {
  const busy = threadWork<number, number>(MODULE, 'busy', { ...LIMITS, time: 5_000 });
  const [crowd, single] = [share(), share()];
  // Both threads are there before anything is compared.
  await Promise.all([busy.one(crowd, 1), busy.one(single, 1)]);
  let left = 60;
  const many = Array.from({ length: left }, (_, index) => busy.one(crowd, index).finally(() => left--));
  await busy.one(single, 1);
  expect(left).toBeGreaterThan(30);
  await Promise.all(many);
});

it('limits what one request may take together, and how much of it may wait', async () => {
  const request = { ...share(), correlationId: uuidv7() };
  const slow = threadWork<'for ever', number>(MODULE, 'turn', { ...LIMITS, timeOfRequest: 600 });
  const answers = await Promise.allSettled(Array.from({ length: 70 }, () => slow.one(request, 'for ever')));
  const keys = answers.map((each) => (each.status === 'rejected' ? each.reason.words.key : 'answered'));
  expect(new Set(keys)).toEqual(new Set(['templateTooLong', 'requestTooLong', 'threadsBusy']));
  expect(keys.filter((key) => key === 'templateTooLong').length).toBeLessThanOrEqual(4);
});

it('gives pieces one by one, and ends what makes them when one does not come or nobody wants more', async () => {
  const count = threadPieces<number, number>(MODULE, 'count', LIMITS);
  const seen: number[] = [];
  await count(share(), 5, async (piece) => void seen.push(piece));
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  await expect(count(share(), 3, async () => {})).rejects.toMatchObject({ words: { key: 'templateTooLong' } });
  await expect(
    count(share(), 1e9, async (piece) => {
      if (piece === 2) throw new Error('enough');
    }),
  ).rejects.toThrow('enough');
  await count(share(), 2, async (piece) => void seen.push(piece));
  expect(seen.slice(5)).toEqual([1, 2]);
});

it('goes on with a thread that has refused its input itself', async () => {
  const count = threadPieces<number, number>(MODULE, 'count', LIMITS);
  await count(share(), 1, async () => {});
  const started = vi.fn();
  process.on('worker', started);
  await expect(count(share(), -1, async () => {})).rejects.toThrow('cannot count to that');
  await count(share(), 1, async () => {});
  process.off('worker', started);
  expect(started).not.toHaveBeenCalled();
});
