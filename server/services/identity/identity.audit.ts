/** What people do about their own sign-in stands in the log of every client they work for. Never a secret. */
import type { EventTypeOf } from '../../../core/events/catalogue.ts';
import type { EventPayload } from '../../../core/events/events.ts';
import type { Uuid } from '../../../core/id.ts';
import { Rate } from '../../platform/edge/rates.ts';
import { appendEvents, composeEvent } from '../../platform/events.ts';
import { logger } from '../../platform/log.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import type { From, Tried } from './identity.port.ts';
import { clientsOf } from './identity.users.logic.ts';

export type AccessEvent = EventTypeOf<'access'>;

/** Left out where a kind has nothing to say. */
type Said<Type extends AccessEvent> = Record<string, never> extends EventPayload<Type> ? [EventPayload<Type>?] : [EventPayload<Type>];

/** Appends to each client of the person. */
export async function noteAccess<Type extends AccessEvent>(
  database: Database,
  userId: Uuid,
  messageType: Type,
  ...said: Said<Type>
): Promise<void> {
  const event = composeEvent(messageType, {}, {}, said[0] ?? {});
  for (const clientId of await clientsOf(database, userId))
    await inClient(database, clientId, (tx) => appendEvents(tx, [event]), { actor: { type: 'user', id: userId } });
}

/** The same after the answer has gone: how long it takes must not tell whether somebody exists. */
export function noteAccessLater<Type extends AccessEvent>(database: Database, userId: Uuid, messageType: Type, ...said: Said<Type>): void {
  noteAccess(database, userId, messageType, ...said).catch((error) => logger.error({ error, messageType }, 'access: not in the log'));
}

/** Refused tries that are written down, of one person and step and minute: an attacker must not fill the log. */
const wrongTries = new Rate(10);
const limitedTries = new Rate(1);

/**
 * A refused try stands in the log of whoever it is about, after the answer. One for an address that nobody has stands in the process's log, under
 * a digest of the address. @param from a digest of the network. @param isLimit the try was one too many, and was not made.
 */
export function noteRefused({ database }: From, { id, userId, step }: Tried, from: string, isLimit: boolean): void {
  const why = isLimit ? { why: 'tooManyTries' } : {};
  if (userId === null) logger.warn({ account: id, from, step, ...why }, 'sign-in refused: nobody has this address');
  else if ((isLimit ? limitedTries : wrongTries).take(`${userId} ${step}`) === 0)
    noteAccessLater(database, userId, 'signInFailed', { step, ...why });
}
