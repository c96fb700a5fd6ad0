/** What a database was made for: a demo, tests, or people who really owe money. It decides whether a sandbox may stand in for a provider. */
import { RELEASE } from '../../core/release.ts';
import { isoInstant } from '../../core/time.ts';
import { now } from './clock.ts';
import type { Purpose } from './installation.tables.ts';
import { defineSettled } from './settled.ts';
import type { Database, Tx } from './tenancy.ts';

export type { Purpose };

/** A start that is refused, in a sentence that says what to do: printed as it is. */
export class StartRefusal extends Error {}

/**
 * @returns what the database was made for; null while nothing has filled it. One that a release filled which noted nothing is judged by its
 * clients; a demo's users come after them, so users without clients are those of somebody who makes a live one.
 */
export async function readPurpose(database: Database): Promise<Purpose | null> {
  const { rows } = await database.worker.query<{ purpose: Purpose | null }>('select database_purpose() as purpose');
  return rows[0]?.purpose ?? null;
}

/** Notes what a database is made for. The first note stays, and a database that has clients already is what they are. @returns what it is. */
export async function notePurpose(database: Database, wanted: Purpose): Promise<Purpose> {
  const { rows } = await database.worker.query<{ purpose: Purpose }>('select note_purpose($1, $2, $3) as purpose', [
    wanted,
    RELEASE,
    isoInstant(now()),
  ]);
  return rows[0]?.purpose ?? wanted;
}

/** @returns whether sandboxes may stand in for providers: in a database that was made as a demo or for tests, and nowhere else. */
export async function allowsSandboxes(tx: Tx): Promise<boolean> {
  return (await storedPurpose(tx)).some(({ purpose }) => purpose === 'demo' || purpose === 'test');
}

const storedPurpose = defineSettled('purpose', 'select purpose from installation', (tx) =>
  tx.sql<{ purpose: Purpose }>('select purpose from installation'),
);

/**
 * What a production start does first: an empty database becomes a live one.
 * @param place names the database. @throws StartRefusal for one that was made as a demo or for tests
 */
export async function requireLiveDatabase(database: Database, place: string): Promise<void> {
  refuseUnlessLive(await notePurpose(database, 'live'), place);
}

/** @throws StartRefusal for what production may not run on */
export function refuseUnlessLive(purpose: Purpose, place: string): void {
  if (purpose === 'live') return;
  const made = purpose === 'demo' ? 'as a demo: its users, passwords and payments are invented' : 'for tests';
  throw new StartRefusal(
    `${place} was made ${made}. It cannot be used in production, and nothing turns it into a live database. ` +
      'Start with an empty one (another QUITTANCE_DATA folder, or another DATABASE_URL) and add your first client with `npm run create-client`.',
  );
}
