import { ActionIcon, Button, Checkbox, Textarea } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import type { SaidWords } from '../../../../core/fault.ts';
import { isHuman, MOST_DESCRIPTION, type WorkflowStep } from '../../../../engine/workflows/blueprint.ts';
import { sayWords } from '../../../ui/sayWords.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { AssigneeFields } from './AssigneeFields.tsx';
import classes from './Builder.module.css';
import { DeadlineField } from './DeadlineField.tsx';
import { isAfter, type PhaseDraft, type Place, withAfter } from './draft.ts';
import type { StepFieldProps } from './stepField.ts';
import { STEP_ICONS } from './stepLooks.ts';
import { TypeFields } from './TypeFields.tsx';

/** The chosen step, field by field. */
export function StepPanel(props: {
  phases: readonly PhaseDraft[];
  place: Place;
  edits: boolean;
  problems: readonly { readonly field: string; readonly words: { readonly key: string; readonly values: SaidWords['values'] } }[];
  onChange: (change: Partial<WorkflowStep>) => void;
  onRemove: () => void;
  onBecome: (phases: PhaseDraft[]) => void;
  onClose: () => void;
}) {
  const { phases, place, edits, onChange } = props;
  const { t } = useTranslation(['workflows', 'ui']);
  const speech = useTranslation(['faults', 'roleNames']);
  const step = phases[place.phase]?.steps[place.step];
  if (!step) return null;
  const field = `phases.${place.phase}.steps.${place.step}`;
  const errorOf = (name: keyof WorkflowStep) => {
    const found = props.problems.find((each) => each.field === `${field}.${name}` || each.field.startsWith(`${field}.${name}.`));
    return found && sayWords(found.words, speech);
  };
  const shared: StepFieldProps = { step, edits, onChange, errorOf };
  const Icon = STEP_ICONS[step.type];
  return (
    <aside className={classes.panel} aria-label={t(`type.${step.type}`)}>
      <ActionIcon className={classes.close} variant="subtle" aria-label={t('ui:close')} onClick={props.onClose}>
        <IconX size={18} />
      </ActionIcon>
      <fieldset disabled={!edits} className={classes.fields}>
        <legend className={classes.legend}>
          <Icon size={18} stroke={1.6} aria-hidden /> {t(`type.${step.type}`)}
        </legend>
        <p className={classes.quiet}>{t(`about.${step.type}`)}</p>
        {errorOf('type') && (
          <p role="alert" className={classes.refused}>
            {errorOf('type')}
          </p>
        )}
        <Textarea
          label={t('description')}
          withAsterisk
          autosize
          minRows={2}
          maxLength={MOST_DESCRIPTION}
          value={step.description}
          error={errorOf('description')}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
        {place.step > 0 && (
          <Checkbox
            label={t('beginsAfter')}
            checked={isAfter(phases[place.phase]!.steps, place.step)}
            onChange={(event) => props.onBecome(withAfter(phases, place, event.currentTarget.checked))}
          />
        )}
        <TypeFields {...shared} />
        {isHuman(step.type) && <AssigneeFields {...shared} />}
        <DeadlineField {...shared} />
        {edits && (
          <Button variant="default" color="red" size="xs" leftSection={<IconTrash size={14} />} onClick={props.onRemove}>
            {t('removeStep')}
          </Button>
        )}
      </fieldset>
    </aside>
  );
}
