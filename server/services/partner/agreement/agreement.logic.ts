/** Agreements on commission as dated versions. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../../core/id.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import { type CommissionTerms, readTerms } from '../../../../engine/commission/agreement.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import { partnerAgreement } from '../ground/commission.tables.ts';
import { getPartner, holdCommissions } from '../ground/partner.logic.ts';

type Row = typeof partnerAgreement.$inferSelect;

export interface Agreement extends Row {
  readonly standing: 'past' | 'inForce' | 'future';
  /** Something was reckoned by it. */
  readonly isApplied: boolean;
}

export interface AgreementInput {
  readonly partnerId: Uuid;
  readonly agreementId?: Uuid | null | undefined;
  readonly validFrom: CalendarDate;
  readonly terms: CommissionTerms;
  readonly revision?: number | null | undefined;
}

/** @returns a partner's versions, the newest first. @throws Fault NOT_FOUND */
export async function listAgreements(tx: Tx, partnerId: Uuid): Promise<Agreement[]> {
  await getPartner(tx, partnerId);
  const rows = await tx.db
    .select({
      row: partnerAgreement,
      isApplied: sql<boolean>`exists (select from partner_commission c where c.client_id = partner_agreement.client_id
        and c.partner_id = partner_agreement.partner_id and c.agreement_id = partner_agreement.agreement_id)`,
    })
    .from(partnerAgreement)
    .where(and(eq(partnerAgreement.clientId, tx.clientId), eq(partnerAgreement.partnerId, partnerId)))
    .orderBy(asc(partnerAgreement.validFrom));
  const today = localDate(now(), (await readLocality(tx)).timezone);
  const current = rows.findLastIndex(({ row }) => row.validFrom <= today);
  return rows
    .map(({ row, isApplied }, at) => ({
      ...row,
      isApplied,
      standing: at > current ? ('future' as const) : at === current ? ('inForce' as const) : ('past' as const),
    }))
    .reverse();
}

/** @throws Fault NOT_FOUND */
export async function readAgreement(tx: Tx, agreementId: Uuid): Promise<Agreement> {
  const [row] = isUuid(agreementId)
    ? await tx.db
        .select({ partnerId: partnerAgreement.partnerId })
        .from(partnerAgreement)
        .where(and(eq(partnerAgreement.clientId, tx.clientId), eq(partnerAgreement.agreementId, agreementId)))
    : [];
  const found = row && (await listAgreements(tx, row.partnerId)).find((each) => each.agreementId === agreementId);
  if (!found) throw notFound('agreementNotFound');
  return found;
}

/** @throws Fault INVALID_INPUT naming every wrong field, NOT_FOUND, CONFLICT (applied already, saved by somebody else, or its day is taken) */
export async function saveAgreement(tx: Tx, input: AgreementInput): Promise<Agreement> {
  await holdCommissions(tx);
  const { name, partnerId } = await getPartner(tx, input.partnerId);
  const before = input.agreementId ? await readAgreement(tx, input.agreementId) : null;
  if (before && before.partnerId !== partnerId) throw notFound('agreementNotFound');
  if (before) refuseApplied(before);
  if (before && input.revision != null && input.revision !== before.revision)
    throw fault('CONFLICT', 'agreementChanged', { day: before.validFrom }, 'revision');
  const terms = readTerms(input.terms);
  const { validFrom } = input;
  await refuseEarlier(tx, partnerId, validFrom);
  const twin = (await listAgreements(tx, partnerId)).find((each) => each.validFrom === validFrom);
  if (twin && twin.agreementId !== before?.agreementId) throw invalid('validFrom', 'agreementDayTaken', { day: validFrom });
  const agreementId = before?.agreementId ?? uuidv7();
  const values = { validFrom, terms, updatedAt: now(), updatedBy: tx.actor.id };
  await tx.db
    .insert(partnerAgreement)
    .values({ clientId: tx.clientId, agreementId, partnerId, createdAt: now(), ...values })
    .onConflictDoUpdate({
      target: [partnerAgreement.clientId, partnerAgreement.agreementId],
      set: { ...values, revision: sql`${partnerAgreement.revision} + 1` },
    });
  await appendEvents(tx, [{ messageType: 'partnerAgreementSaved', payload: { partnerId, agreementId, name, validFrom } }]);
  return readAgreement(tx, agreementId);
}

/** @throws Fault NOT_FOUND, CONFLICT once it was applied */
export async function deleteAgreement(tx: Tx, agreementId: Uuid): Promise<Uuid> {
  await holdCommissions(tx);
  const agreement = await readAgreement(tx, agreementId);
  refuseApplied(agreement);
  const { partnerId, validFrom } = agreement;
  const { name } = await getPartner(tx, partnerId);
  await tx.db
    .delete(partnerAgreement)
    .where(and(eq(partnerAgreement.clientId, tx.clientId), eq(partnerAgreement.agreementId, agreementId)));
  await appendEvents(tx, [{ messageType: 'partnerAgreementDeleted', payload: { partnerId, agreementId, name, validFrom } }]);
  return agreementId;
}

function refuseApplied({ isApplied, validFrom }: Agreement): void {
  if (isApplied) throw fault('CONFLICT', 'agreementApplied', { day: validFrom });
}

/** What was reckoned stays: a version begins after it. @throws Fault INVALID_INPUT */
async function refuseEarlier(tx: Tx, partnerId: Uuid, validFrom: CalendarDate): Promise<void> {
  const [last] = await tx.sql<{ day: CalendarDate | null }>(
    'select max(day) as day from partner_commission where client_id = $1 and partner_id = $2 and (agreement_id is not null or invoice_id is not null)',
    [tx.clientId, partnerId],
  );
  if (last?.day && validFrom <= last.day) throw invalid('validFrom', 'agreementTooEarly', { day: last.day });
}
