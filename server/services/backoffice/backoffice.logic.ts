/** Clients and their staff. */
import { eq } from 'drizzle-orm';
import { notFound } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { defineSettled } from '../../platform/settled.ts';
import type { Database, Tx } from '../../platform/tenancy.ts';
import { inClient } from '../../platform/tenancy.ts';
import { client, clientUser } from './backoffice.tables.ts';

export type ClientRow = typeof client.$inferSelect;

const clientRow = (tx: Tx) => tx.db.select().from(client).where(eq(client.clientId, tx.clientId));
const storedClient = defineSettled('client', 'select md5(c::text) from client c where client_id = $1', clientRow);

/** @param lock keeps others from changing it until the transaction ends. @returns the running transaction's client. @throws Fault NOT_FOUND */
export async function readClient(tx: Tx, lock?: 'update'): Promise<ClientRow> {
  const [row] = await (lock ? clientRow(tx).for(lock) : storedClient(tx));
  if (!row) throw notFound('clientNotFound');
  return row;
}

/** The client's calendar, money and telephone numbers. */
export type Locality = Pick<ClientRow, 'timezone' | 'currency' | 'countryCode'>;

/** @returns what days, amounts and numbers mean in the running transaction's client: one light statement, for what is asked often. */
export async function readLocality(tx: Tx): Promise<Locality> {
  const [row] = await tx.prepared<Locality>('select timezone, currency, country_code as "countryCode" from client where client_id = $1', [
    tx.clientId,
  ]);
  if (!row) throw notFound('clientNotFound');
  return row;
}

/** Notes which words search has of all of the client's accounts. */
export async function noteSearchWords(tx: Tx, version: number): Promise<void> {
  await tx.db.update(client).set({ searchWords: version }).where(eq(client.clientId, tx.clientId));
}

/** Adds a client; everything it may hold comes afterwards. */
export async function createClient(database: Database, row: typeof client.$inferInsert): Promise<Uuid> {
  await inClient(database, row.clientId, async (tx) => void (await tx.db.insert(client).values(row)));
  return row.clientId;
}

/** Makes a pool user known to one client. */
export async function addClientUser(tx: Tx, user: { userId: Uuid; email: string; name: string; role: string }): Promise<void> {
  await tx.db
    .insert(clientUser)
    .values({ clientId: tx.clientId, ...user })
    .onConflictDoNothing();
}
