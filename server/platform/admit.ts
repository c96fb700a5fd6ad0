/** Who may ask outside of GraphQL: uploads, downloads, exports. */
import type { FastifyRequest } from 'fastify';
import { missingPermission, notFound } from '../../core/fault.ts';
import { holds, type Permission } from '../../core/holds.ts';
import { isUuid, type Uuid, uuidv7 } from '../../core/id.ts';
import type { Action, Domain } from '../../core/permissions.ts';
import { accessOf } from './access.ts';
import { actorOf, type Identity } from './caller.ts';
import type { Tokens } from './identity.ts';
import { seenBy } from './partnerReach.ts';
import { noting } from './refusals.ts';
import type { Actor, Database } from './tenancy.ts';

export interface Admitted {
  readonly identity: Identity;
  readonly clientId: Uuid;
  /** What the caller holds in the client. */
  readonly permissions: readonly Permission[];
  readonly actor: Actor;
  /** What the caller sees of the database: what they asked for runs on it. */
  readonly database: Database;
  /** Does what may ask for more rights. @throws Fault what `work` throws; a FORBIDDEN one is written down. */
  readonly demanding: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/**
 * The same token and permission that an operation would ask for. A client that is not among the caller's is answered like one that does
 * not exist. A refused right is written down.
 * @throws Fault UNAUTHENTICATED, NOT_FOUND or FORBIDDEN.
 */
export async function admitRequest<D extends Domain>(
  database: Database,
  tokens: Tokens,
  request: FastifyRequest,
  clientId: unknown,
  domain: D,
  action: Action<D>,
): Promise<Admitted> {
  const identity = await tokens.verify(request.headers.authorization ?? null);
  if (!isUuid(clientId) || !identity.groups.some((group) => group.clientId === clientId)) throw notFound('clientNotFound');
  const operation = `${request.method} ${request.routeOptions.url}`;
  const demanding: Admitted['demanding'] = (work) =>
    noting({ database, correlationId: uuidv7() }, { identity, clientIds: [clientId], operation }, work);
  const permissions = await accessOf(database).permissionsOf(identity, clientId);
  await demanding(async () => {
    if (!holds(permissions, domain, action)) throw missingPermission(`${domain}/${action}`);
  });
  const seen = seenBy(database, identity, clientId);
  return { identity, clientId, permissions, actor: actorOf(identity), database: seen, demanding };
}
