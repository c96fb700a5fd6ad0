/** What follows a change of users once it is committed: the pool, and mail. Asked for in the same transaction, so that neither is forgotten. */
import { displayName } from '../../../core/displayName.ts';
import { Fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { toLocale } from '../../../core/locale.ts';
import { readConfig } from '../../platform/config.ts';
import { defineJob, enqueue } from '../../platform/jobs.ts';
import { inClient, type Tx } from '../../platform/tenancy.ts';
import { invite } from '../identity/identity.users.logic.ts';
import { readClient } from './backoffice.logic.ts';
import { namesOf, readUser } from './backoffice.user.list.logic.ts';
import { queuePoolSync, syncPool } from './backoffice.user.pool.ts';

/** What a release asked for that did not have the outbox for it. */
export const poolJobBefore = defineJob<{ clientId: Uuid; userId: Uuid }>({
  name: 'users.pool',
  run: ({ clientId, userId }, database) => inClient(database, clientId, (tx) => queuePoolSync(tx, userId)),
});

const invitationJob = defineJob<{ clientId: Uuid; userId: Uuid; inviterId: Uuid }>({
  name: 'users.invite',
  run: async ({ clientId, userId, inviterId }, database) => {
    // Whom the pool does not know yet would be sent a mail that leads nowhere: the job is tried again.
    if ((await syncPool(database, clientId, [userId])).length > 0) throw new Error('the user pool does not follow yet');
    const invitation = await inClient(
      database,
      clientId,
      async (tx) => {
        const row = await readUser(tx, userId).catch(absent);
        // Disabled, removed or already here: nobody to invite any more.
        if (!row?.isEnabled || row.status !== 'invited') return null;
        const [client, inviter] = [await readClient(tx), await readUser(tx, inviterId).catch(absent)];
        return {
          userId,
          clientName: client.name,
          inviter: inviter ? displayName({ ...namesOf(inviter), email: inviter.email }) : client.name,
          locale: toLocale(client.defaultLocale),
        };
      },
      { readOnly: true },
    );
    if (invitation) await invite(database, readConfig(), invitation);
  },
});

function absent(error: unknown): null {
  if (error instanceof Fault && error.code === 'NOT_FOUND') return null;
  throw error;
}

/** Asks for the mail that lets a user in for the first time; it is tried again until it leaves. */
export async function askForInvitation(tx: Tx, userId: Uuid, inviterId: Uuid): Promise<void> {
  const payload = { clientId: tx.clientId, userId, inviterId };
  await enqueue(tx, invitationJob, payload, { key: `users.invite ${tx.clientId} ${userId}` });
}
