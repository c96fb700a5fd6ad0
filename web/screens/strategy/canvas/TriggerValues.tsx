import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { readMetaForm } from '../../../../core/metadata.ts';
import { useTriggers } from '../../../shell/triggers/triggers.ts';
import { INPUTS } from '../../../shell/triggers/values.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { MetaInput } from '../../../ui/MetaInput.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { FieldProps } from './fieldProps.ts';
import { MetaRows } from './MetaRows.tsx';
import classes from './StepPanel.module.css';
import { useStepTexts } from './texts.ts';

/** What a firing says: the fields that the chosen trigger declares. One that is not declared takes rows of any name. */
export function TriggerValues(props: FieldProps) {
  const { name, state, readOnly, onChange } = props;
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const { currency } = useWorkspace().configuration;
  const { triggers } = useTriggers();
  if (!triggers || !state.trigger) return null;
  const trigger = triggers.find((each) => each.name === state.trigger);
  if (!trigger) return <MetaRows {...props} />;
  const values = (state[name] ?? {}) as Record<string, unknown>;
  const strangers = Object.keys(values).filter((own) => !trigger.fields.some((field) => field.name === own));
  if (trigger.fields.length === 0 && strangers.length === 0) return null;
  const without = (own: string) => Object.fromEntries(Object.entries(values).filter(([each]) => each !== own));
  return (
    <fieldset className={classes.rows} disabled={readOnly}>
      <legend>{texts.field(name)}</legend>
      {trigger.fields.map(({ name: own, type, required }) => (
        <MetaInput
          key={own}
          field={INPUTS[type]}
          label={own}
          currency={currency}
          required={required}
          value={String(values[own] ?? '')}
          error={required && (values[own] ?? '') === '' ? texts.say('fieldError.required') : undefined}
          onChange={(typed) => {
            const value = readMetaForm(INPUTS[type], typed);
            onChange({ [name]: value === null ? without(own) : { ...values, [own]: value } });
          }}
        />
      ))}
      {strangers.map((own) => (
        <p key={own} className={classes.error}>
          {t('panel.notOfTrigger', { name: own })}
          <ActionIcon
            variant="subtle"
            aria-label={t('panel.removeField', { name: own })}
            onClick={() => onChange({ [name]: without(own) })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </p>
      ))}
    </fieldset>
  );
}
