/** How the debtors of an account are reached, and what is known about each number and address. */
import { invalid, notFound } from '../../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import { normalizePhone } from '../../../../core/phone.ts';
import { isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';
import type { ContactState, contactPoint } from '../ground/account.tables.ts';
import { bestFirst } from '../ground/contact.order.ts';
import { presentEmail, presentPhone } from '../ground/debtor.present.ts';

export type ContactKind = (typeof contactPoint.$inferSelect)['kind'];
interface ContactRow {
  readonly kind: ContactKind;
  readonly value: string;
  readonly normalized: string;
  readonly state: ContactState;
  readonly external_debtor_ref: string;
}

async function listContacts(tx: Tx, accountId: Uuid, emails: boolean): Promise<ContactRow[]> {
  if (!isUuid(accountId)) return [];
  return tx.sql<ContactRow & Record<string, unknown>>(
    `select p.kind, p.value, p.normalized, p.state, d.external_debtor_ref from contact_point p
     join debtor d on d.client_id = p.client_id and d.account_id = p.account_id and d.debtor_id = p.debtor_id
     where p.client_id = $1 and p.account_id = $2 and (p.kind = 'email') = $3 order by d.position, p.kind, ${bestFirst('p')}`,
    [tx.clientId, accountId, emails],
  );
}

/** @returns the numbers of all debtors of the account, as they were given; none for an unknown account. */
export async function listPhones(tx: Tx, accountId: Uuid) {
  return (await listContacts(tx, accountId, false)).map((row) => presentPhone(row, row.external_debtor_ref));
}

/** @returns the e-mail addresses of all debtors of the account; none for an unknown account. */
export async function listEmails(tx: Tx, accountId: Uuid) {
  return (await listContacts(tx, accountId, true)).map((row) => presentEmail(row, row.external_debtor_ref));
}

export interface ContactStateChange {
  readonly accountId: Uuid;
  readonly externalDebtorRef: string;
  readonly value: string;
  readonly state: ContactState;
}

/**
 * Notes what is known about a number or address. At most one of a kind is preferred: the one before becomes valid.
 * @throws Fault NOT_FOUND when the debtor has no such number or address
 */
export async function setContactState(tx: Tx, change: ContactStateChange, emails: boolean): Promise<ContactRow> {
  const { accountId, externalDebtorRef, value, state } = change;
  const [row] = isUuid(accountId)
    ? await tx.sql<ContactRow & { debtor_id: Uuid; normalized: string }>(
        `select p.kind, p.value, p.state, p.debtor_id, p.normalized, d.external_debtor_ref from contact_point p
         join debtor d on d.client_id = p.client_id and d.account_id = p.account_id and d.debtor_id = p.debtor_id
         where p.client_id = $1 and p.account_id = $2 and d.external_debtor_ref = $3 and (p.kind = 'email') = $4 and (p.value = $5 or p.normalized = $5)
         order by p.value = $5 desc limit 1 for update of p`,
        [tx.clientId, accountId, externalDebtorRef, emails, value],
      )
    : [];
  if (!row) throw notFound(emails ? 'emailNotFound' : 'phoneNotFound');
  if (row.state === state) return row;
  const at = isoInstant(now());
  if (state === 'preferred')
    await tx.sql(
      `update contact_point set state = 'valid', updated_at = $5 where client_id = $1 and account_id = $2 and debtor_id = $3 and state = 'preferred' and (kind = 'email') = $4`,
      [tx.clientId, accountId, row.debtor_id, emails, at],
    );
  await tx.sql(
    'update contact_point set state = $6, updated_at = $7 where client_id = $1 and account_id = $2 and debtor_id = $3 and kind = $4 and normalized = $5',
    [tx.clientId, accountId, row.debtor_id, row.kind, row.normalized, state, at],
  );
  await appendEvents(tx, [
    {
      messageType: 'contactStateChanged',
      accountId,
      payload: { kind: row.kind, value: row.value, from: row.state, state, externalDebtorRef },
    },
  ]);
  return { ...row, state };
}

/**
 * Adds a number or address beside those that are known. @param field of the input it came in.
 * @returns whether it is new. @throws Fault INVALID_INPUT for what is no number of any country
 */
export async function addContact(
  tx: Tx,
  accountId: Uuid,
  debtorId: Uuid,
  kind: ContactKind,
  value: string,
  field: string,
): Promise<boolean> {
  const normalized = kind === 'email' ? value.toLowerCase() : normalizePhone(value, (await readClient(tx)).countryCode);
  if (normalized === null) throw invalid(field, 'phoneUnknown');
  const added = await tx.sql(
    `insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, state, updated_at) values ($1, $2, $3, $4, $5, $6, 'unknown', $7)
     on conflict do nothing returning 1`,
    [tx.clientId, accountId, debtorId, kind, value, normalized, isoInstant(now())],
  );
  return added.length > 0;
}
