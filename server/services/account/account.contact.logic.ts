/** Who the debtors of an account are and how they are reached. */
import { invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { normalizePhone } from '../../../core/phone.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { presentEmail, presentPhone } from './account.detail.logic.ts';
import { lockAccount, writeAccount } from './account.edit.logic.ts';
import { refreshAccounts } from './account.projection.logic.ts';
import type { ContactState, contactPoint } from './account.tables.ts';

type Kind = (typeof contactPoint.$inferSelect)['kind'];
interface ContactRow {
  readonly kind: Kind;
  readonly value: string;
  readonly state: ContactState;
  readonly external_debtor_ref: string;
}

const NAMES = {
  firstName: 'first_name',
  middleName: 'middle_name',
  lastName: 'last_name',
  title: 'title',
  companyName: 'company_name',
  gender: 'gender',
  birthday: 'birthday',
  placeOfBirth: 'place_of_birth',
} as const;
const ADDRESS = [
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'houseNumber',
  'city',
  'state',
  'suburb',
  'postalCode',
  'country',
] as const;
const CONTACTS = { email: 'email', mobileNumber: 'mobile', landLine: 'landline', workPhoneNumber: 'work' } as const satisfies Record<
  string,
  Kind
>;
const MAX_LENGTH = 500;

export type DebtorChange = Readonly<Partial<Record<keyof typeof NAMES | (typeof ADDRESS)[number] | keyof typeof CONTACTS, string | null>>>;

async function listContacts(tx: Tx, accountId: Uuid, emails: boolean): Promise<ContactRow[]> {
  if (!isUuid(accountId)) return [];
  return tx.sql<ContactRow & Record<string, unknown>>(
    `select p.kind, p.value, p.state, d.external_debtor_ref from contact_point p
     join debtor d on d.client_id = p.client_id and d.account_id = p.account_id and d.debtor_id = p.debtor_id
     where p.client_id = $1 and p.account_id = $2 and (p.kind = 'email') = $3 order by d.position, p.kind, p.normalized`,
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
  if (!row) throw notFound(emails ? 'E-mail address' : 'Phone number');
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
 * Changes what is given about a debtor; empty values are left out (specification 2, section 5). A new number or address is added beside the old ones.
 * @throws Fault NOT_FOUND, CONFLICT on an older revision, INVALID_INPUT naming the field
 */
export async function updateDebtor(
  tx: Tx,
  accountId: Uuid,
  externalDebtorRef: string,
  change: DebtorChange,
  revision: number | null,
): Promise<void> {
  const given = Object.entries(change).flatMap(([field, value]) =>
    value == null || value.trim() === '' ? [] : [[field, value.trim()] as const],
  );
  for (const [field, value] of given) if (value.length > MAX_LENGTH) throw invalid(`debtor.${field}`, `At most ${MAX_LENGTH} characters`);
  const values = new Map<string, string>(given);
  const gender = values.get('gender');
  if (gender && gender !== 'M' && gender !== 'F') throw invalid('debtor.gender', 'M or F');
  const email = values.get('email');
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw invalid('debtor.email', 'Not an e-mail address');
  await lockAccount(tx, accountId, revision);
  const [debtor] = await tx.sql<Record<string, unknown> & { debtor_id: Uuid; address: Record<string, unknown> }>(
    'select * from debtor where client_id = $1 and account_id = $2 and external_debtor_ref = $3 for update',
    [tx.clientId, accountId, externalDebtorRef],
  );
  if (!debtor) throw notFound('Debtor');

  const changed: Record<string, { from: unknown; to: unknown }> = {};
  const note = (field: string, from: unknown) => {
    const to = values.get(field);
    if (to === undefined || to === from) return false;
    changed[field] = { from: from ?? null, to };
    return true;
  };
  const columns = Object.entries(NAMES).filter(([field, column]) => note(field, debtor[column]));
  const address = { ...debtor.address };
  for (const field of ADDRESS) if (note(field, address[field])) address[field] = values.get(field);
  await tx.sql(
    `update debtor set ${columns.map(([, column], index) => `${column} = $${index + 5}, `).join('')}address = $4 where client_id = $1 and account_id = $2 and debtor_id = $3`,
    [tx.clientId, accountId, debtor.debtor_id, JSON.stringify(address), ...columns.map(([field]) => values.get(field))],
  );
  for (const [field, kind] of Object.entries(CONTACTS)) {
    const value = values.get(field);
    if (value && (await addContact(tx, accountId, debtor.debtor_id, kind, value, field))) changed[field] = { from: null, to: value };
  }
  if (Object.keys(changed).length === 0) return;
  await writeAccount(tx, accountId, {}, { messageType: 'debtorChanged', payload: { externalDebtorRef, changed } });
  await refreshAccounts(tx, [accountId]);
}

async function addContact(tx: Tx, accountId: Uuid, debtorId: Uuid, kind: Kind, value: string, field: string): Promise<boolean> {
  const normalized = kind === 'email' ? value.toLowerCase() : normalizePhone(value, (await readClient(tx)).countryCode);
  if (normalized === null) throw invalid(`debtor.${field}`, 'Not a phone number of any country');
  const added = await tx.sql(
    `insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, state, updated_at) values ($1, $2, $3, $4, $5, $6, 'unknown', $7)
     on conflict do nothing returning 1`,
    [tx.clientId, accountId, debtorId, kind, value, normalized, isoInstant(now())],
  );
  return added.length > 0;
}
