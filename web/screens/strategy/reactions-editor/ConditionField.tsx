import { Switch } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { evaluateIfCondition } from '../../../../engine/steps/evaluateIfCondition.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { StepFields } from '../canvas/StepFields.tsx';
import { FIRST_CONDITION } from './model.ts';
import classes from './Reactions.module.css';

type State = Record<string, unknown>;

/** Whether a rule asks something about the claim, and what: the same question as the canvas' condition. */
export function ConditionField(props: { value: State | null; error: ReactNode; edits: boolean; onChange: (value: State | null) => void }) {
  const { value, edits, onChange } = props;
  const { t } = useTranslation('reactions');
  // Turned off and on again, the question is the same.
  const last = useRef<State>(value ?? FIRST_CONDITION);
  if (value) last.current = value;
  return (
    <fieldset className={classes.part}>
      <legend>{t('form.condition')}</legend>
      <Switch
        label={t('form.hasCondition')}
        checked={value !== null}
        disabled={!edits}
        error={props.error}
        onChange={(event) => onChange(event.currentTarget.checked ? last.current : null)}
      />
      {value && (
        <StepFields
          definition={evaluateIfCondition}
          step={{ id: 'condition', stepType: 'evaluateIfCondition', stepState: value, outputs: {} }}
          readOnly={!edits}
          onChange={(fields) => onChange({ ...value, ...fields })}
        />
      )}
    </fieldset>
  );
}
