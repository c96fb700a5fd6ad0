import { NumberInput, TextInput } from '@mantine/core';
import { DayInput } from '../../../ui/DayInput.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { AmountField } from './AmountField.tsx';
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
          <AmountField
            label={t('fee.amount')}
            amount={fee.amount}
            error={errors[`fees.${index}.amount`]}
            set={(amount) => set(index, { amount: amount ?? '' })}
          />
          <RemoveRow onRemove={() => change({ fees: fees.filter((_, at) => at !== index) })} />
        </div>
      ))}
      <AddRow onAdd={() => change({ fees: [...fees, { name: t('fee.first'), amount: '5.00' }] })}>{t('fee.add')}</AddRow>
    </>
  );
}
