/** How much a debtor's page may bring about: nothing on it makes a row, a task or an event per request without end. */
import { fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { DAY, HOUR, type Instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** Of one account in 24 hours, whatever the links; far more than anybody needs. */
export const DAILY_LIMITS = {
  help: 10,
  dispute: 10,
  upload: 20,
  call: 10,
  message: 10,
  budget: 10,
  payment: 40,
  promise: 10,
  plan: 10,
  print: 20,
  renew: 5,
} as const;

/**
 * Counts something that is about to be done; two at once take turns. @param key the same key is the same deed, and never too much.
 * @returns whether it is new. @throws Fault RATE_LIMITED when the day has had enough of the kind
 */
export async function countAction(tx: Tx, accountId: Uuid, kind: keyof typeof DAILY_LIMITS, key: string): Promise<boolean> {
  await tx.sql(`select pg_advisory_xact_lock(hashtextextended('portal ' || $1 || $2, 0))`, [tx.clientId, accountId]);
  const [known] = await tx.sql('select 1 from portal_act where client_id = $1 and key = $2', [tx.clientId, `${kind} ${key}`]);
  if (known) return false;
  const since = isoInstant((now() - DAY) as Instant);
  await tx.sql('delete from portal_act where client_id = $1 and account_id = $2 and created_at < $3', [tx.clientId, accountId, since]);
  const [row] = await tx.sql<{ acts: number }>(
    'select count(*)::int as acts from portal_act where client_id = $1 and account_id = $2 and kind = $3',
    [tx.clientId, accountId, kind],
  );
  if ((row?.acts ?? 0) >= DAILY_LIMITS[kind]) throw fault('RATE_LIMITED', 'tooManyTriesLater');
  return (await note(tx, accountId, [kind], key)).length > 0;
}

/** @returns those of the kinds for which it is the first time this hour: for events that a page would otherwise repeat with every request. */
export async function firstThisHour<Kind extends string>(tx: Tx, accountId: Uuid, kinds: readonly Kind[], linkId: Uuid): Promise<Kind[]> {
  return note(tx, accountId, kinds, `${linkId} ${Math.floor(now() / HOUR)}`);
}

/** @returns whether it is the first time this day (UTC) in the whole client, whatever the accounts and links. */
export async function isFirstToday(tx: Tx, accountId: Uuid, kind: string): Promise<boolean> {
  return (await note(tx, accountId, [kind], `${Math.floor(now() / DAY)}`)).length > 0;
}

/** @returns the kinds that were not noted with this key before. */
async function note<Kind extends string>(tx: Tx, accountId: Uuid, kinds: readonly Kind[], key: string): Promise<Kind[]> {
  if (kinds.length === 0) return [];
  const rows = await tx.prepared<{ kind: Kind }>(
    `insert into portal_act (client_id, key, account_id, kind, created_at)
     select $1, kind || ' ' || $2, $3, kind, $5 from unnest($4::text[]) kind on conflict do nothing returning kind`,
    [tx.clientId, key, accountId, kinds, isoInstant(now())],
  );
  return rows.map(({ kind }) => kind);
}
