import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconPlus, IconTrash } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { AUTOMATIC_STEPS, HUMAN_STEPS, MOST_NAME, MOST_STEPS } from '../../../../engine/workflows/blueprint.ts';
import { ButtonMenu } from '../../../ui/ButtonMenu.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Builder.module.css';
import { added, type PhaseDraft, type Place } from './draft.ts';
import { StepCard } from './StepCard.tsx';
import { STEP_ICONS } from './stepLooks.ts';

/** What a dragged card carries: its place. */
const DRAGGED = 'application/x-quittance-step';

/** One phase: its name, its steps as cards that can be dragged to any phase, and a button to add one. */
export function PhaseColumn(props: {
  phases: readonly PhaseDraft[];
  at: number;
  chosen: Place | null;
  edits: boolean;
  /** @param step null: the phase's name. */
  isWrong: (step: number | null) => boolean;
  onChoose: (place: Place) => void;
  onChange: (phases: PhaseDraft[], chosen: Place | null) => void;
  onRename: (name: string) => void;
  onMove: (from: Place, to: Place) => void;
  onMovePhase: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  const { phases, at, edits } = props;
  const { t } = useTranslation('workflows');
  const phase = phases[at]!;
  const [over, setOver] = useState<number | null>(null);
  const isFull = phases.reduce((sum, { steps }) => sum + steps.length, 0) >= MOST_STEPS;

  const drop = (event: DragEvent, step: number) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(null);
    const from = JSON.parse(event.dataTransfer.getData(DRAGGED) || 'null') as Place | null;
    if (!from) return;
    // Places are counted without the step that moves.
    props.onMove(from, { phase: at, step: from.phase === at && from.step < step ? step - 1 : step });
  };
  const hover = (event: DragEvent, step: number) => {
    if (!edits || !event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(step);
  };
  const choices = ([...HUMAN_STEPS, ...AUTOMATIC_STEPS] as const).map((type) => {
    const Icon = STEP_ICONS[type];
    return {
      key: type,
      label: t(`type.${type}`),
      icon: <Icon size={16} />,
      heading: t((AUTOMATIC_STEPS as readonly string[]).includes(type) ? 'automatic' : 'people'),
      onChoose: () => props.onChange(added(phases, at, type), { phase: at, step: phase.steps.length }),
    };
  });
  return (
    <li
      className={classes.phase}
      onDragOver={(event) => hover(event, phase.steps.length)}
      onDragLeave={() => setOver(null)}
      onDrop={(event) => drop(event, phase.steps.length)}
    >
      <header className={classes.phaseHead}>
        <TextInput
          size="xs"
          aria-label={t('phaseName', { number: at + 1 })}
          value={phase.name}
          maxLength={MOST_NAME}
          readOnly={!edits}
          error={props.isWrong(null)}
          onChange={(event) => props.onRename(event.currentTarget.value)}
        />
        {edits && (
          <>
            <ActionIcon
              variant="subtle"
              disabled={at === 0}
              aria-label={t('phaseLeft', { name: phase.name })}
              onClick={() => props.onMovePhase(-1)}
            >
              <IconArrowLeft size={15} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              disabled={at === phases.length - 1}
              aria-label={t('phaseRight', { name: phase.name })}
              onClick={() => props.onMovePhase(1)}
            >
              <IconArrowRight size={15} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              disabled={phases.length === 1 || phase.steps.length > 0}
              aria-label={t('phaseRemove', { name: phase.name })}
              onClick={props.onRemove}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </>
        )}
      </header>
      <ol className={classes.steps}>
        {phase.steps.map((step, number) => (
          <li
            key={step.stepId}
            data-over={over === number || undefined}
            onDragOver={(event) => hover(event, number)}
            onDrop={(event) => drop(event, number)}
          >
            <StepCard
              phases={phases}
              place={{ phase: at, step: number }}
              isChosen={props.chosen?.phase === at && props.chosen.step === number}
              isWrong={props.isWrong(number)}
              edits={edits}
              onChoose={props.onChoose}
              onMove={props.onMove}
              onDragStart={(event) => event.dataTransfer.setData(DRAGGED, JSON.stringify({ phase: at, step: number }))}
            />
          </li>
        ))}
      </ol>
      {phase.steps.length === 0 && <p className={classes.quiet}>{t('phaseEmpty')}</p>}
      {edits && (
        <ButtonMenu
          position="bottom-start"
          button={
            <Button variant="subtle" size="xs" leftSection={<IconPlus size={14} />} disabled={isFull}>
              {t('addStep')}
            </Button>
          }
          choices={choices}
        />
      )}
    </li>
  );
}
