import { NumberInput, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DayInput } from '../../../ui/DayInput.tsx';
import { useFormat } from '../../../ui/format.ts';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { readAmount } from '../../../ui/readAmount.ts';
import classes from './PaymentsScreen.module.css';
import { AddRow, RemoveRow } from './rows.tsx';
import type { TabProps } from './settings.ts';

/** Base rates that the client adds to those the product knows. */
export function RatesTab({ settings, errors, change, knownBaseRates }: TabProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const rates = settings.baseRates;
  const set = (index: number, part: Partial<(typeof rates)[number]>) =>
    change({ baseRates: rates.map((rate, at) => (at === index ? { ...rate, ...part } : rate)) });
  const newest = [...knownBaseRates].reverse().slice(0, 6);
  return (
    <>
      {rates.map((rate, index) => (
        // A rate is what stands in its row.
        <div key={`rate ${String(index)}`} className={classes.pair}>
          <DayInput
            label={t('rate.from')}
            value={rate.from}
            error={errors[`baseRates.${index}.from`]}
            onChange={(from) => set(index, { from })}
          />
          <NumberInput
            label={t('rate.percent')}
            suffix=" %"
            decimalScale={2}
            value={rate.basisPoints / 100}
            error={errors[`baseRates.${index}.basisPoints`]}
            onChange={(value) => set(index, { basisPoints: Math.round(Number(value) * 100) })}
          />
          <RemoveRow onRemove={() => change({ baseRates: rates.filter((_, at) => at !== index) })} />
        </div>
      ))}
      <AddRow onAdd={() => change({ baseRates: [...rates, { from: format.dayOf(new Date().toISOString()), basisPoints: 127 }] })}>
        {t('rate.add')}
      </AddRow>
      <h3>{t('rate.known')}</h3>
      <ul className={classes.list}>
        {newest.map((rate) => (
          <li key={rate.from}>{t('rate.line', { day: format.date(rate.from), rate: format.number(rate.basisPoints / 100) })}</li>
        ))}
      </ul>
    </>
  );
}

/** The client's own fees, which are offered when one is booked. */
export function FeesTab({ settings, errors, change }: TabProps) {
  const { t } = useTranslation('payments');
  const fees = settings.fees;
  const set = (index: number, part: Partial<(typeof fees)[number]>) =>
    change({ fees: fees.map((fee, at) => (at === index ? { ...fee, ...part } : fee)) });
  return (
    <>
      {fees.map((fee, index) => (
        // A fee may be renamed while it is typed, so its place keeps it.
        <div key={`fee ${String(index)}`} className={classes.pair}>
          <TextInput
            label={t('fee.name')}
            value={fee.name}
            error={errors[`fees.${index}.name`]}
            onChange={(event) => set(index, { name: event.currentTarget.value })}
          />
          <FeeAmount amount={fee.amount} error={errors[`fees.${index}.amount`]} set={(amount) => set(index, { amount })} />
          <RemoveRow onRemove={() => change({ fees: fees.filter((_, at) => at !== index) })} />
        </div>
      ))}
      <AddRow onAdd={() => change({ fees: [...fees, { name: t('fee.first'), amount: '5.00' }] })}>{t('fee.add')}</AddRow>
    </>
  );
}

/** Keeps what is typed as it is typed; what is no amount goes along as text, so that saving says so beside the field. */
function FeeAmount({ amount, error, set }: { amount: string; error: ReactNode; set: (amount: string) => void }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { currency } = useWorkspace().configuration;
  const shown = /^\d+(\.\d+)?$/.test(amount) ? format.amount(amount, currency) : amount;
  const [typed, setTyped] = useState({ text: shown, amount });
  // Somebody else's amount, or the saved one, takes the place of what was typed before it.
  const value = typed.amount === amount ? typed.text : shown;
  return (
    <MoneyInput
      label={t('fee.amount')}
      currency={currency}
      value={value}
      error={error}
      onChange={(text) => {
        const next = readAmount(format, text, currency) ?? text;
        setTyped({ text, amount: next });
        set(next);
      }}
    />
  );
}
