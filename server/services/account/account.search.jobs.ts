/** Accounts whose words an earlier release wrote get those of this one, so that they are found by what it looks for. */
import type { Uuid } from '../../../core/id.ts';
import { defineJob } from '../../platform/jobs.ts';
import { logger } from '../../platform/log.ts';
import { allClients, type Database, inClient } from '../../platform/tenancy.ts';
import { noteSearchWords, readClient } from '../backoffice/backoffice.logic.ts';
import { refreshAccounts } from './ground/projection.logic.ts';

/** Which words ground/projection.logic.ts writes; whoever changes them counts on. 2: streets, dates of birth, last digits. */
const WORDS = 2;
/** Accounts of one transaction. */
const CHUNK = 500;

export const searchWordsJob = defineJob({
  name: 'account.searchWords',
  cron: '13 * * * *',
  run: async (_payload: object, database, signal) => {
    for (const clientId of await allClients(database)) {
      if (signal?.aborted) return;
      await renewWords(database, clientId, signal);
    }
  },
});

/** Writes the words of a client's accounts anew, if they are of an earlier release; a process that is killed begins again. @returns how many changed */
export async function renewWords(database: Database, clientId: Uuid, signal?: AbortSignal): Promise<number> {
  const { searchWords } = await inClient(database, clientId, readClient, { readOnly: true });
  if (searchWords === WORDS) return 0;
  let changed = 0;
  for (let after: Uuid | null = null, more = true; more && !signal?.aborted; ) {
    const chunk = await renewChunk(database, clientId, after);
    changed += chunk.changed;
    after = chunk.last;
    more = after !== null;
  }
  if (signal?.aborted) return changed;
  await inClient(database, clientId, (tx) => noteSearchWords(tx, WORDS));
  if (changed > 0) logger.info({ clientId, changed }, 'words of search are written anew');
  return changed;
}

/** @param after the last account of the chunk before. @returns the last one of this; null behind the end */
function renewChunk(database: Database, clientId: Uuid, after: Uuid | null): Promise<{ last: Uuid | null; changed: number }> {
  return inClient(database, clientId, async (tx) => {
    const rows = await tx.sql<{ account_id: Uuid }>(
      `select account_id from account where client_id = $1 and ($2::uuid is null or account_id > $2) order by account_id limit ${CHUNK}`,
      [tx.clientId, after],
    );
    const ids = rows.map((row) => row.account_id);
    return { last: ids.at(-1) ?? null, changed: await refreshAccounts(tx, ids) };
  });
}
