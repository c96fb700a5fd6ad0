/** Mandates: a debtor's leave to collect again and again, by direct debit or by card. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import { collectFaults } from '../../../../core/collectFaults.ts';
import type { EventTypeOf } from '../../../../core/events/catalogue.ts';
import type { MANDATE } from '../../../../core/events/mandate.ts';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { addMonths, type CalendarDate, type Instant, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents, type Besides, composeEvent } from '../../../platform/events.ts';
import { defineStatement } from '../../../platform/statements.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { ibanDigest, openFor, sealFor } from '../account/secrets.ts';
import { bicOf, isSepaIban, maskIban, readIban } from '../account/sepa.ts';
import { clientToday } from '../agreement/agreement.logic.ts';
import { recurringPaymentMandate } from '../ground/bank.tables.ts';

export type Mandate = typeof recurringPaymentMandate.$inferSelect;

export const SEPA = 'sepaDirectDebit';
export const STRIPE = 'stripe';

/** How the provider or the bank knows it. Of SEPA: iban, bic, holder, scheme, isOneOff. Of Stripe: customer, paymentMethod. */
export interface MandateRepresentation {
  readonly iban?: string;
  readonly bic?: string | null;
  readonly holder?: string;
  readonly isOneOff?: boolean;
  readonly customer?: string;
  readonly paymentMethod?: string;
  /** What the debtor agreed to on their page, in the words that were shown. */
  readonly consent?: MandateConsent;
}

export interface MandateConsent {
  readonly text: string;
  readonly locale: string;
}

export interface MandateContext {
  readonly externalDebtorRef: string | null;
  readonly productReferences: readonly string[];
  readonly mandateRepresentation: MandateRepresentation;
}

export interface NewMandate {
  readonly accountId: Uuid;
  readonly providerName: string;
  readonly holder?: string | null | undefined;
  readonly iban?: string | null | undefined;
  readonly bic?: string | null | undefined;
  readonly signedOn?: CalendarDate | null | undefined;
  /** Made by the product when absent. */
  readonly reference?: string | null | undefined;
  readonly isOneOff?: boolean | null | undefined;
  readonly customer?: string | null | undefined;
  readonly paymentMethod?: string | null | undefined;
  readonly externalDebtorRef?: string | null | undefined;
  readonly productReferences?: readonly string[] | null | undefined;
  readonly consent?: MandateConsent;
}

/** Rulebook 4.1: a mandate under which nothing was collected for 36 months has ended. */
const MONTHS_WITHOUT_COLLECTION = 36;

/** Specification 2, section 4: disabled when it is marked so and its day is absent or in the future. */
export function isMandateDisabled(mandate: Pick<Mandate, 'isDisabled' | 'disabledUntil'>, at: Instant): boolean {
  return mandate.isDisabled && (mandate.disabledUntil === null || mandate.disabledUntil > at);
}

/** @returns the last day on which it can be collected under, or null for one that does not end by itself. */
export function mandateEnd(mandate: Pick<Mandate, 'providerName' | 'signedOn' | 'lastCollectedOn'>): CalendarDate | null {
  const last = mandate.lastCollectedOn ?? mandate.signedOn;
  return mandate.providerName === SEPA && last ? addMonths(last, MONTHS_WITHOUT_COLLECTION) : null;
}

/** @returns whether money can be collected under it. @param today in the client's zone. */
export function isMandateActive(mandate: Mandate, at: Instant, today: CalendarDate): boolean {
  const end = mandateEnd(mandate);
  return mandate.deletedAt === null && !isMandateDisabled(mandate, at) && (end === null || today <= end);
}

/** @returns what is known of a mandate, its bank account opened. @throws Error when no secret opens it */
export function contextOf({ clientId, mandateId, context }: Pick<Mandate, 'clientId' | 'mandateId' | 'context'>): MandateContext {
  const known = context as unknown as MandateContext;
  // Of an erased mandate nothing is known any more.
  const iban = known.mandateRepresentation?.iban;
  if (iban === undefined) return known;
  return { ...known, mandateRepresentation: { ...known.mandateRepresentation, iban: openFor('mandate', clientId, mandateId, iban) } };
}

/** @returns the bank account of a mandate as people may see it; empty for one without. */
export function maskedAccountOf(mandate: Mandate): string {
  const { iban } = contextOf(mandate).mandateRepresentation;
  return iban ? maskIban(iban) : '';
}

const accountMandates = defineStatement((db, given) =>
  db
    .select()
    .from(recurringPaymentMandate)
    .where(
      and(
        eq(recurringPaymentMandate.clientId, given('clientId')),
        eq(recurringPaymentMandate.accountId, given('accountId')),
        isNull(recurringPaymentMandate.deletedAt),
      ),
    )
    .orderBy(asc(recurringPaymentMandate.createdAt)),
);

/** @returns an account's mandates that were not deleted, oldest first. */
export const listMandates = (tx: Tx, accountId: Uuid): Promise<Mandate[]> => accountMandates(tx, { accountId });

/** @returns a mandate, also a deleted one. @throws Fault NOT_FOUND */
export async function readMandate(tx: Tx, mandateId: Uuid): Promise<Mandate> {
  const [row] = await tx.db
    .select()
    .from(recurringPaymentMandate)
    .where(and(eq(recurringPaymentMandate.clientId, tx.clientId), eq(recurringPaymentMandate.mandateId, mandateId)));
  if (!row) throw notFound('mandateNotFound');
  return row;
}

/** Reads a mandate and holds it until the transaction ends. @throws Fault NOT_FOUND, also for a deleted one */
export async function lockMandate(tx: Tx, mandateId: Uuid): Promise<Mandate> {
  const [row] = await tx.db
    .select()
    .from(recurringPaymentMandate)
    .where(
      and(
        eq(recurringPaymentMandate.clientId, tx.clientId),
        eq(recurringPaymentMandate.mandateId, mandateId),
        isNull(recurringPaymentMandate.deletedAt),
      ),
    )
    .for('update');
  if (!row) throw notFound('mandateNotFound');
  return row;
}

/** @param createdBy 'debtor' or the id of a member of staff. @throws Fault NOT_FOUND, INVALID_INPUT naming the field */
export async function createMandate(tx: Tx, input: NewMandate, createdBy: string): Promise<Mandate> {
  const [account] = await tx.sql<{ external_account_ref: string }>(
    'select external_account_ref from published.account where client_id = $1 and account_id = $2',
    [tx.clientId, input.accountId],
  );
  if (!account) throw notFound('accountNotFound');
  const today = await clientToday(tx);
  const mandateId = uuidv7();
  const reference = input.reference?.trim() || `QM-${mandateId.replaceAll('-', '').slice(-16).toUpperCase()}`;
  const own = await collectFaults(async (check) => {
    const part = check(() => {
      if (input.providerName === SEPA) return sepaPart(input, today);
      if (input.providerName === STRIPE) return stripePart(input);
      throw invalid('providerName', 'oneOf', { choices: [SEPA, STRIPE].join(', ') });
    });
    await check(() => checkReference(tx, reference));
    return part;
  });
  if (!own) throw new Error('a mandate without its parts was refused before');
  const iban = 'iban' in own.representation ? own.representation.iban : null;
  const context: MandateContext = {
    externalDebtorRef: input.externalDebtorRef?.trim() || null,
    productReferences: [...(input.productReferences ?? [])],
    mandateRepresentation: {
      ...own.representation,
      ...(iban !== null && { iban: sealFor('mandate', tx.clientId, mandateId, iban) }),
      ...(input.consent && { consent: input.consent }),
    },
  };
  const row: Mandate = {
    clientId: tx.clientId,
    mandateId,
    accountId: input.accountId,
    providerName: input.providerName,
    paymentMethodType: own.type,
    isDisabled: false,
    disabledUntil: null,
    context: { ...context },
    ibanDigest: ibanDigest(tx.clientId, iban),
    reference,
    signedOn: own.signedOn,
    lastCollectedOn: null,
    createdBy,
    createdAt: now(),
    updatedAt: now(),
    deletedAt: null,
    revision: 1,
  };
  await tx.db.insert(recurringPaymentMandate).values(row);
  await appendMandateEvent(tx, 'mandateCreated', row, { signedOn: row.signedOn });
  return row;
}

/** @throws Fault INVALID_INPUT for what banks do not take, and for a reference of another mandate */
async function checkReference(tx: Tx, reference: string): Promise<void> {
  // EPC AT-01: 35 characters that every bank takes, without spaces.
  if (!/^[A-Za-z0-9/\-?:().,'+]{1,35}$/.test(reference) || reference.startsWith('/') || reference.endsWith('/') || reference.includes('//'))
    throw invalid('reference', 'mandateReference');
  const [same] = await tx.db
    .select({ id: recurringPaymentMandate.mandateId })
    .from(recurringPaymentMandate)
    .where(and(eq(recurringPaymentMandate.clientId, tx.clientId), eq(recurringPaymentMandate.reference, reference)));
  if (same) throw invalid('reference', 'mandateTaken');
}

/** Makes it collectable again. @throws Fault NOT_FOUND */
export async function enableMandate(tx: Tx, mandateId: Uuid): Promise<Mandate> {
  const row = await lockMandate(tx, mandateId);
  if (!row.isDisabled) return row;
  return change(tx, row, { isDisabled: false, disabledUntil: null }, 'mandateEnabled', {});
}

/** @param until when it may be collected under again; null: until somebody enables it. @throws Fault NOT_FOUND, INVALID_INPUT (disabledUntil) */
export async function disableMandate(tx: Tx, mandateId: Uuid, until: Instant | null, reason: string | null = null): Promise<Mandate> {
  if (until !== null && until <= now()) throw invalid('disabledUntil', 'dayPast');
  const row = await lockMandate(tx, mandateId);
  if (row.isDisabled && row.disabledUntil === until) return row;
  return change(tx, row, { isDisabled: true, disabledUntil: until }, 'mandateDisabled', {
    disabledUntil: until === null ? null : isoInstant(until),
    ...(reason === null ? {} : { reason }),
  });
}

/** Changes until when a disabled mandate stays so. @throws Fault NOT_FOUND, CONFLICT for one that is not disabled */
export async function updateDisabledMandate(tx: Tx, mandateId: Uuid, until: Instant | null): Promise<Mandate> {
  if (!(await lockMandate(tx, mandateId)).isDisabled) throw fault('CONFLICT', 'mandateOn');
  return disableMandate(tx, mandateId, until);
}

/** Ends it for good; what was collected stays. @throws Fault NOT_FOUND, CONFLICT while a collection is on its way */
export async function deleteMandate(tx: Tx, mandateId: Uuid): Promise<void> {
  const row = await lockMandate(tx, mandateId);
  const [open] = await tx.sql(
    `select 1 from direct_debit where client_id = $1 and account_id = $2 and mandate_id = $3 and status in ('planned', 'announced', 'exported') limit 1`,
    [tx.clientId, row.accountId, mandateId],
  );
  if (open) throw fault('CONFLICT', 'mandateBusy');
  await change(tx, row, { deletedAt: now() }, 'mandateDeleted', {});
}

/** @returns how many mandates of each account money can be collected under now. */
export async function countActiveMandates(tx: Tx, accountIds: readonly Uuid[]): Promise<Map<Uuid, number>> {
  const rows = await tx.sql<{ account_id: Uuid; count: number }>(
    `select account_id, count(*)::int as count from recurring_payment_mandate
     where client_id = $1 and account_id = any($2::uuid[]) and deleted_at is null and not (is_disabled and (disabled_until is null or disabled_until > $3))
       and (provider_name <> '${SEPA}' or coalesce(last_collected_on, signed_on) + interval '${MONTHS_WITHOUT_COLLECTION} months' >= ($3::timestamptz at time zone (select timezone from published.client where client_id = $1))::date) group by 1`,
    [tx.clientId, accountIds, isoInstant(now())],
  );
  return new Map(rows.map((row) => [row.account_id, row.count]));
}

type MandateEvent = Extract<EventTypeOf<'mandate'>, `mandate${string}`>;

async function change<Type extends MandateEvent>(
  tx: Tx,
  row: Mandate,
  values: Partial<Mandate>,
  messageType: Type,
  extra: Besides<Type, typeof MANDATE>,
): Promise<Mandate> {
  const changed = { ...row, ...values, updatedAt: now(), revision: row.revision + 1 };
  await tx.db
    .update(recurringPaymentMandate)
    .set({ ...values, updatedAt: changed.updatedAt, revision: changed.revision })
    .where(and(eq(recurringPaymentMandate.clientId, tx.clientId), eq(recurringPaymentMandate.mandateId, row.mandateId)));
  await appendMandateEvent(tx, messageType, changed, extra);
  return changed;
}

/** An account number is never told whole: events are read by many. */
async function appendMandateEvent<Type extends MandateEvent>(
  tx: Tx,
  messageType: Type,
  row: Mandate,
  extra: Besides<Type, typeof MANDATE>,
): Promise<void> {
  const { iban } = contextOf(row).mandateRepresentation;
  const common = {
    mandateId: row.mandateId,
    reference: row.reference,
    providerName: row.providerName,
    paymentMethod: row.paymentMethodType,
    ...(iban ? { iban: maskIban(iban) } : {}),
  };
  await appendEvents(tx, [composeEvent(messageType, { accountId: row.accountId }, common, extra)]);
}

function sepaPart(input: NewMandate, today: CalendarDate) {
  return collectFaults((check) => {
    const holder = input.holder?.trim() ?? '';
    check(() => {
      if (holder === '' || holder.length > 70) throw invalid('holder', 'holderMissing');
    });
    const iban = check(() => ibanOf(input.iban)) ?? '';
    const bic = check(() => bicOf(input.bic)) ?? null;
    const signedOn = check(() => signedOnOf(input.signedOn, today)) ?? today;
    return { type: SEPA, signedOn, representation: { iban, bic, holder, isOneOff: input.isOneOff ?? false } };
  });
}

function ibanOf(text: string | null | undefined): string {
  const iban = readIban(text ?? '');
  if (!iban) throw invalid('iban', 'bankIbanWrong');
  if (!isSepaIban(iban)) throw invalid('iban', 'ibanNoSepa');
  return iban;
}

function signedOnOf(signedOn: CalendarDate | null | undefined, today: CalendarDate): CalendarDate {
  if (!signedOn) throw invalid('signedOn', 'signedMissing');
  if (signedOn > today) throw invalid('signedOn', 'dayFuture');
  if (today > addMonths(signedOn, MONTHS_WITHOUT_COLLECTION)) throw invalid('signedOn', 'mandateOld');
  return signedOn;
}

function stripePart(input: NewMandate) {
  const paymentMethod = input.paymentMethod?.trim() ?? '';
  const customer = input.customer?.trim() ?? '';
  if (!/^(pm|card|src)_\w{1,120}$/.test(paymentMethod)) throw invalid('paymentMethod', 'stripeMethod');
  if (!/^cus_\w{1,120}$/.test(customer)) throw invalid('customer', 'stripeCustomer');
  return { type: 'card', signedOn: input.signedOn ?? null, representation: { customer, paymentMethod } };
}
