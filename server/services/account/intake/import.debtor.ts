/** Debtors and their contacts as the import stages them: lines of COPY. */
import type { Uuid } from '../../../../core/id.ts';
import { type Instant, isoInstant } from '../../../../core/time.ts';
import { copyText } from '../../../platform/staging.ts';
import type { DebtorState } from './states.logic.ts';

/** Names and types of staged columns, in their order. */
export type StagedColumns = readonly (readonly [name: string, type: string])[];

export const stagedColumns = (columns: StagedColumns) => columns.map(([name, type]) => `${name} ${type}`).join(', ');
export const namesOf = (columns: StagedColumns) => columns.map(([name]) => name).join(', ');
export const at = (moment: Instant) => `'${isoInstant(moment)}'::timestamptz`;

/** An object of texts; most are empty. */
export function json(value: Readonly<Record<string, string>>): string {
  for (const _ in value) return copyText(JSON.stringify(value));
  return '{}';
}

export const DEBTOR_COLUMNS = [
  ['account_id', 'uuid'],
  ['debtor_id', 'uuid'],
  ['external_debtor_ref', 'text'],
  ['position', 'integer'],
  ['type', 'text'],
  ['first_name', 'text'],
  ['middle_name', 'text'],
  ['last_name', 'text'],
  ['title', 'text'],
  ['company_name', 'text'],
  ['place_of_birth', 'text'],
  ['gender', 'text'],
  ['birthday', 'date'],
  ['address', 'jsonb'],
  ['meta', 'jsonb'],
] as const;

export function debtorLine(accountId: Uuid, debtor: DebtorState): string {
  return `${accountId}\t${debtor.debtorId}\t${copyText(debtor.ref)}\t${debtor.position}\t${debtor.type}\t${copyText(debtor.firstName)}\t${copyText(debtor.middleName)}\t${copyText(debtor.lastName)}\t${copyText(debtor.title)}\t${copyText(debtor.companyName)}\t${copyText(debtor.placeOfBirth)}\t${debtor.gender ?? '\\N'}\t${debtor.birthday ?? '\\N'}\t${json(debtor.address)}\t${json(debtor.meta)}\n`;
}

export const CONTACT_COLUMNS = [
  ['account_id', 'uuid'],
  ['debtor_id', 'uuid'],
  ['kind', 'text'],
  ['value', 'text'],
  ['normalized', 'text'],
] as const;

export function contactLine(accountId: Uuid, debtorId: Uuid, contact: DebtorState['contacts'][number]): string {
  return `${accountId}\t${debtorId}\t${contact.kind}\t${copyText(contact.value)}\t${copyText(contact.normalized)}\n`;
}
