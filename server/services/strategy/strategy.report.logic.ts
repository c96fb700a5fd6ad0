/** How strategies did: claims that began in them, messages they sent, money that came meanwhile. */
import type { Uuid } from '../../../core/id.ts';
import { type CalendarDate, type Instant, isoInstant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type ReportFilter, reportClaims, statementValues } from '../account/account.report.logic.ts';
import { isMoney } from '../finance/facts/report.logic.ts';

export interface StrategyFigures {
  readonly blueprintId: Uuid;
  readonly displayName: string;
  readonly claimsStarted: number;
  readonly claimsResolved: number;
  readonly messagesSent: number;
  /** Minor units. */
  readonly collected: bigint;
}

/** A client's days, both included, and the moments they begin and are over. */
export interface DaySpan {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly begins: Instant;
  readonly ends: Instant;
}

/**
 * A claim belongs to the strategy it runs in, or ran in last.
 * @returns strategies that began claims, sent messages or saw money in the days, the most money first.
 */
export async function strategyFigures(tx: Tx, filter: ReportFilter, span: DaySpan): Promise<StrategyFigures[]> {
  const { values, bind } = statementValues(tx);
  const claims = reportClaims(filter, bind);
  const [begins, ends] = [`${bind(isoInstant(span.begins))}::timestamptz`, `${bind(isoInstant(span.ends))}::timestamptz`];
  return tx.sql<StrategyFigures & Record<string, unknown>>(
    `with claims as materialized (select external_claim_ref, status from ${claims} c),
     figures as (
       select r.blueprint_id, count(*) as started, count(*) filter (where c.status = 'resolved') as resolved, 0 as sent, 0 as collected
       from strategy_run r join claims c using (external_claim_ref) where r.client_id = $1 and r.started_at >= ${begins} and r.started_at < ${ends} group by 1
       union all
       select (o.request ->> 'blueprintId')::uuid, 0, 0, count(*), 0
       from communication m join outbox o on o.client_id = m.client_id and o.outbox_id = m.outbox_id join claims c on c.external_claim_ref = m.external_claim_ref
       where m.client_id = $1 and m.direction = 'outbound' and m.created_at >= ${begins} and m.created_at < ${ends} and o.request ? 'blueprintId' group by 1
       union all
       select r.blueprint_id, 0, 0, 0, -sum(l.amount)
       from published.ledger_entry l join claims c using (external_claim_ref) join strategy_run r on r.client_id = l.client_id and r.external_claim_ref = l.external_claim_ref
       where l.client_id = $1 and ${isMoney('l')} and l.value_date between ${bind(span.from)} and ${bind(span.to)}
         and l.booked_at >= r.started_at and l.booked_at <= coalesce(r.ended_at, 'infinity') group by 1)
     select b.blueprint_id as "blueprintId", b.display_name as "displayName", sum(started)::int as "claimsStarted", sum(resolved)::int as "claimsResolved",
       sum(sent)::int as "messagesSent", sum(collected)::bigint as collected
     from figures f join strategy_blueprint b on b.client_id = $1 and b.blueprint_id = f.blueprint_id
     group by 1, 2 order by sum(collected) desc, lower(b.display_name)`,
    values,
  );
}
