/**
 * Keys that a client's rows depend on for good: made once at random, kept sealed. What is made with them stays comparable while the
 * installation's secret changes, which a key derived from the secret would not.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { opened, seal } from './seal.ts';
import { defineSealed, placeIn } from './sealedColumns.ts';
import type { Tx } from './tenancy.ts';

const SEALED_KEY = defineSealed({
  table: 'client_key',
  key: [{ column: 'name', type: 'text' }],
  row: 'name',
  column: 'sealed',
  before: 'clear',
});

/** @returns a function that makes HMAC-SHA-256 digests (base64url) under the client's key of this name, which is made when there is none. */
export async function clientDigest(tx: Tx, name: string): Promise<(text: string) => string> {
  const place = placeIn(SEALED_KEY, tx.clientId, name);
  const read = () => tx.sql<{ sealed: string }>('select sealed from client_key where client_id = $1 and name = $2', [tx.clientId, name]);
  let [row] = await read();
  if (!row) {
    await tx.sql('insert into client_key (client_id, name, sealed) values ($1, $2, $3) on conflict do nothing', [
      tx.clientId,
      name,
      seal(randomBytes(32).toString('base64url'), place),
    ]);
    [row] = await read();
  }
  const key = Buffer.from(opened(row?.sealed ?? '', place), 'base64url');
  if (key.length !== 32) throw new Error(`client_key ${name} of ${tx.clientId} is no key`);
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}
