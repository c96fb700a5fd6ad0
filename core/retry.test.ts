import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retry } from './retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tries ten times, a second apart, until there is a result', async () => {
  const task = vi.fn(async () => (task.mock.calls.length === 4 ? 'there' : null));
  const result = retry(task);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(task).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toBe('there');

  const never = vi.fn(async () => null);
  const nothing = retry(never);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await nothing).toBeNull();
  expect(never).toHaveBeenCalledTimes(10);
});

it('throws the last error, or at once one that isn’t worth retrying', async () => {
  const failing = vi.fn(() => Promise.reject(new Error(`no. ${failing.mock.calls.length}`)));
  const failed = expect(retry(failing, { tries: 3, delayMs: 500 })).rejects.toThrow('no. 3');
  await vi.advanceTimersByTimeAsync(1_000);
  await failed;
  const refused = vi.fn(() => Promise.reject(new Error('refused')));
  await expect(retry(refused, { tries: 3, delayMs: 500 }, () => false)).rejects.toThrow('refused');
  expect(refused).toHaveBeenCalledTimes(1);
});
