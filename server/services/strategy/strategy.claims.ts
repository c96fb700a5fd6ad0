/** How the claim overview, which stands below, asks about strategies. */
import type { Uuid } from '../../../core/id.ts';
import { type ListedStrategy, provideClaimStrategies } from '../account/claim/claims.strategy.logic.ts';

/** The overview's words for what a run is in. */
const STATUS = `case when r.status in ('active', 'waiting') then 'running' when r.status in ('paused', 'failed') then r.status else 'ended' end`;

provideClaimStrategies({
  condition: (bind, { strategyIds, statuses, started }) => {
    const run = (conditions: readonly string[]) =>
      `exists (select from strategy_run r where r.client_id = c.client_id and r.external_claim_ref = c.external_claim_ref${conditions.map((each) => ` and ${each}`).join('')})`;
    const conditions = strategyIds ? [`r.blueprint_id = any(${bind(strategyIds)}::uuid[])`] : [];
    if (started.from !== null) conditions.push(`r.started_at >= ${bind(started.from)}::timestamptz`);
    if (started.to !== null) conditions.push(`r.started_at <= ${bind(started.to)}::timestamptz`);
    if (!statuses) return run(conditions);
    const within = run([...conditions, `${STATUS} = any(${bind(statuses)}::text[])`]);
    return statuses.includes('none') && conditions.length === 0 ? `(${within} or not ${run([])})` : within;
  },
  load: async (tx, externalClaimRefs) => {
    const rows = await tx.sql<ListedStrategy & { ref: string; strategyId: Uuid }>(
      `select r.external_claim_ref as ref, r.blueprint_id as "strategyId", b.display_name as "strategyName", ${STATUS} as "strategyStatus"
       from strategy_run r join strategy_blueprint b on b.client_id = $1 and b.blueprint_id = r.blueprint_id
       where r.client_id = $1 and r.external_claim_ref = any($2::text[])`,
      [tx.clientId, externalClaimRefs],
    );
    return new Map(rows.map(({ ref, ...strategy }) => [ref, strategy]));
  },
});
