import { IconAlertTriangle, IconArrowDown } from '@tabler/icons-react';
import type { DragEvent, KeyboardEvent } from 'react';
import { useRoleName } from '../../../shell/roleNames.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Builder.module.css';
import { isAfter, neighbour, type PhaseDraft, type Place } from './draft.ts';
import { STEP_ICONS } from './stepLooks.ts';
import { useWorkingTime } from './useWorkingTime.ts';

/** A step in its phase. Alt with an arrow key moves it, as dragging does. */
export function StepCard(props: {
  phases: readonly PhaseDraft[];
  place: Place;
  isChosen: boolean;
  isWrong: boolean;
  edits: boolean;
  onChoose: (place: Place) => void;
  onMove: (from: Place, to: Place) => void;
  onDragStart: (event: DragEvent) => void;
}) {
  const { phases, place, edits } = props;
  const { t } = useTranslation('workflows');
  const workingTime = useWorkingTime();
  const roleName = useRoleName();
  const { steps } = phases[place.phase]!;
  const step = steps[place.step]!;
  const Icon = STEP_ICONS[step.type];
  const { username, userRole } = step.assignedTo ?? {};
  const who = step.groupName ?? username ?? (userRole && roleName(userRole));
  const move = (event: KeyboardEvent) => {
    const to = edits && event.altKey ? neighbour(phases, place, event.key) : null;
    if (!to) return;
    event.preventDefault();
    props.onMove(place, to);
    const id = `step-${step.stepId}`;
    // The card is another element in another phase.
    setTimeout(() => document.getElementById(id)?.focus());
  };
  return (
    <>
      {isAfter(steps, place.step) && <IconArrowDown className={classes.after} size={14} aria-label={t('after')} />}
      <button
        type="button"
        id={`step-${step.stepId}`}
        className={classes.card}
        aria-current={props.isChosen}
        aria-keyshortcuts={edits ? 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight' : undefined}
        data-wrong={props.isWrong || undefined}
        draggable={edits}
        onDragStart={props.onDragStart}
        onKeyDown={move}
        onClick={() => props.onChoose(place)}
      >
        <span className={classes.kind}>
          <Icon size={15} stroke={1.6} aria-hidden />
          {t(`type.${step.type}`)}
          {props.isWrong && (
            <span className={classes.incomplete}>
              <IconAlertTriangle size={13} aria-hidden /> {t('isIncomplete')}
            </span>
          )}
        </span>
        <span className={classes.what}>{step.description || t('unnamed')}</span>
        {(who || step.deadline) && <span className={classes.meta}>{[who, workingTime(step.deadline)].filter(Boolean).join(' · ')}</span>}
      </button>
    </>
  );
}
