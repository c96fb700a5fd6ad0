/** A process that runs while a newer release takes the database over: where both would harm each other, the older one ends. */
import { StartRefusal } from './installation.ts';
import { logger } from './log.ts';
import { checkRange } from './schema.ts';
import type { Database } from './tenancy.ts';

/** Between two questions, milliseconds. */
const EVERY = 5_000;

/**
 * Asks again and again what a start asks: whether this release can still work with the database.
 * @param end called once with the sentence that a start would be refused with. @returns how to stop asking
 */
export function watchReleases({ app }: Pick<Database, 'app'>, end: (why: string) => void, every = EVERY, check = checkRange): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const ask = async (): Promise<void> => {
    try {
      await check(app);
    } catch (error) {
      if (error instanceof StartRefusal && !isOver) {
        isOver = true;
        return end(error.message);
      }
      // A database that is away says nothing about releases.
      logger.debug({ error }, 'the release of the database is not known');
    }
    if (!isOver) timer = setTimeout(() => void ask(), every).unref();
  };
  timer = setTimeout(() => void ask(), every).unref();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
