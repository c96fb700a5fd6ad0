import { Select } from '@mantine/core';
import { useState } from 'react';
import { type ConditionBlock, compileBlocks } from '../../../engine/conditions/blocks.ts';
import { type Operation, operationsOf } from '../../../engine/conditions/operations.ts';
import { conditionVariable, type ValueType } from '../../../engine/conditions/variables.ts';
import { useTranslation } from '../../ui/texts.ts';
import { useMetaVariables } from '../metadata/metadataSchema.ts';
import classes from './Conditions.module.css';
import { ConditionValue } from './ConditionValue.tsx';
import { fitting, META, operationsFor } from './conditionShape.ts';
import { useConditionTexts } from './useConditionTexts.ts';
import { useMeanings } from './useMeanings.ts';
import { byLabelOrName, useVariableChoices } from './useVariableChoices.ts';

const META_TYPES = ['STRING', 'NUMBER', 'DATE', 'TIME', 'BOOLEAN', 'ARRAY', 'CURRENCY', 'OBJECT'] as const;

/** One condition: what is asked about, how it is compared, with what. */
export function ConditionRow(props: { block: ConditionBlock; readOnly: boolean; onChange: (block: ConditionBlock) => void }) {
  const { block, readOnly, onChange } = props;
  const { t } = useTranslation('strategy');
  const texts = useConditionTexts();
  const meanings = useMeanings();
  const declared = useMetaVariables();
  const [search, setSearch] = useState('');
  const variables = useVariableChoices(block.variable, search);
  const ofSchema = declared.find(({ name }) => name === block.variable)?.valueType;
  const variable = conditionVariable(block.variable, block.valueType ?? 'STRING');
  const valueType = variable?.valueType ?? 'STRING';
  const operations = operationsFor(variable, valueType);
  const broken = compileBlocks('every', [block]).problem !== null;

  function chooseVariable(name: string) {
    const next = conditionVariable(name, declared.find((one) => one.name === name)?.valueType ?? 'STRING');
    const type = next?.valueType ?? 'STRING';
    const offered = operationsFor(next, type);
    const operation = offered.includes(block.operation) ? block.operation : offered[0]!;
    const value = type === valueType ? block.value : '';
    onChange(fitting({ variable: name, operation, value, ...(META.test(name) ? { valueType: type } : {}) }));
  }

  function chooseType(type: ValueType) {
    const operation = operationsOf[type].includes(block.operation) ? block.operation : operationsOf[type][0]!;
    onChange(fitting({ ...block, operation, valueType: type, value: '' }));
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
        comboboxProps={{ width: 340, position: 'bottom-start' }}
        title={meanings.variable(block.variable)}
        renderOption={({ option }) => (
          <span className={classes.option}>
            {option.label}
            <small>{meanings.variable(option.value)}</small>
          </span>
        )}
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
          onChange={(next) => next && chooseType(next as ValueType)}
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
