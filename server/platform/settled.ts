/**
 * What is the same for all that a client's debtors see, and hardly ever changes: its settings, its brand, its pages. Debtors' pages read it at every
 * look, so a process keeps it in memory; one small statement tells whether any of it has changed since, in whatever process.
 */
import type { Uuid } from '../../core/id.ts';
import type { Tx } from './tenancy.ts';

const signs: string[] = [];

/** Clients that a process keeps this of; the one that was asked for longest ago goes first. */
const MOST_CLIENTS = 200;
const known = new Map<Uuid, { readonly sign: string; readonly rows: Map<string, unknown> }>();

/**
 * Declares rows of a client that hardly ever change.
 * @param key names them. @param sign SQL of one text that is another once any of them is; $1 is the client. @param read asks for them.
 * @returns how they are read: at most once in a transaction that only reads, and from memory in one that has called `settle`. Nobody may change them.
 */
export function defineSettled<Rows>(key: string, sign: string, read: (tx: Tx) => PromiseLike<Rows>): (tx: Tx) => Promise<Rows> {
  signs.push(`coalesce((${sign}), '')`);
  return (tx) => tx.once(key, async () => read(tx));
}

/** Lets a transaction that only reads take what is declared above from memory, as long as it has not changed. */
export async function settle(tx: Tx): Promise<void> {
  const [row] = await tx.prepared<{ sign: string }>(`select concat_ws('|', ${signs.join(', ')}) as sign`, [tx.clientId]);
  const sign = row?.sign ?? '';
  const found = known.get(tx.clientId);
  const kept = found?.sign === sign ? found : { sign, rows: new Map<string, unknown>() };
  known.delete(tx.clientId);
  known.set(tx.clientId, kept);
  if (known.size > MOST_CLIENTS) known.delete(known.keys().next().value!);
  tx.recall(kept.rows);
}
