import { NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { fromDecimal, toDecimal } from '../../../../../core/money.ts';
import { addDays, type CalendarDate } from '../../../../../core/time.ts';
import { type CommissionTerms, PAYMENT_KINDS, type PaymentKind } from '../../../../../engine/commission/agreement.ts';
import { reckonPayment } from '../../../../../engine/commission/reckon.ts';
import { useCommissionReason } from '../../../../shell/partners.ts';
import { useFormat } from '../../../../ui/format.ts';
import { MoneyInput } from '../../../../ui/MoneyInput.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { readAmount } from '../../../../ui/readAmount.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import classes from './Agreement.module.css';

/** Any day does: only the days between two count. */
const DUE = '2026-01-01' as CalendarDate;

/** What the terms make of one payment, reckoned as the server will. */
export function WorkedExample({ terms }: { terms: CommissionTerms }) {
  const { t } = useTranslation('partners');
  const format = useFormat();
  const reason = useCommissionReason();
  const { currency } = terms;
  const [amount, setAmount] = useState(format.amount('100', currency));
  const [age, setAge] = useState<number | string>(200);
  const [kind, setKind] = useState<PaymentKind>('direct');
  const read = readAmount(format, amount, currency);
  const base = read === null ? null : fromDecimal(read, currency);
  const day = addDays(DUE, typeof age === 'number' ? age : 0);
  const earned =
    base !== null && base > 0n ? reckonPayment(terms, { base, currency, kind, day, handedOver: day, dueDate: DUE, soFar: 0n }) : null;
  const money = (minor: bigint) => format.money(toDecimal(minor, currency), currency);
  return (
    <Panel title={t('agreement.example')} tone="sunken">
      <div className={classes.example}>
        <MoneyInput label={t('agreement.examplePaid')} currency={currency} value={amount} onChange={setAmount} />
        <NumberInput label={t('agreement.exampleAge')} min={0} allowDecimal={false} value={age} onChange={setAge} />
        <Select
          label={t('agreement.exampleKind')}
          data={PAYMENT_KINDS.map((value) => ({ value, label: t(`paymentKind.${value}`) }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => value && setKind(value as PaymentKind)}
        />
      </div>
      {earned && (
        <p className={classes.result} role="status">
          {t('agreement.result', { amount: money(base!), age, net: money(earned.net), vat: money(earned.vat) })}
          <span className={classes.reason}>{reason(earned.why)}</span>
        </p>
      )}
    </Panel>
  );
}
