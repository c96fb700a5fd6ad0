/** How a process reaches the database: by the product's logins, whoever migrates it. */
import pg from 'pg';
import { checkSecrets } from './canary.ts';
import { type Config, readConfig } from './config.ts';
import { StartRefusal } from './installation.ts';
import { addressesOf, databaseOf, loginsOf, namesOwner } from './logins.ts';
import { migrateDatabase } from './migrate.ts';
import { type EmbeddedPostgres, startPostgres } from './postgres.ts';
import { checkRange } from './schema.ts';
import { type Database, openDatabase } from './tenancy.ts';

export interface Connected {
  readonly database: Database;
  readonly config: Config;
  /** Runs statements as the owner of the schema; null where this process does not know the owner's address. */
  readonly asOwner: ((statement: string) => Promise<void>) | null;
  /** Also stops an embedded database that this call started. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the database of DATABASE_URL, or the embedded one of the data folder, started when it does not run. It is migrated first where the
 * owner's address is known: MIGRATION_DATABASE_URL, or a DATABASE_URL with a user. @throws Error saying what to do where it does not fit.
 */
export async function connect(config: Config = readConfig()): Promise<Connected> {
  const embedded = config.databaseUrl === null ? await startPostgres({ folder: config.dataFolder }) : null;
  try {
    const url = config.databaseUrl ?? embedded?.url ?? '';
    const owner = ownerOf(config, embedded);
    if (owner) await migrateDatabase(owner, { secrets: secretsOf(config) });
    const addresses = addressesOf(url, loginsOf(secretsOf(config)[0] ?? '', databaseOf(url)));
    await checkFit(addresses.app);
    const database = openDatabase(addresses);
    await checkSecrets(database).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    return {
      database,
      config,
      asOwner: owner ? (statement) => runOnce(owner, statement) : null,
      close: async () => {
        await database.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** As `connect` does, for a command: a refusal is printed as the sentence it is, and the process ends with 1. */
export async function connectOrEnd(): Promise<Connected> {
  try {
    return await connect();
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Runs `work` with the owner's address; an embedded database is started for it. @throws Error when this process does not know the address. */
export async function withOwner<Result>(config: Config, work: (url: string) => Promise<Result>): Promise<Result> {
  const embedded = config.databaseUrl === null && !config.migrationDatabaseUrl ? await startPostgres({ folder: config.dataFolder }) : null;
  try {
    const url = ownerOf(config, embedded);
    if (!url)
      throw new Error('Set MIGRATION_DATABASE_URL to the address of the schema’s owner, e.g. postgres://owner:password@host/quittance');
    return await work(url);
  } finally {
    await embedded?.stop();
  }
}

/** @returns the address that migrates, or null when this process has none. */
function ownerOf(config: Config, embedded: EmbeddedPostgres | null): string | null {
  if (embedded) return embedded.url;
  if (config.migrationDatabaseUrl) return config.migrationDatabaseUrl;
  return config.databaseUrl && namesOwner(config.databaseUrl) ? config.databaseUrl : null;
}

/**
 * The secrets that logins follow from. The development secret is known to everybody: where it is used, the logins of a database that
 * others can reach follow from its owner's password as well.
 */
export function secretsOf(config: Config): string[] {
  if (!config.hasDefaultSecret || config.databaseUrl === null) return [config.secret, ...config.earlierSecrets];
  const { password } = new pg.Client({ connectionString: config.migrationDatabaseUrl ?? config.databaseUrl });
  return [`${config.secret} ${typeof password === 'string' ? password : ''}`, ...config.earlierSecrets];
}

async function runOnce(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const MIGRATE = 'Run `npm run migrate` with MIGRATION_DATABASE_URL, the address of the schema’s owner, and the same QUITTANCE_SECRET.';

/** @throws Error when the logins are not there, or the schema is older than this release. */
async function checkFit(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 15_000 });
  try {
    await client.connect();
    const { missing } = await checkRange(client);
    if (missing === null || missing.length > 0)
      throw new Error(`The database is older than this release${missing ? ` (${missing.join(', ')} did not run)` : ''}. ${MIGRATE}`);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // Wrong password or no such role; authentication by another method; no right to connect or to look.
    if (code && ['28P01', '28000', '42501', '3D000'].includes(code))
      throw new Error(
        `The product's logins do not reach the database (${message}). ${MIGRATE} The database must let these logins in by password (scram-sha-256).`,
        { cause: error },
      );
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
