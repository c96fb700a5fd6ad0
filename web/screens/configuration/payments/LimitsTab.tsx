import { MultiSelect, NumberInput, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../ui/texts.ts';
import { ApprovalLimits } from './ApprovalLimits.tsx';
import classes from './PaymentsScreen.module.css';
import type { PlanLimits, TabProps } from './settings.ts';

const INTERVALS = ['weekly', 'everyTwoWeeks', 'monthly'] as const;

/** What may be agreed on: plans, by staff and by debtors themselves, and settlements. */
export function LimitsTab({ settings, errors, change }: TabProps) {
  const { t } = useTranslation(['payments', 'events']);
  const { settlements } = settings;
  const setSettlements = (part: Partial<typeof settlements>) => change({ settlements: { ...settlements, ...part } });
  return (
    <>
      <h3>{t('limits.plans')}</h3>
      <PlanFields
        limits={settings.staffPlans}
        errorOf={(field) => errors[`staffPlans.${field}`]}
        change={(staffPlans) => change({ staffPlans })}
        more={
          <CountInput
            label={t('limits.graceDays')}
            value={settings.graceDays}
            max={120}
            error={errors.graceDays}
            set={(graceDays) => change({ graceDays })}
          />
        }
      />
      <h3>{t('limits.debtorPlans')}</h3>
      <PlanFields
        limits={settings.debtorPlans}
        errorOf={(field) => errors[`debtorPlans.${field}`]}
        change={(debtorPlans) => change({ debtorPlans })}
      />
      <NumberInput
        label={t('part.leastPayment')}
        error={errors.leastPayment}
        decimalScale={2}
        min={0}
        placeholder="1"
        value={settings.leastPayment === null ? '' : Number(settings.leastPayment)}
        onChange={(value) => change({ leastPayment: value === '' ? null : String(value) })}
      />
      <h3>{t('limits.settlements')}</h3>
      <div className={classes.grid}>
        <CountInput
          label={t('limits.maxDiscount')}
          value={settlements.maxDiscountPercent}
          max={100}
          error={errors['settlements.maxDiscountPercent']}
          set={(maxDiscountPercent) => setSettlements({ maxDiscountPercent })}
        />
        <CountInput
          label={t('limits.maxDays')}
          value={settlements.maxDays}
          max={365}
          error={errors['settlements.maxDays']}
          set={(maxDays) => setSettlements({ maxDays })}
        />
      </div>
      <Switch
        label={t('limits.debtorMayAccept')}
        checked={settlements.debtorMayAccept}
        onChange={(event) => setSettlements({ debtorMayAccept: event.currentTarget.checked })}
      />
      <ApprovalLimits settings={settings} errors={errors} change={change} />
    </>
  );
}

function PlanFields(props: {
  limits: PlanLimits;
  errorOf: (field: keyof PlanLimits) => ReactNode;
  change: (limits: PlanLimits) => void;
  more?: ReactNode;
}) {
  const { limits, errorOf, change, more } = props;
  const { t } = useTranslation(['payments', 'events']);
  const set = (part: Partial<PlanLimits>) => change({ ...limits, ...part });
  return (
    <>
      <div className={classes.grid}>
        <CountInput
          label={t('limits.minParts')}
          value={limits.minParts}
          max={120}
          error={errorOf('minParts')}
          set={(minParts) => set({ minParts })}
        />
        <CountInput
          label={t('limits.maxParts')}
          value={limits.maxParts}
          max={120}
          error={errorOf('maxParts')}
          set={(maxParts) => set({ maxParts })}
        />
        <CountInput
          label={t('limits.maxFirstDays')}
          value={limits.maxFirstDays}
          max={365}
          error={errorOf('maxFirstDays')}
          set={(maxFirstDays) => set({ maxFirstDays })}
        />
        {more}
      </div>
      <MultiSelect
        label={t('limits.intervals')}
        error={errorOf('intervals')}
        value={[...limits.intervals]}
        data={INTERVALS.map((value) => ({ value, label: t(`events:interval.${value}`) }))}
        onChange={(intervals) => set({ intervals })}
      />
      <NumberInput
        label={t('limits.minPart')}
        error={errorOf('minPart')}
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

function CountInput(props: { label: string; value: number; max: number; error: ReactNode; set: (value: number) => void }) {
  const { label, value, max, error, set } = props;
  return (
    <NumberInput
      label={label}
      value={value}
      error={error}
      min={0}
      max={max}
      allowDecimal={false}
      onChange={(next) => typeof next === 'number' && set(next)}
    />
  );
}
