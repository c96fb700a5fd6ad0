import { MultiSelect, NumberInput, TagsInput } from '@mantine/core';
import type { ConditionBlock } from '../../../engine/conditions/blocks.ts';
import type { Operation } from '../../../engine/conditions/operations.ts';
import type { ConditionVariable, ValueType } from '../../../engine/conditions/variables.ts';
import { useTranslation } from '../../ui/texts.ts';
import { useMetaVariables } from '../metadata/metadataSchema.ts';
import { usePartnerNames } from '../partners/partners.ts';
import { useClientTags } from '../tags.ts';
import classes from './Conditions.module.css';
import { shapeOf, type Value } from './conditionShape.ts';
import { SingleValue } from './SingleValue.tsx';
import { useConditionTexts } from './useConditionTexts.ts';

/** Compare all of a text, so that the values a field allows can be chosen from. */
const WHOLE: readonly Operation[] = ['=', '!=', 'in', 'notIn'];

/** @returns the values that a metadata field allows, and what is compared with already. */
function ownOptions(allowed: readonly string[] | undefined, value: Value) {
  const chosen = [value ?? ''].flat().map(String).filter(Boolean);
  return allowed && [...new Set([...allowed, ...chosen])].map((option) => ({ value: option, label: option }));
}

/** Partners by name; one that is compared with and has gone stays, by its id. */
function partnersWith(partners: readonly { value: string; label: string }[], value: Value) {
  const gone = [value ?? '']
    .flat()
    .map(String)
    .filter((id) => id !== '' && !partners.some((partner) => partner.value === id));
  return [...partners, ...gone.map((id) => ({ value: id, label: id }))];
}

/** What a condition compares with: nothing, one value, two, a list, or a number of days, as the comparison asks for. */
export function ConditionValue(props: {
  block: ConditionBlock;
  variable: ConditionVariable | null;
  valueType: ValueType;
  broken: boolean;
  readOnly: boolean;
  onChange: (value: Value) => void;
}) {
  const { block, variable, valueType, broken, readOnly, onChange } = props;
  const { t } = useTranslation('strategy');
  const texts = useConditionTexts();
  const shape = shapeOf(block.operation);
  const declared = useMetaVariables().find(({ name }) => name === block.variable)?.options;
  const partners = usePartnerNames(valueType === 'PARTNER');
  const options =
    (valueType === 'PARTNER' ? partnersWith(partners.options, block.value) : undefined) ??
    variable?.options?.map((option) => ({ value: option, label: texts.value(option) })) ??
    (valueType === 'STRING' && WHOLE.includes(block.operation) ? ownOptions(declared, block.value) : undefined);

  // What a segment is called comes with the files: the client's tags are offered, any other word stays possible.
  const segments = useClientTags('segment').keys;
  const suggested = block.variable === 'segment' ? segments : [];
  const common = { disabled: readOnly, error: broken };

  if (shape === 'none') return <span className={classes.value} />;
  if (shape === 'days')
    return (
      <NumberInput
        {...common}
        className={classes.value}
        aria-label={t('conditions.days')}
        value={typeof block.value === 'number' ? block.value : ''}
        min={0}
        allowDecimal={false}
        rightSection={<span className={classes.unit}>{t('conditions.days')}</span>}
        rightSectionWidth={48}
        onChange={(next) => onChange(typeof next === 'number' ? next : '')}
      />
    );
  // What is chosen from is not typed: ids mean nothing to people, and a method has a name in each language.
  if (shape === 'list' && options && (valueType === 'PARTNER' || valueType === 'OUTSOURCE_METHOD'))
    return (
      <MultiSelect
        {...common}
        className={classes.value}
        aria-label={t('conditions.value')}
        data={options}
        value={(Array.isArray(block.value) ? block.value : []).map(String)}
        searchable
        onChange={onChange}
      />
    );
  if (shape === 'list')
    return (
      <TagsInput
        {...common}
        className={classes.value}
        aria-label={t('conditions.value')}
        data={options?.map((option) => option.value) ?? suggested}
        value={(Array.isArray(block.value) ? block.value : []).map(String)}
        placeholder={t('conditions.values')}
        acceptValueOnBlur
        splitChars={[',', ';']}
        onChange={onChange}
      />
    );
  const single = { ...common, variable, valueType, options, suggested };
  if (shape === 'pair') {
    const [low = '', high = ''] = Array.isArray(block.value) ? block.value : [];
    return (
      <span className={classes.pair}>
        <SingleValue {...single} value={low} label={t('conditions.from')} onChange={(next) => onChange([next, high])} />
        <SingleValue {...single} value={high} label={t('conditions.to')} onChange={(next) => onChange([low, next])} />
      </span>
    );
  }
  const value = Array.isArray(block.value) ? block.value[0] : block.value;
  return <SingleValue {...single} value={value} label={t('conditions.value')} onChange={onChange} />;
}
