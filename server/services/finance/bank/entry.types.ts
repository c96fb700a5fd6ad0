/** a bank transaction on a bank account between its file and what became of it. */
import type { Uuid } from '../../../../core/id.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import type { BankEntryStatus } from '../ground/bank.tables.ts';
import type { Ranked, Sign } from './match.ts';

/** What a file tells of a bank transaction beside its columns. */
export interface Told {
  readonly isReturn: boolean;
  readonly returnText: string | null;
  /** Minor units as text. */
  readonly charge: string | null;
  readonly paymentGroup: string | null;
  readonly bankRef: string | null;
}

export type OpenEntry = {
  entryId: Uuid;
  key: string;
  amount: bigint;
  currency: string;
  valueDate: CalendarDate;
  name: string | null;
  iban: string | null;
  remittance: string;
  endToEndId: string | null;
  mandateRef: string | null;
  returnReason: string | null;
  told: Told;
  revision: number;
};

export const ENTRY_COLUMNS = `entry_id as "entryId", key, amount, currency, value_date as "valueDate", counterparty_name as name, counterparty_iban as iban, remittance,
  end_to_end_id as "endToEndId", mandate_ref as "mandateRef", return_reason as "returnReason", explanation as told, revision`;

/** What became of a bank transaction. `null` for one that waits for its turn. */
export interface Outcome {
  readonly entryId: Uuid;
  readonly status: BankEntryStatus;
  readonly accountId: Uuid | null;
  readonly paymentId: Uuid | null;
  readonly explanation: Explanation;
}

export interface Explanation {
  /** Why it is with people; null for what was booked. */
  readonly doubt: string | null;
  readonly score: number;
  /** What spoke for the account that it was booked on. */
  readonly signs: readonly Sign[];
  readonly candidates: readonly Ranked[];
}

/** Makes a booking of a bank transaction happen once; after a decision was undone another one counts. */
export const arrivalKey = (entry: { key: string; revision: number }, part: number): string => `bank:${entry.key}:${entry.revision}:${part}`;
