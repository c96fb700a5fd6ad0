import { Button } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { useMutation, useQuery } from '../../../../../shell/api.ts';
import { useStaff } from '../../../../../shell/staff.ts';
import { useFreshScreen } from '../../../../../shell/useFreshScreen.ts';
import { useWorkspace } from '../../../../../shell/workspace.ts';
import { useFormat } from '../../../../../ui/format.ts';
import { useTranslation } from '../../../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../../../ui/toasts.ts';
import { AccountApprovalsDocument, WithdrawApprovalDocument } from './finance.graphql.ts';
import classes from './WaitingApprovals.module.css';

const DECISIONS = ['approvalRequested', 'approvalGranted', 'approvalRejected', 'approvalWithdrawn'];

/** What waits for another person's approval on this account: nothing of it is booked yet. */
export function WaitingApprovals({ accountId }: { accountId: string }) {
  const { t } = useTranslation(['money', 'events']);
  const { clientId, user } = useWorkspace();
  const { nameOf } = useStaff();
  const format = useFormat();
  const { data } = useQuery('finance', AccountApprovalsDocument, { clientId, accountId }, { reuse: true });
  useFreshScreen({ accountId, types: DECISIONS });
  const [withdraw, busy] = useMutation('finance', WithdrawApprovalDocument, { idempotent: true });
  const waiting = data?.getAccountApprovals ?? [];
  if (waiting.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t('approval.waitingTitle')}>
      {waiting.map((each) => (
        <li key={each.id}>
          <IconUserQuestion size={16} stroke={1.6} aria-hidden="true" />
          <span>
            <strong>
              {t('approval.waiting', {
                kind: t(`events:approvalKind.${each.kind as 'refund'}`),
                amount: format.money(each.amount, each.currency),
              })}
            </strong>{' '}
            {t('approval.by', { name: nameOf(each.requestedBy) ?? '–', date: format.date(each.requestedAt, 'long') })} · {each.reason}
          </span>
          {each.requestedBy === user.id && (
            <Button
              size="xs"
              variant="default"
              loading={busy}
              onClick={() => void withdraw({ clientId, approvalId: each.id }).then(() => toastSuccess(t('approval.withdrawn')), toastError)}
            >
              {t('approval.withdraw')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
