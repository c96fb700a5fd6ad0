/** Whether the secrets that a process was given are those of its database: asked at start, before anything is read or written with them. */
import { type Purpose, refuseUnlessLive, StartRefusal } from './installation.ts';
import { keyRing } from './keyRing.ts';
import { opened, opensEarlier, SEALED, seal } from './seal.ts';
import type { Database } from './tenancy.ts';

const place = (keyId: string) => ({ column: 'pool_secret.canary', scope: 'pool', row: keyId });
const TEXT = 'quittance';

interface Queryable {
  readonly query: (text: string) => Promise<{ rows: unknown[] }>;
}

/**
 * Compares the secrets given with those this database was used with, and writes nothing. @param client the owner's connection, which also
 * sees a schema of an earlier release, or one for sign-in. @throws StartRefusal that says what to do
 */
export async function requireMatchingSecrets(client: Queryable): Promise<void> {
  const { keys } = keyRing();
  const rows = (await has(client, 'pool_secret', 'canary'))
    ? ((await client.query('select key_id, canary from pool_secret')).rows as { key_id: string; canary: string }[])
    : [];
  const missing = rows.filter((row) => !keys.some((key) => key.id === row.key_id)).map((row) => row.key_id);
  if (rows.length > 0 && missing.length === rows.length) {
    await refuseDemo(client);
    throw new StartRefusal(
      `QUITTANCE_SECRET is not the secret of this database: what is stored was sealed with the key ${missing.join(', ')}, and the secrets given have the keys ${keys.map((key) => key.id).join(', ')}. Start with the secret it was used with; to change it, name that one in QUITTANCE_SECRET_PREVIOUS.`,
    );
  }
  if (missing.length > 0)
    throw new StartRefusal(
      `An earlier secret is still needed: some of what is stored was sealed with the key ${missing.join(', ')}. Name that secret in QUITTANCE_SECRET_PREVIOUS, and run npm run rotate-secret until it says that nothing is left under it.`,
    );
  for (const row of rows)
    if (opened(row.canary, place(row.key_id)) !== TEXT) throw new Error(`pool_secret ${row.key_id} was changed in the database`);
}

/** Compares, and notes the newest secret. @throws StartRefusal that says what to do */
export async function checkSecrets({ identity }: Pick<Database, 'identity'>): Promise<void> {
  await requireMatchingSecrets(identity);
  const { newest } = keyRing();
  await identity.query('insert into pool_secret (key_id, canary, created_at) values ($1, $2, $3) on conflict do nothing', [
    newest.id,
    seal(TEXT, place(newest.id)),
    new Date(),
  ]);
}

/** Columns that releases sealed which noted no secret, and what their values are bound to. */
const SEALED_BEFORE = [
  { table: 'pool_user', column: 'mfa_secret', value: 'mfa_secret', bound: 'user_id' },
  { table: 'payment_provider_setting', column: 'credentials', value: `credentials ->> 'sealed'`, bound: 'client_id' },
  // The channels that those releases had; one added since isn't among them.
  ...['email', 'sms'].map((channel) => ({
    table: 'contact_setting',
    column: `${channel}_provider`,
    value: `${channel}_provider ->> 'credentials'`,
    bound: 'client_id',
  })),
];

/**
 * A database of a release that noted no secret is asked for what that release sealed. Where nothing was sealed, no secret can be wrong.
 * @param client the owner's connection. @throws StartRefusal when there is something and the secrets given open none of it
 */
export async function requireMatchingSecretsBefore(client: Queryable): Promise<void> {
  if ((await has(client, 'pool_secret', 'canary')) && (await client.query('select 1 from pool_secret limit 1')).rows.length > 0) return;
  let tried = 0;
  for (const { table, column, value, bound } of SEALED_BEFORE) {
    if (!(await has(client, table, column))) continue;
    const { rows } = await client.query(
      `select ${value} as value, ${bound}::text as bound from ${table} where ${value} <> '' and ${value} !~ '${SEALED}' limit 50`,
    );
    for (const row of rows as { value: string; bound: string }[]) {
      tried++;
      if (opensEarlier(row.value, row.bound)) return;
    }
  }
  if (tried === 0) return;
  await refuseDemo(client);
  throw new StartRefusal(
    'QUITTANCE_SECRET is not the secret of this database: it opens none of the credentials and second factors that the release before has sealed. Start with the secret that release was used with; to change it, name that one in QUITTANCE_SECRET_PREVIOUS.',
  );
}

/** Somebody who puts a production start over a demo gives it a secret of their own; that it is a demo says more. */
async function refuseDemo(client: Queryable): Promise<void> {
  if (process.env.NODE_ENV !== 'production' || !(await has(client, 'installation', 'purpose'))) return;
  const [row] = (await client.query('select purpose from installation')).rows as { purpose: Purpose }[];
  if (row) refuseUnlessLive(row.purpose, 'The database');
}

async function has(client: Queryable, table: string, column: string): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_attribute where attrelid = to_regclass('public.${table}') and attname = '${column}' and not attisdropped`,
  );
  return rows.length > 0;
}

/** Forgets earlier secrets that nothing is sealed with any more. @param used ids of keys that something is sealed with */
export async function forgetSecrets({ identity }: Pick<Database, 'identity'>, used: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await identity.query<{ key_id: string }>('delete from pool_secret where key_id <> all($1) returning key_id', [
    [keyRing().newest.id, ...used],
  ]);
  return rows.map((row) => row.key_id);
}
