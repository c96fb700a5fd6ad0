/** When a member of staff was last here. */
import type { Uuid } from '../../../core/id.ts';
import { isoInstant, MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';

/** Several tabs say so at once: it is written at most once in this time, milliseconds. */
const ONLINE_EVERY = MINUTE;

/** Notes that somebody is here, and that who was invited has come; no event, because nobody decided anything. */
export async function noteOnline(database: Database, clientId: Uuid, userId: Uuid): Promise<void> {
  await inClient(database, clientId, (tx) =>
    tx.sql(
      `update client_user set last_online = $3, status = case when status = 'invited' then 'active' else status end
       where client_id = $1 and user_id = $2 and (last_online is null or last_online <= $4)`,
      [clientId, userId, isoInstant(now()), new Date(now() - ONLINE_EVERY)],
    ),
  );
}
