/** Partners are added and changed. */
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { fault, invalid } from '../../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../../core/id.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import { beginFollowing } from '../../../platform/follow.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';
import { COMMISSIONS, getPartner } from '../ground/partner.logic.ts';
import { partner } from '../ground/partner.tables.ts';
import type { PartnerInput } from '../partner.graphql.ts';
import { type PartnerFacts, readPartnerInput } from './partner.check.ts';
import type { PartnerRow } from './partner.list.logic.ts';

const NOBODY: PartnerFacts = {
  name: '',
  type: 'collectionAgency',
  email: null,
  phone: null,
  addressLine1: null,
  addressLine2: null,
  addressLine3: null,
  postalCode: null,
  city: null,
  state: null,
  country: null,
  isSkipTracingDefault: false,
  attachmentSelectorList: [],
};
const FIELDS = Object.keys(NOBODY) as (keyof PartnerFacts)[];

/** @throws Fault INVALID_INPUT naming every wrong field, CONFLICT when the name is taken */
export async function createPartner(tx: Tx, input: PartnerInput): Promise<PartnerRow> {
  const facts = readPartnerInput(input, NOBODY, await countryOfClient(tx));
  await holdPartners(tx);
  await requireFreeName(tx, facts.name, null);
  const partnerId = uuidv7();
  await keepOneDefault(tx, facts, partnerId);
  const [row] = await tx.db
    .insert(partner)
    .values({ clientId: tx.clientId, partnerId, ...facts, createdAt: now(), updatedAt: now() })
    .returning();
  await beginFollowing(tx, COMMISSIONS);
  await appendEvents(tx, [{ messageType: 'partnerCreated', payload: { partnerId, name: facts.name } }]);
  return row!;
}

/**
 * Changes what the input names. @param partnerId null: nobody to change.
 * @throws Fault INVALID_INPUT (specification 3, section 5: no partner, nothing that differs, or wrong fields), NOT_FOUND, CONFLICT
 */
export async function updatePartner(tx: Tx, partnerId: Uuid | null, input: PartnerInput): Promise<PartnerRow> {
  if (!partnerId) throw invalid('partnerId', 'partnerNone');
  await holdPartners(tx);
  const before = await getPartner(tx, partnerId);
  if (input.revision != null && input.revision !== before.revision)
    throw fault('CONFLICT', 'partnerChanged', { name: before.name }, 'revision');
  const facts = readPartnerInput(input, before, await countryOfClient(tx));
  const changed = FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(facts[field]));
  if (changed.length === 0) throw invalid('partner', 'partnerNoData');
  await requireFreeName(tx, facts.name, partnerId);
  await keepOneDefault(tx, facts, partnerId);
  const [row] = await tx.db
    .update(partner)
    .set({ ...facts, updatedAt: now(), revision: sql`${partner.revision} + 1` })
    .where(and(eq(partner.clientId, tx.clientId), eq(partner.partnerId, partnerId)))
    .returning();
  const changes = changed.map((field) => ({ field, from: before[field], to: facts[field] }));
  await appendEvents(tx, [{ messageType: 'partnerChanged', payload: { partnerId, name: facts.name, changes } }]);
  return row!;
}

/** Partners of one client change one after the other: names are unique, and one at most finds the debtors. */
export const holdPartners = (tx: Tx) => tx.sql(`select pg_advisory_xact_lock(hashtextextended('partner ' || $1, 0))`, [tx.clientId]);

const countryOfClient = async (tx: Tx) => (await readClient(tx)).countryCode.split('-')[0]!;

async function requireFreeName(tx: Tx, name: string, partnerId: Uuid | null): Promise<void> {
  const [twin] = await tx.db
    .select({ partnerId: partner.partnerId })
    .from(partner)
    .where(
      and(
        eq(partner.clientId, tx.clientId),
        isNull(partner.deletedAt),
        eq(sql`lower(${partner.name})`, name.toLowerCase()),
        partnerId !== null && isUuid(partnerId) ? ne(partner.partnerId, partnerId) : undefined,
      ),
    );
  if (twin) throw fault('CONFLICT', 'partnerNameTaken', { name }, 'name');
}

/** Another partner that finds debtors by default no longer does. */
async function keepOneDefault(tx: Tx, facts: PartnerFacts, partnerId: Uuid): Promise<void> {
  if (!facts.isSkipTracingDefault) return;
  await tx.db
    .update(partner)
    .set({ isSkipTracingDefault: false, revision: sql`${partner.revision} + 1` })
    .where(and(eq(partner.clientId, tx.clientId), eq(partner.isSkipTracingDefault, true), ne(partner.partnerId, partnerId)));
}
