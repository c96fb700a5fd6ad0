/** What the import knows of accounts, debtors and claims while it works on a chunk of rows. */
import type { Uuid } from '../../../../core/id.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import type { ClaimStatus } from '../ground/account.tables.ts';
import type { ClaimTexts } from './claimTexts.logic.ts';

type Texts = Readonly<Record<string, string>>;

export interface DebtorState {
  debtorId: Uuid;
  ref: string;
  /** 0 is the main debtor. */
  position: number;
  type: 'person' | 'company';
  firstName: string | null;
  middleName: string | null;
  lastName: string | null;
  title: string | null;
  companyName: string | null;
  placeOfBirth: string | null;
  gender: 'M' | 'F' | null;
  birthday: CalendarDate | null;
  address: Texts;
  meta: Texts;
  contacts: { kind: string; value: string; normalized: string }[];
}

/** An account as the import knows it; `debtors` is null until somebody needs to compare them. */
export interface AccountState {
  accountId: Uuid;
  ref: string;
  currency: string;
  locale: string | null;
  segment: string | null;
  timezone: string | null;
  meta: Texts;
  /** Of the rows that said something about the account last. */
  digest: string | null;
  debtors: DebtorState[] | null;
}

export interface ClaimState extends ClaimTexts {
  ref: string;
  accountId: Uuid;
  accountRef: string;
  currency: string;
  /** Minor units. */
  amount: bigint;
  balance: bigint;
  fees: bigint;
  dueDate: CalendarDate | null;
  type: string;
  meta: Texts;
  status: ClaimStatus;
  disputed: boolean;
  digest: string | null;
}
