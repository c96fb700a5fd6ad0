import { Select, TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isFreeGroup, type MetaField, type MetaForm, type MetaGroupForm, metaForm, metaTitle } from '../../core/metadata.ts';
import { decimalSign, readNumber } from '../../core/readAmount.ts';
import { DayInput } from './DayInput.tsx';
import { useFormat } from './format.ts';
import classes from './MetaFields.module.css';
import { Rows } from './Rows.tsx';
import { useTranslation } from './texts.ts';

interface Props {
  readonly field: MetaField;
  readonly label: string;
  readonly value: MetaForm;
  readonly onChange: (value: MetaForm) => void;
  readonly error?: ReactNode;
  /** Of amounts. */
  readonly currency: string;
  readonly required?: boolean;
  /** Its label is read, but not shown: in a row of a list. */
  readonly bare?: boolean;
}

/** The input for one metadata field: a text, a day, a choice, a number, an amount, a share, yes or no, a list or a group. */
export function MetaInput(props: Props) {
  const { field, label, onChange, error } = props;
  if (field.type === 'array' || field.type === 'object')
    return (
      <fieldset className={classes.group} aria-invalid={error ? true : undefined}>
        <legend>{label}</legend>
        {field.type === 'array' ? <List {...props} /> : isFreeGroup(field) ? <FreeGroup {...props} /> : <Group {...props} />}
        {error && <div className={classes.error}>{error}</div>}
      </fieldset>
    );
  return <Single {...props} value={typeof props.value === 'string' ? props.value : ''} onChange={onChange} />;
}

function Single({ field, label, value, onChange, error, currency, required, bare }: Props & { value: string }) {
  const { t } = useTranslation('fields');
  const format = useFormat();
  const shared = { size: 'xs', error, ...(required && { required }), ...(bare ? { 'aria-label': label } : { label }) } as const;
  if (field.type === 'boolean')
    return (
      <Select
        {...shared}
        clearable
        placeholder={t('unsaid')}
        data={[
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  if (field.type === 'number')
    return (
      <NumberText
        {...shared}
        leftSection={field.format === 'CURRENCY' ? format.currencySign(currency) : undefined}
        rightSection={field.format === 'PERCENTAGE' ? '%' : undefined}
        currency={currency}
        value={value}
        onChange={onChange}
      />
    );
  if (field.enum)
    return (
      <Select
        {...shared}
        clearable
        searchable={field.enum.length > 8}
        // What stood there before the choices were narrowed is still shown.
        data={value === '' || field.enum.includes(value) ? [...field.enum] : [value, ...field.enum]}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  if (field.format === 'DATE') return <DayInput {...shared} value={value} onChange={onChange} />;
  return <TextInput {...shared} value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
}

/**
 * A number as the reader writes it. @param value plain decimal text; what cannot be read as a number stays as it was typed, for the server to
 * say what is wrong.
 */
function NumberText(
  props: Omit<TextInputProps, 'value' | 'onChange'> & { currency: string; value: string; onChange: (value: string) => void },
) {
  const { currency, value, onChange, ...rest } = props;
  const format = useFormat();
  const decimal = decimalSign(new Intl.NumberFormat(format.locale));
  const read = (text: string) => readNumber(text, decimal, currency) ?? text;
  const [typed, setTyped] = useState('');
  const own = /^-?\d+\.\d+$/.test(value) ? value.replace('.', decimal) : value;
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={read(typed) === value ? typed : own}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(read(event.currentTarget.value));
      }}
      onBlur={() => setTyped(own)}
    />
  );
}

/** A row of a list knows its value by a name, so that rows can be edited like any others. */
function List({ field, label, value, onChange, currency }: Props) {
  const { t } = useTranslation('fields');
  const items = field.items ?? { type: 'string' };
  const rows = (Array.isArray(value) ? value : []).map((each) => ({ value: each as MetaForm }));
  return (
    <Rows
      rows={rows}
      onChange={(next) => onChange(next.map((row) => row.value))}
      columns="minmax(0, 1fr)"
      nameOf={(row) => String(row.value)}
      add={t('addEntry')}
      fresh={{ value: metaForm(items, null) }}
      line={(row, put, index) => (
        <MetaInput
          field={items}
          label={`${label} ${index + 1}`}
          bare
          currency={currency}
          value={row.value}
          onChange={(next) => put({ value: next })}
        />
      )}
    />
  );
}

function Group({ field, value, onChange, currency }: Props) {
  const parts = (Array.isArray(value) || typeof value === 'string' ? {} : value) as MetaGroupForm;
  return (
    <div className={classes.inputs}>
      {field.order?.map((name) => {
        const part = field.properties![name]!;
        return (
          <MetaInput
            key={name}
            field={part}
            label={metaTitle(name, part)}
            currency={currency}
            value={parts[name] ?? metaForm(part, null)}
            onChange={(next) => onChange({ ...parts, [name]: next })}
          />
        );
      })}
    </div>
  );
}

function FreeGroup({ value, onChange }: Props) {
  const { t } = useTranslation('fields');
  const rows = (Array.isArray(value) ? value : []).map((each) => {
    const [name, text] = each as readonly [string, string];
    return { name, text };
  });
  return (
    <Rows
      rows={rows}
      onChange={(next) => onChange(next.map(({ name, text }) => [name, text]))}
      columns="minmax(0, 1fr) minmax(0, 1fr)"
      nameOf={(row) => row.name}
      add={t('addEntry')}
      fresh={{ name: '', text: '' }}
      line={(row, put) => (
        <>
          <TextInput size="xs" aria-label={t('name')} value={row.name} onChange={(event) => put({ name: event.currentTarget.value })} />
          <TextInput size="xs" aria-label={t('value')} value={row.text} onChange={(event) => put({ text: event.currentTarget.value })} />
        </>
      )}
    />
  );
}
