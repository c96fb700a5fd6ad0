import { pageFlagStep } from './pageFlag.ts';

/** Takes the offer of a promise back. */
export const disablePromiseToPay = pageFlagStep('disablePromiseToPay', 'promiseToPay', false, 'ban');
