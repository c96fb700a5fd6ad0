/** When followers of the event log read on: soon after something was appended, every minute for what that missed, and every night for the rest. */
import type { Uuid } from '../../core/id.ts';
import { EVENT_CHANNEL, type EventNotification } from './events.ts';
import { follow, forgetFollowed, LOOKS } from './follow.ts';
import { defineJob, enqueue } from './jobs.ts';
import { listen } from './listen.ts';
import { logger } from './log.ts';
import { allClients, type Database, inClient } from './tenancy.ts';

/** What is appended within so many milliseconds is read in one look. */
const GATHER = 100;

/** After so many events of one look there are likely more by now, and going back by seconds would read mostly what is handled. */
const HOT = 100;
/** Nevertheless a look goes back by seconds so often, ms. */
const WHOLE_EACH = 2_000;

/** Clients whose log this process is looking at, and whether something was appended meanwhile. */
const looking = new Map<Uuid, { again: boolean }>();

const followJob = defineJob<{ clientId: Uuid }>({
  name: 'events.follow',
  run: async ({ clientId }, database) => {
    const running = looking.get(clientId);
    // It would wait for the other one, and keep a job's place meanwhile.
    if (running) {
      running.again = true;
      return;
    }
    const look = { again: true };
    looking.set(clientId, look);
    try {
      let [wholeAt, isHot] = [0, false];
      while (look.again || isHot) {
        look.again = false;
        const isWhole = !isHot || performance.now() - wholeAt > WHOLE_EACH;
        if (isWhole) wholeAt = performance.now();
        isHot = (await follow(database, clientId, isWhole ? LOOKS.each : LOOKS.hot)) > HOT;
      }
    } finally {
      looking.delete(clientId);
    }
  },
});

defineJob({
  name: 'events.follow.minute',
  cron: '* * * * *',
  run: async (_payload: object, database, signal) => {
    for (const clientId of await allClients(database)) if (!signal?.aborted) await follow(database, clientId, LOOKS.minute);
  },
});

defineJob({
  name: 'events.follow.night',
  cron: '17 3 * * *',
  run: async (_payload: object, database, signal) => {
    for (const clientId of await allClients(database)) {
      if (signal?.aborted) return;
      await follow(database, clientId, LOOKS.night);
      await inClient(database, clientId, forgetFollowed);
    }
  },
});

/** Asks for a look whenever any process appends events. @returns how to stop. */
export async function startFollowing(database: Database): Promise<{ stop: () => Promise<void> }> {
  const { notices, stop } = await listen<EventNotification>(database, EVENT_CHANNEL);
  const soon = new Map<Uuid, NodeJS.Timeout>();
  const ask = async (clientId: Uuid) => {
    soon.delete(clientId);
    const sql = async (text: string, values?: readonly unknown[]) => (await database.app.query(text, [...(values ?? [])])).rows as never;
    // The look of every minute makes up for one that could not be asked for.
    await enqueue({ sql }, followJob, { clientId }, { key: `${followJob.name}:${clientId}` }).catch((error: unknown) =>
      logger.debug({ error }, 'a look at the event log could not be asked for'),
    );
  };
  notices.on('notice', ({ clientId }) => {
    if (!soon.has(clientId)) soon.set(clientId, setTimeout(() => void ask(clientId), GATHER).unref());
  });
  return {
    stop: async () => {
      for (const timer of soon.values()) clearTimeout(timer);
      await stop();
    },
  };
}
