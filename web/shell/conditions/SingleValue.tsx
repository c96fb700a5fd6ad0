import { Autocomplete, NumberInput, Select, TextInput } from '@mantine/core';
import type { ConditionVariable, ValueType } from '../../../engine/conditions/variables.ts';
import { useFormat } from '../../ui/format.ts';
import { useTranslation } from '../../ui/texts.ts';
import classes from './Conditions.module.css';
import { separators } from './separators.ts';

interface Props {
  variable: ConditionVariable | null;
  valueType: ValueType;
  /** The only values that are possible. */
  options: { value: string; label: string }[] | undefined;
  /** Values that are offered besides any other. */
  suggested: readonly string[];
  label: string;
  value: unknown;
  disabled: boolean;
  error: boolean;
  onChange: (value: string | number | boolean) => void;
}

/** One value of a condition, entered as its type asks for. */
export function SingleValue({ variable, valueType, options, suggested, label, value, disabled, error, onChange }: Props) {
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const input = { className: classes.value, disabled, error, 'aria-label': label };
  if (options)
    return (
      <Select {...input} data={options} value={String(value ?? '')} allowDeselect={false} onChange={(next) => next && onChange(next)} />
    );
  if (valueType === 'BOOLEAN')
    return (
      <Select
        {...input}
        data={[
          { value: 'true', label: t('conditions.yes') },
          { value: 'false', label: t('conditions.no') },
        ]}
        value={String(value ?? '')}
        allowDeselect={false}
        onChange={(next) => next && onChange(next === 'true')}
      />
    );
  if (valueType === 'NUMBER' || valueType === 'CURRENCY')
    return (
      <NumberInput
        {...input}
        {...separators(format.locale)}
        value={typeof value === 'number' || typeof value === 'string' ? value : ''}
        decimalScale={valueType === 'CURRENCY' ? 4 : 6}
        allowDecimal={!variable?.whole}
        hideControls
        title={valueType === 'CURRENCY' ? t('conditions.ownCurrency') : undefined}
        // An amount is decimal text, so that no digit of it is lost.
        valueIsNumericString={valueType === 'CURRENCY'}
        onChange={(next) => onChange(valueType === 'CURRENCY' ? String(next) : next)}
      />
    );
  if (suggested.length > 0) return <Autocomplete {...input} data={[...suggested]} value={String(value ?? '')} onChange={onChange} />;
  const type = valueType === 'DATE' ? 'date' : valueType === 'TIME' ? 'time' : 'text';
  return <TextInput {...input} type={type} value={String(value ?? '')} onChange={(event) => onChange(event.currentTarget.value)} />;
}
