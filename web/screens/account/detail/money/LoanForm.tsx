import { NumberInput, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { fromDecimal, toDecimal } from '../../../../../core/money.ts';
import { annuity } from '../../../../../engine/ledger/plan.ts';
import { useQuery } from '../../../../shell/api.ts';
import { useMoneyWords } from '../../../../shell/useMoneyWords.ts';
import { useFlag, useWorkspace } from '../../../../shell/workspace.ts';
import { DayInput, dayOrNone } from '../../../../ui/DayInput.tsx';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { MoneyInput } from '../../../../ui/MoneyInput.tsx';
import { Section } from '../../../../ui/Panel.tsx';
import { readAmount } from '../../../../ui/readAmount.ts';
import { ErrorState } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import type { Account } from '../account.ts';
import { AccountLoanDocument } from './account.graphql.ts';
import classes from './money.module.css';

const MOST_MONTHS = 120;

/** What pays the account off on any day, what each further day costs, and what equal monthly payments would be. */
export default function LoanForm(props: { account: Account; onClose: () => void }) {
  const { account } = props;
  const { t } = useTranslation('money');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const words = useMoneyWords();
  const hasCalculator = useFlag('CUSTOM_LOAN_CALCULATOR');
  const today = format.dayOf(new Date().toISOString());
  const [dueDate, setDueDate] = useState<string>(today);
  const { data, error, refetch } = useQuery(
    'account',
    AccountLoanDocument,
    { clientId, accountId: account.id, dueDate: dayOrNone(dueDate) || today },
    { keepPrevious: true },
  );
  const loan = data?.getAccountLoan;
  return (
    <Drawer opened onClose={props.onClose} size={600} title={t('loan.title')}>
      <DayInput min={today} data-autofocus label={t('loan.dueDate')} value={dueDate} onChange={setDueDate} />
      {error && !loan ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !loan ? (
        <Skeleton mt="md" height={120} />
      ) : (
        <>
          <p className={classes.figure}>
            <strong>{format.money(loan.total, loan.currency)}</strong>
            <span>{t('loan.paysOff', { day: format.date(loan.dueDate) })}</span>
          </p>
          <dl className={classes.components}>
            {(['principal', 'interest', 'costs', 'credit'] as const).map((part) => (
              <div key={part}>
                <dt>{words.component(part)}</dt>
                <dd>{format.money(loan[part], loan.currency)}</dd>
              </div>
            ))}
          </dl>
          <p className={classes.hint}>
            {Number(loan.interestPerDay) > 0
              ? t('loan.perDay', { amount: loan.interestPerDay, currency: loan.currency })
              : t('loan.noInterest')}
          </p>
          {hasCalculator && <Calculator total={loan.total} currency={loan.currency} />}
        </>
      )}
    </Drawer>
  );
}

function Calculator({ total, currency }: { total: string; currency: string }) {
  const { t } = useTranslation(['money', 'account']);
  const format = useFormat();
  const [principal, setPrincipal] = useState(format.amount(total, currency));
  const [rate, setRate] = useState<number | string>(5);
  const [months, setMonths] = useState<number | string>(12);
  const minor = fromDecimal(readAmount(format, principal, currency) ?? '', currency);
  const isWhole =
    minor !== null && minor > 0n && typeof rate === 'number' && typeof months === 'number' && months >= 1 && months <= MOST_MONTHS;
  const parts = isWhole ? annuity(minor, Math.round(rate * 100), months) : [];
  const money = (amount: bigint) => format.amount(toDecimal(amount, currency), currency);
  const interest = parts.reduce((sum, part) => sum + part.interest, 0n);
  return (
    <div className={classes.block}>
      <Section title={t('loan.calculator')}>
        <div className={classes.asked}>
          <MoneyInput
            label={t('loan.principal')}
            currency={currency}
            value={principal}
            onChange={setPrincipal}
            error={minor === null && t('account:promise.amountWrong', { example: format.amount('1284.6', 'EUR') })}
          />
          <NumberInput label={t('loan.rate')} value={rate} onChange={setRate} min={0} max={100} decimalScale={2} suffix=" %" />
          <NumberInput label={t('loan.months')} value={months} onChange={setMonths} min={1} max={MOST_MONTHS} allowDecimal={false} />
        </div>
        {parts.length > 0 && (
          <>
            <p className={classes.hint}>{t('loan.sum', { interest: format.money(toDecimal(interest, currency), currency) })}</p>
            <table className={classes.rows}>
              <thead>
                <tr>
                  <th>{t('loan.number')}</th>
                  <th data-right>{t('loan.payment')}</th>
                  <th data-right>{t('component.interest')}</th>
                  <th data-right>{t('component.principal')}</th>
                  <th data-right>{t('loan.rest')}</th>
                </tr>
              </thead>
              <tbody>
                {parts.map((part) => (
                  <tr key={part.number}>
                    <td>{part.number}</td>
                    <td data-right>{money(part.payment)}</td>
                    <td data-right>{money(part.interest)}</td>
                    <td data-right>{money(part.principal)}</td>
                    <td data-right>{money(part.rest)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </Section>
    </div>
  );
}
