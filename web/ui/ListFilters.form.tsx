import { Button, MultiSelect, SegmentedControl, TagsInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from './format.ts';
import classes from './ListFilters.module.css';
import { type ListFilter, readRange, writeRange } from './listFilters.ts';
import { MoneyInput } from './MoneyInput.tsx';

/** Takes effect with every choice; what is typed does so when it is complete. */
const CHOSEN: readonly ListFilter['kind'][] = ['several', 'one'];

interface InputProps {
  readonly filter: ListFilter;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** Changes one filter's value. */
export default function FilterForm({ onClose, ...props }: InputProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('lists');
  const [typed, setTyped] = useState(props.values);
  if (CHOSEN.includes(props.filter.kind))
    return (
      <div className={classes.form}>
        <Choice {...props} />
      </div>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onChange(typed);
    onClose();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <Typed {...props} values={typed} onChange={setTyped} />
      <Button type="submit" size="xs">
        {t('apply')}
      </Button>
    </form>
  );
}

const useNone = () => [];

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
      onChange={onChange}
      searchable
      limit={100}
      nothingFoundMessage={t('noneFound')}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

function Typed({ filter, values, onChange }: InputProps) {
  const { t } = useTranslation('lists');
  const range = readRange(values[0] ?? null);
  const change = (end: 'from' | 'to', value: string) => {
    const text = writeRange({ ...range, [end]: value || null });
    onChange(text === null ? [] : [text]);
  };
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
  const days = filter.kind === 'days';
  return (['from', 'to'] as const).map((end) =>
    filter.kind === 'amounts' ? (
      <AmountEnd key={end} end={end} currency={filter.currency ?? ''} value={range[end]} onChange={(value) => change(end, value)} />
    ) : (
      <TextInput
        key={end}
        type={days ? 'date' : 'text'}
        inputMode={days ? undefined : 'numeric'}
        pattern={days ? undefined : '-?\\d{1,5}'}
        label={`${t(`range.${end}`)}${filter.unit ? ` (${filter.unit})` : ''}`}
        value={range[end] ?? ''}
        onChange={(event) => change(end, event.currentTarget.value.trim())}
      />
    ),
  );
}

/** One end of a range of amounts; what is no amount (yet) does not count. */
function AmountEnd(props: { end: 'from' | 'to'; currency: string; value: string | null; onChange: (amount: string) => void }) {
  const { t } = useTranslation('lists');
  const format = useFormat();
  const [text, setText] = useState(props.value === null ? '' : format.amount(props.value, props.currency));
  const wrong = text.trim() !== '' && format.readAmount(text, props.currency) === null;
  return (
    <MoneyInput
      label={t(`range.${props.end}`)}
      currency={props.currency}
      value={text}
      error={wrong ? t('amountWrong') : undefined}
      onChange={(next) => {
        setText(next);
        props.onChange(format.readAmount(next, props.currency) ?? '');
      }}
    />
  );
}
