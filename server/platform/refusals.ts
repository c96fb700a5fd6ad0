/** Refused rights are written down, by this one path: who asked for what, under which role, and which right was missing. */
import { Fault } from '../../core/fault.ts';
import type { Uuid } from '../../core/id.ts';
import { actorOf, type Identity } from './caller.ts';
import { Rate } from './edge/rates.ts';
import { appendEvents } from './events.ts';
import { logger } from './log.ts';
import { count } from './metrics.ts';
import { type Database, inClient } from './tenancy.ts';

/** Of one person, operation and right, a minute and process: a loop of refused calls must not fill the log. */
const oncePerMinute = new Rate(1);

interface Source {
  readonly database: Database;
  readonly correlationId: Uuid;
}

export interface Asked {
  readonly identity: Identity;
  /** Whose logs say it: the client that was named, or all of the person's. */
  readonly clientIds: readonly Uuid[];
  /** service.operation, or a method and the pattern of an address. */
  readonly operation: string;
}

/** Does what a right may be missing for. @throws whatever `work` throws; a refused right is written down after the answer. */
export async function noting<Result>(source: Source, asked: Asked, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault && error.code === 'FORBIDDEN') note(source, asked, error);
    throw error;
  }
}

function note({ database, correlationId }: Source, { identity, clientIds, operation }: Asked, { words }: Fault): void {
  const { userId, groups } = identity;
  // Where no right of a role would help, what was said stands for it.
  const right = String(words?.values.right ?? words?.key ?? 'none');
  const [, service = 'http', name = operation] = /^(\w+)\.(\w+)$/.exec(operation) ?? [];
  count.refusedRight(service, name);
  for (const clientId of clientIds) {
    if (oncePerMinute.take(`${userId} ${clientId} ${operation} ${right}`) > 0) continue;
    const roles = groups.filter((group) => group.clientId === clientId).map((group) => group.role);
    logger.warn({ userId, clientId, operation, right, roles }, 'right refused');
    const payload = { operation, right, roles };
    inClient(database, clientId, (tx) => appendEvents(tx, [{ messageType: 'rightRefused', payload }]), {
      actor: actorOf(identity),
      correlationId,
    }).catch((error) => logger.error({ error, operation }, 'a refused right is not in the log'));
  }
}
