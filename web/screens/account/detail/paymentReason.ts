/** Why a payment has its status, in the reader's language. */
import type { Translation } from '../../../ui/texts.ts';

type Speech = Pick<Translation<['account', 'events']>, 't' | 'exists'>;

/** @param code a payment's statusReason. @returns the words of our codes and the banks'; what a provider says stays as it said it. */
export function paymentReason(code: string | null, { t, exists }: Speech): string | undefined {
  if (exists(`account:payments.reason.${code}`)) return t(`account:payments.reason.${code}` as never);
  return exists(`events:returnReason.${code}`) ? t(`events:returnReason.${code}` as never) : (code ?? undefined);
}
