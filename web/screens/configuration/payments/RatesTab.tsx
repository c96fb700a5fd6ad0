import { NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
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
          <TextInput
            type="date"
            label={t('rate.from')}
            value={rate.from}
            error={errors[`baseRates.${index}.from`]}
            onChange={(event) => set(index, { from: event.currentTarget.value })}
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
  const format = useFormat();
  const { currency } = useWorkspace().configuration;
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
          <MoneyInput
            label={t('fee.amount')}
            currency={currency}
            value={format.amount(fee.amount, currency)}
            error={errors[`fees.${index}.amount`]}
            onChange={(text) => set(index, { amount: format.readAmount(text, currency) ?? fee.amount })}
          />
          <RemoveRow onRemove={() => change({ fees: fees.filter((_, at) => at !== index) })} />
        </div>
      ))}
      <AddRow onAdd={() => change({ fees: [...fees, { name: t('fee.first'), amount: '5.00' }] })}>{t('fee.add')}</AddRow>
    </>
  );
}
