/** Named rules that distribute claims among partners. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { collectFaults } from '../../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../../core/id.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { type PartnerShare, partner, partnerAllocation } from '../ground/partner.tables.ts';
import type { ShareRule } from './shares.logic.ts';

export type Allocation = typeof partnerAllocation.$inferSelect;

export interface AllocationInput {
  readonly allocationId?: Uuid | null | undefined;
  readonly name: string;
  readonly shares: readonly PartnerShare[];
  readonly revision?: number | null | undefined;
}

const WHOLE = 10_000;
const MOST_NAME = 80;
const MOST_SHARES = 50;

const living = (tx: Tx) => and(eq(partnerAllocation.clientId, tx.clientId), isNull(partnerAllocation.deletedAt));

/** @returns all rules by name. */
export const listAllocations = (tx: Tx): Promise<Allocation[]> =>
  tx.db
    .select()
    .from(partnerAllocation)
    .where(living(tx))
    .orderBy(asc(sql`lower(${partnerAllocation.name})`));

/** @throws Fault NOT_FOUND, also for a deleted one */
export async function readAllocation(tx: Tx, allocationId: Uuid, lock = false): Promise<Allocation> {
  const query = tx.db
    .select()
    .from(partnerAllocation)
    .where(and(living(tx), eq(partnerAllocation.allocationId, allocationId)));
  const [row] = isUuid(allocationId) ? await (lock ? query.for('update') : query) : [];
  if (!row) throw notFound('allocationNotFound');
  return row;
}

/**
 * What gives claims by a rule; what goes by it together holds its percentages, whoever gives.
 * @returns the rule for sharing out, a deleted one too: what has begun ends by it. @throws Fault NOT_FOUND
 */
export async function sharedBy(tx: Tx, allocationId: string): Promise<ShareRule> {
  const [row] = isUuid(allocationId)
    ? await tx.db
        .select({ shares: partnerAllocation.shares })
        .from(partnerAllocation)
        .where(and(eq(partnerAllocation.clientId, tx.clientId), eq(partnerAllocation.allocationId, allocationId)))
    : [];
  if (!row) throw notFound('allocationNotFound');
  return { owner: `allocation:${allocationId}`, shares: row.shares };
}

/** @returns rules in the contract's shape, with the names of their partners. */
export async function presentAllocations(tx: Tx, rows: readonly Allocation[]) {
  const names = new Map(
    (await tx.db.select({ partnerId: partner.partnerId, name: partner.name }).from(partner).where(eq(partner.clientId, tx.clientId))).map(
      ({ partnerId, name }) => [partnerId, name],
    ),
  );
  return rows.map((row) => ({
    ...row,
    shares: row.shares.map((share) => ({ ...share, partnerName: names.get(share.partnerId) ?? null })),
  }));
}

/** @throws Fault INVALID_INPUT naming every wrong field, NOT_FOUND, CONFLICT (somebody else saved it, or the name is taken) */
export async function saveAllocation(tx: Tx, input: AllocationInput): Promise<Allocation> {
  // One save of a client at a time: names are unique.
  await tx.sql(`select pg_advisory_xact_lock(hashtextextended('partner ' || $1, 0))`, [tx.clientId]);
  const before = input.allocationId ? await readAllocation(tx, input.allocationId, true) : null;
  if (before && input.revision != null && input.revision !== before.revision)
    throw fault('CONFLICT', 'allocationChanged', { name: before.name }, 'revision');
  const { name, shares } = await collectFaults(async (check) => ({
    name: check(() => nameOf(input.name)) ?? '',
    shares: (await check(() => sharesOf(tx, input.shares))) ?? [],
  }));
  if (before) await keepScheduled(tx, before, shares);
  const twin = (await listAllocations(tx)).find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (twin && twin.allocationId !== before?.allocationId) throw fault('CONFLICT', 'allocationNameTaken', { name }, 'name');
  const allocationId = before?.allocationId ?? uuidv7();
  const values = { name, shares, updatedAt: now() };
  const [row] = await tx.db
    .insert(partnerAllocation)
    .values({ clientId: tx.clientId, allocationId, createdAt: now(), ...values })
    .onConflictDoUpdate({
      target: [partnerAllocation.clientId, partnerAllocation.allocationId],
      set: { ...values, revision: sql`${partnerAllocation.revision} + 1` },
    })
    .returning();
  await appendEvents(tx, [{ messageType: 'partnerAllocationSaved', payload: { allocationId, name } }]);
  return row!;
}

/** @throws Fault NOT_FOUND, CONFLICT when a partner's schedule gives claims by it */
export async function deleteAllocation(tx: Tx, allocationId: Uuid): Promise<Uuid> {
  const { name } = await readAllocation(tx, allocationId, true);
  const [scheduled] = await scheduledBy(tx, allocationId);
  if (scheduled) throw fault('CONFLICT', 'allocationScheduled', { name, partner: scheduled.name });
  await tx.db
    .update(partnerAllocation)
    .set({ deletedAt: now(), updatedAt: now(), revision: sql`${partnerAllocation.revision} + 1` })
    .where(and(eq(partnerAllocation.clientId, tx.clientId), eq(partnerAllocation.allocationId, allocationId)));
  await appendEvents(tx, [{ messageType: 'partnerAllocationDeleted', payload: { allocationId, name } }]);
  return allocationId;
}

/** @returns partners whose schedule gives claims by the rule. */
const scheduledBy = (tx: Tx, allocationId: Uuid) =>
  tx.sql<{ partner_id: Uuid; name: string }>(
    `select c.partner_id, p.name from outsourcing_config c join partner p on p.client_id = $1 and p.partner_id = c.partner_id
     where c.client_id = $1 and c.allocation_id = $2 order by lower(p.name)`,
    [tx.clientId, allocationId],
  );

/** A partner's schedule goes by rules that give it something. @throws Fault INVALID_INPUT (shares) */
async function keepScheduled(tx: Tx, { allocationId }: Allocation, shares: readonly PartnerShare[]): Promise<void> {
  if (shares.length === 0) return;
  const left = (await scheduledBy(tx, allocationId)).find((each) => !shares.some(({ partnerId }) => partnerId === each.partner_id));
  if (left) throw invalid('shares', 'allocationScheduledPartner', { partner: left.name });
}

/** @throws Fault CONFLICT when a rule gives claims to the partner */
export async function refuseAllocated(tx: Tx, partnerId: Uuid, name: string): Promise<void> {
  const rule = (await listAllocations(tx)).find(({ shares }) => shares.some((share) => share.partnerId === partnerId));
  if (rule) throw fault('CONFLICT', 'partnerAllocated', { name, rule: rule.name });
}

function nameOf(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > MOST_NAME || /\p{Cc}/u.test(name)) throw invalid('name', 'nameUpTo', { most: MOST_NAME });
  return name;
}

async function sharesOf(tx: Tx, given: readonly PartnerShare[]): Promise<PartnerShare[]> {
  if (given.length === 0) throw invalid('shares', 'allocationEmpty');
  if (given.length > MOST_SHARES) throw invalid('shares', 'itemsMost', { number: MOST_SHARES });
  if (new Set(given.map(({ partnerId }) => partnerId)).size < given.length) throw invalid('shares', 'sharesTwice');
  const known = new Set(
    (
      await tx.db
        .select({ partnerId: partner.partnerId })
        .from(partner)
        .where(and(eq(partner.clientId, tx.clientId), isNull(partner.deletedAt)))
    ).map(({ partnerId }) => partnerId),
  );
  for (const { partnerId, basisPoints } of given) {
    if (!known.has(partnerId)) throw notFound('partnerNotFound');
    if (basisPoints < 1 || basisPoints > WHOLE) throw invalid('shares', 'allocationShare');
  }
  const sum = given.reduce((all, { basisPoints }) => all + basisPoints, 0);
  if (sum !== WHOLE) throw invalid('shares', 'allocationSum', { sum: String(sum / 100) });
  return given.map(({ partnerId, basisPoints }) => ({ partnerId, basisPoints }));
}
