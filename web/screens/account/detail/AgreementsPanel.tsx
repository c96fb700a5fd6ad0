import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { ExplainedMoney } from '../../../shell/ExplainedMoney.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { faultsOf } from '../../../ui/fault.ts';
import { useFormat } from '../../../ui/format.ts';
import { Section } from '../../../ui/Panel.tsx';
import { Can } from '../../../ui/permission.tsx';
import { ErrorNote } from '../../../ui/states.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { TextSkeleton } from '../../../ui/TextSkeleton.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastFault, toastSuccess } from '../../../ui/toasts.ts';
import { type Ends, EndsNote } from './money/EndsNote.tsx';
import { AcceptSettlementDocument, AgreementsDocument, WithdrawSettlementDocument } from './money/finance.graphql.ts';
import classes from './money/money.module.css';
import { useMoneyWords } from './money/useMoneyWords.ts';
import type { PanelProps } from './panel.ts';
import { wholePromises } from './promises.ts';
import { useAction } from './useAction.ts';

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

/** What was agreed on with the debtor: promises, plans and settlements, those that hold first. */
export default function AgreementsPanel({ account, accountId }: PanelProps) {
  const { t } = useTranslation(['money', 'account']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const words = useMoneyWords();
  const [, act] = useAction();
  const { data, error } = useQuery('finance', AgreementsDocument, { clientId, accountId }, { reuse: true });
  const [accept, accepting] = useMutation('finance', AcceptSettlementDocument, { idempotent: true });
  const [withdraw, withdrawing] = useMutation('finance', WithdrawSettlementDocument, { idempotent: true });
  const [asked, setAsked] = useState<string | null>(null);
  const acceptOf = (offer: { id: string; ends: Ends }) =>
    accept({ clientId, settlementOfferId: offer.id, endsAgreements: offer.ends.length > 0 });
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      toastSuccess(done);
    } catch (thrown) {
      for (const fault of faultsOf(thrown)) toastFault(fault);
    }
  };
  const money = (amount: string) => format.money(amount, account.currency);
  /** @param since the day it was agreed on, when it does not hold any more. */
  const figure = (agreement: { id: string; amount: string }, since: string | undefined, claimRef?: string) => (
    <strong>
      <ExplainedMoney claimRef={claimRef} amount={agreement.amount} currency={account.currency} point={{ at: agreement.id, asOf: since }} />
    </strong>
  );
  const tag = (of: 'promise' | 'plan' | 'settlement', status: string) => (
    <Tag tone={TONES[status] ?? 'neutral'}>{words.status(of, status)}</Tag>
  );
  const promises = wholePromises(data?.getAccountPromisesToPay ?? []).slice(0, 3);
  const plans = data?.getAccountInstalmentsPlans.slice(0, 3) ?? [];
  const offers = data?.getAccountSettlementOffers.slice(0, 3) ?? [];
  const asking = offers.find((offer) => offer.id === asked);
  return (
    <Section
      title={t('agreement.title')}
      aside={
        account.activeClaimsCount > 0 && (
          <Can domain="operations" action="offerSettlement">
            <Button size="compact-xs" variant="subtle" onClick={() => act('settlement')}>
              {t('settlement.open')}
            </Button>
          </Can>
        )
      }
    >
      {error !== undefined && error !== null && !data && <ErrorNote error={error} />}
      {!data && !error && (
        <div className={classes.hint}>
          <TextSkeleton>{t('agreement.none')}</TextSkeleton>
        </div>
      )}
      {data && promises.length + plans.length + offers.length === 0 && <p className={classes.hint}>{t('agreement.none')}</p>}
      {offers.map((offer) => (
        <div key={offer.id} className={classes.agreement}>
          <div className={classes.head}>
            <span>
              {t('agreement.settlement')} ·{' '}
              {figure(offer, ['offered', 'accepted'].includes(offer.status) ? undefined : format.dayOf(offer.createdAt))}
            </span>
            {tag('settlement', offer.status)}
          </div>
          <span className={classes.note}>
            {t('agreement.insteadOf', { amount: money(offer.dueAmount), day: format.date(offer.validUntil) })}
          </span>
          {(offer.status === 'offered' || offer.status === 'accepted') && (
            <Can domain="operations" action="offerSettlement">
              <div className={classes.buttons}>
                {offer.status === 'offered' && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    loading={accepting}
                    onClick={() =>
                      offer.ends.length > 0 ? setAsked(offer.id) : void attempt(() => acceptOf(offer), t('settlement.accepted'))
                    }
                  >
                    {t('settlement.accept')}
                  </Button>
                )}
                <Button
                  size="compact-xs"
                  variant="subtle"
                  loading={withdrawing}
                  onClick={() => void attempt(() => withdraw({ clientId, settlementOfferId: offer.id }), t('settlement.withdrawn'))}
                >
                  {t('settlement.withdraw')}
                </Button>
              </div>
            </Can>
          )}
        </div>
      ))}
      {plans.map((plan) => {
        const paid = plan.instalments.filter((each) => each.status === 'paid').length;
        const next = plan.instalments.find((each) => each.status === 'pending' || each.status === 'missed');
        return (
          <div key={plan.id} className={classes.agreement}>
            <div className={classes.head}>
              <span>
                {t('agreement.plan')} · {figure(plan, plan.status === 'active' ? undefined : format.dayOf(plan.createdAt))}
              </span>
              {tag('plan', plan.status)}
            </div>
            <span className={classes.note}>
              {t('agreement.partsPaid', { paid, all: plan.instalments.length })}
              {next &&
                plan.status === 'active' &&
                ` · ${t('agreement.next', { amount: money(next.amount), day: format.date(next.dueDate) })}`}
            </span>
            {(plan.status === 'active' || plan.status === 'broken') && account.activeClaimsCount > 0 && (
              <Can domain="operations" action="createInstalmentsPlan">
                <div className={classes.buttons}>
                  <Button size="compact-xs" variant="default" onClick={() => act('instalments', plan.id)}>
                    {t('plan.replan')}
                  </Button>
                </div>
              </Can>
            )}
          </div>
        );
      })}
      {promises.map((promise) => (
        <div key={promise.promiseId} className={classes.agreement}>
          <div className={classes.head}>
            <span>
              {t('agreement.promise')} ·{' '}
              {figure(
                { id: promise.promiseId, amount: promise.amount },
                promise.status === 'active' ? undefined : promise.startDate,
                promise.claimRefs.length === 1 ? promise.externalClaimRef : undefined,
              )}
            </span>
            {tag('promise', promise.status)}
          </div>
          <span className={classes.note}>
            {t('explain.until', { day: format.date(promise.dueDate) })} · {promise.claimRefs.join(', ')}
            {promise.method && ` · ${t(`method.${promise.method as 'card'}`)}`}
          </span>
        </div>
      ))}
      {asking && (
        <ConfirmDialog
          opened
          onClose={() => setAsked(null)}
          title={t('settlement.acceptTitle', { amount: money(asking.amount) })}
          detail={
            <>
              {t('settlement.acceptHint', { day: format.date(asking.validUntil) })}
              <EndsNote ends={asking.ends} />
            </>
          }
          confirm={t('settlement.accept')}
          onConfirm={async () => {
            await acceptOf(asking);
            toastSuccess(t('settlement.accepted'));
          }}
        />
      )}
    </Section>
  );
}
