import { pageFlagStep } from './pageFlag.ts';

/** Stops offering messages on the debtor’s page. */
export const disableDebtorTextFeedback = pageFlagStep('disableDebtorTextFeedback', 'debtorTextFeedback', false, 'ban');
