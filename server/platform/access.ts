/**
 * What roles hold and whose tokens have ended, asked at every request and therefore kept in memory. A change is told to all processes when
 * its transaction commits; while a process cannot hear, what it knows is read anew after a few seconds.
 */

import type { Permission } from '../../core/holds.ts';
import type { Uuid } from '../../core/id.ts';
import { BUILT_IN_ROLES, FIXED_ROLE } from '../../core/roles.ts';
import type { Group, Identity } from './caller.ts';
import { type Listening, listen } from './listen.ts';
import { logger } from './log.ts';
import { partnersOf, wholeOf } from './partnerReach.ts';
import { type Database, inClient, type Tx } from './tenancy.ts';

const CHANNEL = 'quittance_access';
/** What a process that cannot hear of changes believes for this long, milliseconds. */
const DEAF_MS = 3_000;
/** What a process that hears is read again after this long all the same, milliseconds: a notice can be lost with the process that tells it. */
const READ_AGAIN_MS = 30_000;
/** Identity tokens live a quarter of an hour; who was sent out longer ago has none left. Milliseconds, with room for clocks that differ. */
const REMEMBERED_MS = 20 * 60_000;

/** One of: a client's roles changed; a user's tokens made before a moment have ended; a session has ended. */
type Notice = { clientId: Uuid } | { userId: Uuid; before: number } | { sessionId: Uuid };

/**
 * Domains that a partner's people hold for what was given to their partner alone. The database keeps them to that (partnerReach.ts); somebody
 * who works for the client as well is not kept to it, and has nothing of these from the partner.
 */
const OF_THE_PARTNER = new Set(['account', 'account-task', 'operations', 'cms', 'strategy', 'reporting', 'new-dashboard']);

export interface Access {
  /** @returns what the caller's groups in a client hold together; an unknown role holds nothing. */
  readonly permissionsOf: (identity: Pick<Identity, 'groups' | 'key'>, clientId: Uuid) => Promise<readonly Permission[]>;
  /** @returns whether the token was ended before its time: sign-out, a disabled user, changed groups. */
  readonly hasEnded: (token: { userId: Uuid; sessionId: Uuid | null; issuedAt: number }) => Promise<boolean>;
  /** Roles of a client were saved: known here at once. */
  readonly forgetRoles: (clientId: Uuid) => void;
  readonly close: () => Promise<void>;
}

const known = new WeakMap<Database, Access>();

/** @returns the one of this database. */
export function accessOf(asked: Database): Access {
  const database = wholeOf(asked);
  let access = known.get(database);
  if (!access) {
    access = createAccess(database);
    known.set(database, access);
  }
  return access;
}

function createAccess(database: Database): Access {
  const roles = new Map<Uuid, { at: number; byName: Promise<ReadonlyMap<string, readonly Permission[]>> }>();
  const users = new Map<Uuid, number>();
  const sessions = new Set<Uuid>();
  let endedAt = 0;
  let listening: Promise<Listening<Notice>> | null = null;
  let isUp = () => false;

  async function hear(): Promise<void> {
    listening ??= listen<Notice>(database, CHANNEL).then((heard) => {
      heard.notices.on('notice', (notice) => {
        if ('clientId' in notice) roles.delete(notice.clientId);
        else if ('sessionId' in notice) sessions.add(notice.sessionId);
        else users.set(notice.userId, notice.before);
      });
      heard.notices.on('gap', () => {
        roles.clear();
        endedAt = 0;
      });
      isUp = heard.isUp;
      return heard;
    });
    try {
      await listening;
    } catch (error) {
      listening = null;
      logger.error({ error }, 'access: changes of roles are not heard');
    }
  }

  async function readEnded(): Promise<void> {
    const since = new Date(Date.now() - REMEMBERED_MS);
    const [ofUsers, ofSessions] = await Promise.all([
      database.identity.query<{ user_id: Uuid; tokens_valid_from: Date }>(
        'select user_id, tokens_valid_from from pool_user where tokens_valid_from > $1',
        [since],
      ),
      database.identity.query<{ session_id: Uuid }>('select session_id from pool_session where revoked_at > $1', [since]),
    ]);
    for (const row of ofUsers.rows) users.set(row.user_id, row.tokens_valid_from.getTime());
    for (const row of ofSessions.rows) sessions.add(row.session_id);
    endedAt = Date.now();
  }

  async function rolesOf(clientId: Uuid): Promise<ReadonlyMap<string, readonly Permission[]>> {
    await hear();
    const found = roles.get(clientId);
    if (found && (isUp() || Date.now() - found.at < DEAF_MS)) return found.byName;
    const byName = readRoles(database, clientId);
    roles.set(clientId, { at: Date.now(), byName });
    byName.catch(() => roles.delete(clientId));
    return byName;
  }

  return {
    permissionsOf: async (identity, clientId) => {
      const groups = identity.groups.filter((group) => group.clientId === clientId);
      if (groups.length === 0) return [];
      if (identity.key) return identity.key.permissions;
      const byName = await rolesOf(clientId);
      const isPartners = partnersOf(identity, clientId) !== null;
      return groups.flatMap((group) => {
        const held = byName.get(group.role) ?? [];
        return isPartners ? held : limited(group, held);
      });
    },
    hasEnded: async ({ userId, sessionId, issuedAt }) => {
      await hear();
      if (endedAt === 0 || Date.now() - endedAt > (isUp() ? READ_AGAIN_MS : DEAF_MS)) await readEnded();
      return (sessionId !== null && sessions.has(sessionId)) || issuedAt < (users.get(userId) ?? 0);
    },
    forgetRoles: (clientId) => void roles.delete(clientId),
    close: async () => {
      const heard = listening;
      listening = null;
      await heard?.then(({ stop }) => stop()).catch(() => {});
    },
  };
}

function limited(group: Group, permissions: readonly Permission[]): readonly Permission[] {
  return group.partnerId === null ? permissions : permissions.filter(({ domain }) => !OF_THE_PARTNER.has(domain));
}

/** The built-in roles under what the client has saved. */
async function readRoles(database: Database, clientId: Uuid): Promise<ReadonlyMap<string, readonly Permission[]>> {
  const rows = await inClient(
    database,
    clientId,
    (tx) =>
      tx.prepared<{ name: string; permissions: Permission[] }>('select name, permissions from client_role where client_id = $1', [
        clientId,
      ]),
    { readOnly: true },
  );
  return new Map<string, readonly Permission[]>([
    ...BUILT_IN_ROLES.map((role) => [role.name, role.permissions] as const),
    ...rows.filter((row) => row.name !== FIXED_ROLE).map((row) => [row.name, row.permissions] as const),
  ]);
}

/** Tells every process that the client's roles changed, when the transaction commits. */
export async function notifyRolesChanged(tx: Tx): Promise<void> {
  await tx.sql('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ clientId: tx.clientId } satisfies Notice)]);
}

/** Tells every process that tokens of a user, or of a session, have ended. Runs as sign-in does. */
export async function notifyRevoked(database: Database, notice: Exclude<Notice, { clientId: Uuid }>): Promise<void> {
  await database.identity.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(notice)]);
}
