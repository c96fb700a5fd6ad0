/** When events happened to claims, for conditions that count them. */
import type { Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import { MOST_EVENTS } from '../../../engine/conditions/events.ts';
import type { EventNeed, Facts } from '../../../engine/types.ts';
import type { Tx } from '../../platform/tenancy.ts';

const PREFIX = 'event:';
export const isEventNeed = (need: string): need is EventNeed => need.startsWith(PREFIX);

interface Happened {
  readonly accountId: Uuid;
  readonly ref: string | null;
  readonly claimRefs: readonly unknown[] | null;
  readonly type: string;
  readonly at: Instant;
}

/**
 * @returns by claim the moments of each kind, the newest first. An event counts for the claims it names, and for all of its account when it
 * names none.
 */
export async function loadEventFacts(
  tx: Tx,
  claims: readonly { readonly accountId: string; readonly externalClaimRef: string }[],
  needs: readonly EventNeed[],
): Promise<Map<string, NonNullable<Facts['events']>>> {
  const types = needs.map((need) => need.slice(PREFIX.length));
  const rows = await tx.sql<Happened>(
    `select e.account_id as "accountId", e.external_claim_ref as ref, e.payload -> 'claimRefs' as "claimRefs", e.message_type as type,
       (extract(epoch from e.emit_time) * 1000)::float8 as at
     from unnest($2::uuid[]) as a(account_id) cross join unnest($3::text[]) as t(message_type) cross join lateral (
       select * from event where client_id = $1 and account_id = a.account_id and message_type = t.message_type order by emit_time desc limit ${MOST_EVENTS}) e`,
    [tx.clientId, [...new Set(claims.map(({ accountId }) => accountId))], types],
  );
  const ofAccount = Map.groupBy(rows, ({ accountId }) => accountId as string);
  return new Map(
    claims.map(({ accountId, externalClaimRef }) => {
      const own = (ofAccount.get(accountId) ?? []).filter(({ ref, claimRefs }) =>
        ref !== null ? ref === externalClaimRef : !Array.isArray(claimRefs) || claimRefs.includes(externalClaimRef),
      );
      return [
        externalClaimRef,
        Object.fromEntries(types.map((type) => [type, own.flatMap((each) => (each.type === type ? [each.at] : []))])),
      ];
    }),
  );
}
