/** Refused rights are written down: who asked for what, under which role, and which right was missing. */
import type { Uuid } from '../../core/id.ts';
import type { Identity } from './caller.ts';
import { Rate } from './edge/rates.ts';
import { appendEvents } from './events.ts';
import { logger } from './log.ts';
import { type Database, inClient } from './tenancy.ts';

/** Of one person and operation, a minute and process: a loop of refused calls must not fill the log. */
const oncePerMinute = new Rate(1);

/** Notes it after the answer. @param clientIds whose logs say it: the client that was named, or all of the person's. */
export function noteRightRefused(
  { database, correlationId }: { readonly database: Database; readonly correlationId: Uuid },
  { userId, groups }: Identity,
  clientIds: readonly Uuid[],
  right: string,
  operation: string,
): void {
  for (const clientId of clientIds) {
    if (oncePerMinute.take(`${userId} ${clientId} ${operation}`) > 0) continue;
    const roles = groups.filter((group) => group.clientId === clientId).map((group) => group.role);
    logger.warn({ userId, clientId, operation, right, roles }, 'right refused');
    const payload = { operation, right, roles };
    inClient(database, clientId, (tx) => appendEvents(tx, [{ messageType: 'rightRefused', payload }]), {
      actor: { type: 'user', id: userId },
      correlationId,
    }).catch((error) => logger.error({ error, operation }, 'a refused right is not in the log'));
  }
}
