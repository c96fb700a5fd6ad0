import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ExplainedMoney } from '../../../../shell/ExplainedMoney.tsx';
import { useMoneyWords } from '../../../../shell/useMoneyWords.ts';
import { useFormat } from '../../../../ui/format.ts';
import { Can } from '../../../../ui/permission.tsx';
import { Tag, type Tone } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import type { wholePromises } from '../promises.ts';
import { useAction } from '../useAction.ts';
import type { AgreementsQuery } from './finance.graphql.ts';
import classes from './money.module.css';

const TONES: Readonly<Record<string, Tone>> = {
  active: 'info',
  offered: 'info',
  accepted: 'good',
  applied: 'good',
  kept: 'good',
  completed: 'good',
  broken: 'bad',
  expired: 'warn',
};

/**
 * One agreement: what it is about, how it stands, and below what can be done about it.
 * @param props.since the day it was agreed on, when it does not hold any more: its amount is explained as of then.
 */
export function AgreementCard(props: {
  of: 'promise' | 'plan' | 'settlement';
  id: string;
  amount: string;
  currency: string;
  status: string;
  since: string | undefined;
  /** When it is about one claim alone. */
  claimRef?: string | undefined;
  note: ReactNode;
  children?: ReactNode;
}) {
  const { of, status } = props;
  const { t } = useTranslation('money');
  const words = useMoneyWords();
  return (
    <div className={classes.agreement}>
      <div className={classes.head}>
        <span>
          {t(`agreement.${of}`)} ·{' '}
          <strong>
            <ExplainedMoney
              claimRef={props.claimRef}
              amount={props.amount}
              currency={props.currency}
              point={{ at: props.id, asOf: props.since }}
            />
          </strong>
        </span>
        <Tag tone={TONES[status] ?? 'neutral'}>{words.status(of, status)}</Tag>
      </div>
      <span className={classes.note}>{props.note}</span>
      {props.children}
    </div>
  );
}

/** A plan of instalments: how much of it is paid, and what is due next. @param props.isOpen whether the account has claims to plan anew. */
export function PlanCard(props: { plan: AgreementsQuery['getAccountInstalmentsPlans'][number]; currency: string; isOpen: boolean }) {
  const { plan, currency } = props;
  const { t } = useTranslation('money');
  const format = useFormat();
  const [, act] = useAction();
  const paid = plan.instalments.filter((each) => each.status === 'paid').length;
  const next = plan.instalments.find((each) => each.status === 'pending' || each.status === 'missed');
  const isActive = plan.status === 'active';
  return (
    <AgreementCard
      of="plan"
      id={plan.id}
      amount={plan.amount}
      currency={currency}
      status={plan.status}
      since={isActive ? undefined : format.dayOf(plan.createdAt)}
      note={
        <>
          {t('agreement.partsPaid', { paid, all: plan.instalments.length })}
          {next && isActive && ` · ${t('agreement.next', { amount: format.money(next.amount, currency), day: format.date(next.dueDate) })}`}
        </>
      }
    >
      {(isActive || plan.status === 'broken') && props.isOpen && (
        <Can domain="operations" action="createInstalmentsPlan">
          <div className={classes.buttons}>
            <Button size="compact-xs" variant="default" onClick={() => act('instalments', plan.id)}>
              {t('plan.replan')}
            </Button>
          </div>
        </Can>
      )}
    </AgreementCard>
  );
}

type Promised = ReturnType<typeof wholePromises<AgreementsQuery['getAccountPromisesToPay'][number]>>[number];

/** A promise to pay: until when, for which claims, and how. */
export function PromiseCard({ promise, currency }: { promise: Promised; currency: string }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  return (
    <AgreementCard
      of="promise"
      id={promise.promiseId}
      amount={promise.amount}
      currency={currency}
      status={promise.status}
      since={promise.status === 'active' ? undefined : promise.startDate}
      claimRef={promise.claimRefs.length === 1 ? promise.externalClaimRef : undefined}
      note={
        <>
          {t('explain.until', { day: format.date(promise.dueDate) })} · {promise.claimRefs.join(', ')}
          {promise.method && ` · ${t(`method.${promise.method as 'card'}`)}`}
        </>
      }
    />
  );
}
