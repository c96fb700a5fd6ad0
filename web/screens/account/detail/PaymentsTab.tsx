import { Skeleton } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { AccountPaymentsDocument } from './finance.graphql.ts';
import classes from './Tab.module.css';

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

/** Payments, promises and instalments of the account. */
export function PaymentsTab({ accountId }: { accountId: string }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('finance', AccountPaymentsDocument, { clientId, accountId });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={160} />;
  const { getAccountPayments: payments, getAccountPromisesToPay: promises, getAccountInstalments: instalments } = data;
  const status = (value: string) => <Tag tone={TONES[value] ?? 'neutral'}>{t(`payments.status.${value as 'paid'}`)}</Tag>;
  if (payments.length + promises.length + instalments.length === 0)
    return <EmptyState title={t('payments.none')} detail={t('payments.noneDetail')} />;
  return (
    <>
      {payments.length > 0 && (
        <div className={classes.block}>
          <Section title={t('payments.title')}>
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
                    <td>{payment.method}</td>
                    <td>
                      {payment.allocation.map((part, index) => (
                        <Fragment key={part.externalClaimRef}>
                          {index > 0 && ', '}
                          <Reference value={part.externalClaimRef} />
                        </Fragment>
                      ))}
                    </td>
                    <td title={payment.statusReason ?? undefined}>{status(payment.status)}</td>
                    <td data-right>
                      <Money amount={payment.amount} currency={payment.currency} />
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
          <Section title={t('payments.promises')}>
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
                  <tr key={promise.id}>
                    <td>
                      <DateText value={promise.dueDate} style="medium" />
                    </td>
                    <td>
                      <Reference value={promise.externalClaimRef} />
                    </td>
                    <td>{status(promise.status)}</td>
                    <td data-right>
                      <Money amount={promise.paidAmount} currency={promise.currency} />
                    </td>
                    <td data-right>
                      <Money amount={promise.amount} currency={promise.currency} />
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
          <Section title={t('payments.instalments')}>
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
                      <Money amount={each.paidAmount} currency={each.currency} />
                    </td>
                    <td data-right>
                      <Money amount={each.amount} currency={each.currency} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Section>
        </div>
      )}
    </>
  );
}
