/** Trying again, with the specification's numbers (specification 1, sections 5, 8 and 9). */
export interface Tries {
  /** How often in all. */
  readonly tries: number;
  readonly delayMs: number;
}

export const HELPER_TRIES: Tries = { tries: 10, delayMs: 1_000 };
/** Event and audit queries whose execution took too long. */
export const EVENT_TRIES: Tries = { tries: 3, delayMs: 500 };
export const ROLE_TRIES: Tries = { tries: 2, delayMs: 1_000 };
export const CONFIGURATION_TRIES: Tries = { tries: 2, delayMs: 1_000 };
/** Any request that failed on its way; the delay doubles and is jittered. */
export const REQUEST_TRIES: Tries = { tries: 5, delayMs: 300 };

/**
 * Tries until the task gives something truthy. @param isWorthIt whether an error may be tried again; without it every one is.
 * @returns the last result, truthy or not. @throws the last error.
 */
export async function retry<T>(
  task: () => Promise<T>,
  { tries, delayMs }: Tries = HELPER_TRIES,
  isWorthIt: (error: unknown) => boolean = () => true,
): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      const result = await task();
      if (result || left <= 0) return result;
    } catch (error) {
      if (left <= 0 || !isWorthIt(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}
