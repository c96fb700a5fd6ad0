import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { MetaInput } from '../../ui/MetaInput.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useWorkspace } from '../workspace.ts';
import classes from './Triggers.module.css';
import type { Trigger } from './triggers.ts';
import { INPUTS, noValues, type TypedValues } from './values.ts';

export interface Firing {
  /** Its name; null until one is chosen. */
  readonly trigger: string | null;
  readonly values: TypedValues;
}

/** Chooses a trigger and asks for its fields. @param errorOf what is wrong with "trigger" or a field: "values.day". */
export function TriggerFields(props: {
  triggers: readonly Trigger[];
  firing: Firing;
  onChange: (firing: Firing) => void;
  errorOf: (field: string) => ReactNode;
}) {
  const { triggers, firing, onChange, errorOf } = props;
  const { t } = useTranslation('triggers');
  const { currency } = useWorkspace().configuration;
  const chosen = triggers.find(({ name }) => name === firing.trigger);
  return (
    <>
      <Select
        label={t('fire.trigger')}
        description={chosen?.description || undefined}
        required
        // The triggers may come after the form has opened: the first field takes the focus then too.
        data-autofocus
        autoFocus
        allowDeselect={false}
        searchable={triggers.length > 8}
        data={triggers.map(({ name }) => name)}
        value={chosen?.name ?? null}
        error={errorOf('trigger')}
        onChange={(name) => {
          const next = triggers.find((each) => each.name === name);
          // A field of the same name keeps what was typed.
          if (next) onChange({ trigger: next.name, values: { ...noValues(next), ...pickKnown(firing.values, next) } });
        }}
      />
      {chosen && chosen.fields.length > 0 && (
        <div className={classes.inputs}>
          {chosen.fields.map(({ name, type, required }) => (
            <MetaInput
              key={name}
              field={INPUTS[type]}
              label={name}
              currency={currency}
              required={required}
              value={firing.values[name] ?? ''}
              error={errorOf(`values.${name}`)}
              onChange={(value) => onChange({ ...firing, values: { ...firing.values, [name]: String(value) } })}
            />
          ))}
        </div>
      )}
    </>
  );
}

const pickKnown = (values: TypedValues, { fields }: Trigger): TypedValues =>
  Object.fromEntries(fields.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])));
