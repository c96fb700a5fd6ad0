/** How partners did: claims that they got in a time, and what became of those. */
import type { Uuid } from '../../../core/id.ts';
import { ASSIGNMENT_GROUPS, type AssignmentGroup } from '../../../core/outsourcing.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type ReportFilter, reportClaims, statementValues } from '../account/account.report.logic.ts';

export interface PartnerFigures {
  readonly partnerId: Uuid;
  readonly displayName: string;
  readonly claimsGiven: number;
  readonly claimsResolved: number;
  readonly claimsRemoved: number;
  readonly claimsActive: number;
  /** Minor units. */
  readonly collected: bigint;
}

/** @returns partners that got claims between the moments, the most money first. */
export async function partnerFigures(tx: Tx, filter: ReportFilter, begins: Instant, ends: Instant): Promise<PartnerFigures[]> {
  const { values, bind } = statementValues(tx);
  const claims = reportClaims(filter, bind, { deleted: true });
  const of = (group: AssignmentGroup) => `count(*) filter (where o.status = any(${bind(ASSIGNMENT_GROUPS[group])}::text[]))::int`;
  return tx.sql<PartnerFigures & Record<string, unknown>>(
    `select p.partner_id as "partnerId", p.name as "displayName", count(*)::int as "claimsGiven", ${of('resolved')} as "claimsResolved",
       ${of('removed')} as "claimsRemoved", ${of('active')} as "claimsActive", sum(o.collected)::bigint as collected
     from claim_assignment o join partner p on p.client_id = $1 and p.partner_id = o.partner_id join ${claims} c on c.external_claim_ref = o.external_claim_ref
     where o.client_id = $1 and o.created_at >= ${bind(isoInstant(begins))} and o.created_at < ${bind(isoInstant(ends))}
     group by 1, 2 order by sum(o.collected) desc, lower(p.name)`,
    values,
  );
}
