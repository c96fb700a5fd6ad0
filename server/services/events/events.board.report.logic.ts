/** What members of staff did since a moment, for the live board. */
import type { Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** SQL: whether an outcome was taken back since $2; then it counts for nobody. @param field what its event names. @param value SQL of that. */
const takenBack = (
  field: 'workItemId' | 'promiseToPayId',
  value: string,
) => `exists (select from event u where u.client_id = $1 and u.actor_type = 'user' and u.emit_time >= $2
  and u.message_type = 'workUndone' and u.payload ->> '${field}' = ${value})`;

const ACTS = ['workCompleted', 'promiseToPayCreated', 'taskResolved'] as const;

/** What one person did. */
export interface StaffDay {
  readonly userId: Uuid;
  /** Accounts completed, and those of them on which the right party was checked. */
  readonly contacts: number;
  readonly rightParty: number;
  readonly promises: number;
  readonly tasksResolved: number;
}

/** @returns who did something since, with how much of it; read from the index of what staff did. */
export async function staffDay(tx: Tx, since: Instant): Promise<StaffDay[]> {
  return tx.sql<StaffDay & Record<string, unknown>>(
    `select actor_id::uuid as "userId", count(*) filter (where message_type = 'workCompleted')::int as contacts,
       count(*) filter (where message_type = 'workCompleted' and payload -> 'rightParty' is not null)::int as "rightParty",
       count(*) filter (where message_type = 'promiseToPayCreated')::int as promises,
       count(*) filter (where message_type = 'taskResolved')::int as "tasksResolved"
     from event e where client_id = $1 and actor_type = 'user' and emit_time >= $2 and message_type = any($3::text[])
       and not (message_type = 'workCompleted' and ${takenBack('workItemId', `e.payload ->> 'workItemId'`)})
       and not (message_type = 'promiseToPayCreated' and ${takenBack('promiseToPayId', `e.payload ->> 'promiseToPayId'`)}) group by 1`,
    [tx.clientId, isoInstant(since), ACTS],
  );
}

/** @returns calls to debtors that staff noted since, by hour in the zone. */
export async function callsByHour(tx: Tx, since: Instant, zone: string): Promise<{ hour: number; count: number }[]> {
  return tx.sql<{ hour: number; count: number }>(
    `select extract(hour from emit_time at time zone $3)::int as hour, count(*)::int as count from event e
     where client_id = $1 and actor_type = 'user' and emit_time >= $2 and message_type = 'communicationResolved'
       and payload ->> 'communicationMethod' = 'phoneCall' and payload ->> 'outcomeDirection' = 'outbound'
       and not ${takenBack('workItemId', `substr(e.payload ->> 'communicationRequestId', 6)`)} group by 1 order by 1`,
    [tx.clientId, isoInstant(since), zone],
  );
}
