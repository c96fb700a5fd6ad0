/** Edits of the debtors of an account by staff: who they are, who is the main one, what they earn and spend. */

import { collectFaults } from '../../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { type CalendarDate, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';
import { addContact } from '../contact/contact.logic.ts';
import type { FinancialInformation } from '../ground/account.tables.ts';
import { ADDRESS_PARTS, mask } from '../ground/debtor.present.ts';
import { openDebtor, sealDebtor } from '../ground/debtor.secrets.ts';
import { refreshAccounts } from '../ground/projection.logic.ts';
import { answerAssessments } from './assessment.logic.ts';
import {
  CONTACTS,
  type DebtorChange,
  type DebtorValues,
  NAMES,
  type NameField,
  readDebtorChange,
  readFinancialInformation,
} from './debtor.values.ts';
import { lockAccount, writeAccount } from './edit.logic.ts';

/** Debtors an account may have. */
const MAX_DEBTORS = 50;
const SECRETS = { SSN: 'ssn', IBAN: 'iban' } as const;
export type DebtorSecret = keyof typeof SECRETS;

interface DebtorRow extends Record<string, unknown> {
  readonly client_id: Uuid;
  readonly debtor_id: Uuid;
  readonly position: number;
  readonly type: 'person' | 'company';
  readonly deceased: boolean;
  readonly ssn: string | null;
  readonly iban: string | null;
  readonly address: Record<string, unknown>;
  readonly additional_contact_information: unknown;
  readonly financial_information: FinancialInformation | null;
}
type Changes = Record<string, { from: unknown; to: unknown }>;

async function lockDebtor(tx: Tx, accountId: Uuid, externalDebtorRef: string): Promise<DebtorRow> {
  const [row] = await tx.sql<DebtorRow>(
    'select * from debtor where client_id = $1 and account_id = $2 and external_debtor_ref = $3 for update',
    [tx.clientId, accountId, externalDebtorRef],
  );
  if (!row) throw notFound('debtorNotFound');
  return openDebtor(row);
}

/**
 * Reads what is given about a debtor against what is known. @param clear fields to empty. @param isNew who is added has a name; who came
 * without one stays without until they are given one.
 * @throws Fault INVALID_INPUT naming every wrong field
 */
async function readChange(tx: Tx, debtor: DebtorRow, change: DebtorChange, clear: readonly string[], isNew = false): Promise<DebtorValues> {
  const { countryCode } = await readClient(tx);
  const around = {
    today: isoInstant(now()).slice(0, 10) as CalendarDate,
    country: countryCode.slice(0, 2),
    isKnown: (field: string, value: string) => knownValues(debtor, field).includes(value),
  };
  return collectFaults((check) => {
    check(() => {
      if ((isNew || isNamed(debtor.type, nameAfter(debtor, {}, []))) && !isNamed(debtor.type, nameAfter(debtor, change, clear)))
        throw invalid(debtor.type === 'company' ? 'debtor.companyName' : 'debtor.lastName', 'nameless');
    });
    return readDebtorChange(change, around);
  });
}

type Name = Partial<Record<'firstName' | 'lastName' | 'companyName', unknown>>;
const nameAfter = (debtor: DebtorRow, change: DebtorChange, clear: readonly string[]): Name =>
  Object.fromEntries(
    (['firstName', 'lastName', 'companyName'] as const).map((field) => [
      field,
      change[field]?.trim() || (clear.includes(field) ? null : debtor[NAMES[field]]),
    ]),
  );
/** Nobody can be greeted without a name. */
const isNamed = (type: DebtorRow['type'], { firstName, lastName, companyName }: Name) =>
  Boolean(companyName || (type === 'person' && (firstName || lastName)));

/** @returns every value that a debtor has in a field, in all addresses and contacts. */
function knownValues(debtor: DebtorRow, field: string): unknown[] {
  const { additionalAddresses = [], ...address } = debtor.address as { additionalAddresses?: Record<string, unknown>[] };
  const contacts = debtor.additional_contact_information as Record<string, unknown>[] | null;
  const column = field in NAMES ? debtor[NAMES[field as NameField]] : undefined;
  return [column, ...[address as Record<string, unknown>, ...additionalAddresses, ...(contacts ?? [])].map((each) => each[field])];
}

/**
 * Changes what is given about a debtor; empty values are left out (specification 2, section 5). A new number or address is added beside the old ones.
 * @param clear fields to empty. @throws Fault NOT_FOUND, CONFLICT on an older revision, INVALID_INPUT naming the field
 */
export async function updateDebtor(
  tx: Tx,
  accountId: Uuid,
  externalDebtorRef: string,
  change: DebtorChange,
  clear: readonly string[],
  revision: number | null,
): Promise<void> {
  await lockAccount(tx, accountId, revision);
  const debtor = await lockDebtor(tx, accountId, externalDebtorRef);
  const changed = await writeDebtor(tx, accountId, debtor, await readChange(tx, debtor, change, clear), clear);
  if (Object.keys(changed).length === 0) return;
  await writeAccount(tx, accountId, {}, { messageType: 'debtorChanged', payload: { externalDebtorRef, changed } });
  await refreshAccounts(tx, [accountId]);
}

/** Says whether `updateDebtor` would take a change, without making it. @throws Fault NOT_FOUND, INVALID_INPUT naming every wrong field */
export async function checkDebtorChange(tx: Tx, accountId: Uuid, externalDebtorRef: string, change: DebtorChange): Promise<void> {
  await readChange(tx, await lockDebtor(tx, accountId, externalDebtorRef), change, []);
}

/** Writes what differs. @returns that, with what is confidential masked. */
async function writeDebtor(tx: Tx, accountId: Uuid, debtor: DebtorRow, values: DebtorValues, clear: readonly string[]): Promise<Changes> {
  const changed: Changes = {};
  const note = (field: string, from: unknown, to: unknown) => {
    if (JSON.stringify(from ?? null) === JSON.stringify(to)) return;
    const shown = (value: unknown) => (field in SECRETS ? mask(value as string | null) : value);
    changed[field] = { from: shown(from ?? null), to: shown(to) };
  };
  const wanted = (field: string, before: unknown) => values.texts.get(field) ?? (clear.includes(field) ? null : (before ?? null));
  const columns: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(NAMES) as [NameField, string][]) {
    columns[column] = wanted(field, debtor[column]);
    note(field, debtor[column], columns[column]);
  }
  const address: Record<string, unknown> = { ...debtor.address };
  for (const part of ADDRESS_PARTS) {
    const to = wanted(part, address[part]);
    note(part, address[part], to);
    if (to === null) delete address[part];
    else address[part] = to;
  }
  if (values.additionalAddresses) {
    note('additionalAddresses', address.additionalAddresses ?? [], values.additionalAddresses);
    address.additionalAddresses = values.additionalAddresses;
  }
  const contacts = values.additionalContacts ?? debtor.additional_contact_information;
  note('additionalContactInformation', debtor.additional_contact_information, contacts);
  const deceased = values.deceased ?? debtor.deceased;
  note('deceased', debtor.deceased, deceased);
  const written = {
    ...columns,
    ...sealDebtor({ ssn: columns.ssn as string | null, iban: columns.iban as string | null }, debtor),
    address: JSON.stringify(address),
    additional_contact_information: JSON.stringify(contacts),
    deceased,
  };
  await tx.sql(
    `update debtor set ${Object.keys(written)
      .map((column, index) => `${column} = $${index + 4}`)
      .join(', ')} where client_id = $1 and account_id = $2 and debtor_id = $3`,
    [tx.clientId, accountId, debtor.debtor_id, ...Object.values(written)],
  );
  for (const [field, kind] of Object.entries(CONTACTS)) {
    const value = values.texts.get(field);
    if (value && (await addContact(tx, accountId, debtor.debtor_id, kind, value, `debtor.${field}`)))
      changed[field] = { from: null, to: value };
  }
  return changed;
}

export interface NewDebtor {
  readonly externalDebtorRef: string | null;
  readonly type: 'person' | 'company';
  readonly debtor: DebtorChange;
}

/** Adds a debtor after those that are there. @throws Fault NOT_FOUND, CONFLICT, INVALID_INPUT */
export async function addDebtor(tx: Tx, accountId: Uuid, added: NewDebtor, revision: number | null): Promise<void> {
  await lockAccount(tx, accountId, revision);
  const debtorId = uuidv7();
  const externalDebtorRef = added.externalDebtorRef?.trim() || debtorId;
  if (externalDebtorRef.length > 200) throw invalid('externalDebtorRef', 'nameLong', { number: 200 });
  const [row] = await tx.sql<DebtorRow>(
    `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, position, type)
     select $1, $2, $3, $4, max(position) + 1, $5 from debtor where client_id = $1 and account_id = $2 having count(*) between 1 and $6
     on conflict (client_id, account_id, external_debtor_ref) do nothing returning *`,
    [tx.clientId, accountId, debtorId, externalDebtorRef, added.type, MAX_DEBTORS - 1],
  );
  if (!row) {
    const [{ count }] = (await tx.sql<{ count: number }>(
      'select count(*)::int as count from debtor where client_id = $1 and account_id = $2',
      [tx.clientId, accountId],
    )) as [{ count: number }];
    throw count >= MAX_DEBTORS
      ? invalid('externalDebtorRef', 'itemsMost', { number: MAX_DEBTORS })
      : invalid('externalDebtorRef', 'referenceTaken', { reference: externalDebtorRef });
  }
  const changed = await writeDebtor(tx, accountId, row, await readChange(tx, row, added.debtor, [], true), []);
  await writeAccount(tx, accountId, {}, { messageType: 'debtorAdded', payload: { externalDebtorRef, type: added.type, changed } });
  await refreshAccounts(tx, [accountId]);
}

/** Makes a debtor the one whom the account is named after. @throws Fault NOT_FOUND, CONFLICT */
export async function setMainDebtor(tx: Tx, accountId: Uuid, externalDebtorRef: string, revision: number | null): Promise<void> {
  await lockAccount(tx, accountId, revision);
  const debtor = await lockDebtor(tx, accountId, externalDebtorRef);
  const order = await tx.sql<{ debtor_id: Uuid; external_debtor_ref: string }>(
    'select debtor_id, external_debtor_ref from debtor where client_id = $1 and account_id = $2 order by position, external_debtor_ref',
    [tx.clientId, accountId],
  );
  const [before] = order;
  if (before?.debtor_id === debtor.debtor_id) return;
  const ids = [debtor.debtor_id, ...order.map((each) => each.debtor_id).filter((id) => id !== debtor.debtor_id)];
  await tx.sql(
    `update debtor d set position = n.position - 1 from unnest($3::uuid[]) with ordinality n(debtor_id, position)
     where d.client_id = $1 and d.account_id = $2 and d.debtor_id = n.debtor_id`,
    [tx.clientId, accountId, ids],
  );
  await writeAccount(
    tx,
    accountId,
    {},
    { messageType: 'mainDebtorChanged', payload: { from: before?.external_debtor_ref, externalDebtorRef } },
  );
  await refreshAccounts(tx, [accountId]);
}

/** Takes a debtor who is not the main one from the account, with numbers and addresses. @throws Fault NOT_FOUND, CONFLICT */
export async function removeDebtor(tx: Tx, accountId: Uuid, externalDebtorRef: string, revision: number | null): Promise<void> {
  await lockAccount(tx, accountId, revision);
  const debtor = await lockDebtor(tx, accountId, externalDebtorRef);
  const [first] = await tx.sql<{ debtor_id: Uuid }>(
    'select debtor_id from debtor where client_id = $1 and account_id = $2 order by position, external_debtor_ref limit 1',
    [tx.clientId, accountId],
  );
  if (first?.debtor_id === debtor.debtor_id) throw fault('CONFLICT', 'mainDebtorStays', {}, 'externalDebtorRef');
  for (const table of ['contact_point', 'debtor'])
    await tx.sql(`delete from ${table} where client_id = $1 and account_id = $2 and debtor_id = $3`, [
      tx.clientId,
      accountId,
      debtor.debtor_id,
    ]);
  const name = String(debtor.company_name ?? [debtor.first_name, debtor.last_name].filter(Boolean).join(' '));
  await writeAccount(tx, accountId, {}, { messageType: 'debtorRemoved', payload: { externalDebtorRef, name } });
  await refreshAccounts(tx, [accountId]);
}

/** Notes what a debtor earns and spends in a month, in the place of what was known. @throws Fault NOT_FOUND, CONFLICT, INVALID_INPUT */
export async function setFinancialInformation(
  tx: Tx,
  accountId: Uuid,
  externalDebtorRef: string,
  written: Parameters<typeof readFinancialInformation>[0],
  revision: number | null,
): Promise<void> {
  const { currency } = await lockAccount(tx, accountId, revision);
  const debtor = await lockDebtor(tx, accountId, externalDebtorRef);
  const known = readFinancialInformation(written, currency);
  if (known) await answerAssessments(tx, accountId, known, currency);
  if (JSON.stringify(known) === JSON.stringify(debtor.financial_information)) return;
  await tx.sql('update debtor set financial_information = $4 where client_id = $1 and account_id = $2 and debtor_id = $3', [
    tx.clientId,
    accountId,
    debtor.debtor_id,
    known && JSON.stringify(known),
  ]);
  const payload = { externalDebtorRef, incomes: known?.incomes.length ?? 0, expenses: known?.expenses.length ?? 0 };
  await writeAccount(tx, accountId, {}, { messageType: 'financialInformationChanged', payload });
}

/** @returns what is shown masked, in full; that somebody asked stays on record. @throws Fault NOT_FOUND */
export async function revealDebtorField(tx: Tx, accountId: Uuid, externalDebtorRef: string, field: DebtorSecret): Promise<string | null> {
  await lockAccount(tx, accountId, null);
  const debtor = await lockDebtor(tx, accountId, externalDebtorRef);
  const value = debtor[SECRETS[field]] as string | null;
  if (value !== null) await appendEvents(tx, [{ messageType: 'debtorDataRevealed', accountId, payload: { externalDebtorRef, field } }]);
  return value;
}
