/** What members of staff tell each other at once, through every process of the house; kept nowhere (specification 3, section 3). */
import { Fault, invalid } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { Identity } from '../../platform/caller.ts';
import { type Listening, listen } from '../../platform/listen.ts';
import type { Database, Tx } from '../../platform/tenancy.ts';
import type { Message, MessageInput } from './backoffice.graphql.ts';

const CHANNEL = 'quittance_messages';
/** PostgreSQL carries notices of up to 8,000 bytes. */
const MOST_BYTES = 7_500;
const TYPE = /^[A-Z][A-Z0-9_]{0,59}$/;

const listening = new WeakMap<Database, Promise<Listening<Message>>>();

/** Tells whoever listens when the transaction commits. @throws Fault INVALID_INPUT naming the field */
export async function sendMessage(tx: Tx, message: MessageInput, sender: Identity): Promise<void> {
  if (!TYPE.test(message.messageType)) throw invalid('message.messageType', 'A type has capital letters, digits and _');
  if (message.recipientId != null && !isUuid(message.recipientId)) throw invalid('message.recipientId', 'Not the id of a user');
  await tellMessage(tx, {
    clientId: tx.clientId,
    recipientRole: message.recipientRole ?? null,
    senderRole: sender.groups.find((group) => group.clientId === tx.clientId)?.role ?? null,
    recipientId: message.recipientId ?? null,
    senderId: sender.userId,
    email: sender.email,
    displayName: sender.name,
    messageType: message.messageType,
    payload: message.payload ?? null,
  });
}

/** The same for what the product itself has to say. */
export async function tellMessage(tx: Tx, message: Message): Promise<void> {
  const text = JSON.stringify(message);
  if (Buffer.byteLength(text) > MOST_BYTES) throw new Fault('INVALID_INPUT', 'A message has at most 7,500 bytes', 'message.payload');
  await tx.sql('select pg_notify($1, $2)', [CHANNEL, text]);
}

interface MessageFilter {
  readonly recipientId?: Uuid | null;
  readonly recipientRole?: string | null;
  readonly senderRole?: string | null;
}

/** What goes to everybody goes to me too. */
function matches(message: Message, filter: MessageFilter): boolean {
  return (
    (!filter.recipientId || message.recipientId === null || message.recipientId === filter.recipientId) &&
    (!filter.recipientRole || message.recipientRole === null || message.recipientRole === filter.recipientRole) &&
    (!filter.senderRole || message.senderRole === filter.senderRole)
  );
}

/** @returns the client's messages that pass the filter, from the moment the subscription stands. @param endsAt milliseconds: when the caller's token ends. */
export async function listenForMessages(database: Database, clientId: Uuid, filter: MessageFilter, endsAt: number) {
  let heard = listening.get(database);
  if (!heard) {
    heard = listen<Message>(database, CHANNEL);
    listening.set(database, heard);
    heard.catch(() => listening.delete(database));
  }
  const { notices } = await heard;
  const waiting: Message[] = [];
  let ended = false;
  let wake = () => {};
  const receive = (message: Message) => {
    if (message.clientId !== clientId || !matches(message, filter)) return;
    waiting.push(message);
    wake();
  };
  notices.on('notice', receive);
  const end = () => {
    ended = true;
    clearTimeout(ending);
    notices.off('notice', receive);
    wake();
  };
  const ending = setTimeout(end, Math.max(0, endsAt - Date.now()));
  const messages: AsyncIterableIterator<{ listenForMessages: Message }> = {
    next: async () => {
      for (;;) {
        if (ended) return { done: true, value: undefined };
        const message = waiting.shift();
        if (message) return { done: false, value: { listenForMessages: message } };
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
