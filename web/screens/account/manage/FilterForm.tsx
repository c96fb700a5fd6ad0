import { Button, MultiSelect, SegmentedControl, TagsInput, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import classes from './AccountsScreen.module.css';
import { AccountLabelsDocument } from './account.graphql.ts';
import { DAYS, type FilterName, readRange, writeRange } from './filters.ts';

/** Typed when complete; the others take effect with every choice. */
const TYPED: readonly FilterName[] = ['pastDue', 'dueDate', 'amount', 'lastContact', 'created', 'debtorRef'];

/** Changes one filter's value. */
export default function FilterForm(props: {
  name: FilterName;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  onClose: () => void;
}) {
  const { name } = props;
  const { t } = useTranslation('accounts');
  const [typed, setTyped] = useState(props.values);
  if (!TYPED.includes(name))
    return (
      <div className={classes.form}>
        <FilterInput name={name} values={props.values} onChange={props.onChange} />
      </div>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onChange(typed);
    props.onClose();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <FilterInput name={name} values={typed} onChange={setTyped} />
      <Button type="submit" size="xs">
        {t('apply')}
      </Button>
    </form>
  );
}

function FilterInput(props: { name: FilterName; values: readonly string[]; onChange: (values: readonly string[]) => void }): ReactNode {
  const { name, values, onChange } = props;
  const { t } = useTranslation('accounts');
  const { clientId, configuration } = useWorkspace();
  const { members } = useStaff();
  const labels = useQuery('account', AccountLabelsDocument, name === 'product' || name === 'portfolio' ? { clientId } : null);
  const range = readRange(values[0] ?? null);
  const change = (end: 'from' | 'to', value: string) => {
    const text = writeRange({ ...range, [end]: value || null });
    onChange(text === null ? [] : [text]);
  };
  const ends = (type: 'text' | 'date', unit: string) =>
    (['from', 'to'] as const).map((end) => (
      <TextInput
        key={end}
        type={type}
        inputMode={type === 'text' ? 'numeric' : undefined}
        pattern={type === 'text' ? '-?\\d{1,5}' : undefined}
        label={`${t(`range.${end}`)}${unit}`}
        value={range[end] ?? ''}
        onChange={(event) => change(end, event.currentTarget.value.trim())}
      />
    ));
  if (name === 'pastDue') return ends('text', ` (${t('days')})`);
  if (name === 'amount')
    return (['from', 'to'] as const).map((end) => (
      <AmountEnd key={end} end={end} currency={configuration.currency} value={range[end]} onChange={(value) => change(end, value)} />
    ));
  if (DAYS.includes(name)) return ends('date', '');
  if (name === 'debtorRef')
    return (
      <TagsInput
        label={t('filter.debtorRef')}
        description={t('debtorRefHint')}
        data-autofocus
        splitChars={[',', ';', ' ', '\t', '\n']}
        acceptValueOnBlur
        value={[...values]}
        onChange={onChange}
        comboboxProps={{ withinPortal: false }}
      />
    );
  if (name === 'debtorType')
    return (
      <SegmentedControl
        data={[
          { value: 'person', label: t('type.person') },
          { value: 'company', label: t('type.company') },
        ]}
        value={values[0] ?? ''}
        onChange={(value) => onChange([value])}
      />
    );
  const options =
    name === 'assignee'
      ? members.map((member) => ({ value: member.id, label: member.name || member.email }))
      : ((name === 'product' ? labels.data?.getProducts : labels.data?.getPortfolios) ?? []);
  return (
    <MultiSelect
      label={t(`filter.${name}`)}
      data={[...options]}
      value={[...values]}
      onChange={onChange}
      searchable
      limit={100}
      nothingFoundMessage={t('noneFound')}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

/** One end of a range of amounts; what is no amount (yet) does not count. */
function AmountEnd(props: { end: 'from' | 'to'; currency: string; value: string | null; onChange: (amount: string) => void }) {
  const { t } = useTranslation('accounts');
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
