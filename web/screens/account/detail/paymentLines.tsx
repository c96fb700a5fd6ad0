/** The payments, promises and instalments of an account as tables. */
import { Button } from '@mantine/core';
import { Fragment } from 'react';
import { ExplainedMoney } from '../../../shell/ExplainedMoney.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { Money } from '../../../ui/Money.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { InstalmentsExport, PaymentsExport, PromisesExport } from './AccountExports.tsx';
import type { AccountPaymentsQuery } from './finance.graphql.ts';
import { LinesTable } from './LinesTable.tsx';
import { paymentReason } from './paymentReason.ts';
import type { wholePromises } from './promises.ts';
import classes from './Tab.module.css';

type WholePromise = ReturnType<typeof wholePromises<AccountPaymentsQuery['getAccountPromisesToPay'][number]>>[number];

type Of<Line> = { accountId: string; lines: readonly Line[] };
/** Asks whether to cancel the promise or the plan of that id. */
type Cancels = { onCancel: (id: string) => void };

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

function Status({ status }: { status: string }) {
  const { t } = useTranslation('account');
  return <Tag tone={TONES[status] ?? 'neutral'}>{t(`payments.status.${status as 'paid'}`)}</Tag>;
}

const Claims = ({ refs }: { refs: readonly string[] }) =>
  refs.map((ref, index) => (
    <Fragment key={ref}>
      {index > 0 && ', '}
      <Reference value={ref} />
    </Fragment>
  ));

export function PaymentLines({ accountId, lines }: Of<AccountPaymentsQuery['getAccountPayments'][number]>) {
  const { t, find } = useTranslation(['account', 'events']);
  return (
    <LinesTable
      title={t('payments.title')}
      aside={<PaymentsExport accountId={accountId} />}
      lines={lines}
      lineId={(payment) => payment.id}
      columns={[
        { header: t('payments.column.date'), cell: (payment) => <DateText value={payment.createdAt} style="medium" /> },
        {
          header: t('payments.column.method'),
          className: classes.method,
          cell: ({ method }) => find(`events:method.${method}`) ?? method,
        },
        {
          header: t('payments.column.claim'),
          cell: (payment) => <Claims refs={payment.allocation.map((part) => part.externalClaimRef)} />,
        },
        {
          header: t('payments.column.status'),
          title: (payment) => paymentReason(payment.statusReason, find),
          cell: (payment) => <Status status={payment.status} />,
        },
        {
          header: t('payments.column.amount'),
          isRight: true,
          cell: ({ id, status, amount, currency }) =>
            BOOKED.includes(status) ? (
              <ExplainedMoney amount={amount} currency={currency} point={{ at: id }} />
            ) : (
              <Money amount={amount} currency={currency} />
            ),
        },
      ]}
    />
  );
}

export function PromiseLines({ accountId, lines, onCancel }: Of<WholePromise> & Cancels) {
  const { t } = useTranslation('account');
  const mayPromise = useCan('operations', 'createPromiseToPay');
  return (
    <LinesTable
      title={t('payments.promises')}
      aside={<PromisesExport accountId={accountId} />}
      lines={lines}
      lineId={(promise) => promise.promiseId}
      columns={[
        { header: t('payments.column.due'), cell: (promise) => <DateText value={promise.dueDate} style="medium" /> },
        { header: t('payments.column.claim'), cell: (promise) => <Claims refs={promise.claimRefs} /> },
        {
          header: t('payments.column.status'),
          cell: ({ id, status }) => (
            <>
              <Status status={status} />
              {mayPromise && status === 'active' && (
                <Button size="compact-xs" variant="subtle" onClick={() => onCancel(id)}>
                  {t('cancel.promise')}
                </Button>
              )}
            </>
          ),
        },
        {
          header: t('payments.column.paid'),
          isRight: true,
          cell: (promise) => (
            <ExplainedMoney
              claimRef={promise.claimRefs.length === 1 ? promise.externalClaimRef : undefined}
              amount={promise.paidAmount}
              currency={promise.currency}
              point={{ at: 'payments' }}
            />
          ),
        },
        {
          header: t('payments.column.amount'),
          isRight: true,
          cell: (promise) => (
            <ExplainedMoney
              claimRef={promise.claimRefs.length === 1 ? promise.externalClaimRef : undefined}
              amount={promise.amount}
              currency={promise.currency}
              point={{ at: promise.promiseId, asOf: promise.status === 'active' ? undefined : promise.startDate }}
            />
          ),
        },
      ]}
    />
  );
}

/** @param props.living ids of the plans that still have something to come. */
export function InstalmentLines(
  props: Of<AccountPaymentsQuery['getAccountInstalments'][number]> & Cancels & { living: readonly string[] },
) {
  const { t } = useTranslation('account');
  const mayPlan = useCan('operations', 'createInstalmentsPlan');
  const { accountId, lines, living, onCancel } = props;
  return (
    <LinesTable
      title={t('payments.instalments')}
      aside={
        <>
          {mayPlan &&
            living.map((id) => (
              <Button key={id} size="compact-xs" variant="subtle" onClick={() => onCancel(id)}>
                {t('cancel.plan')}
              </Button>
            ))}
          <InstalmentsExport accountId={accountId} />
        </>
      }
      lines={lines}
      lineId={(each) => each.id}
      columns={[
        { header: t('payments.column.number'), cell: (each) => each.position },
        { header: t('payments.column.due'), cell: (each) => <DateText value={each.dueDate} style="medium" /> },
        { header: t('payments.column.status'), cell: (each) => <Status status={each.status} /> },
        {
          header: t('payments.column.paid'),
          isRight: true,
          cell: (each) => <ExplainedMoney amount={each.paidAmount} currency={each.currency} point={{ at: 'payments' }} />,
        },
        {
          header: t('payments.column.amount'),
          isRight: true,
          cell: (each) => (
            <ExplainedMoney
              amount={each.amount}
              currency={each.currency}
              point={{ at: each.instalmentsPlanId, asOf: living.includes(each.instalmentsPlanId) ? undefined : each.startDate }}
            />
          ),
        },
      ]}
    />
  );
}
