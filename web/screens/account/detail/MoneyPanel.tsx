import type { CSSProperties } from 'react';
import { toDecimal } from '../../../../core/money.ts';
import { ExplainedMoney } from '../../../shell/ExplainedMoney.tsx';
import { minorOf, shareOf } from '../../../ui/amounts.ts';
import { useFormat } from '../../../ui/format.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { ShareBar } from '../../../ui/Progress.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Account } from './account.ts';
import classes from './MoneyPanel.module.css';

/** Stands in a sentence where the amount goes; no text holds it. */
const MARK = '\u0001';

/** How much is open, and how much of the whole is paid and promised. */
export function MoneyPanel({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { currency } = account;
  const minor = (amount: string) => {
    const value = minorOf(amount, currency);
    return value > 0n ? value : 0n;
  };
  const [paid, promised] = [minor(account.paidAmount), minor(account.promisedAmount)];
  const whole = minor(account.totalAmount) + paid;
  const money = (amount: string) => format.money(amount, currency);
  const sentence = (text: string, amount: string, at: 'payments' | 'agreements') => {
    const [before, after] = text.split(MARK);
    return (
      <>
        {before}
        <ExplainedMoney amount={amount} currency={currency} point={{ at }} />
        {after}
      </>
    );
  };
  const words = {
    paid: money(account.paidAmount),
    promised: money(account.promisedAmount),
    total: money(toDecimal(whole, currency)),
  };
  return (
    <Panel>
      <p className={classes.label}>{t('balance.title')}</p>
      <p className={classes.amount}>
        <span style={{ '--letters': money(account.totalAmount).length } as CSSProperties}>
          <ExplainedMoney amount={account.totalAmount} currency={currency} />
        </span>
      </p>
      <ShareBar
        label={t('balance.share', words)}
        parts={[
          { share: shareOf(paid, whole), tone: 'strong' },
          { share: shareOf(promised, whole), tone: 'half' },
        ]}
      />
      <p className={classes.shares}>
        <span>{sentence(t('balance.paid', { amount: MARK }), account.paidAmount, 'payments')}</span>
        {promised > 0n && <span>{sentence(t('balance.promised', { amount: MARK }), account.promisedAmount, 'agreements')}</span>}
      </p>
    </Panel>
  );
}
