/** What members of staff tell each other at once, through every process of the house; kept nowhere (specification 3, section 3). */
import { fault, invalid } from '../../../core/fault.ts';
import { holds } from '../../../core/holds.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { MINUTE } from '../../../core/time.ts';
import { accessOf } from '../../platform/access.ts';
import type { Identity } from '../../platform/caller.ts';
import { type Listening, listen } from '../../platform/listen.ts';
import { logger } from '../../platform/log.ts';
import { wholeOf } from '../../platform/partnerReach.ts';
import type { Database, Tx } from '../../platform/tenancy.ts';
import type { Message, MessageInput } from './backoffice.graphql.ts';
import { noteOnline } from './backoffice.user.online.logic.ts';

const CHANNEL = 'quittance_messages';
/** PostgreSQL carries notices of up to 8,000 bytes. */
const MOST_BYTES = 7_500;
/** A listener that does not take what it hears keeps the newest of it. */
const MOST_WAITING = 1_000;
const TYPE = /^[A-Z][A-Z0-9_]{0,59}$/;

/** Tells whoever listens when the transaction commits. @throws Fault INVALID_INPUT naming the field */
export async function sendMessage(tx: Tx, message: MessageInput, sender: Identity): Promise<void> {
  if (!TYPE.test(message.messageType)) throw invalid('message.messageType', 'messageTypeForm');
  if (message.recipientId != null && !isUuid(message.recipientId)) throw invalid('message.recipientId', 'idWrong');
  await sendSystemMessage(tx, {
    clientId: tx.clientId,
    recipientRole: message.recipientRole ?? null,
    senderRole: rolesOf(sender, tx.clientId)[0] ?? null,
    recipientId: message.recipientId ?? null,
    senderId: sender.userId,
    email: sender.email,
    displayName: sender.name,
    messageType: message.messageType,
    payload: message.payload ?? null,
  });
}

/** The same for what the product itself has to say. @throws Fault INVALID_INPUT when it is too long */
export async function sendSystemMessage(tx: Tx, message: Message): Promise<void> {
  const text = JSON.stringify(message);
  if (Buffer.byteLength(text) > MOST_BYTES) throw fault('INVALID_INPUT', 'messageBytes', { number: MOST_BYTES }, 'message.payload');
  await tx.sql('select pg_notify($1, $2)', [CHANNEL, text]);
}

interface MessageFilter {
  readonly recipientId?: Uuid | null;
  readonly recipientRole?: string | null;
  readonly senderRole?: string | null;
}

const rolesOf = (identity: Identity, clientId: Uuid) =>
  identity.groups.filter((group) => group.clientId === clientId).map((group) => group.role);

/** Nobody listens for somebody else: neither for another person nor for a role they do not have. @throws Fault FORBIDDEN */
function refuseForeign(filter: MessageFilter, listener: Identity, roles: readonly string[]): void {
  if (filter.recipientId != null && filter.recipientId !== listener.userId) throw fault('FORBIDDEN', 'hearOthers');
  if (filter.recipientRole != null && !roles.includes(filter.recipientRole)) throw fault('FORBIDDEN', 'hearOthers');
}

/** Whatever the filter says, what is addressed to others is not heard; what goes to everybody is. */
function hears(message: Message, filter: MessageFilter, userId: Uuid, roles: readonly string[]): boolean {
  const forMe = message.recipientId == null || message.recipientId === userId;
  const forMyRole = message.recipientRole == null || roles.includes(message.recipientRole);
  const forRole = filter.recipientRole == null || message.recipientRole == null || message.recipientRole === filter.recipientRole;
  return forMe && forMyRole && forRole && (filter.senderRole == null || message.senderRole === filter.senderRole);
}

type Deliver = (message: Message) => void;

/** One listening connection a process, held while anybody in it listens. */
class Post {
  readonly #database: Database;
  readonly #readers = new Map<Uuid, Set<Deliver>>();
  #running: Promise<Listening<Message>> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns once the connection stands: what commits from then on is delivered. @returns how to leave. */
  async join(clientId: Uuid, deliver: Deliver): Promise<() => void> {
    const readers = this.#readers.get(clientId) ?? new Set();
    this.#readers.set(clientId, readers.add(deliver));
    const leave = () => {
      readers.delete(deliver);
      if (readers.size === 0 && this.#readers.get(clientId) === readers) this.#readers.delete(clientId);
      if (this.#readers.size > 0 || !this.#running) return;
      const ended = this.#running;
      this.#running = null;
      void ended.then(({ stop }) => stop()).catch(() => {});
    };
    const running = this.#running ?? this.#start();
    this.#running = running;
    try {
      await running;
    } catch (error) {
      if (this.#running === running) this.#running = null;
      leave();
      throw error;
    }
    return leave;
  }

  async #start(): Promise<Listening<Message>> {
    const listening = await listen<Message>(this.#database, CHANNEL);
    listening.notices.on('notice', (message) => {
      for (const deliver of this.#readers.get(message.clientId) ?? []) deliver(message);
    });
    return listening;
  }
}

const posts = new WeakMap<Database, Post>();

function postOf(seen: Database): Post {
  const database = wholeOf(seen);
  const post = posts.get(database) ?? new Post(database);
  posts.set(database, post);
  return post;
}

/**
 * What the caller may hear in a client and the filter lets through, from the moment the subscription stands until their token ends.
 * Who listens is online: it is noted when they begin and every minute after. @throws Fault FORBIDDEN
 */
export async function listenForMessages(
  database: Database,
  clientId: Uuid,
  filter: MessageFilter,
  listener: Identity,
): Promise<AsyncIterableIterator<{ listenForMessages: Message }>> {
  const roles = rolesOf(listener, clientId);
  refuseForeign(filter, listener, roles);
  const waiting: Message[] = [];
  let ended = false;
  let wake = () => {};
  const leave = await postOf(database).join(clientId, (message) => {
    if (!hears(message, filter, listener.userId, roles)) return;
    waiting.push(message);
    if (waiting.length > MOST_WAITING) waiting.shift();
    wake();
  });
  const note = () =>
    noteOnline(database, clientId, listener.userId).catch((error) => logger.error({ error }, 'messages: who is online was not noted'));
  void note();
  const noting = setInterval(note, MINUTE);
  const end = () => {
    if (ended) return;
    ended = true;
    clearTimeout(ending);
    clearInterval(noting);
    leave();
    wake();
  };
  const ending = setTimeout(end, Math.max(0, listener.expiresAt - Date.now()));
  /** A role that is changed meanwhile counts from then on. */
  const mayListen = async () => holds(await accessOf(database).permissionsOf(listener, clientId), 'backoffice', 'useMessages');
  const messages: AsyncIterableIterator<{ listenForMessages: Message }> = {
    next: async () => {
      for (;;) {
        if (ended) return { done: true, value: undefined };
        const message = waiting.shift();
        if (message && (await mayListen())) return { done: false, value: { listenForMessages: message } };
        if (!message)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
    return: async () => {
      end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => messages,
  };
  return messages;
}
