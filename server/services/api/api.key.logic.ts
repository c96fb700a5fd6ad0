/** Keys of the REST API: made, listed, revoked, and shown to be whose they are (docs/decisions/api.md). */
import { and, desc, eq, sql } from 'drizzle-orm';
import { API_SCOPES, isApiScope, PARTNER_SCOPES, scopesBeyond } from '../../../core/apiScopes.ts';
import { fault, invalid, notFound } from '../../../core/fault.ts';
import type { Permission } from '../../../core/holds.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { DAY, type Instant, instant, isoInstant } from '../../../core/time.ts';
import { accessOf } from '../../platform/access.ts';
import type { Group } from '../../platform/caller.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Database, Tx } from '../../platform/tenancy.ts';
import { beginFeed, endFeedWithoutReaders } from './api.feed.logic.ts';
import { apiKey } from './api.tables.ts';
import { makeSecret, writeKeyId } from './api.token.ts';

/** Keys of a client that can be used at the same time. */
const MOST_KEYS = 100;
/** From so long before its end a key is shown as ending, milliseconds. */
const ENDING = 14 * DAY;
/** A day of a year from now is one of this year's days in every zone. */
const LONGEST = 366 * DAY;

export type ApiKeyRow = typeof apiKey.$inferSelect;

/** A key, and whose it is if it is a partner's own. */
export interface ListedKey extends ApiKeyRow {
  readonly partner: { readonly name: string; readonly isDeleted: boolean } | null;
}

/** Time by the wall clock, as of sessions: a key ends when it ends, whatever day the business has. */
const wallClock = () => Date.now() as Instant;

/**
 * Makes a key. @returns its row and the whole key, which nobody is told again.
 * @throws Fault INVALID_INPUT for a name, scope or expiry that is none, or a scope that no partner's key has; NOT_FOUND for a partner that isn't there;
 * FORBIDDEN for scopes beyond the maker's own rights or for a partner's person.
 */
export async function createApiKey(
  tx: Tx,
  input: { readonly name: string; readonly scopes: readonly string[]; readonly expiresAt: Instant; readonly partnerId?: string | null },
  maker: { readonly userId: Uuid; readonly groups: readonly Group[]; readonly permissions: readonly Permission[] },
): Promise<{ row: ApiKeyRow; secret: string }> {
  const name = input.name.trim();
  if (name === '' || name.length > 80) throw invalid('name', 'nameUpTo', { most: 80 });
  const scopes = API_SCOPES.filter((scope) => input.scopes.includes(scope));
  const unknown = input.scopes.find((scope) => !isApiScope(scope));
  if (unknown !== undefined) throw invalid('scopes', 'apiScopeUnknown', { scope: unknown.slice(0, 60) });
  if (scopes.length === 0) throw invalid('scopes', 'apiScopesNone');
  const at = wallClock();
  if (input.expiresAt <= at || input.expiresAt > at + LONGEST) throw invalid('expiresAt', 'apiKeyExpiry');
  const partnerId = input.partnerId ?? null;
  if (partnerId !== null) {
    const tooMuch = scopes.find((scope) => !PARTNER_SCOPES.includes(scope));
    if (tooMuch !== undefined) throw invalid('scopes', 'apiScopeOfClient', { scope: tooMuch });
    const [partner] = [...(await partnersOf(tx, [partnerId])).values()];
    if (!partner || partner.isDeleted) throw fault('NOT_FOUND', 'partnerNotFound', {}, 'partnerId');
  }
  // A key reaches the whole client, or whatever partner is chosen; a partner's people don't.
  if (maker.groups.some((group) => group.clientId === tx.clientId && group.partnerId !== null)) throw fault('FORBIDDEN', 'apiKeyOfPartner');
  const beyond = scopesBeyond(maker.permissions, scopes);
  if (beyond.length > 0) throw fault('FORBIDDEN', 'apiScopeBeyond', { scopes: beyond.join(', ') }, 'scopes');
  const active = await tx.db.$count(
    apiKey,
    and(eq(apiKey.clientId, tx.clientId), sql`revoked_at is null and expires_at > ${isoInstant(at)}::timestamptz`),
  );
  if (active >= MOST_KEYS) throw fault('CONFLICT', 'apiKeysMost', { number: MOST_KEYS });
  const { secret, hash } = makeSecret();
  const keyId = uuidv7();
  const [row] = await tx.db
    .insert(apiKey)
    .values({
      clientId: tx.clientId,
      keyId,
      name,
      scopes,
      partnerId,
      secretHash: hash,
      createdBy: maker.userId,
      createdAt: at,
      expiresAt: input.expiresAt,
    })
    .returning();
  if (scopes.includes('events:read')) await beginFeed(tx);
  await appendEvents(tx, [
    { messageType: 'apiKeyCreated', payload: { keyId, name, scopes, expiresAt: isoInstant(input.expiresAt), partnerId } },
  ]);
  return { row: row!, secret: `${writeKeyId({ clientId: tx.clientId, keyId })}_${secret}` };
}

/** Revokes a key; one that is revoked stays as it is. @throws Fault NOT_FOUND */
export async function revokeApiKey(tx: Tx, keyId: string, userId: Uuid): Promise<ApiKeyRow> {
  if (!isUuid(keyId)) throw notFound('apiKeyNotFound');
  const own = and(eq(apiKey.clientId, tx.clientId), eq(apiKey.keyId, keyId));
  const [row] = await tx.db
    .update(apiKey)
    .set({ revokedAt: wallClock(), revokedBy: userId })
    .where(and(own, sql`revoked_at is null`))
    .returning();
  if (row) {
    await appendEvents(tx, [{ messageType: 'apiKeyRevoked', payload: { keyId: row.keyId, name: row.name } }]);
    await endFeedWithoutReaders(tx);
    return row;
  }
  const [before] = await tx.db.select().from(apiKey).where(own);
  if (!before) throw notFound('apiKeyNotFound');
  return before;
}

/** @returns partners by their ids, deleted ones too. */
async function partnersOf(tx: Tx, partnerIds: readonly string[]) {
  const rows = await tx.sql<{ id: Uuid; name: string; isDeleted: boolean }>(
    `select partner_id as id, name, deleted_at is not null as "isDeleted" from published.partner where client_id = $1 and partner_id = any($2::uuid[])`,
    [tx.clientId, partnerIds.filter(isUuid)],
  );
  return new Map(rows.map(({ id, ...partner }) => [id, partner]));
}

/** @returns keys with the partners that they are for. */
export async function withPartners(tx: Tx, rows: readonly ApiKeyRow[]): Promise<readonly ListedKey[]> {
  const bound = rows.flatMap(({ partnerId }) => partnerId ?? []);
  const partners = bound.length === 0 ? new Map() : await partnersOf(tx, bound);
  return rows.map((row) => ({ ...row, partner: row.partnerId === null ? null : (partners.get(row.partnerId) ?? null) }));
}

/** @returns all keys, the newest first. */
export async function listApiKeys(tx: Tx): Promise<readonly ApiKeyRow[]> {
  return tx.db.select().from(apiKey).where(eq(apiKey.clientId, tx.clientId)).orderBy(desc(apiKey.createdAt), desc(apiKey.keyId));
}

export type ApiKeyState = 'active' | 'ending' | 'expired' | 'revoked' | 'partnerGone';

export function stateOf(
  { revokedAt, expiresAt, partner }: Pick<ListedKey, 'revokedAt' | 'expiresAt' | 'partner'>,
  at = Date.now(),
): ApiKeyState {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt <= at) return 'expired';
  if (partner?.isDeleted) return 'partnerGone';
  return expiresAt <= at + ENDING ? 'ending' : 'active';
}

/** @returns of each maker what they hold now: a key keeps what it was given, and whoever administers keys sees that. */
export async function makersRights(
  tx: Tx,
  database: Database,
  rows: readonly ApiKeyRow[],
): Promise<ReadonlyMap<Uuid, readonly Permission[]>> {
  const makers = await tx.sql<{ user_id: Uuid; role: string; groups: readonly { roleId: string; partnerId?: string | null }[] | null }>(
    'select user_id, role, groups from published.client_user where client_id = $1 and user_id = any($2::uuid[]) and is_enabled',
    [tx.clientId, [...new Set(rows.map(({ createdBy }) => createdBy))]],
  );
  const held = makers.map(async ({ user_id, role, groups }) => {
    const given = groups?.length ? groups : [{ roleId: role, partnerId: null }];
    const of = given.map(({ roleId, partnerId }) => ({ clientId: tx.clientId, role: roleId, partnerId: partnerId ?? null }));
    return [user_id, await accessOf(database).permissionsOf({ groups: of }, tx.clientId)] as const;
  });
  return new Map(await Promise.all(held));
}

export interface KnownKey {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Whose own key it is; null: the client's. */
  readonly partnerId: Uuid | null;
  readonly secretHash: Uint8Array;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly lastUsedAt: Instant | null;
  readonly lastUsedFrom: string | null;
}

/** @returns a key that can be used at this moment; null for any other, one of a deleted partner among them. */
export async function readUsableKey(tx: Pick<Tx, 'clientId' | 'prepared'>, keyId: Uuid): Promise<KnownKey | null> {
  const [row] = await tx.prepared<{
    name: string;
    scopes: string[];
    partner_id: Uuid | null;
    secret_hash: Uint8Array;
    created_at: Date;
    expires_at: Date;
    last_used_at: Date | null;
    last_used_from: string | null;
  }>(
    `select name, scopes, partner_id, secret_hash, created_at, expires_at, last_used_at, last_used_from from api_key k
     where client_id = $1 and key_id = $2 and revoked_at is null and expires_at > $3
       and (partner_id is null or exists (
         select from published.partner p where p.client_id = k.client_id and p.partner_id = k.partner_id and p.deleted_at is null))`,
    [tx.clientId, keyId, isoInstant(wallClock())],
  );
  return row
    ? {
        name: row.name,
        scopes: row.scopes,
        partnerId: row.partner_id,
        secretHash: row.secret_hash,
        createdAt: instant(row.created_at),
        expiresAt: instant(row.expires_at),
        lastUsedAt: row.last_used_at && instant(row.last_used_at),
        lastUsedFrom: row.last_used_from,
      }
    : null;
}

/** Notes that a key was used. @param minute the moment, to the minute. */
export async function noteUse(tx: Tx, keyId: Uuid, minute: Instant, address: string): Promise<void> {
  await tx.sql(
    'update api_key set last_used_at = $3, last_used_from = $4 where client_id = $1 and key_id = $2 and (last_used_at is null or last_used_at <= $3)',
    [tx.clientId, keyId, isoInstant(minute), address],
  );
}
