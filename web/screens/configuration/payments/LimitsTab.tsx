import { MultiSelect, NumberInput, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './PaymentsScreen.module.css';
import type { PlanLimits, TabProps } from './settings.ts';

const INTERVALS = ['weekly', 'everyTwoWeeks', 'monthly'] as const;

/** What may be agreed on: plans, by staff and by debtors themselves, and settlements. */
export function LimitsTab({ settings, change }: TabProps) {
  const { t } = useTranslation(['payments', 'events']);
  const { settlements } = settings;
  const setSettlements = (part: Partial<typeof settlements>) => change({ settlements: { ...settlements, ...part } });
  return (
    <>
      <h3>{t('limits.plans')}</h3>
      <PlanFields
        limits={settings.staffPlans}
        change={(staffPlans) => change({ staffPlans })}
        more={<CountInput label={t('limits.graceDays')} value={settings.graceDays} max={120} set={(graceDays) => change({ graceDays })} />}
      />
      <h3>{t('limits.debtorPlans')}</h3>
      <PlanFields limits={settings.debtorPlans} change={(debtorPlans) => change({ debtorPlans })} />
      <h3>{t('limits.settlements')}</h3>
      <div className={classes.grid}>
        <CountInput
          label={t('limits.maxDiscount')}
          value={settlements.maxDiscountPercent}
          max={100}
          set={(maxDiscountPercent) => setSettlements({ maxDiscountPercent })}
        />
        <CountInput label={t('limits.maxDays')} value={settlements.maxDays} max={365} set={(maxDays) => setSettlements({ maxDays })} />
      </div>
      <Switch
        label={t('limits.debtorMayAccept')}
        checked={settlements.debtorMayAccept}
        onChange={(event) => setSettlements({ debtorMayAccept: event.currentTarget.checked })}
      />
    </>
  );
}

function PlanFields({ limits, change, more }: { limits: PlanLimits; change: (limits: PlanLimits) => void; more?: ReactNode }) {
  const { t } = useTranslation(['payments', 'events']);
  const set = (part: Partial<PlanLimits>) => change({ ...limits, ...part });
  return (
    <>
      <div className={classes.grid}>
        <CountInput label={t('limits.minParts')} value={limits.minParts} max={120} set={(minParts) => set({ minParts })} />
        <CountInput label={t('limits.maxParts')} value={limits.maxParts} max={120} set={(maxParts) => set({ maxParts })} />
        <CountInput label={t('limits.maxFirstDays')} value={limits.maxFirstDays} max={365} set={(maxFirstDays) => set({ maxFirstDays })} />
        {more}
      </div>
      <MultiSelect
        label={t('limits.intervals')}
        value={[...limits.intervals]}
        data={INTERVALS.map((value) => ({ value, label: t(`events:part.interval.${value}`) }))}
        onChange={(intervals) => set({ intervals })}
      />
      <NumberInput
        label={t('limits.minPart')}
        decimalScale={2}
        min={0}
        value={limits.minPart === null ? '' : Number(limits.minPart)}
        onChange={(value) => set({ minPart: value === '' ? null : String(value) })}
      />
      <Switch
        label={t('limits.downPayment')}
        checked={limits.downPayment}
        onChange={(event) => set({ downPayment: event.currentTarget.checked })}
      />
    </>
  );
}

function CountInput({ label, value, max, set }: { label: string; value: number; max: number; set: (value: number) => void }) {
  return (
    <NumberInput
      label={label}
      value={value}
      min={0}
      max={max}
      allowDecimal={false}
      onChange={(next) => typeof next === 'number' && set(next)}
    />
  );
}
