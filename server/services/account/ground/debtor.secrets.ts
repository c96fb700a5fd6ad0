/** What of a debtor is stored sealed, each value bound to its debtor. */
import { digestOf, opened, sealed } from '../../../platform/seal.ts';
import { defineSealed, placeIn } from '../../../platform/sealedColumns.ts';

const KEY = [
  { column: 'account_id', type: 'uuid' },
  { column: 'debtor_id', type: 'uuid' },
] as const;
const SSN = defineSealed({ table: 'debtor', key: KEY, row: 'debtor_id', column: 'ssn', before: 'clear' });
const IBAN = defineSealed({ table: 'debtor', key: KEY, row: 'debtor_id', column: 'iban', digest: 'iban_digest', before: 'clear' });

/** What names a debtor's row, as Postgres gives it. */
interface Debtor {
  readonly client_id: string;
  readonly debtor_id: string;
}

interface Secrets {
  readonly ssn: string | null;
  readonly iban: string | null;
}

/** @returns the columns of a debtor's sealed values. @param iban without spaces */
export function sealDebtor({ ssn, iban }: Secrets, { client_id, debtor_id }: Debtor) {
  return {
    ssn: sealed(ssn, placeIn(SSN, client_id, debtor_id)),
    iban: sealed(iban, placeIn(IBAN, client_id, debtor_id)),
    iban_digest: iban === null ? null : digestOf('iban', client_id, iban),
  };
}

/** @returns a debtor's row with its sealed values opened. @throws Error when no secret opens them */
export function openDebtor<Row extends Debtor & Secrets>(row: Row): Row {
  const { client_id, debtor_id } = row;
  return { ...row, ssn: opened(row.ssn, placeIn(SSN, client_id, debtor_id)), iban: opened(row.iban, placeIn(IBAN, client_id, debtor_id)) };
}
