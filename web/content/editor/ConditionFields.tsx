import { Autocomplete, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { memo } from 'react';
import { CONDITION_OPERATIONS, type Condition } from '../../../blocks/condition.ts';
import { NUMBER, TAG } from '../../../blocks/words.ts';
import { Rows } from '../../ui/Rows.tsx';
import { useTranslation } from '../../ui/texts.ts';
import type { Placeholder } from '../placeholders.ts';
import classes from './Panel.module.css';
import { useTyped } from './useTyped.ts';

type Ask = Condition['asks'][number];
const FRESH: Ask = { tag: 'claim.reference', operation: 'there', value: '' };

/** When a block is in the message; always without a condition. */
export const ConditionFields = memo(function ConditionFields(props: {
  condition: Condition | undefined;
  placeholders: readonly Placeholder[];
  onChange: (condition: Condition | undefined) => void;
}) {
  const { condition, onChange } = props;
  const { t } = useTranslation('editor');
  return (
    <section className={classes.condition}>
      <Switch
        label={t('when.label')}
        checked={condition !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? { match: 'every', asks: [FRESH] } : undefined)}
      />
      {condition && (
        <>
          {condition.asks.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label={t('when.match')}
              value={condition.match}
              data={[
                { value: 'every', label: t('when.every') },
                { value: 'any', label: t('when.any') },
              ]}
              onChange={(match) => onChange({ ...condition, match: match as Condition['match'] })}
            />
          )}
          <Rows
            rows={condition.asks}
            columns="minmax(0, 1fr)"
            nameOf={({ tag }) => tag}
            add={t('when.add')}
            fresh={FRESH}
            onChange={(asks) => onChange(asks.length > 0 ? { ...condition, asks: asks.slice(0, 10) } : undefined)}
            line={(ask, put) => <AskFields ask={ask} placeholders={props.placeholders} onChange={put} />}
          />
        </>
      )}
    </section>
  );
});

function AskFields({
  ask,
  placeholders,
  onChange,
}: {
  ask: Ask;
  placeholders: readonly Placeholder[];
  onChange: (part: Partial<Ask>) => void;
}) {
  const { t } = useTranslation('editor');
  const [tag, setTag] = useTyped(ask.tag);
  const compares = ask.operation !== 'there' && ask.operation !== 'missing';
  const asNumber = ask.operation === 'above' || ask.operation === 'below';
  return (
    <div className={classes.ask}>
      <Autocomplete
        size="xs"
        aria-label={t('when.placeholder')}
        data={placeholders.map((each) => each.tag)}
        limit={50}
        value={tag}
        error={!TAG.test(tag)}
        onChange={(next) => {
          setTag(next);
          if (TAG.test(next)) onChange({ tag: next });
        }}
      />
      <Select
        size="xs"
        aria-label={t('when.comparison')}
        data={CONDITION_OPERATIONS.map((each) => ({ value: each, label: t(`when.operations.${each}`) }))}
        value={ask.operation}
        allowDeselect={false}
        onChange={(operation) => onChange({ operation: operation as Ask['operation'] })}
      />
      {compares && (
        <TextInput
          size="xs"
          aria-label={t('when.value')}
          value={ask.value}
          maxLength={200}
          error={asNumber && !NUMBER.test(ask.value) ? t('when.number') : undefined}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
