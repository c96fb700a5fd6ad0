/** Who is asking: identity tokens are JWTs signed with rotating keys; their groups claim reads client:role[:partner]. */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { Fault } from '../../core/fault.ts';
import type { Uuid } from '../../core/id.ts';
import { accessOf } from './access.ts';
import type { Group, Identity } from './caller.ts';
import type { Database } from './tenancy.ts';

const ISSUER = 'quittance';
const ALGORITHM = 'ES256';
/** Minutes an identity token lives. */
const TOKEN_MINUTES = 15;
/** Tokens whose signature was checked, kept at most. */
const VERIFIED_TOKENS = 1000;
/** Days after which a new key signs. */
const KEY_DAYS = 30;

interface Key {
  readonly keyId: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly createdAt: number;
}

/** Signs and verifies with the keys of the pool; keys are read from the database when an unknown one is met. */
export function createTokens(database: Database) {
  const keys = new Map<string, Key>();
  let loadedAt = 0;
  const verified = new Map<string, Identity>();

  async function load(): Promise<void> {
    const { rows } = await database.identity.query<{ key_id: string; private_jwk: JWK; public_jwk: JWK; created_at: Date }>(
      'select key_id, private_jwk, public_jwk, created_at from pool_key order by created_at desc limit 5',
    );
    for (const row of rows) {
      if (keys.has(row.key_id)) continue;
      keys.set(row.key_id, {
        keyId: row.key_id,
        privateKey: (await importJWK(row.private_jwk, ALGORITHM)) as CryptoKey,
        publicKey: (await importJWK(row.public_jwk, ALGORITHM)) as CryptoKey,
        createdAt: row.created_at.getTime(),
      });
    }
    loadedAt = Date.now();
  }

  async function signingKey(): Promise<Key> {
    if (keys.size === 0) await load();
    const newest = [...keys.values()].sort((a, b) => b.createdAt - a.createdAt)[0];
    if (newest && newest.createdAt > Date.now() - KEY_DAYS * 86_400_000) return newest;
    const pair = await generateKeyPair(ALGORITHM, { extractable: true });
    const [privateJwk, publicJwk] = [await exportJWK(pair.privateKey), await exportJWK(pair.publicKey)];
    await database.identity.query('insert into pool_key (key_id, private_jwk, public_jwk, created_at) values ($1, $2, $3, $4)', [
      await calculateJwkThumbprint(publicJwk),
      privateJwk,
      publicJwk,
      new Date(),
    ]);
    await load();
    return signingKey();
  }

  async function read(bare: string): Promise<Identity> {
    const { payload } = await jwtVerify(
      bare,
      async (header) => {
        const keyId = header.kid ?? '';
        if (!keys.has(keyId) && Date.now() - loadedAt > 5_000) await load();
        const key = keys.get(keyId);
        if (!key) throw new Error('unknown key');
        return key.publicKey;
      },
      { issuer: ISSUER, algorithms: [ALGORITHM], requiredClaims: ['sub', 'exp', 'groups'] },
    );
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

    /** @throws Fault UNAUTHENTICATED for every token that is missing, expired, ended, unsigned, forged or of another kind. */
    async verify(token: string | null | undefined): Promise<Identity> {
      const bare = token?.replace(/^Bearer /i, '') ?? '';
      if (!bare || bare === 'MISSING_TOKEN') throw new Fault('UNAUTHENTICATED', 'Sign in first');
      const ended = new Fault('UNAUTHENTICATED', 'Your session has ended; sign in again');
      const known = verified.get(bare);
      const identity =
        known && known.expiresAt > Date.now()
          ? known
          : await read(bare).catch(() => {
              throw ended;
            });
      if (await accessOf(database).hasEnded(identity)) throw ended;
      // Checking a signature costs as much as a small search; the same token comes with every call for a quarter of an hour.
      if (identity !== known && verified.size >= VERIFIED_TOKENS) verified.delete(verified.keys().next().value ?? '');
      verified.set(bare, identity);
      return identity;
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
