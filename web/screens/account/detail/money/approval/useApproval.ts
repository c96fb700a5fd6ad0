import { useState } from 'react';
import { useMutation, useQuery } from '../../../../../shell/api.ts';
import { useWorkspace } from '../../../../../shell/workspace.ts';
import { faultsOf } from '../../../../../ui/fault.ts';
import { useFormat } from '../../../../../ui/format.ts';
import { useTranslation } from '../../../../../ui/texts.ts';
import { OwnLimitsDocument, RequestApprovalDocument, type RequestApprovalMutationVariables } from './finance.graphql.ts';

type Act = RequestApprovalMutationVariables['act'];

/**
 * What somebody may not book alone. The server says so when it is tried, since only then is it known how much it is; the same form, unchanged,
 * then asks another person instead.
 * @param values of the form: once they change, booking is tried again.
 */
export function useApproval(accountId: string, values: object) {
  const { t } = useTranslation('money');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const limits = useQuery('finance', OwnLimitsDocument, { clientId, accountId }).data?.getOwnLimits;
  const [request, busy] = useMutation('finance', RequestApprovalDocument, { idempotent: true });
  const [refused, setRefused] = useState<string | null>(null);
  const now = JSON.stringify(values);
  const isNeeded = refused === now;
  return {
    isNeeded,
    busy,
    /** @returns what to say beside an amount of this kind; undefined where there is no limit. */
    hint: (kind: 'writeOff' | 'settlement' | 'refund') => {
      const limit = limits?.[kind] ?? null;
      return limit === null ? undefined : t('approval.limit', { amount: format.money(limit, limits?.currency ?? 'EUR') });
    },
    /** Books, or asks for approval once it was refused for want of it. @returns which of the two. */
    bookOrAsk: async (book: () => Promise<unknown>, act: Act, idempotencyKey: string): Promise<'booked' | 'asked'> => {
      if (isNeeded) {
        await request({ clientId, act, idempotencyKey });
        return 'asked';
      }
      try {
        await book();
        return 'booked';
      } catch (error) {
        if (faultsOf(error).some((fault) => fault.words?.key === 'approvalNeeded')) setRefused(now);
        throw error;
      }
    },
  };
}
