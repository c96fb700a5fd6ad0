/** Which schemas a release can work with: the one it knows, and newer ones that say so. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { StartRefusal } from './installation.ts';

/**
 * The oldest migration whose release can run over this schema. A migration that takes away or renames what that release reads or writes
 * moves it on: docs/decisions/upgrades.md. Releases before this one take sealed bank accounts for account numbers.
 */
export const OLDEST_RELEASE = '0033_sealed_at_rest';

interface Entry {
  readonly tag: string;
  readonly when: number;
}

/** @returns the migrations of this release by name, oldest first. */
export function readJournal(): readonly Entry[] {
  const text = readFileSync(path.join(import.meta.dirname, 'migrations', 'meta', '_journal.json'), 'utf8');
  return (JSON.parse(text) as { entries: Entry[] }).entries;
}

interface Queryable {
  readonly query: (text: string) => Promise<{ rows: unknown[] }>;
}

interface Range {
  /** There are migrations that this release does not know. */
  readonly isNewer: boolean;
  /** Migrations of this release that did not run yet; null: nothing is there at all. */
  readonly missing: readonly string[] | null;
}

/**
 * Compares a database with this release. @throws StartRefusal when the database needs a newer release, or a restore into it did not finish.
 */
export async function checkRange(client: Queryable, isRestore = false, journal = readJournal()): Promise<Range> {
  const { rows: found } = await client.query(`select to_regclass('drizzle.schema_range') is not null as is_there`);
  if (!(found[0] as { is_there: boolean }).is_there) return { isNewer: false, missing: null };
  const { rows } = await client.query(
    `select restoring, works_from::text, (select max(created_at) from drizzle.__drizzle_migrations)::text as last from drizzle.schema_range`,
  );
  const { restoring, works_from, last } = (rows[0] ?? {}) as { restoring: string | null; works_from: string | null; last: string | null };
  if (restoring && !isRestore)
    throw new StartRefusal(
      `A restore into this database did not finish (${restoring}). Run \`npm run restore\` again; it begins from nothing.`,
    );
  const newest = journal.at(-1)?.when ?? 0;
  const present = Number(last ?? 0);
  if (present > newest && newest < Number(works_from ?? 0))
    throw new StartRefusal(
      'The database belongs to a newer release and this one can no longer work with it. Start the newer release, or restore a backup that this release made.',
    );
  return { isNewer: present > newest, missing: journal.filter(({ when }) => when > present).map(({ tag }) => tag) };
}
