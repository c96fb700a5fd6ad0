/** Live events: one database connection listens per process, each notice is read once per client, and handed to that client's subscribers. */
import type { Uuid } from '../../../core/id.ts';
import { accessOf } from '../../platform/access.ts';
import type { Identity } from '../../platform/caller.ts';
import { EVENT_CHANNEL, type EventNotification } from '../../platform/events.ts';
import { type Listening, listen as listenTo } from '../../platform/listen.ts';
import { logger } from '../../platform/log.ts';
import { wholeOf } from '../../platform/partnerReach.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { heardBy, type LiveEvent } from './events.hearing.ts';
import { EVENT_COLUMNS, type EventRow, presentEvent } from './events.logic.ts';

/** One event, or word that there were more than notices carry: read again. */
export interface LiveUpdate {
  readonly event: LiveEvent | null;
  readonly readAgain: boolean;
}

export interface LiveFilter {
  readonly userId?: Uuid | null;
  readonly messageType?: string | null;
  readonly messageVersion?: number | null;
  readonly accountId?: Uuid | null;
}

type Deliver = (notice: LiveUpdate) => void;

/** A busy engine says "many" several times a second; a subscriber hears it at most once in this many milliseconds. */
const READ_AGAIN_MS = 1000;

class Listener {
  readonly #database: Database;
  readonly #subscribers = new Map<Uuid, Set<Deliver>>();
  readonly #turns = new Map<Uuid, Promise<void>>();
  #running: Promise<Listening<EventNotification>> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns once the listening connection stands: what commits from then on is delivered. @returns how to leave. */
  async subscribe(clientId: Uuid, deliver: Deliver): Promise<() => void> {
    const ofClient = this.#subscribers.get(clientId) ?? new Set();
    this.#subscribers.set(clientId, ofClient.add(deliver));
    const leave = () => {
      ofClient.delete(deliver);
      if (ofClient.size === 0 && this.#subscribers.get(clientId) === ofClient) this.#subscribers.delete(clientId);
      if (this.#subscribers.size > 0 || !this.#running) return;
      const ended = this.#running;
      this.#running = null;
      void ended.then(({ stop }) => stop()).catch(() => {});
    };
    this.#running ??= this.#start();
    try {
      await this.#running;
    } catch (error) {
      this.#running = null;
      leave();
      throw error;
    }
    return leave;
  }

  async #start(): Promise<Listening<EventNotification>> {
    const listening = await listenTo<EventNotification>(this.#database, EVENT_CHANNEL);
    listening.notices.on('notice', (notice) => this.#inTurn(notice));
    // Notices may have been missed: every client reads anew.
    listening.notices.on('gap', () => {
      for (const subscribers of this.#subscribers.values()) for (const deliver of subscribers) deliver({ event: null, readAgain: true });
    });
    return listening;
  }

  /** A client's notices are read one after the other, so that what happened first is heard first. */
  #inTurn(notice: EventNotification): void {
    if (!this.#subscribers.has(notice.clientId)) return;
    const turn = (this.#turns.get(notice.clientId) ?? Promise.resolve())
      .then(() => this.#receive(notice))
      .catch((error) => logger.error({ error }, 'live events: a notice was not read'))
      .finally(() => {
        if (this.#turns.get(notice.clientId) === turn) this.#turns.delete(notice.clientId);
      });
    this.#turns.set(notice.clientId, turn);
  }

  async #receive({ clientId, messageIds }: EventNotification): Promise<void> {
    const subscribers = this.#subscribers.get(clientId);
    if (!subscribers) return;
    if (messageIds === 'many') {
      for (const deliver of subscribers) deliver({ event: null, readAgain: true });
      return;
    }
    const rows = await inClient(
      this.#database,
      clientId,
      (tx) =>
        tx.sql<EventRow>(
          `select ${EVENT_COLUMNS}, (select p.message_id from event p where p.client_id = e.client_id and p.account_id = e.account_id
             and (p.emit_time, p.message_id) < (e.emit_time, e.message_id) order by p.emit_time desc, p.message_id desc limit 1) as prev_message_id
           from event e where client_id = $1 and message_id = any($2::uuid[]) order by message_id`,
          [clientId, messageIds],
        ),
      { readOnly: true },
    );
    for (const event of rows.map(presentEvent)) for (const deliver of subscribers) deliver({ event, readAgain: false });
  }
}

const listeners = new WeakMap<Database, Listener>();

/** Matches an event; the type may carry its version ("paymentSettled.v1"), which then counts instead of messageVersion. */
function matcher(filter: LiveFilter): (event: LiveEvent) => boolean {
  const [, type, version] = /^(.*?)(?:\.v(\d+))?$/.exec(filter.messageType ?? '') ?? [];
  const wanted = version ? Number(version) : (filter.messageVersion ?? 1);
  return ({ attributes }) =>
    (!filter.accountId || attributes.accountId === filter.accountId) &&
    (!filter.userId || attributes.userId === filter.userId) &&
    (!type || attributes.messageType === type) &&
    attributes.messageVersion === wanted;
}

/** @returns whether the event is among those that somebody of a partner sees. */
const isSeen = async (seen: Database, clientId: Uuid, messageId: Uuid): Promise<boolean> =>
  inClient(
    seen,
    clientId,
    async (tx) => (await tx.prepared('select 1 from event where client_id = $1 and message_id = $2', [clientId, messageId])).length > 0,
    { readOnly: true },
  );

/**
 * The notices of one client that pass the filter and are for the caller to hear, from the moment the subscription stands until their token
 * ends. What they may hear is asked for each event: a role that is changed meanwhile counts from then on.
 */
export async function listen(
  database: Database,
  clientId: Uuid,
  filter: LiveFilter,
  caller: Identity,
): Promise<AsyncIterableIterator<{ listenForEvents: LiveUpdate }>> {
  const whole = wholeOf(database);
  const listener = listeners.get(whole) ?? new Listener(whole);
  listeners.set(whole, listener);
  const matches = matcher(filter);
  const waiting: LiveUpdate[] = [];
  let rests = false;
  let ended = false;
  let wake = () => {};
  const leave = await listener.subscribe(clientId, (notice) => {
    if (notice.event ? !matches(notice.event) : waiting.some((queued) => queued.readAgain)) return;
    waiting.push(notice);
    wake();
  });
  const end = () => {
    if (ended) return;
    ended = true;
    clearTimeout(ending);
    leave();
    wake();
  };
  const ending = setTimeout(end, Math.max(0, caller.expiresAt - Date.now()));

  /** Takes the first notice that may go out now. */
  const take = (): LiveUpdate | undefined => {
    const index = waiting.findIndex((notice) => !(rests && notice.readAgain));
    const [notice] = index < 0 ? [] : waiting.splice(index, 1);
    if (notice?.readAgain) {
      rests = true;
      setTimeout(() => {
        rests = false;
        wake();
      }, READ_AGAIN_MS).unref();
    }
    return notice;
  };

  const roles = caller.groups.filter((group) => group.clientId === clientId).map((group) => group.role);
  const heard = async (event: LiveEvent) => {
    const permissions = await accessOf(database).permissionsOf(caller, clientId);
    const { accountId, messageId } = event.attributes;
    // What is with their partner changes from one event to the next.
    if (accountId !== null && database.reach && !(await isSeen(database, clientId, messageId))) return null;
    return heardBy(event, { userId: caller.userId, roles, permissions });
  };

  const notices: AsyncIterableIterator<{ listenForEvents: LiveUpdate }> = {
    next: async () => {
      for (;;) {
        if (ended) return { done: true, value: undefined };
        const notice = take();
        if (notice) {
          const event = notice.event && (await heard(notice.event));
          if (event || notice.readAgain) return { done: false, value: { listenForEvents: { ...notice, event } } };
          continue;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    return: async () => {
      end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => notices,
  };
  return notices;
}
