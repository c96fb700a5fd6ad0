/** Brings a database to the newest schema: roles, generated migrations, the job queue's own tables, rights and functions, logins. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { requireMatchingSecrets, requireMatchingSecretsBefore } from './canary.ts';
import { withLockRetries } from './lockRetries.ts';
import { ensureLogins, rightsSql } from './logins.ts';
import { applyMigrations, type Migration, migrations } from './migrations.ts';
import { checkRange, OLDEST_RELEASE } from './schema.ts';

/** Two processes that start together migrate one after the other. */
const LOCK = 7_201_453;

/** The owner may become the roles that carry rights, and does not have their rights by itself: policies bind it too. */
const OWNER_BECOMES = `do $$ begin
  execute format('grant quittance_app, quittance_identity, quittance_search to %I %s', current_user,
    case when current_setting('server_version_num')::int >= 160000 then 'with inherit false, set true' else '' end);
end $$`;

interface Options {
  /** Secrets whose logins the database has, the one in use first (logins.ts). None: logins stay as they are. */
  readonly secrets?: readonly string[];
  /** The last migration to run; a restore fills the schema that its backup was made of. */
  readonly until?: Migration;
  /** Between the schema and its rights, while nobody but the owner sees anything. */
  readonly fill?: (client: pg.Client) => Promise<void>;
  /** A restore is what an unfinished restore waits for. */
  readonly isRestore?: boolean;
}

/**
 * @param url connection string of the owner, who must be allowed to create roles the first time.
 * @throws Error saying what to do when the database is newer than this release, or the owner may not create roles; StartRefusal, before
 * anything is written, when logins are asked for and the process's secrets are not those of the database.
 */
export async function migrateDatabase(url: string, { secrets = [], until, fill, isRestore = false }: Options = {}): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(`select set_config('quittance.maintenance', 'on', false), set_config('client_min_messages', 'warning', false)`);
    if (secrets.length > 0) {
      // The logins follow from the secret: with a wrong one, those of the processes that run would be taken away.
      await requireMatchingSecrets(client);
      await requireMatchingSecretsBefore(client);
    }
    await asAdministrator(() => client.query(rightsSql()));
    await client.query(OWNER_BECOMES);
    await client.query('create extension if not exists btree_gin; create extension if not exists unaccent');
    // A newer release has migrated and given the rights: an older one leaves both alone.
    if (!(await checkRange(client, isRestore)).isNewer) {
      await applyMigrations(client, until);
      await runMigrations({ connectionString: url });
      await fill?.(client);
      if (!until) await grantRights(client);
    }
    if (secrets.length > 0) await asAdministrator(() => ensureLogins(client, secrets));
  } finally {
    await client.end();
  }
}

/** Runs database.sql and partner.sql unless they ran already over this schema: repeating it would make every start wait for what others read. */
async function grantRights(client: pg.Client): Promise<void> {
  const text = ['database.sql', 'partner.sql'].map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8')).join('\n');
  const { rows: tables } = await client.query<{ names: string }>(
    `select concat_ws(',', current_database(), current_user, string_agg(relnamespace::regnamespace || '.' || relname, ',' order by relnamespace::regnamespace::text, relname)) as names
     from pg_class where relkind in ('r', 'p') and relnamespace in (to_regnamespace('public'), to_regnamespace('graphile_worker'))
       or relkind = 'v' and relnamespace = to_regnamespace('published')`,
  );
  const digest = createHash('sha256').update([text, tables[0]?.names, OLDEST_RELEASE].join('\n')).digest('hex');
  const { rows } = await client.query<{ rights: string | null }>('select rights from drizzle.schema_range');
  if (rows[0]?.rights === digest) return;
  await withLockRetries(client, async () => {
    await client.query(text);
    await client.query('update drizzle.schema_range set rights = $1, works_from = greatest(works_from, $2)', [
      digest,
      migrations().find(({ tag }) => tag === OLDEST_RELEASE)?.when,
    ]);
  });
}

/** @returns what `work` returns. A refusal for lack of rights says who can help. */
async function asAdministrator<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new Error(
      `The owner of the database may not create roles (${(error as Error).message}). Give it CREATEROLE, or let an administrator of the database run what \`npm run migrate -- --print-roles\` prints.`,
    );
  }
}
