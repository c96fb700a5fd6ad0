/** Who calls the REST API: a key as it is, or an access token that one was exchanged for (RFC 6749, client credentials). */
import { createHash } from 'node:crypto';
import { permissionsOfScopes } from '../../../core/apiScopes.ts';
import { fault } from '../../../core/fault.ts';
import { type Instant, MINUTE } from '../../../core/time.ts';
import type { Identity } from '../../platform/caller.ts';
import type { Tokens } from '../../platform/identity.ts';
import { logger } from '../../platform/log.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { type KnownKey, noteUse, readUsableKey } from './api.key.logic.ts';
import { isSecretOf, type KeyId, readKey } from './api.token.ts';

/** Keys and tokens that were good, remembered at most; only so that one more check of them does not count as a try. */
const REMEMBERED = 1000;

export interface ApiCallers {
  /** @returns whether this was good before; whether it still is, verify says. */
  readonly isKnown: (authorization: string) => boolean;
  /** @param address where the request comes from, kept with the key. @throws Fault UNAUTHENTICATED */
  readonly verify: (authorization: string | null | undefined, address: string) => Promise<Identity>;
  /** Exchanges a key for an access token. @throws Fault UNAUTHENTICATED for a key that is no good, INVALID_INPUT for scopes that it doesn't have. */
  readonly exchange: (key: string, scopes: readonly string[] | null, address: string) => Promise<AccessToken>;
}

export interface AccessToken {
  readonly token: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly scopes: readonly string[];
}

const noGood = () => fault('UNAUTHENTICATED', 'apiKeyNoGood');

/**
 * A key's row is read at every request: it is one look-up by its primary key, and a revocation or an end holds in every process from the moment
 * it is committed, without anybody telling anybody.
 */
export function createApiCallers(database: Database, tokens: Tokens): ApiCallers {
  const remembered = new Set<string>();
  const digest = (authorization: string) => createHash('sha256').update(authorization).digest('base64');

  async function usable({ clientId, keyId }: KeyId): Promise<KnownKey> {
    const key = await inClient(database, clientId, (tx) => readUsableKey(tx, keyId), { readOnly: true });
    if (!key) throw noGood();
    return key;
  }

  /** Notes the use of a key, once a minute and address; the request doesn't wait for it. */
  function note({ clientId, keyId }: KeyId, { lastUsedAt, lastUsedFrom }: KnownKey, address: string): void {
    const minute = (Math.floor(Date.now() / MINUTE) * MINUTE) as Instant;
    if (lastUsedAt !== null && lastUsedAt >= minute && lastUsedFrom === address) return;
    inClient(database, clientId, (tx) => noteUse(tx, keyId, minute, address)).catch((error: unknown) =>
      logger.warn({ error }, 'the use of an API key was not noted'),
    );
  }

  /** @returns whose key or token this is, and what it may do. */
  async function read(bare: string): Promise<{ id: KeyId; key: KnownKey; scopes: readonly string[]; expiresAt: number }> {
    const given = readKey(bare);
    if (given) {
      const key = await usable(given);
      if (!isSecretOf(given.secret, key.secretHash)) throw noGood();
      return { id: given, key, scopes: key.scopes, expiresAt: key.expiresAt };
    }
    const token = await tokens.readAccess(bare);
    if (!token) throw noGood();
    const key = await usable(token);
    return { id: token, key, scopes: key.scopes.filter((scope) => token.scopes.includes(scope)), expiresAt: token.expiresAt };
  }

  return {
    isKnown: (authorization) => remembered.has(digest(authorization)),
    verify: async (authorization, address) => {
      const [, bare] = /^Bearer +([\x21-\x7e]{1,4000})$/i.exec(authorization ?? '') ?? [];
      if (bare === undefined) throw fault('UNAUTHENTICATED', 'apiKeyMissing');
      const { id, key, scopes, expiresAt } = await read(bare);
      note(id, key, address);
      if (remembered.size >= REMEMBERED) remembered.delete(remembered.values().next().value ?? '');
      remembered.add(digest(authorization!));
      return {
        userId: id.keyId,
        email: '',
        name: key.name,
        groups: [{ clientId: id.clientId, role: '', partnerId: key.partnerId }],
        expiresAt,
        sessionId: null,
        issuedAt: key.createdAt,
        key: { scopes, permissions: permissionsOfScopes(scopes) },
      };
    },
    exchange: async (bare, wanted, address) => {
      const given = readKey(bare);
      if (!given) throw noGood();
      const { key } = await read(bare);
      const beyond = wanted?.find((scope) => !key.scopes.includes(scope));
      if (beyond !== undefined) throw fault('INVALID_INPUT', 'apiScopeMissing', { scope: beyond.slice(0, 60) }, 'scope');
      note(given, key, address);
      const scopes = wanted && wanted.length > 0 ? wanted : key.scopes;
      return { ...(await tokens.signAccess(given, scopes, key.expiresAt)), scopes };
    },
  };
}
