import { pageFlagStep } from './pageFlag.ts';

/** Lets the debtor promise a payment for a day. */
export const enablePromiseToPay = pageFlagStep('enablePromiseToPay', 'promiseToPay', true, 'heart-handshake');
