/** Personal data of imports: the files that creditors deliver, and the rows that could not be read. */
import type { Uuid } from '../../../core/id.ts';
import { defineErasable, definePersonalSections } from '../../platform/personal.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { removeFile } from './import.files.ts';

const OVER = `t.status in ('done', 'failed', 'cancelled')`;
/** Whether a held account came with the import. */
const held = (importId: string) =>
  `exists (select from event e where e.client_id = t.client_id and e.account_id = any(held) and e.actor_type = 'import' and e.actor_id = ${importId}::text)`;

/** Removes the bytes of erased imports; again at night, should a process end between the two. */
async function removeErased(tx: Tx): Promise<void> {
  const rows = await tx.sql<{ import_id: Uuid }>(`select import_id from import_run where client_id = $1 and erased_at is not null`, [
    tx.clientId,
  ]);
  for (const { import_id } of rows) await removeFile(tx.clientId, import_id);
}

defineErasable(
  {
    name: 'rejectedRows',
    kind: 'imports',
    table: 'import_rejection',
    left: 'true',
    erase: 'delete',
    account: null,
    age: `(select r.created_at from import_run r where r.client_id = t.client_id and r.import_id = t.import_id and ${OVER.replace('t.', 'r.')})`,
    held: held('t.import_id'),
  },
  {
    name: 'importFiles',
    kind: 'imports',
    table: 'import_run',
    left: `${OVER} and t.erased_at is null`,
    erase: { erased_at: 'now()', summary: "t.summary - 'notes'" },
    account: null,
    age: 't.created_at',
    held: held('t.import_id'),
    outside: removeErased,
  },
);

definePersonalSections({
  name: 'sources',
  read: async (tx, { accountIds }) =>
    (
      await tx.sql<{ row: Record<string, unknown> }>(
        `select jsonb_build_object('file_name', r.file_name, 'created_at', r.created_at, 'finished_at', r.finished_at, 'sha256', r.sha256) as row
         from import_run r where r.client_id = $1 and r.import_id::text in (
           select actor_id from event where client_id = $1 and account_id = any($2::uuid[]) and actor_type = 'import') order by r.created_at`,
        [tx.clientId, accountIds],
      )
    ).map(({ row }) => row),
});
