/** Why a payment has its status, in the reader's language. */
import type { Translation } from '../../../ui/texts.ts';

/** @param code a payment's statusReason. @param find of the areas account and events. @returns the words of our codes and the banks'; what a provider says stays as it said it. */
export function paymentReason(code: string | null, find: Translation<['account', 'events']>['find']): string | undefined {
  return find(`account:payments.reason.${code}`) ?? find(`events:returnReason.${code}`) ?? code ?? undefined;
}
