import { pageFlagStep } from './pageFlag.ts';

/** Stops offering calls on the debtor’s page. */
export const disableDebtorCallback = pageFlagStep('disableDebtorCallback', 'debtorCallback', false, 'ban');
