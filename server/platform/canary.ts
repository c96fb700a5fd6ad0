/** Whether the secrets that a process was given are those of its database: asked at start, before anything is read or written with them. */
import { StartRefusal } from './installation.ts';
import { keyRing } from './keyRing.ts';
import { opened, seal } from './seal.ts';
import type { Database } from './tenancy.ts';

const place = (keyId: string) => ({ column: 'pool_secret.canary', scope: 'pool', row: keyId });
const TEXT = 'quittance';

/** Compares the secrets given with those this database was used with, and notes the newest. @throws StartRefusal that says what to do */
export async function checkSecrets({ identity }: Pick<Database, 'identity'>): Promise<void> {
  const { newest, keys } = keyRing();
  const { rows } = await identity.query<{ key_id: string; canary: string }>('select key_id, canary from pool_secret');
  const missing = rows.filter((row) => !keys.some((key) => key.id === row.key_id)).map((row) => row.key_id);
  if (rows.length > 0 && missing.length === rows.length)
    throw new StartRefusal(
      `QUITTANCE_SECRET is not the secret of this database: what is stored was sealed with the key ${missing.join(', ')}, and the secrets given have the keys ${keys.map((key) => key.id).join(', ')}. Start with the secret it was used with; to change it, name that one in QUITTANCE_SECRET_PREVIOUS.`,
    );
  if (missing.length > 0)
    throw new StartRefusal(
      `An earlier secret is still needed: some of what is stored was sealed with the key ${missing.join(', ')}. Name that secret in QUITTANCE_SECRET_PREVIOUS, and run npm run rotate-secret until it says that nothing is left under it.`,
    );
  for (const row of rows)
    if (opened(row.canary, place(row.key_id)) !== TEXT) throw new Error(`pool_secret ${row.key_id} was changed in the database`);
  await identity.query('insert into pool_secret (key_id, canary, created_at) values ($1, $2, $3) on conflict do nothing', [
    newest.id,
    seal(TEXT, place(newest.id)),
    new Date(),
  ]);
}

/** Forgets earlier secrets that nothing is sealed with any more. @param used ids of keys that something is sealed with */
export async function forgetSecrets({ identity }: Pick<Database, 'identity'>, used: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await identity.query<{ key_id: string }>('delete from pool_secret where key_id <> all($1) returning key_id', [
    [keyRing().newest.id, ...used],
  ]);
  return rows.map((row) => row.key_id);
}
