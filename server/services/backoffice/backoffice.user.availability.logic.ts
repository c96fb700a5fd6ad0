/** Whether a member of staff takes new tasks: who is away gets none given (server/services/account/task/task.assign.logic.ts). */
import { invalid, notFound } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { AVAILABILITY_REASONS } from '../../../core/tasks.ts';
import type { Instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';

export interface OwnAvailability {
  /** available or unavailable. */
  readonly status: string;
  readonly reason: string | null;
  /** When the person said so; absent where it was said before this was kept. */
  readonly since?: Instant;
}

const AVAILABLE: OwnAvailability = { status: 'available', reason: null };

/** @returns what the person said last; available when they have said nothing. */
export async function readOwnAvailability(tx: Tx, userId: Uuid): Promise<OwnAvailability> {
  const [row] = await tx.sql<{ availability: OwnAvailability | null }>(
    'select availability from client_user where client_id = $1 and user_id = $2',
    [tx.clientId, userId],
  );
  return row?.availability ?? AVAILABLE;
}

/**
 * Keeps what the person says of themselves; the same once more changes nothing.
 * @throws Fault INVALID_INPUT naming status or reason, NOT_FOUND for somebody who is not of the client's staff
 */
export async function setOwnAvailability(tx: Tx, userId: Uuid, said: { status: string; reason?: string | null }): Promise<OwnAvailability> {
  const { status } = said;
  if (status !== 'available' && status !== 'unavailable') throw invalid('status', 'oneOf', { choices: 'available, unavailable' });
  const reason = status === 'available' ? null : (said.reason ?? null);
  if (reason !== null && !AVAILABILITY_REASONS.some((each) => each === reason))
    throw invalid('reason', 'oneOf', { choices: AVAILABILITY_REASONS.join(', ') });
  const before = await readOwnAvailability(tx, userId);
  if (before.status === status && before.reason === reason) return before;
  const [row] = await tx.sql('update client_user set availability = $3 where client_id = $1 and user_id = $2 returning user_id', [
    tx.clientId,
    userId,
    JSON.stringify({ status, reason, since: now() }),
  ]);
  if (!row) throw notFound('userNotFound');
  await appendEvents(tx, [
    {
      messageType: 'availabilityChanged',
      payload: { userId, changes: [{ field: 'availability', from: before.status, to: status }], reason },
    },
  ]);
  return { status, reason };
}
