import { pageFlagStep } from './pageFlag.ts';

/** Lets the debtor write a message on their page. */
export const enableDebtorTextFeedback = pageFlagStep('enableDebtorTextFeedback', 'debtorTextFeedback', true, 'writing');
