/** What a collector says came of an account, by one key each: what it becomes, and what it asks for besides. */
import type { DueDateOption } from './dueDates.ts';

/**
 * What an outcome needs to be complete: promise an amount and a day, retry and callBack a day, number the number that is wrong, reason and
 * dispute why.
 */
export type WorkDetail = 'promise' | 'retry' | 'callBack' | 'number' | 'reason' | 'dispute';

/** A day that one key chooses. */
export interface DayChoice {
  readonly option: DueDateOption;
  readonly value: number;
}

export interface WorkOutcome {
  readonly name: string;
  /** The key that chooses it; the same in every language, so that hands need not learn twice. */
  readonly key: string;
  readonly detail: WorkDetail;
  /** The value of core/contactOutcomes.ts that the contact ends with. */
  readonly resolution: string;
  /** What digits choose, from 1 on; none where the choices are the account's own. */
  readonly days: readonly DayChoice[];
  /** Which of them Enter takes, from 0. */
  readonly usual: number;
  /** Whether the debtor was spoken to. */
  readonly reached: boolean;
}

const day = (option: DueDateOption, value = 0): DayChoice => ({ option, value });
const PAY_DAYS = [day('today'), day('inDays', 3), day('inDays', 7), day('inDays', 14), day('endOfMonth')];
const RETRY_DAYS = [day('nextWorkingDay'), day('inWorkingDays', 2), day('inWorkingDays', 3), day('inWorkingDays', 5), day('inDays', 14)];

export const WORK_OUTCOMES: readonly WorkOutcome[] = [
  { name: 'promise', key: 'p', detail: 'promise', resolution: 'promiseToPay', days: PAY_DAYS, usual: 2, reached: true },
  { name: 'noAnswer', key: 'n', detail: 'retry', resolution: 'noAnswer', days: RETRY_DAYS, usual: 0, reached: false },
  { name: 'voicemail', key: 'v', detail: 'retry', resolution: 'messageLeftInVoiceMail', days: RETRY_DAYS, usual: 1, reached: false },
  { name: 'callBack', key: 'c', detail: 'callBack', resolution: 'callBack', days: RETRY_DAYS, usual: 0, reached: true },
  { name: 'wrongNumber', key: 'w', detail: 'number', resolution: 'wrongContactInformation', days: [], usual: 0, reached: false },
  { name: 'thirdPerson', key: 't', detail: 'retry', resolution: 'messageLeftWithThirdPerson', days: RETRY_DAYS, usual: 0, reached: false },
  { name: 'refusal', key: 'r', detail: 'reason', resolution: 'refusalToPay', days: [], usual: 0, reached: true },
  { name: 'dispute', key: 'd', detail: 'dispute', resolution: 'other', days: [], usual: 0, reached: true },
  { name: 'other', key: 'o', detail: 'retry', resolution: 'other', days: RETRY_DAYS, usual: 2, reached: true },
];

/** Why somebody does not pay, as the digits of a refusal choose it (values of DELINQUENCY_REASONS, core/contactOutcomes.ts). */
export const REFUSAL_REASONS = [
  'notApplicable',
  'noPaymentCapacity',
  'unexpectedExpenses',
  'incomeReduction',
  'unemploymentWithSubsidy',
  'unemploymentWithoutSubsidy',
  'deceased',
  'fraud',
  'other',
] as const;

/** What a debtor disputes, as the digits of a dispute choose it. */
export const DISPUTE_REASONS = ['alreadyPaid', 'wrongAmount', 'notMine', 'notDelivered', 'withdrawn', 'other'] as const;

/** Why an account is passed over, as the digits of skipping choose it. */
export const SKIP_REASONS = ['later', 'needsResearch', 'language', 'notMine', 'other'] as const;
