/**
 * The product's logins: four roles that own nothing, each with the rights of one duty. Names and passwords follow from QUITTANCE_SECRET,
 * so every process finds them by itself and nobody keeps a list.
 */
import { createHash, createHmac, hkdfSync, pbkdf2Sync } from 'node:crypto';
import pg from 'pg';

/** What connections are for: queries under row-level security, sign-in, background work, and queries of partners' people (partner.sql). */
export const LOGIN_PURPOSES = ['app', 'identity', 'worker', 'partner'] as const;
export type Duty = (typeof LOGIN_PURPOSES)[number];

export interface Login {
  readonly duty: Duty;
  readonly name: string;
  readonly password: string;
}
export type Logins = Readonly<Record<Duty, Login>>;

/** A connection string for each duty. */
export type Addresses = Readonly<Record<Duty, string>>;

/** The longest that one statement may take and that a transaction may wait for its process, milliseconds. Longer work sets its own. */
const LIMITS: Readonly<Record<Duty, { statement: number; idle: number }>> = {
  app: { statement: 60_000, idle: 60_000 },
  identity: { statement: 15_000, idle: 15_000 },
  worker: { statement: 60_000, idle: 60_000 },
  partner: { statement: 60_000, idle: 60_000 },
};

/** Where names are looked up, a temporary table never before one of ours. Partners' people find views of what they reach first (partner.sql). */
const SEARCH_PATH: Readonly<Record<Duty, string>> = {
  app: 'public, pg_temp',
  identity: 'public, pg_temp',
  worker: 'public, pg_temp',
  partner: 'partner_reach, public, pg_temp',
};

/** @returns the logins of a database under a secret. Another secret or another database has logins of other names. */
export function loginsOf(secret: string, database: string): Logins {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, `quittance database ${database}`, purpose, 32)).toString('base64url');
  const suffix = createHash('sha256').update(derive('login name')).digest('hex').slice(0, 12);
  const login = (duty: Duty): Login => ({ duty, name: `quittance_${duty}_${suffix}`, password: derive(`login password ${duty}`) });
  return { app: login('app'), identity: login('identity'), worker: login('worker'), partner: login('partner') };
}

/** @returns the name of the database in a connection string. @throws Error when it names none. */
export function databaseOf(url: string): string {
  const name = new pg.Client({ connectionString: url }).database;
  if (!name) throw new Error('The address of the database must name the database: postgres://host/quittance');
  return name;
}

/** @returns whether a connection string says who connects: whoever owns the schema. */
export const namesOwner = (url: string): boolean => withHost(url).username !== '';

/** @returns the same database for each of the logins. */
export function addressesOf(url: string, logins: Logins): Addresses {
  const address = ({ name, password }: Login) => {
    const one = withHost(url);
    one.username = name;
    one.password = password;
    for (const key of ['user', 'password', 'options']) one.searchParams.delete(key);
    return one.toString();
  };
  return {
    app: address(logins.app),
    identity: address(logins.identity),
    worker: address(logins.worker),
    partner: address(logins.partner),
  };
}

/** A URL without a host cannot carry a user: `postgres:///quittance?host=/run/postgresql`. */
function withHost(url: string): URL {
  const parsed = new URL(url.replace(/^(\w+:\/\/)\//, '$1localhost/'));
  if (parsed.searchParams.get('user') && !parsed.username) parsed.username = parsed.searchParams.get('user') ?? '';
  return parsed;
}

/** @returns what Postgres stores of a password (RFC 5802), so that neither the network nor a log of statements sees the password itself. */
export function scramVerifier(password: string, salt: Buffer): string {
  const rounds = 4096;
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const mac = (key: string) => createHmac('sha256', salted).update(key).digest();
  const stored = createHash('sha256').update(mac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${mac('Server Key').toString('base64')}`;
}

/** Roles that carry rights and cannot log in; they belong to the whole cluster. `search` owns the views that search reads. */
const RIGHTS = [...LOGIN_PURPOSES.map((duty) => `quittance_${duty}`), 'quittance_search'];

/** @returns statements that make the roles that carry rights; they can run again. */
export const rightsSql = (): string =>
  // Another database of the cluster may have made them already, even just now.
  RIGHTS.map(
    (role) => `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$;`,
  ).join('\n');

/**
 * @returns statements that make the logins of a database, for its owner or an administrator; they can run again. A login belongs to the
 * role of its duty, cannot become it or any other, and has its limits.
 */
export function loginsSql(logins: Logins, database: string, version: number): string {
  return LOGIN_PURPOSES.map((duty) => {
    const { name, password } = logins[duty];
    const salt = createHash('sha256').update(`salt ${name}`).digest().subarray(0, 16);
    const { statement, idle } = LIMITS[duty];
    const settings = {
      search_path: SEARCH_PATH[duty],
      statement_timeout: String(statement),
      idle_in_transaction_session_timeout: String(idle),
      row_security: 'on',
    };
    return [
      `do $$ begin create role ${name} login noinherit; exception when duplicate_object or unique_violation then null; end $$;`,
      `alter role ${name} with login inherit password '${scramVerifier(password, salt)}';`,
      `grant quittance_${duty} to ${name}${version >= 160_000 ? ' with inherit true, set false, admin false' : ''};`,
      `grant connect on database ${pg.escapeIdentifier(database)} to ${name};`,
      // A role may set for itself what every later connection begins with: that is undone.
      `alter role ${name} reset all; alter role ${name} in database ${pg.escapeIdentifier(database)} reset all;`,
      ...Object.entries(settings).map(([key, value]) => `alter role ${name} set ${key} = ${value};`),
    ].join('\n');
  }).join('\n');
}

/**
 * Makes the logins of a database and removes those that other secrets left. Runs as the owner, inside the lock of migrations.
 * @param secrets the one in use first, then earlier ones whose logins stay: processes that were started under them go on.
 */
export async function ensureLogins(client: pg.Client, secrets: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ database: string; version: string }>(
    `select current_database() as database, current_setting('server_version_num') as version`,
  );
  const { database = '', version = '0' } = rows[0] ?? {};
  const kept = secrets.map((secret) => loginsOf(secret, database));
  if (kept[0]) await client.query(loginsSql(kept[0], database, Number(version)));
  const known = kept.flatMap((logins) => LOGIN_PURPOSES.map((duty) => logins[duty].name));
  const { rows: left } = await client.query<{ rolname: string }>(
    `select r.rolname from pg_database d, aclexplode(d.datacl) a, pg_roles r
     where d.datname = current_database() and r.oid = a.grantee
       and r.rolname ~ '^quittance_(${LOGIN_PURPOSES.join('|')})_[0-9a-f]{12}$' and r.rolname <> all($1)`,
    [known],
  );
  for (const { rolname } of left) {
    // A process that still runs may hold temporary tables: its login then loses every right now, and is removed next time.
    await client.query(`do $$ begin
      execute format('revoke all on database %I from ${rolname}', current_database());
      drop role ${rolname};
    exception when dependent_objects_still_exist then
      alter role ${rolname} nologin;
      revoke ${rolname.replace(/_[0-9a-f]{12}$/, '')} from ${rolname};
    end $$`);
  }
}
