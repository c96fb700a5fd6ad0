import {
  Autocomplete,
  type ComboboxItem,
  type ComboboxItemGroup,
  NumberInput,
  type OptionsFilter,
  Select,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useMemo, useState } from 'react';
import { type ConditionBlock, compileBlocks } from '../../../../engine/conditions/blocks.ts';
import { type Operation, operationsOf } from '../../../../engine/conditions/operations.ts';
import { type ConditionVariable, conditionVariable, conditionVariables, type ValueType } from '../../../../engine/conditions/variables.ts';
import { useMetaVariables } from '../../../shell/metadata/metadataSchema.ts';
import { useClientTags } from '../../../shell/tags.ts';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Conditions.module.css';
import { separators } from './separators.ts';
import { useStepTexts } from './texts.ts';

const META = /^(claim|account|product)\.meta\.\S+$/;
const META_TYPES = ['STRING', 'NUMBER', 'DATE', 'TIME', 'BOOLEAN', 'ARRAY', 'CURRENCY', 'OBJECT'] as const;
const DAY_WINDOWS: readonly Operation[] = ['olderThanDays', 'withinLastDays', 'withinNextDays'];
/** Compare all of a text, so that the values a field allows can be chosen from. */
const WHOLE: readonly Operation[] = ['=', '!=', 'in', 'notIn'];
const CALENDAR = new Set(['todaysDate', 'timeOfDay', 'dayOfTheMonth', 'dayOfTheWeek', 'isHolidayInCountry']);

const META_GROUPS = { claim: 'metaClaim', account: 'metaAccount', product: 'metaProduct' } as const;

/** Finds a variable by what it is called, by its group ("debtor"), or by the name that files and the API use. */
const byLabelOrName: OptionsFilter = ({ options, search }) => {
  const words = search.trim().toLowerCase();
  const fits = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(words));
  return (options as ComboboxItemGroup<ComboboxItem>[]).flatMap(({ group, items }) => {
    const found = fits(String(group)) ? items : items.filter(({ label, value }) => fits(String(label), value));
    return found.length > 0 ? [{ group, items: found }] : [];
  });
};

/** Where the editor lists a variable: by the facts it reads. */
function groupOf({ name, needs }: ConditionVariable): 'claim' | 'account' | 'debtor' | 'product' | 'contact' | 'calendar' {
  if (CALENDAR.has(name)) return 'calendar';
  const [first = 'claim'] = needs;
  if (first === 'money' || first === 'communications') return 'contact';
  return first === 'account' || first === 'debtor' || first === 'product' ? first : 'claim';
}

/** @returns the values that a metadata field allows, and what is compared with already. */
function ownOptions(allowed: readonly string[] | undefined, value: Value) {
  const chosen = [value ?? ''].flat().map(String).filter(Boolean);
  return allowed && [...new Set([...allowed, ...chosen])].map((option) => ({ value: option, label: option }));
}

function operationsFor(variable: ConditionVariable | null, valueType: ValueType): readonly Operation[] {
  return variable?.ask ? ['=', '!='] : operationsOf[valueType];
}

/** A value that fits the comparison, kept from the old one where it does. */
function fitting(block: ConditionBlock): ConditionBlock {
  const { operation, value, ...rest } = block;
  const shape = shapeOf(operation);
  const kept = Array.isArray(value) ? (value[0] ?? '') : (value ?? '');
  if (shape === 'none') return { ...rest, operation };
  if (shape === 'pair') return { ...rest, operation, value: Array.isArray(value) && value.length === 2 ? value : [kept, ''] };
  if (shape === 'list') return { ...rest, operation, value: Array.isArray(value) ? value : kept === '' ? [] : [kept] };
  if (shape === 'days') return { ...rest, operation, value: typeof kept === 'number' ? kept : 7 };
  return { ...rest, operation, value: kept };
}

function shapeOf(operation: Operation): 'none' | 'pair' | 'list' | 'days' | 'one' {
  if (operation === 'exists' || operation === 'notExists') return 'none';
  if (operation === 'between') return 'pair';
  if (operation === 'in' || operation === 'notIn') return 'list';
  return DAY_WINDOWS.includes(operation) ? 'days' : 'one';
}

/** One condition: what is asked about, how it is compared, with what. */
export function ConditionRow(props: { block: ConditionBlock; readOnly: boolean; onChange: (block: ConditionBlock) => void }) {
  const { block, readOnly, onChange } = props;
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const declared = useMetaVariables();
  const [search, setSearch] = useState('');
  const ofSchema = declared.find(({ name }) => name === block.variable)?.valueType;
  const variable = conditionVariable(block.variable, block.valueType ?? 'STRING');
  const valueType = variable?.valueType ?? 'STRING';
  const operations = operationsFor(variable, valueType);
  const broken = compileBlocks('every', [block]).problem !== null;

  const variables = useMemo(() => {
    const groups = new Map<string, { value: string; label: string }[]>();
    for (const one of conditionVariables) {
      const group = t(`conditions.groups.${groupOf(one)}`);
      groups.set(group, [...(groups.get(group) ?? []), { value: one.name, label: texts.variable(one.name) }]);
    }
    const meta = new Map(declared.map(({ name, title }) => [name, title]));
    for (const name of [block.variable, search.trim()]) if (META.test(name) && !meta.has(name)) meta.set(name, texts.variable(name));
    for (const [value, title] of meta) {
      const group = t(`conditions.groups.${META_GROUPS[value.split('.')[0] as keyof typeof META_GROUPS]}`);
      const items = groups.get(group) ?? [];
      // Two fields may have one title: only then their keys tell them apart.
      const isTaken = declared.some((one) => one.title === title && one.name !== value && one.name.split('.')[0] === value.split('.')[0]);
      groups.set(group, [...items, { value, label: isTaken ? `${title} (${value})` : title }]);
    }
    return [...groups].map(([group, items]) => ({ group, items }));
  }, [t, texts, declared, block.variable, search]);

  function chooseVariable(name: string) {
    const next = conditionVariable(name, declared.find((one) => one.name === name)?.valueType ?? 'STRING');
    const type = next?.valueType ?? 'STRING';
    const offered = operationsFor(next, type);
    const operation = offered.includes(block.operation) ? block.operation : offered[0]!;
    const value = type === valueType ? block.value : '';
    onChange(fitting({ variable: name, operation, value, ...(META.test(name) ? { valueType: type } : {}) }));
  }

  return (
    <>
      <Select
        aria-label={t('conditions.variable')}
        className={classes.variable}
        data={variables}
        value={block.variable}
        searchable
        filter={byLabelOrName}
        allowDeselect={false}
        disabled={readOnly}
        error={!variable}
        maxDropdownHeight={320}
        comboboxProps={{ width: 280, position: 'bottom-start' }}
        nothingFoundMessage={t('palette.nothing')}
        onSearchChange={setSearch}
        onChange={(name) => name && chooseVariable(name)}
      />
      {META.test(block.variable) && ofSchema !== valueType && (
        <Select
          aria-label={t('conditions.valueType')}
          className={classes.valueType}
          data={META_TYPES.map((type) => ({ value: type, label: t(`valueType.${type}`) }))}
          value={valueType}
          allowDeselect={false}
          disabled={readOnly}
          onChange={(next) => {
            if (!next) return;
            const type = next as ValueType;
            const operation = operationsOf[type].includes(block.operation) ? block.operation : operationsOf[type][0]!;
            onChange(fitting({ ...block, operation, valueType: type, value: '' }));
          }}
        />
      )}
      <Select
        aria-label={t('conditions.operation')}
        className={classes.operation}
        data={operations.map((operation) => ({ value: operation, label: texts.operation(operation, valueType) }))}
        value={block.operation}
        allowDeselect={false}
        disabled={readOnly}
        comboboxProps={{ width: 240, position: 'bottom-start' }}
        onChange={(next) => next && onChange(fitting({ ...block, operation: next as Operation }))}
      />
      <ConditionValue
        block={block}
        variable={variable}
        valueType={valueType}
        broken={broken}
        readOnly={readOnly}
        onChange={(value) => onChange({ ...block, value })}
      />
    </>
  );
}

type Value = ConditionBlock['value'];

function ConditionValue(props: {
  block: ConditionBlock;
  variable: ConditionVariable | null;
  valueType: ValueType;
  broken: boolean;
  readOnly: boolean;
  onChange: (value: Value) => void;
}) {
  const { block, variable, valueType, broken, readOnly, onChange } = props;
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const format = useFormat();
  const shape = shapeOf(block.operation);
  const declared = useMetaVariables().find(({ name }) => name === block.variable)?.options;
  const options =
    variable?.options?.map((option) => ({ value: option, label: texts.value(option) })) ??
    (valueType === 'STRING' && WHOLE.includes(block.operation) ? ownOptions(declared, block.value) : undefined);
  const common = { className: classes.value, disabled: readOnly, error: broken };

  // What a segment is called comes with the files: the client's tags are offered, any other word stays possible.
  const segments = useClientTags('segment').keys;
  const suggested = block.variable === 'segment' ? segments : [];

  if (shape === 'none') return <span className={classes.value} />;
  if (shape === 'days')
    return (
      <NumberInput
        {...common}
        aria-label={t('conditions.days')}
        value={typeof block.value === 'number' ? block.value : ''}
        min={0}
        allowDecimal={false}
        rightSection={<span className={classes.unit}>{t('conditions.days')}</span>}
        rightSectionWidth={48}
        onChange={(next) => onChange(typeof next === 'number' ? next : '')}
      />
    );
  if (shape === 'list')
    return (
      <TagsInput
        {...common}
        aria-label={t('conditions.value')}
        data={options?.map((option) => option.value) ?? suggested}
        value={(Array.isArray(block.value) ? block.value : []).map(String)}
        placeholder={t('conditions.values')}
        acceptValueOnBlur
        splitChars={[',', ';']}
        onChange={onChange}
      />
    );

  const one = (value: unknown, label: string, change: (next: string | number | boolean) => void) => {
    const input = { ...common, 'aria-label': label };
    if (options)
      return (
        <Select {...input} data={options} value={String(value ?? '')} allowDeselect={false} onChange={(next) => next && change(next)} />
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
          onChange={(next) => next && change(next === 'true')}
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
          onChange={(next) => change(valueType === 'CURRENCY' ? String(next) : next)}
        />
      );
    if (suggested.length > 0) return <Autocomplete {...input} data={suggested} value={String(value ?? '')} onChange={change} />;
    const type = valueType === 'DATE' ? 'date' : valueType === 'TIME' ? 'time' : 'text';
    return <TextInput {...input} type={type} value={String(value ?? '')} onChange={(event) => change(event.currentTarget.value)} />;
  };

  if (shape === 'pair') {
    const [low = '', high = ''] = Array.isArray(block.value) ? block.value : [];
    return (
      <span className={classes.pair}>
        {one(low, t('conditions.from'), (next) => onChange([next, high]))}
        {one(high, t('conditions.to'), (next) => onChange([low, next]))}
      </span>
    );
  }
  return one(Array.isArray(block.value) ? block.value[0] : block.value, t('conditions.value'), onChange);
}
