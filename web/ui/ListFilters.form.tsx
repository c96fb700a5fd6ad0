import { Button, MultiSelect, SegmentedControl, TagsInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { fromDecimal } from '../../core/money.ts';
import { readWhole } from '../../core/readAmount.ts';
import { calendarDate } from '../../core/time.ts';
import { DayInput } from './DayInput.tsx';
import { useFormat } from './format.ts';
import classes from './ListFilters.module.css';
import { type ListFilter, rangeFault, readRange, writeRange } from './listFilters.ts';
import { MoneyInput } from './MoneyInput.tsx';
import { readAmount } from './readAmount.ts';
import { useTranslation } from './texts.ts';

/** Takes effect with every choice; what is typed does so when it is complete. */
const CHOSEN: readonly ListFilter['kind'][] = ['several', 'one'];
const RANGES: readonly ListFilter['kind'][] = ['numbers', 'amounts', 'days'];

interface InputProps {
  readonly filter: ListFilter;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

type End = 'from' | 'to';

/** Changes one filter's value. */
export default function FilterForm({ onClose, ...props }: InputProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('lists');
  const isRange = RANGES.includes(props.filter.kind);
  const [typed, setTyped] = useState(() =>
    isRange ? [writeRange(readRange(props.values[0] ?? null))].filter((text) => text !== null) : props.values,
  );
  const [wrong, setWrong] = useState<readonly End[]>([]);
  if (CHOSEN.includes(props.filter.kind))
    return (
      <div className={classes.form}>
        <Choice {...props} />
      </div>
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // What cannot be read is said beside its field; it is never left out in silence.
    if (wrong.length > 0 || (isRange && typed[0] && rangeFault(props.filter.kind, typed[0]) !== null))
      return event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    props.onChange(typed);
    onClose();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <Typed
        {...props}
        values={typed}
        onChange={setTyped}
        onWrong={(end, isWrong) => setWrong((old) => [...old.filter((each) => each !== end), ...(isWrong ? [end] : [])])}
      />
      <Button type="submit" size="xs">
        {t('apply')}
      </Button>
    </form>
  );
}

const useNone = () => [];
const isReversed = (filter: ListFilter, values: readonly string[]) => rangeFault(filter.kind, values[0] ?? '') === 'orderWrong';

function Choice({ filter, values, onChange }: InputProps) {
  const { t } = useTranslation('lists');
  const { useOptions = useNone } = filter;
  const options = [...(useOptions() ?? [])];
  if (filter.kind === 'one')
    return <SegmentedControl aria-label={filter.label} data={options} value={values[0] ?? ''} onChange={(value) => onChange([value])} />;
  return (
    <MultiSelect
      label={filter.label}
      data={options}
      value={[...values]}
      onChange={(chosen) => onChange(filter.isSingle ? chosen.slice(-1) : chosen)}
      searchable
      limit={100}
      nothingFoundMessage={t('noneFound')}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

function Typed({ filter, values, onChange, onWrong }: InputProps & { onWrong: (end: End, isWrong: boolean) => void }) {
  const { t } = useTranslation('lists');
  const range = readRange(values[0] ?? null);
  const reversed = isReversed(filter, values);
  if (filter.kind === 'texts')
    return (
      <TagsInput
        label={filter.label}
        description={filter.hint}
        data-autofocus
        splitChars={[',', ';', ' ', '\t', '\n']}
        acceptValueOnBlur
        value={[...values]}
        onChange={onChange}
        comboboxProps={{ withinPortal: false }}
      />
    );
  return (['from', 'to'] as const).map((end) => (
    <RangeEnd
      key={end}
      filter={filter}
      label={`${t(`range.${end}`)}${filter.unit ? ` (${filter.unit})` : ''}`}
      value={range[end] ?? ''}
      error={end === 'to' && reversed ? t('orderWrong') : undefined}
      onChange={(value) => {
        onWrong(end, value === null);
        const text = writeRange({ ...range, [end]: value || null });
        onChange(text === null ? [] : [text]);
      }}
    />
  ));
}

/** One end of a range, as it is typed. @param error what is wrong with a value that is read. @param onChange takes what the address holds, '' for an open end, null for what cannot be read. */
function RangeEnd(props: {
  filter: ListFilter;
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string | null) => void;
}) {
  const { t } = useTranslation('lists');
  const format = useFormat();
  const { kind, currency = '' } = props.filter;
  const read = (typed: string): string | null => {
    if (typed.trim() === '') return '';
    if (kind === 'amounts') return readAmount(format, typed, currency);
    if (kind === 'days') return calendarDate(typed) && typed;
    return readWhole(typed)?.toString() ?? null;
  };
  const [text, setText] = useState(() => {
    const readable = kind === 'amounts' && props.value !== '' && fromDecimal(props.value, currency) !== null;
    return readable ? format.amount(props.value, currency) : props.value;
  });
  const wrong = kind === 'amounts' ? 'amountWrong' : kind === 'days' ? 'dayWrong' : 'numberWrong';
  const change = (next: string) => {
    setText(next);
    props.onChange(read(next));
  };
  const shared = { label: props.label, value: text, error: read(text) === null ? t(wrong) : props.error };
  if (kind === 'amounts') return <MoneyInput {...shared} currency={currency} onChange={change} />;
  if (kind === 'days') return <DayInput {...shared} onChange={change} />;
  return <TextInput {...shared} inputMode="numeric" onChange={(event) => change(event.currentTarget.value)} />;
}
