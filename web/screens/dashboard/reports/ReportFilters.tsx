import { MultiSelect, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DayInput, dayOrNone } from '../../../ui/DayInput.tsx';
import type { RangeFault } from '../../../ui/listFilters.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { type ReportQuestion, SPANS, TABS } from './filter.ts';
import classes from './ReportsScreen.module.css';
import type { ReportOptionsQuery } from './reporting.graphql.ts';

type Day = 'asOf' | 'from' | 'to';

/** Currency, portfolios, products and the time a report is about. @param onChange takes URL parameters and their values. */
export function ReportFilters(props: {
  question: ReportQuestion;
  options: ReportOptionsQuery['getReportOptions'] | undefined;
  today: string;
  onChange: (values: Readonly<Record<string, readonly string[]>>) => void;
}) {
  const { t } = useTranslation(['reports', 'lists']);
  const { configuration } = useWorkspace();
  const { question, options, today, onChange } = props;
  const { tab, filter } = question;
  const currency = filter.currency ?? configuration.currency;
  const currencies = [...new Set([...(options?.currencies ?? [configuration.currency]), currency])];
  const spans = SPANS[tab];
  const [wrong, setWrong] = useState<{ readonly name: Day; readonly fault: RangeFault } | null>(null);
  /** What no report can be asked with stays in its field, which says why. */
  const take = (name: Day, next: string) => {
    const ends = { from: question.fromGiven ? question.from : '', to: question.to, [name]: next };
    const isReversed = name !== 'asOf' && ends.from !== '' && ends.to !== '' && ends.from > ends.to;
    const fault = dayOrNone(next) === '' ? null : next > today ? 'dayWrong' : isReversed ? 'orderWrong' : null;
    setWrong(fault && { name, fault });
    if (fault === null && (next === '' || dayOrNone(next))) onChange({ [name]: next ? [next] : [] });
  };
  const day = (name: Day, value: string) => (
    <DayInput
      label={t(`filter.${name}`)}
      value={value}
      max={today}
      {...(options && { min: options.since })}
      error={wrong?.name === name ? t(`lists:${wrong.fault}`) : undefined}
      onChange={(next) => take(name, next)}
    />
  );
  const choice = (name: 'portfolio' | 'product', data: readonly string[], value: readonly string[]) => (
    <MultiSelect
      className={classes.names}
      label={t(`filter.${name}`)}
      {...(value.length === 0 && { placeholder: t('filter.all') })}
      data={[...new Set([...data, ...value])]}
      value={[...value]}
      onChange={(next) => onChange({ [name]: next })}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('filter.clear', { name: t(`filter.${name}`) }) }}
      maxDropdownHeight={280}
    />
  );
  return (
    <search className={classes.filters} aria-label={t('filter.label')}>
      {tab === 'aging' && day('asOf', question.asOf ?? today)}
      {tab === 'performance' && day('from', question.from)}
      {tab === 'performance' && day('to', question.to)}
      {spans && (
        <NativeSelect
          label={t(tab === TABS[4] ? 'filter.weeks' : 'filter.months')}
          data={[...spans]
            .sort((a, b) => a - b)
            .map((count) => ({ value: String(count), label: t(tab === TABS[4] ? 'weeks' : 'months', { count }) }))}
          value={String(question.span)}
          onChange={(event) => onChange({ span: Number(event.currentTarget.value) === spans[0] ? [] : [event.currentTarget.value] })}
        />
      )}
      {currencies.length > 1 && (
        <NativeSelect
          label={t('filter.currency')}
          data={currencies}
          value={currency}
          onChange={(event) =>
            onChange({ currency: event.currentTarget.value === configuration.currency ? [] : [event.currentTarget.value] })
          }
        />
      )}
      {choice('portfolio', options?.portfolios ?? [], filter.portfolios)}
      {choice('product', options?.products ?? [], filter.products)}
    </search>
  );
}
