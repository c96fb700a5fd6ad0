/** Who is asking: identity tokens are JWTs signed with rotating keys; their groups claim reads client:role[:partner]. */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { fault } from '../../core/fault.ts';
import type { Uuid } from '../../core/id.ts';
import { DAY, MINUTE } from '../../core/time.ts';
import { accessOf } from './access.ts';
import type { Group, Identity } from './caller.ts';
import { opened, seal } from './seal.ts';
import { defineSealed, placeIn } from './sealedColumns.ts';
import type { Database } from './tenancy.ts';

const ISSUER = 'quittance';
const ALGORITHM = 'ES256';
/** Minutes an identity token lives. */
const TOKEN_MINUTES = 15;
/** Tokens whose signature was checked, kept at most. */
const VERIFIED_TOKENS = 1000;
/** Days after which a new key signs. */
const KEY_DAYS = 30;
/** Keys are read again after this long, milliseconds: another process may have made a new one. */
const READ_AGAIN_MS = MINUTE;

/** Who has the database alone signs nobody in. */
const SEALED_KEY = defineSealed({
  table: 'pool_key',
  key: [{ column: 'key_id', type: 'text' }],
  row: 'key_id',
  column: 'private_jwk',
  path: [],
  before: 'clear',
  isPool: true,
});

interface Key {
  readonly keyId: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly createdAt: number;
  readonly isRetired: boolean;
}

/** Signs and verifies with the keys of the pool; keys are read from the database when an unknown one is met. */
export function createTokens(database: Database) {
  let keys: ReadonlyMap<string, Key> = new Map();
  let loadedAt = 0;
  const verified = new Map<string, Identity>();

  /** Reads the keys that still verify; those whose last token has run out are forgotten. */
  async function load(): Promise<void> {
    const { rows } = await database.identity.query<{
      key_id: string;
      private_jwk: string;
      public_jwk: JWK;
      created_at: Date;
      retired_at: Date | null;
    }>(
      `select key_id, private_jwk #>> '{}' as private_jwk, public_jwk, created_at, retired_at from pool_key where retired_at is null or retired_at > $1`,
      [new Date(Date.now() - 2 * TOKEN_MINUTES * MINUTE)],
    );
    const next = new Map<string, Key>();
    for (const row of rows)
      next.set(row.key_id, {
        privateKey: (await importJWK(
          JSON.parse(opened(row.private_jwk, placeIn(SEALED_KEY, 'pool', row.key_id))) as JWK,
          ALGORITHM,
        )) as CryptoKey,
        publicKey: (await importJWK(row.public_jwk, ALGORITHM)) as CryptoKey,
        keyId: row.key_id,
        createdAt: row.created_at.getTime(),
        isRetired: row.retired_at !== null,
      });
    keys = next;
    loadedAt = Date.now();
  }

  /** The newest key, unless it is too old or was read too long ago to know whether another process has retired it. */
  function freshKey(): Key | undefined {
    if (loadedAt < Date.now() - READ_AGAIN_MS) return undefined;
    const [newest] = [...keys.values()].filter((key) => !key.isRetired).sort((a, b) => b.createdAt - a.createdAt);
    return newest && newest.createdAt > Date.now() - KEY_DAYS * DAY ? newest : undefined;
  }

  async function signingKey(): Promise<Key> {
    let key = freshKey();
    if (!key) {
      await load();
      key = freshKey();
    }
    if (key) return key;
    const pair = await generateKeyPair(ALGORITHM, { extractable: true });
    const [privateJwk, publicJwk] = [await exportJWK(pair.privateKey), await exportJWK(pair.publicKey)];
    const keyId = await calculateJwkThumbprint(publicJwk);
    await database.identity.query(
      `with retired as (update pool_key set retired_at = $4 where retired_at is null)
       insert into pool_key (key_id, private_jwk, public_jwk, created_at) values ($1, $2, $3, $4)`,
      [keyId, JSON.stringify(seal(JSON.stringify(privateJwk), placeIn(SEALED_KEY, 'pool', keyId))), publicJwk, new Date()],
    );
    await load();
    return keys.get(keyId) ?? signingKey();
  }

  async function checked(bare: string, requiredClaims: string[]): Promise<JWTPayload> {
    const { payload } = await jwtVerify(
      bare,
      async (header) => {
        const keyId = header.kid ?? '';
        if (!keys.has(keyId) && Date.now() - loadedAt > 5_000) await load();
        const key = keys.get(keyId);
        if (!key) throw new Error('unknown key');
        return key.publicKey;
      },
      { issuer: ISSUER, algorithms: [ALGORITHM], requiredClaims },
    );
    return payload;
  }

  async function read(bare: string): Promise<Identity> {
    const payload = await checked(bare, ['sub', 'exp', 'groups']);
    if (payload.token_use !== 'id') throw new Error('not an identity token');
    return {
      userId: payload.sub as Uuid,
      email: String(payload.email),
      name: String(payload.name),
      groups: (payload.groups as string[]).map((text) => {
        const [clientId, role, partnerId] = text.split(':') as [Uuid, string, string?];
        return { clientId, role, partnerId: partnerId ?? null };
      }),
      expiresAt: (payload.exp as number) * 1000,
      sessionId: (payload.sid as Uuid | undefined) ?? null,
      issuedAt: (payload.at as number | undefined) ?? (payload.iat ?? 0) * 1000,
    };
  }

  return {
    /** @returns a signed identity token and when it ends (real time, milliseconds). */
    async sign(user: {
      userId: Uuid;
      email: string;
      name: string;
      groups: readonly Group[];
      sessionId?: Uuid | null;
    }): Promise<{ token: string; expiresAt: number }> {
      const key = await signingKey();
      const at = Date.now();
      const issued = Math.floor(at / 1000);
      const expires = issued + TOKEN_MINUTES * 60;
      const groups = user.groups.map((group) => [group.clientId, group.role, ...(group.partnerId ? [group.partnerId] : [])].join(':'));
      const token = await new SignJWT({
        email: user.email,
        name: user.name,
        groups,
        token_use: 'id',
        at,
        ...(user.sessionId ? { sid: user.sessionId } : {}),
      })
        .setProtectedHeader({ alg: ALGORITHM, kid: key.keyId })
        .setIssuer(ISSUER)
        .setSubject(user.userId)
        .setIssuedAt(issued)
        .setExpirationTime(expires)
        .sign(key.privateKey);
      return { token, expiresAt: expires * 1000 };
    },

    /**
     * Signs an access token of the REST API, for whoever showed the key. @param scopes what of the key's it may do.
     * @param keyExpiresAt milliseconds: it does not outlive its key. @returns it and the seconds that it lives.
     */
    async signAccess(
      { clientId, keyId }: { readonly clientId: Uuid; readonly keyId: Uuid },
      scopes: readonly string[],
      keyExpiresAt: number,
    ): Promise<{ token: string; expiresIn: number }> {
      const key = await signingKey();
      const issued = Math.floor(Date.now() / 1000);
      const expiresIn = Math.max(1, Math.min(TOKEN_MINUTES * 60, Math.floor(keyExpiresAt / 1000) - issued));
      const token = await new SignJWT({ client: clientId, scope: scopes.join(' '), token_use: 'api' })
        .setProtectedHeader({ alg: ALGORITHM, kid: key.keyId })
        .setIssuer(ISSUER)
        .setSubject(keyId)
        .setIssuedAt(issued)
        .setExpirationTime(issued + expiresIn)
        .sign(key.privateKey);
      return { token, expiresIn };
    },

    /** @returns what an access token of the REST API says; null for any other. Whether its key is still good is for the caller to see. */
    async readAccess(token: string): Promise<{ clientId: Uuid; keyId: Uuid; scopes: readonly string[]; expiresAt: number } | null> {
      const payload = await checked(token, ['sub', 'exp', 'client', 'scope']).catch(() => null);
      if (payload?.token_use !== 'api') return null;
      const { sub, client, scope, exp } = payload as { sub: Uuid; client: Uuid; scope: string; exp: number };
      return { clientId: client, keyId: sub, scopes: scope.split(' '), expiresAt: exp * 1000 };
    },

    /** @returns whether the token was checked before, so that its signature costs nothing again. */
    isKnown: (token: string): boolean => (verified.get(token.replace(/^Bearer /i, ''))?.expiresAt ?? 0) > Date.now(),

    /** @throws Fault UNAUTHENTICATED for every token that is missing, expired, ended, unsigned, forged or of another kind. */
    async verify(token: string | null | undefined): Promise<Identity> {
      const bare = token?.replace(/^Bearer /i, '') ?? '';
      if (!bare || bare === 'MISSING_TOKEN') throw fault('UNAUTHENTICATED', 'signInFirst');
      // Made only where it is thrown: an error notes where it was made, at every call of everybody.
      const ended = () => fault('UNAUTHENTICATED', 'sessionEnded');
      const known = verified.get(bare);
      const identity =
        known && known.expiresAt > Date.now()
          ? known
          : await read(bare).catch(() => {
              throw ended();
            });
      if (await accessOf(database).hasEnded(identity)) throw ended();
      // Checking a signature costs as much as a small search; the same token comes with every call for a quarter of an hour.
      if (identity !== known && verified.size >= VERIFIED_TOKENS) verified.delete(verified.keys().next().value ?? '');
      verified.set(bare, identity);
      return identity;
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
