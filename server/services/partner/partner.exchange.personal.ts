/** Personal data in files for partners and from them: the bytes, and the rows that were refused. */
import type { Uuid } from '../../../core/id.ts';
import { defineErasable } from '../../platform/personal.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { removeStoredBytes } from '../files/files.bytes.logic.ts';

/** Removes the bytes of what was erased; again at night, should a process end between the two. */
async function removeErased(tx: Tx): Promise<void> {
  for (const { id } of await tx.sql<{ id: Uuid }>(
    'select return_id as id from partner_return where client_id = $1 and erased_at is not null',
    [tx.clientId],
  ))
    await removeStoredBytes(tx.clientId, id);
  for (const { id, other } of await tx.sql<{ id: Uuid; other: Uuid | null }>(
    'select file_id as id, encrypted_id as other from partner_file where client_id = $1 and size is null and made_at is not null',
    [tx.clientId],
  )) {
    await removeStoredBytes(tx.clientId, id);
    if (other !== null) await removeStoredBytes(tx.clientId, other);
  }
}

/** Whether a held account is in the file. */
const heldOf = (table: string, id: string) =>
  `exists (select from ${table} r where r.client_id = t.client_id and r.${id} = t.${id} and r.account_id = any(held))`;
const ENDED = `t.status in ('booked', 'failed', 'cancelled')`;

defineErasable(
  {
    name: 'partnerRows',
    kind: 'imports',
    table: 'partner_return_row',
    // What was booked stays known, so that it is not booked twice.
    left: 't.cells is not null or t.words is not null',
    erase: { cells: 'null', words: 'null' },
    account: null,
    age: `(select r.created_at from partner_return r where r.client_id = t.client_id and r.return_id = t.return_id and r.status in ('booked', 'failed', 'cancelled'))`,
    held: 't.account_id = any(held)',
  },
  {
    name: 'partnerReturns',
    kind: 'imports',
    table: 'partner_return',
    left: `${ENDED} and t.erased_at is null`,
    erase: { erased_at: 'now()' },
    account: null,
    age: 't.created_at',
    held: heldOf('partner_return_row', 'return_id'),
    outside: removeErased,
  },
  {
    name: 'partnerFiles',
    kind: 'imports',
    table: 'partner_file',
    left: `t.status in ('sent', 'acknowledged', 'made', 'unsent') and t.size is not null`,
    erase: { size: 'null' },
    account: null,
    age: 't.created_at',
    held: heldOf('partner_file_row', 'file_id'),
    outside: removeErased,
  },
);
