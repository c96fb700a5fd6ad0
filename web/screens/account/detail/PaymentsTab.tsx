import { Button, Skeleton } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { ExplainedMoney } from '../../../shell/ExplainedMoney.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { InstalmentsExport, PaymentsExport, PromisesExport } from './AccountExports.tsx';
import type { Account } from './account.ts';
import { AccountPaymentsDocument, CancelInstalmentsDocument, CancelPromiseDocument } from './finance.graphql.ts';
import { paymentReason } from './paymentReason.ts';
import { wholePromises } from './promises.ts';
import classes from './Tab.module.css';
import { useAction } from './useAction.ts';

const TONES: Readonly<Record<string, Tone>> = {
  settled: 'good',
  kept: 'good',
  paid: 'good',
  active: 'info',
  processing: 'info',
  declined: 'bad',
  chargedBack: 'bad',
  broken: 'bad',
  missed: 'bad',
};

/** Payments that stand in the ledger. */
const BOOKED: readonly string[] = ['settled', 'chargedBack'];

/** What is to be called off: a promise, or a plan of instalments. */
type Doomed = { readonly kind: 'promise' | 'plan'; readonly id: string };

/** Payments, promises and instalments of the account; money is booked and agreements are made and called off here. */
export default function PaymentsTab({ account, accountId }: { account: Account | undefined; accountId: string }) {
  const [, onAction] = useAction();
  const hasOpen = (account?.activeClaimsCount ?? 0) > 0;
  const { t, exists } = useTranslation(['account', 'events']);
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('finance', AccountPaymentsDocument, { clientId, accountId }, { reuse: true });
  const mayPromise = useCan('operations', 'createPromiseToPay');
  const mayPlan = useCan('operations', 'createInstalmentsPlan');
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const [cancelPromise] = useMutation('finance', CancelPromiseDocument, { idempotent: true });
  const [cancelPlan] = useMutation('finance', CancelInstalmentsDocument, { idempotent: true });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={160} />;
  const { getAccountPayments: payments, getAccountInstalments: instalments } = data;
  const promises = wholePromises(data.getAccountPromisesToPay);
  const status = (value: string) => <Tag tone={TONES[value] ?? 'neutral'}>{t(`payments.status.${value as 'paid'}`)}</Tag>;
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
      {payments.length > 0 && (
        <div className={classes.block}>
          <Section title={t('payments.title')} aside={<PaymentsExport accountId={accountId} />}>
            <table className={classes.rows}>
              <thead>
                <tr>
                  <th>{t('payments.column.date')}</th>
                  <th>{t('payments.column.method')}</th>
                  <th>{t('payments.column.claim')}</th>
                  <th>{t('payments.column.status')}</th>
                  <th data-right>{t('payments.column.amount')}</th>
                </tr>
              </thead>
              <tbody>
                {payments.map((payment) => (
                  <tr key={payment.id}>
                    <td>
                      <DateText value={payment.createdAt} style="medium" />
                    </td>
                    <td className={classes.method}>
                      {exists(`events:method.${payment.method}`) ? t(`events:method.${payment.method}` as never) : payment.method}
                    </td>
                    <td>
                      {payment.allocation.map((part, index) => (
                        <Fragment key={part.externalClaimRef}>
                          {index > 0 && ', '}
                          <Reference value={part.externalClaimRef} />
                        </Fragment>
                      ))}
                    </td>
                    <td title={paymentReason(payment.statusReason, { t, exists })}>{status(payment.status)}</td>
                    <td data-right>
                      {BOOKED.includes(payment.status) ? (
                        <ExplainedMoney amount={payment.amount} currency={payment.currency} point={{ at: payment.id }} />
                      ) : (
                        <Money amount={payment.amount} currency={payment.currency} />
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Section>
        </div>
      )}
      {promises.length > 0 && (
        <div className={classes.block}>
          <Section title={t('payments.promises')} aside={<PromisesExport accountId={accountId} />}>
            <table className={classes.rows}>
              <thead>
                <tr>
                  <th>{t('payments.column.due')}</th>
                  <th>{t('payments.column.claim')}</th>
                  <th>{t('payments.column.status')}</th>
                  <th data-right>{t('payments.column.paid')}</th>
                  <th data-right>{t('payments.column.amount')}</th>
                </tr>
              </thead>
              <tbody>
                {promises.map((promise) => (
                  <tr key={promise.promiseId}>
                    <td>
                      <DateText value={promise.dueDate} style="medium" />
                    </td>
                    <td>
                      {promise.claimRefs.map((ref, index) => (
                        <Fragment key={ref}>
                          {index > 0 && ', '}
                          <Reference value={ref} />
                        </Fragment>
                      ))}
                    </td>
                    <td>
                      {status(promise.status)}
                      {mayPromise && promise.status === 'active' && (
                        <Button size="compact-xs" variant="subtle" onClick={() => setDoomed({ kind: 'promise', id: promise.id })}>
                          {t('cancel.promise')}
                        </Button>
                      )}
                    </td>
                    <td data-right>
                      <ExplainedMoney
                        claimRef={promise.claimRefs.length === 1 ? promise.externalClaimRef : undefined}
                        amount={promise.paidAmount}
                        currency={promise.currency}
                        point={{ at: 'payments' }}
                      />
                    </td>
                    <td data-right>
                      <ExplainedMoney
                        claimRef={promise.claimRefs.length === 1 ? promise.externalClaimRef : undefined}
                        amount={promise.amount}
                        currency={promise.currency}
                        point={{ at: promise.promiseId, asOf: promise.status === 'active' ? undefined : promise.startDate }}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Section>
        </div>
      )}
      {instalments.length > 0 && (
        <div className={classes.block}>
          <Section
            title={t('payments.instalments')}
            aside={
              <>
                {mayPlan &&
                  living.map((id) => (
                    <Button key={id} size="compact-xs" variant="subtle" onClick={() => setDoomed({ kind: 'plan', id })}>
                      {t('cancel.plan')}
                    </Button>
                  ))}
                <InstalmentsExport accountId={accountId} />
              </>
            }
          >
            <table className={classes.rows}>
              <thead>
                <tr>
                  <th>{t('payments.column.number')}</th>
                  <th>{t('payments.column.due')}</th>
                  <th>{t('payments.column.status')}</th>
                  <th data-right>{t('payments.column.paid')}</th>
                  <th data-right>{t('payments.column.amount')}</th>
                </tr>
              </thead>
              <tbody>
                {instalments.map((each) => (
                  <tr key={each.id}>
                    <td>{each.position}</td>
                    <td>
                      <DateText value={each.dueDate} style="medium" />
                    </td>
                    <td>{status(each.status)}</td>
                    <td data-right>
                      <ExplainedMoney amount={each.paidAmount} currency={each.currency} point={{ at: 'payments' }} />
                    </td>
                    <td data-right>
                      <ExplainedMoney
                        amount={each.amount}
                        currency={each.currency}
                        point={{
                          at: each.instalmentsPlanId,
                          asOf: living.includes(each.instalmentsPlanId) ? undefined : each.startDate,
                        }}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Section>
        </div>
      )}
      <ConfirmDialog
        opened={doomed !== null}
        onClose={() => setDoomed(null)}
        danger
        title={t(doomed?.kind === 'plan' ? 'cancel.planTitle' : 'cancel.promiseTitle')}
        detail={t('cancel.detail')}
        confirm={t(doomed?.kind === 'plan' ? 'cancel.plan' : 'cancel.promise')}
        onConfirm={async () => {
          if (doomed?.kind === 'plan') await cancelPlan({ clientId, instalmentsPlanId: doomed.id });
          else if (doomed) await cancelPromise({ clientId, promiseToPayId: doomed.id });
          toastSuccess(t('cancel.done'));
        }}
      />
    </>
  );
}
