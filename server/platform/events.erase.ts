/** Erases what events say, for the sake of a person: the events stay, and so does the proof that nothing else was altered (docs/decisions/privacy.md). */
import type { EventPayload } from '../../core/events/events.ts';
import { type Uuid, uuidv7 } from '../../core/id.ts';
import { isoInstant } from '../../core/time.ts';
import { now } from './clock.ts';
import { list } from './columns.ts';
import { notifyMany } from './events.ts';
import type { Tx } from './tenancy.ts';

/**
 * Takes the payload from events of the client and appends the notice that tells of it. Events that were erased before stay as they are.
 * @param about the erasure's id, which its row in `erasure` has already; its account, when it is of one; and what the notice says of it.
 * @returns how many events were erased.
 */
export async function eraseEvents(
  tx: Tx,
  about: { readonly erasureId: Uuid; readonly accountId: Uuid | null; readonly about: EventPayload<'personalDataErased'>['about'] },
  messageIds: readonly Uuid[],
): Promise<number> {
  const [row] = await tx.sql<{ erased: number }>('select erase_events($1, $2, $3, $4, $5, $6, $7, $8) as erased', [
    about.erasureId,
    uuidv7(),
    isoInstant(now()),
    about.accountId,
    tx.actor.type,
    tx.actor.id,
    JSON.stringify(about.about),
    list(messageIds),
  ]);
  notifyMany(tx);
  return row?.erased ?? 0;
}
