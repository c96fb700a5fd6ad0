/** Debtors and their contacts as the import stages them. */
import type { Uuid } from '../../../../core/id.ts';
import { type Instant, isoInstant } from '../../../../core/time.ts';
import { type StagedColumns, stagedTable } from '../../../platform/staging.ts';
import type { DebtorState } from './states.logic.ts';

export const at = (moment: Instant) => `'${isoInstant(moment)}'::timestamptz`;

/** @returns an object of texts as JSON; most are empty. */
export function json(value: Readonly<Record<string, string>>): string {
  for (const _ in value) return JSON.stringify(value);
  return '{}';
}

/** A debtor with the account they are on. */
export interface StagedDebtor {
  readonly accountId: Uuid;
  readonly debtor: DebtorState;
}

/** The columns of `debtor` that tell whose row it is. */
export const DEBTOR_KEY = {
  account_id: ['uuid', ({ accountId }) => accountId],
  debtor_id: ['uuid', ({ debtor }) => debtor.debtorId],
} satisfies StagedColumns<StagedDebtor>;

/** The other ones. */
export const DEBTOR_FIELDS: StagedColumns<StagedDebtor> = {
  external_debtor_ref: ['text', ({ debtor }) => debtor.ref],
  position: ['integer', ({ debtor }) => debtor.position],
  type: ['text', ({ debtor }) => debtor.type],
  first_name: ['text', ({ debtor }) => debtor.firstName],
  middle_name: ['text', ({ debtor }) => debtor.middleName],
  last_name: ['text', ({ debtor }) => debtor.lastName],
  title: ['text', ({ debtor }) => debtor.title],
  company_name: ['text', ({ debtor }) => debtor.companyName],
  place_of_birth: ['text', ({ debtor }) => debtor.placeOfBirth],
  gender: ['text', ({ debtor }) => debtor.gender],
  birthday: ['date', ({ debtor }) => debtor.birthday],
  address: ['jsonb', ({ debtor }) => json(debtor.address)],
  meta: ['jsonb', ({ debtor }) => json(debtor.meta)],
};

/** A way to reach a debtor, with whose it is. */
export interface StagedContact {
  readonly accountId: Uuid;
  readonly debtorId: Uuid;
  readonly contact: DebtorState['contacts'][number];
}

const CONTACT_COLUMNS: StagedColumns<StagedContact> = {
  account_id: ['uuid', ({ accountId }) => accountId],
  debtor_id: ['uuid', ({ debtorId }) => debtorId],
  kind: ['text', ({ contact }) => contact.kind],
  value: ['text', ({ contact }) => contact.value],
  normalized: ['text', ({ contact }) => contact.normalized],
};

const DEBTOR_COLUMNS = { ...DEBTOR_KEY, ...DEBTOR_FIELDS };
export const NEW_DEBTORS = stagedTable('import_debtor', DEBTOR_COLUMNS);
export const NEW_CONTACTS = stagedTable('import_contact', CONTACT_COLUMNS);
export const CHANGED_DEBTORS = stagedTable('changed_debtor', DEBTOR_COLUMNS);
export const CHANGED_CONTACTS = stagedTable('changed_contact', CONTACT_COLUMNS);
