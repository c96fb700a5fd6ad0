import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Can } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import type { Account } from './account.ts';
import { AccountPaymentsDocument, CancelInstalmentsDocument, CancelPromiseDocument } from './finance.graphql.ts';
import { InstalmentLines, PaymentLines, PromiseLines } from './paymentLines.tsx';
import { wholePromises } from './promises.ts';
import classes from './Tab.module.css';
import { useAction } from './useAction.ts';

/** What is to be called off: a promise, or a plan of instalments. */
type Canceling = { readonly kind: 'promise' | 'plan'; readonly id: string };

/** Payments, promises and instalments of the account; money is booked and agreements are made and called off here. */
export default function PaymentsTab({ account, accountId }: { account: Account | undefined; accountId: string }) {
  const [, onAction] = useAction();
  const hasOpen = (account?.activeClaimsCount ?? 0) > 0;
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('finance', AccountPaymentsDocument, { clientId, accountId }, { reuse: true });
  const [canceling, setCanceling] = useState<Canceling | null>(null);
  const [cancelPromise] = useMutation('finance', CancelPromiseDocument, { idempotent: true });
  const [cancelPlan] = useMutation('finance', CancelInstalmentsDocument, { idempotent: true });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={160} />;
  const { getAccountPayments: payments, getAccountInstalments: instalments } = data;
  const promises = wholePromises(data.getAccountPromisesToPay);
  const living = [...new Set(instalments.filter((each) => each.status === 'pending').map((each) => each.instalmentsPlanId))];
  return (
    <>
      {hasOpen && (
        <div className={classes.bar}>
          <Can domain="operations" action="createInstalmentsPlan">
            <Button variant="default" size="xs" disabled={living.length > 0} onClick={() => onAction('instalments')}>
              {t('instalments.title')}
            </Button>
          </Can>
          <Can domain="operations" action="bookPayment">
            <Button variant="default" size="xs" onClick={() => onAction('payment')}>
              {t('recordPayment.title')}
            </Button>
          </Can>
        </div>
      )}
      {payments.length + promises.length + instalments.length === 0 && (
        <EmptyState title={t('payments.none')} detail={t('payments.noneDetail')} />
      )}
      <PaymentLines accountId={accountId} lines={payments} />
      <PromiseLines accountId={accountId} lines={promises} onCancel={(id) => setCanceling({ kind: 'promise', id })} />
      <InstalmentLines accountId={accountId} lines={instalments} living={living} onCancel={(id) => setCanceling({ kind: 'plan', id })} />
      <ConfirmDialog
        opened={canceling !== null}
        onClose={() => setCanceling(null)}
        danger
        title={t(canceling?.kind === 'plan' ? 'cancel.planTitle' : 'cancel.promiseTitle')}
        detail={t('cancel.detail')}
        confirm={t(canceling?.kind === 'plan' ? 'cancel.plan' : 'cancel.promise')}
        onConfirm={async () => {
          if (canceling?.kind === 'plan') await cancelPlan({ clientId, instalmentsPlanId: canceling.id });
          else if (canceling) await cancelPromise({ clientId, promiseToPayId: canceling.id });
          toastSuccess(t('cancel.done'));
        }}
      />
    </>
  );
}
