/** The second factor of our own pool: time-based codes (RFC 6238, SHA-1, six digits, 30 s) and recovery codes. */
import { generateSecret, generateURI, verify } from 'otplib';
import { renderSVG } from 'uqr';
import { fault, invalid } from '../../../core/fault.ts';
import { isFlagOn } from '../../../core/featureFlags.ts';
import type { Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { openObject, sealObject } from '../../platform/seal.ts';
import { defineSealed, placeIn } from '../../platform/sealedColumns.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { digest, inPool, type PoolSql, plainCode, randomCode } from './identity.pool.ts';
import type { From, MfaSetup } from './identity.port.ts';
import { attempt } from './identity.tries.logic.ts';
import { clientsOf } from './identity.users.logic.ts';

const STEP_SECONDS = 30;
const RECOVERY_CODES = 10;

const SEALED_SECRET = defineSealed({
  table: 'pool_user',
  key: [{ column: 'user_id', type: 'uuid' }],
  row: 'user_id',
  column: 'mfa_secret',
  before: 'sealedForRow',
  isPool: true,
});

/** @returns a secret as an authenticator takes it. */
export function describeSetup(email: string, secret: string): MfaSetup {
  const otpauthUrl = generateURI({ issuer: 'Quittance', label: email, secret });
  return { secret, otpauthUrl, qrCode: renderSVG(otpauthUrl, { border: 2 }) };
}

/** @returns whether a client that the person works for asks for a second factor (flag MFA). */
export async function isMfaRequired(database: Database, config: Pick<Config, 'featureFlags'>, userId: Uuid): Promise<boolean> {
  for (const clientId of await clientsOf(database, userId)) {
    const [client] = await inClient(
      database,
      clientId,
      (tx) => tx.prepared<{ flags: unknown }>('select feature_flags as flags from published.client where client_id = $1', [clientId]),
      { readOnly: true },
    );
    if (isFlagOn('MFA', client?.flags, config.featureFlags)) return true;
  }
  return false;
}

/** Begins to set a second factor up; nothing is asked for until finishSetup. @throws Fault CONFLICT when there is one. */
export async function beginSetup(sql: PoolSql, userId: Uuid): Promise<MfaSetup> {
  const secret = generateSecret();
  const { rows } = await sql.query<{ email: string }>(
    'update pool_user set mfa_secret = $2, mfa_step = null where user_id = $1 and not mfa_enabled returning email',
    [userId, sealObject({ secret }, placeIn(SEALED_SECRET, 'pool', userId))],
  );
  if (!rows[0]) throw fault('CONFLICT', 'factorThere');
  return describeSetup(rows[0].email, secret);
}

/** Who answers with a code. @param session theirs; undefined: they are signing in. */
interface Answering {
  readonly userId: Uuid;
  readonly session?: Uuid | null;
}

/** The authenticator's first code switches the second factor on. @returns recovery codes, kept as hashes. @throws Fault INVALID_INPUT, RATE_LIMITED */
export async function finishSetup(place: From, who: Answering, code: string): Promise<string[]> {
  const { database } = place;
  const { userId } = who;
  return attempt(place, { ...who, id: userId, kind: 'mfa', step: 'secondFactor' }, () =>
    inPool(database, async (sql) => {
      if (!(await useTotp(sql, userId, code, false))) throw wrongCode();
      await sql.query('update pool_user set mfa_enabled = true where user_id = $1', [userId]);
      return putRecoveryCodes(sql, userId);
    }),
  );
}

/** Takes a code of the authenticator or a recovery code. @returns which it was. @throws Fault INVALID_INPUT, RATE_LIMITED */
export async function useSecondFactor(place: From, who: Answering, code: string): Promise<'totp' | 'recovery'> {
  const { database } = place;
  const { userId } = who;
  // Recovery codes cannot be guessed, so who guesses the authenticator's keeps nobody from using one.
  const way = TOTP.test(bare(code)) ? 'totp' : 'recovery';
  return attempt(place, { ...who, id: userId, kind: way === 'totp' ? 'mfa' : 'recovery', step: 'secondFactor' }, async () => {
    const isRight =
      way === 'totp' ? await useTotp(database.identity, userId, code, true) : await useRecoveryCode(database.identity, userId, code);
    if (!isRight) throw wrongCode();
    return way;
  });
}

const TOTP = /^\d{6}$/;
const bare = (code: string) => code.replace(/\s/g, '');

const wrongCode = () => invalid('code', 'codeUsed');

/** One step early or late is good; each step's code once. */
async function useTotp(sql: PoolSql, userId: Uuid, code: string, enabled: boolean): Promise<boolean> {
  const token = bare(code);
  if (!TOTP.test(token)) return false;
  const { rows } = await sql.query<{ mfa_secret: string | null }>(
    'select mfa_secret from pool_user where user_id = $1 and mfa_enabled = $2',
    [userId, enabled],
  );
  if (!rows[0]?.mfa_secret) return false;
  const { secret } = openObject(rows[0].mfa_secret, placeIn(SEALED_SECRET, 'pool', userId), userId);
  const answer = await verify({
    secret: String(secret),
    token,
    period: STEP_SECONDS,
    epoch: Math.floor(now() / 1000),
    epochTolerance: STEP_SECONDS,
  });
  if (!answer.valid || !('timeStep' in answer)) return false;
  const { rowCount } = await sql.query('update pool_user set mfa_step = $2 where user_id = $1 and (mfa_step is null or mfa_step < $2)', [
    userId,
    answer.timeStep,
  ]);
  return Boolean(rowCount);
}

async function useRecoveryCode(sql: PoolSql, userId: Uuid, code: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    'update pool_recovery_code set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null',
    [userId, recoveryHash(userId, code), isoInstant(now())],
  );
  return Boolean(rowCount);
}

const recoveryHash = (userId: Uuid, code: string) => digest(`${userId}:${plainCode(code)}`);

/** @returns ten new recovery codes (50 bits each, so a fast hash is enough); older ones end. */
export async function putRecoveryCodes(sql: PoolSql, userId: Uuid): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, randomCode);
  await sql.query('delete from pool_recovery_code where user_id = $1', [userId]);
  await sql.query('insert into pool_recovery_code (user_id, code_hash) select $1, unnest($2::text[])', [
    userId,
    codes.map((code) => recoveryHash(userId, code)),
  ]);
  return codes;
}

/** Switches the second factor off; its secret and recovery codes are gone. */
export async function dropSecondFactor(sql: PoolSql, userId: Uuid): Promise<void> {
  await sql.query('update pool_user set mfa_enabled = false, mfa_secret = null, mfa_step = null where user_id = $1', [userId]);
  await sql.query('delete from pool_recovery_code where user_id = $1', [userId]);
}
