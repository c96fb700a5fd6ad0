/** Event and audit queries whose execution took too long are asked again, then they fail (specification 1, section 8). */
import { EVENT_TRIES } from '../../core/retry.ts';
import { CallError } from '../ui/fault.ts';
import { sleep } from './sleep.ts';

const SERVICE = 'events';

const tookTooLong = (error: unknown) => error instanceof CallError && error.codes.includes('EXECUTION_TIMEOUT');

/** @param send asks once. @throws what the last try threw. */
export async function askSlowly<Data>(service: string, send: () => Promise<Data>, signal?: AbortSignal): Promise<Data> {
  for (let left = service === SERVICE ? EVENT_TRIES.tries : 1; ; left -= 1) {
    try {
      return await send();
    } catch (error) {
      if (left <= 1 || !tookTooLong(error)) throw error;
    }
    await sleep(EVENT_TRIES.delayMs, signal);
  }
}
