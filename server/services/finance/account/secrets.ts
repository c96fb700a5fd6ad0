/** The bank accounts of debtors and of the client itself, which are stored sealed, each bound to its row. */
import { digestOf, opened, seal, sealed } from '../../../platform/seal.ts';
import { defineSealed, placeIn, type SealedColumn } from '../../../platform/sealedColumns.ts';

const define = (table: string, key: string, column: string, more: Partial<SealedColumn> = {}) =>
  defineSealed({ table, key: [{ column: key, type: 'uuid' }], row: key, column, before: 'clear', ...more });

const COLUMNS = {
  account: define('bank_account', 'bank_account_id', 'iban'),
  statement: define('bank_statement', 'statement_id', 'iban'),
  entry: define('bank_entry', 'entry_id', 'counterparty_iban', { digest: 'counterparty_iban_digest' }),
  mandate: define('recurring_payment_mandate', 'mandate_id', 'context', {
    path: ['mandateRepresentation', 'iban'],
    digest: 'iban_digest',
  }),
  /** Files are large: a few at a time. */
  file: define('direct_debit_file', 'file_id', 'xml', { batch: 5 }),
};
export type SealedKind = keyof typeof COLUMNS;

/** @returns a value as it is stored. @param row the id of its row */
export const sealFor = (kind: SealedKind, clientId: string, row: string, value: string): string =>
  seal(value, placeIn(COLUMNS[kind], clientId, row));

/** The same for a value that may be missing. */
export const sealIban = (kind: SealedKind, clientId: string, row: string, iban: string | null): string | null =>
  sealed(iban, placeIn(COLUMNS[kind], clientId, row));

/** @returns what equal bank accounts of a client are found by. */
export const ibanDigest = (clientId: string, iban: string | null): string | null =>
  iban === null ? null : digestOf('iban', clientId, iban);

/** @returns a stored value as it was given. @throws Error when no secret opens it */
export const openFor = <Text extends string | null>(kind: SealedKind, clientId: string, row: string, stored: Text): Text =>
  opened(stored, placeIn(COLUMNS[kind], clientId, row));
