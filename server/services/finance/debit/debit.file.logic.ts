/** Files for the bank: announced collections become a pain.008, once, and stay as they are to the byte. */
import { and, desc, eq, sql } from 'drizzle-orm';
import { fault, notFound } from '../../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { addDays, type CalendarDate, isoInstant } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import { spread } from '../../../../engine/ledger/spread.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { lockClaims } from '../../account/claim/balance.logic.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';
import { type BankAccount, readBankAccount } from '../account/account.logic.ts';
import { openFor, sealFor } from '../account/secrets.ts';
import { firstCollectionDay } from '../account/sepa.ts';
import { clientToday } from '../agreement/agreement.logic.ts';
import { directDebit, directDebitFile, recurringPaymentMandate } from '../ground/bank.tables.ts';
import { markPaymentPending } from '../payment/payment.logic.ts';
import { partsOf, readPayment } from '../payment/payment.read.logic.ts';
import { appendDebitEvent, cancelCollection, type DirectDebit, setDebit } from './debit.logic.ts';
import { contextOf, isMandateActive, lockMandate, type Mandate } from './mandate.logic.ts';
import { type PainCollection, type PainVersion, type SequenceType, writePain } from './pain.ts';

export type DirectDebitFile = typeof directDebitFile.$inferSelect;

/**
 * Writes every announced collection of an account that is ready into one file. Two exports at once wait for each other, so that a collection
 * is in one file only. What was paid meanwhile is collected no more; what was not announced in time waits for another day.
 * @param until the last collection day to take; all when absent. @throws Fault NOT_FOUND, CONFLICT when nothing is ready
 */
export async function exportDirectDebits(
  tx: Tx,
  bankAccountId: Uuid,
  version: PainVersion,
  until: CalendarDate | null,
  createdBy: Uuid,
): Promise<DirectDebitFile> {
  const account = await readBankAccount(tx, bankAccountId, true);
  if (!account.creditorId) throw fault('CONFLICT', 'accountNoCreditor');
  const today = await clientToday(tx);
  const zone = (await readClient(tx)).timezone;
  const waiting = await tx.sql<{ payment_id: Uuid; announcement: string | null }>(
    `select d.payment_id,
       (select o.status from outbox o where o.client_id = $1 and o.account_id = d.account_id and o.key = 'prenotification:' || d.payment_id || ':' || d.collection_date) as announcement
     from direct_debit d where d.client_id = $1 and d.bank_account_id = $2 and d.status = 'announced' and ($3::date is null or d.collection_date <= $3)
     order by d.collection_date, d.payment_id for update of d`,
    [tx.clientId, bankAccountId, until],
  );
  const chosen: { debit: DirectDebit; collection: PainCollection }[] = [];
  const begun = new Set<Uuid>();
  for (const { payment_id, announcement } of waiting) {
    const debit = await readOne(tx, payment_id);
    const told = announcement === null || announcement === 'sent' || announcement === 'delivered';
    if (announcement === 'queued' || announcement === 'sending') continue;
    const inTime =
      debit.announcedAt !== null && addDays(localDate(debit.announcedAt, zone), account.preNotificationDays) <= debit.collectionDate;
    if (!told || !inTime || debit.collectionDate < firstCollectionDay(today)) {
      await appendDebitEvent(tx, 'directDebitMoved', await setDebit(tx, debit, { status: 'planned', announcedAt: null }), {
        from: debit.collectionDate,
        reason: told ? 'late' : 'notAnnounced',
      });
      continue;
    }
    const mandate = await lockMandate(tx, debit.mandateId).catch(() => null);
    if (!mandate || !isMandateActive(mandate, now(), today)) {
      await cancelCollection(tx, payment_id, 'mandate');
      continue;
    }
    const reduced = await stillDue(tx, debit);
    if (!reduced) continue;
    const sequenceType = await sequenceOf(tx, mandate, debit, begun.has(mandate.mandateId));
    begun.add(mandate.mandateId);
    chosen.push({ debit: { ...reduced, sequenceType }, collection: await collectionOf(tx, reduced, mandate, sequenceType) });
  }
  if (chosen.length === 0) throw fault('CONFLICT', 'debitNothingReady');
  return keepFile(tx, account, version, chosen, createdBy);
}

async function keepFile(
  tx: Tx,
  account: BankAccount,
  version: PainVersion,
  chosen: readonly { debit: DirectDebit; collection: PainCollection }[],
  createdBy: Uuid,
): Promise<DirectDebitFile> {
  const fileId = uuidv7();
  const createdAt = now();
  const messageId = `QDD${fileId.replaceAll('-', '').slice(-20).toUpperCase()}`;
  const xml = writePain(
    {
      messageId,
      createdAt,
      creditor: { holder: account.holder, iban: account.iban, bic: account.bic, creditorId: account.creditorId ?? '' },
      collections: chosen.map(({ collection }) => collection),
    },
    version,
  );
  const amount = chosen.reduce((sum, { debit }) => sum + debit.amount, 0n);
  const row: DirectDebitFile = {
    clientId: tx.clientId,
    fileId,
    bankAccountId: account.bankAccountId,
    messageId,
    xml,
    count: chosen.length,
    amount,
    currency: 'EUR',
    createdBy,
    createdAt,
    downloadedAt: null,
  };
  await tx.db.insert(directDebitFile).values({ ...row, xml: sealFor('file', tx.clientId, fileId, xml) });
  for (const { debit } of chosen) {
    await markPaymentPending(tx, debit.paymentId);
    const exported = await setDebit(tx, debit, { status: 'exported', fileId, sequenceType: debit.sequenceType });
    await tx.db
      .update(recurringPaymentMandate)
      .set({
        lastCollectedOn: sql`greatest(${recurringPaymentMandate.lastCollectedOn}, ${debit.collectionDate}::date)`,
        updatedAt: createdAt,
      })
      .where(and(eq(recurringPaymentMandate.clientId, tx.clientId), eq(recurringPaymentMandate.mandateId, debit.mandateId)));
    await appendDebitEvent(tx, 'directDebitExported', exported, { messageId, sequenceType: debit.sequenceType });
  }
  await appendEvents(tx, [
    {
      messageType: 'directDebitFileMade',
      payload: { fileId, messageId, bankAccount: account.name, count: chosen.length, amount: toDecimal(amount, 'EUR'), currency: 'EUR' },
    },
  ]);
  return row;
}

async function readOne(tx: Tx, paymentId: Uuid): Promise<DirectDebit> {
  const [row] = await tx.db
    .select()
    .from(directDebit)
    .where(and(eq(directDebit.clientId, tx.clientId), eq(directDebit.paymentId, paymentId)));
  if (!row) throw notFound('debitNotFound');
  return row;
}

/** A debtor may have paid otherwise: no more than what is still due is collected. @returns null when that is nothing. */
async function stillDue(tx: Tx, debit: DirectDebit): Promise<DirectDebit | null> {
  const payment = await readPayment(tx, debit.paymentId);
  const claims = await lockClaims(tx, [...partsOf(payment).keys()], 'all');
  const due = claims.reduce((sum, claim) => sum + (claim.balance > 0n ? claim.balance : 0n), 0n);
  if (due === 0n || payment.status !== 'processing') {
    await cancelCollection(tx, debit.paymentId, 'paid');
    return null;
  }
  if (due >= debit.amount) return debit;
  await tx.sql('update payment set amount = $3, allocation = $4, updated_at = $5 where client_id = $1 and payment_id = $2', [
    tx.clientId,
    debit.paymentId,
    due,
    JSON.stringify(spread(claims, due).map((part) => ({ ...part, amount: toDecimal(part.amount, payment.currency) }))),
    isoInstant(now()),
  ]);
  return setDebit(tx, debit, { amount: due });
}

/**
 * The first collection under a mandate that reached the bank and did not come back is FRST, the next ones RCUR; one-off mandates are OOFF,
 * and the last one FNAL (rulebook AT-21). @param begun whether an earlier one is in the same file.
 */
async function sequenceOf(tx: Tx, mandate: Mandate, debit: DirectDebit, begun: boolean): Promise<SequenceType> {
  if (debit.sequenceType === 'OOFF' || debit.sequenceType === 'FNAL') return debit.sequenceType;
  const [earlier] = await tx.sql(
    `select 1 from direct_debit where client_id = $1 and account_id = $2 and mandate_id = $3 and status in ('exported', 'settled') limit 1`,
    [tx.clientId, mandate.accountId, mandate.mandateId],
  );
  return begun || earlier ? 'RCUR' : 'FRST';
}

async function collectionOf(tx: Tx, debit: DirectDebit, mandate: Mandate, sequenceType: SequenceType): Promise<PainCollection> {
  const { iban = '', bic = null, holder = '' } = contextOf(mandate).mandateRepresentation;
  const payment = await readPayment(tx, debit.paymentId);
  return {
    endToEndId: payment.endToEndId ?? '',
    amount: debit.amount,
    sequenceType,
    collectionDate: debit.collectionDate,
    mandateReference: mandate.reference,
    signedOn: mandate.signedOn ?? debit.collectionDate,
    holder,
    iban,
    bic,
    remittance: payment.allocation.map((part) => part.externalClaimRef).join(', '),
  };
}

/** @returns files, newest first, without their content. */
export async function listFiles(tx: Tx): Promise<DirectDebitFile[]> {
  return tx.db
    .select()
    .from(directDebitFile)
    .where(eq(directDebitFile.clientId, tx.clientId))
    .orderBy(desc(directDebitFile.createdAt))
    .limit(200);
}

/** Gives a file out, and notes that it was. @throws Fault NOT_FOUND */
export async function takeFile(tx: Tx, fileId: Uuid): Promise<DirectDebitFile> {
  const [row] = await tx.db
    .update(directDebitFile)
    .set({ downloadedAt: now() })
    .where(and(eq(directDebitFile.clientId, tx.clientId), eq(directDebitFile.fileId, fileId)))
    .returning();
  if (!row) throw notFound('fileNotFound');
  return { ...row, xml: openFor('file', tx.clientId, fileId, row.xml) };
}
