import { ActionIcon, Select } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { reactionStep } from '../../../../engine/reactions/steps.ts';
import type { StepDefinition } from '../../../../engine/step.ts';
import { errorAt } from '../../../ui/form.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { StepFields } from '../canvas/StepFields.tsx';
import { freshStep, moved, type StepDraft } from './model.ts';
import classes from './Reactions.module.css';
import { useRuleTexts } from './useRuleTexts.ts';

/** A rule cannot wait, so no step is asked whether it does. */
function withoutWaiting(definition: StepDefinition): StepDefinition {
  const { waits: _, ...layout } = definition.layout as Record<string, StepDefinition['layout'][string]>;
  return { ...definition, layout } as StepDefinition;
}

/** What a rule does, in order. @param offered the types that may be added. */
export function StepsField(props: {
  steps: readonly StepDraft[];
  errors: FormErrors;
  offered: readonly string[];
  edits: boolean;
  onChange: (steps: StepDraft[]) => void;
}) {
  const { steps, errors, edits, onChange } = props;
  const { t } = useTranslation('reactions');
  const texts = useRuleTexts();
  const move = (from: number, to: number) => onChange(moved(steps, from, to));
  return (
    <fieldset className={classes.part}>
      <legend>{t('form.steps')}</legend>
      {steps.map((step, index) => {
        const name = texts.nameOf(step.type);
        const definition = reactionStep(step.type);
        const error = errorAt(errors, `reactions.${index}`);
        return (
          <section key={step.id} className={classes.step} aria-label={name}>
            <header>
              <h3>{`${index + 1}. ${name}`}</h3>
              {edits && (
                <>
                  <ActionIcon
                    variant="subtle"
                    disabled={index === 0}
                    aria-label={t('row.up', { name })}
                    onClick={() => move(index, index - 1)}
                  >
                    <IconArrowUp size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    disabled={index === steps.length - 1}
                    aria-label={t('row.down', { name })}
                    onClick={() => move(index, index + 1)}
                  >
                    <IconArrowDown size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('row.remove', { name })}
                    onClick={() => onChange(steps.filter(({ id }) => id !== step.id))}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </>
              )}
            </header>
            <p>{texts.aboutOf(step.type)}</p>
            {definition && (
              <StepFields
                definition={withoutWaiting(definition)}
                step={{ id: step.id, stepType: step.type, stepState: step.parameters, outputs: {} }}
                readOnly={!edits}
                onChange={(fields) =>
                  onChange(steps.map((each) => (each.id === step.id ? { ...each, parameters: { ...each.parameters, ...fields } } : each)))
                }
              />
            )}
            {error && <p className={classes.error}>{error}</p>}
          </section>
        );
      })}
      {edits && (
        <Select
          aria-label={t('form.addStep')}
          placeholder={t('form.addStep')}
          error={steps.length === 0 ? errors.reactions : undefined}
          searchable
          data={props.offered.map((value) => ({ value, label: texts.nameOf(value) }))}
          value={null}
          onChange={(type) => type && onChange([...steps, freshStep(type)])}
        />
      )}
    </fieldset>
  );
}
