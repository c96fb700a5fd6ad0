import { pageFlagStep } from './pageFlag.ts';

/** Takes the offer of instalments back. */
export const disableInstalmentsPlan = pageFlagStep('disableInstalmentsPlan', 'instalmentsPlan', false, 'ban');
