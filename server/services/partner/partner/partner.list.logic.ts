/** Partners with the claims that are with them now. */

import { and, asc, eq, ilike, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { invalid } from '../../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import { money } from '../../../../core/money.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { partner } from '../ground/partner.tables.ts';

export type PartnerRow = typeof partner.$inferSelect;

/** What is with a partner in one currency. */
interface Load {
  readonly count: number;
  readonly currency: string;
  /** Minor units. */
  readonly owed: bigint;
}

const MOST = 200;
const USUAL = 50;

/** @returns what is with each partner now: one statement, whatever number of claims. A credit on a claim lowers no other claim's debt. */
async function readLoads(tx: Tx, partnerIds: readonly Uuid[]): Promise<Map<Uuid, Load[]>> {
  const rows = await tx.sql<Load & { partnerId: Uuid }>(
    `select a.partner_id as "partnerId", c.currency, count(*)::int as count, sum(greatest(c.balance, 0))::bigint as owed
     from claim_assignment a join published.claim c on c.client_id = a.client_id and c.external_claim_ref = a.external_claim_ref
     where a.client_id = $1 and a.ended_at is null and a.partner_id = any($2::uuid[])
     group by a.partner_id, c.currency order by c.currency`,
    [tx.clientId, partnerIds],
  );
  const loads = new Map<Uuid, Load[]>();
  for (const { partnerId, ...load } of rows) loads.set(partnerId, [...(loads.get(partnerId) ?? []), load]);
  return loads;
}

/** @returns partners in the contract's shape, in the order given. */
export async function presentPartners(tx: Tx, rows: readonly PartnerRow[]) {
  if (rows.length === 0) return [];
  const loads = await readLoads(
    tx,
    rows.map(({ partnerId }) => partnerId),
  );
  return rows.map((row) => {
    const own = loads.get(row.partnerId) ?? [];
    return {
      ...row,
      attachmentSelectorList: [...row.attachmentSelectorList],
      itemCount: own.reduce((sum, { count }) => sum + count, 0),
      totalAmounts: own.map(({ currency, owed }) => ({ currency, totalAmount: money(owed, currency) })),
    };
  });
}

/** @returns all partners by name. */
export const listPartners = (tx: Tx): Promise<PartnerRow[]> =>
  tx.db.select().from(partner).where(living(tx)).orderBy(asc(partner.name), asc(partner.partnerId));

export interface PartnerWanted {
  readonly queryText?: string | null;
  readonly types?: readonly string[] | null;
  readonly country?: string | null;
  readonly from?: number | null;
  readonly size?: number | null;
}

/** @returns a page by name, and how many there are. @throws Fault INVALID_INPUT (size, from) */
export async function searchPartners(tx: Tx, { from, size, ...wanted }: PartnerWanted) {
  const limit = size ?? USUAL;
  if (limit < 1 || limit > MOST) throw invalid('size', 'pageSize', { most: MOST });
  if ((from ?? 0) < 0) throw invalid('from', 'pageStart', { first: 0 });
  const where = and(living(tx), ...conditionsOf(wanted));
  const rows = await tx.db
    .select()
    .from(partner)
    .where(where)
    .orderBy(asc(partner.name), asc(partner.partnerId))
    .limit(limit)
    .offset(from ?? 0);
  return { totalResults: await tx.db.$count(partner, where), rows };
}

function conditionsOf({ queryText, types, country }: PartnerWanted): (SQL | undefined)[] {
  const text = queryText?.trim();
  const pattern = `%${(text ?? '').replace(/[\\%_]/g, '\\$&')}%`;
  const digits = (text ?? '').replace(/\D/g, '');
  return [
    text
      ? or(
          ...[partner.name, partner.city, partner.postalCode, partner.email].map((column) => ilike(column, pattern)),
          digits.length >= 3 ? ilike(partner.phone, `%${digits.replace(/^0+/, '')}%`) : undefined,
          isUuid(text) ? eq(partner.partnerId, text) : undefined,
        )
      : undefined,
    types && types.length > 0 ? inArray(partner.type, types as PartnerRow['type'][]) : undefined,
    country ? eq(partner.country, country) : undefined,
  ];
}

const living = (tx: Tx) => and(eq(partner.clientId, tx.clientId), isNull(partner.deletedAt));
