/** Debtors hear of a collection before it happens; one that cannot be pre-notified in time is moved. */
import { fault } from '../../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import { type Locale, toLocale } from '../../../../core/locale.ts';
import { formatMoney } from '../../../../core/money.ts';
import { addDays, type CalendarDate } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { type NewOutboxRow, queueCommunications } from '../../../platform/delivery/outbox.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { reachableContacts } from '../../account/contact/contact.reachable.logic.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';
import { readBankAccount } from '../account/account.logic.ts';
import { maskIban } from '../account/sepa.ts';
import { clientToday } from '../agreement/agreement.logic.ts';
import { readPayment } from '../payment/payment.read.logic.ts';
import { appendDebitEvent, type DirectDebit, firstDay, readDirectDebit, setDebit } from './debit.logic.ts';
import { PRE_NOTIFICATION } from './debit.texts.ts';
import { contextOf, readMandate } from './mandate.logic.ts';

/** Calendar days before the last possible one on which pre-notifications begin: a queue or a quiet hour may hold them up. */
const EARLIER = 4;
/** Collections pre-notified in one transaction. */
const CHUNK = 200;

/** The key under which the outbox holds a pre-notification: one for each day it was ever planned for. */
export const preNotificationKey = (row: DirectDebit): string => `prenotification:${row.paymentId}:${row.collectionDate}`;

/**
 * Pre-notifies planned collections whose time has come, by e-mail or else by text message. One without either waits for a letter, which staff
 * write and record (preNotifyByLetter). @returns how many were pre-notified.
 */
export async function preNotifyDue(tx: Tx): Promise<number> {
  const today = await clientToday(tx);
  const due = await tx.sql<{ payment_id: Uuid }>(
    `select d.payment_id from direct_debit d join bank_account b on b.client_id = $1 and b.bank_account_id = d.bank_account_id
     where d.client_id = $1 and d.status = 'planned' and d.announced_at is null and d.collection_date <= $2::date + b.pre_notification_days + ${EARLIER}
     order by d.collection_date, d.payment_id limit ${CHUNK} for update of d skip locked`,
    [tx.clientId, today],
  );
  const messages: NewOutboxRow[] = [];
  for (const { payment_id } of due) {
    const row = await inTime(tx, await readDirectDebit(tx, payment_id, true), today);
    const channel = (await reachableContacts(tx, row.accountId)).find((each) => each.isMain)?.channel;
    if (!channel) continue;
    const { subject, text, locale } = await wordsOf(tx, row);
    messages.push({
      key: preNotificationKey(row),
      channel,
      accountId: row.accountId,
      externalClaimRef: null,
      request: { subject, text, locale, purpose: 'service' },
    });
    await markPreNotified(tx, row, channel);
  }
  await queueCommunications(tx, messages);
  return messages.length;
}

/** Says that a letter with the pre-notification was sent. @throws Fault NOT_FOUND, CONFLICT */
export async function preNotifyByLetter(tx: Tx, paymentId: Uuid): Promise<DirectDebit> {
  const row = await readDirectDebit(tx, paymentId, true);
  if (row.status === 'announced') return row;
  if (row.status !== 'planned') throw fault('CONFLICT', 'debitPlannedOnly');
  return markPreNotified(tx, await inTime(tx, row, await clientToday(tx)), 'letter');
}

/** Moves a collection to the next day that can still be pre-notified in time. */
async function inTime(tx: Tx, row: DirectDebit, today: CalendarDate): Promise<DirectDebit> {
  const { preNotificationDays } = await readBankAccount(tx, row.bankAccountId);
  const first = firstDay(today, preNotificationDays);
  if (row.collectionDate >= first) return row;
  const moved = await setDebit(tx, row, { collectionDate: first });
  await appendDebitEvent(tx, 'directDebitMoved', moved, { from: row.collectionDate });
  return moved;
}

async function markPreNotified(tx: Tx, row: DirectDebit, channel: string): Promise<DirectDebit> {
  const changed = await setDebit(tx, row, { status: 'announced', announcedAt: now() });
  await appendDebitEvent(tx, 'directDebitAnnounced', changed, { channel });
  return changed;
}

/** @returns the pre-notification's words in the debtor's language, for a message or a letter. */
export async function wordsOf(tx: Tx, row: DirectDebit): Promise<{ subject: string; text: string; locale: Locale }> {
  const client = await readClient(tx);
  const [account] = await tx.sql<{ locale: string | null; reference: string }>(
    'select locale, external_account_ref as reference from published.account where client_id = $1 and account_id = $2',
    [tx.clientId, row.accountId],
  );
  const locale = toLocale(account?.locale ?? client.defaultLocale);
  const bank = await readBankAccount(tx, row.bankAccountId);
  const mandate = await readMandate(tx, row.mandateId);
  const refs = (await readPayment(tx, row.paymentId)).allocation.map((part) => part.externalClaimRef);
  const day = new Intl.DateTimeFormat(locale.replace('_', '-'), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${row.collectionDate}T00:00:00Z`),
  );
  const about = {
    creditor: bank.holder,
    amount: formatMoney(row.amount, row.currency, locale),
    day,
    creditorId: bank.creditorId ?? '',
    mandateReference: mandate.reference,
    iban: maskIban(contextOf(mandate).mandateRepresentation.iban ?? ''),
    reference: refs.length > 0 ? refs.join(', ') : (account?.reference ?? ''),
  };
  const words = PRE_NOTIFICATION[locale];
  return { subject: words.subject(about), text: words.text(about), locale };
}

/** Plans the next instalments of plans whose debtor gave a mandate: those that fall due within the time an announcement needs. */
export async function dueInstalments(
  tx: Tx,
): Promise<{ instalmentId: Uuid; mandateId: Uuid; claimRefs: string[]; amount: bigint; dueDate: CalendarDate }[]> {
  const today = await clientToday(tx);
  const [horizon] = await tx.sql<{ days: number }>(
    'select coalesce(max(pre_notification_days), 14)::int as days from bank_account where client_id = $1 and creditor_id is not null',
    [tx.clientId],
  );
  const rows = await tx.sql<{ instalment_id: Uuid; mandate_id: Uuid; claim_refs: string[]; rest: bigint; due_date: CalendarDate }>(
    `select i.instalment_id, p.mandate_id, p.claim_refs, (i.amount - i.paid_amount)::bigint as rest, i.due_date
     from instalments_plan p join instalment i on i.client_id = $1 and i.instalments_plan_id = p.instalments_plan_id
     where p.client_id = $1 and p.status = 'active' and p.mandate_id is not null and i.status = 'pending' and i.due_date <= $2 and i.amount > i.paid_amount
       and not exists (select from payment x where x.client_id = $1 and x.account_id = p.account_id and x.instalment_id = i.instalment_id)
     order by i.due_date, i.instalment_id limit ${CHUNK}`,
    [tx.clientId, addDays(today, (horizon?.days ?? 14) + EARLIER + 3)],
  );
  return rows
    .filter((row) => isUuid(row.mandate_id))
    .map((row) => ({
      instalmentId: row.instalment_id,
      mandateId: row.mandate_id,
      claimRefs: row.claim_refs,
      amount: row.rest,
      dueDate: row.due_date,
    }));
}
