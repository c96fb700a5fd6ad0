import { pageFlagStep } from './pageFlag.ts';

/** Lets the debtor ask for a call on their page. */
export const enableDebtorCallback = pageFlagStep('enableDebtorCallback', 'debtorCallback', true, 'phone-call');
