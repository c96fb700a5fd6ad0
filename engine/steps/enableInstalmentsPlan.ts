import { pageFlagStep } from './pageFlag.ts';

/** Lets the debtor split the sum into instalments. */
export const enableInstalmentsPlan = pageFlagStep('enableInstalmentsPlan', 'instalmentsPlan', true, 'stairs-down');
