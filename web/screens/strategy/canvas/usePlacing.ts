/** Puts steps of the palette onto the canvas: clicked, they go where the path is open; dragged, where they are dropped. */
import { useReactFlow } from '@xyflow/react';
import { type RefObject, useState } from 'react';
import { uuidv7 } from '../../../../core/id.ts';
import { defaultState, stepDefinition } from '../../../../engine/steps.ts';
import type { Step } from '../../../../engine/types.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError } from '../../../ui/toasts.ts';
import { insertStep, moveStep, newStep, openEnd, type Slot, START } from './model.ts';
import { type Carry, type Point, takes } from './useCarry.ts';
import type { WorkState } from './useWork.ts';

interface Placing {
  readonly work: WorkState;
  readonly carry: Carry;
  readonly selected: Step | null;
  /** The place that was marked for the next step. */
  readonly chosen: Slot | null;
  readonly frame: RefObject<HTMLElement | null>;
  readonly onPlaced: (stepId: string) => void;
}

export function usePlacing({ work, carry, selected, chosen, frame, onPlaced }: Placing) {
  const { t } = useTranslation('strategy');
  const flow = useReactFlow();
  const [ghost, setGhost] = useState<{ stepType: string; point: Point } | null>(null);
  const { steps } = work;

  function place(slot: Slot, stepType: string) {
    const definition = stepDefinition(stepType);
    if (!definition) return;
    const made = newStep(uuidv7(), stepType, definition.outputs, defaultState(definition));
    const next = insertStep(steps, slot, made);
    if (!next) return toastError(t('canvas.endsPath'));
    work.edit(next);
    onPlaced(made.id);
  }

  return {
    /** What follows the pointer. */
    ghost,
    /** Where a step goes that is not dragged: the chosen place, after the selected step, else where the path is open. */
    insert: (stepType: string) => {
      const after: Slot[] = selected ? Object.keys(selected.outputs).map((output) => ({ after: selected.id, output })) : [];
      const below = openEnd(steps, selected?.id ?? steps[0]?.id ?? '');
      const slots = chosen ? [chosen] : [...after.reverse(), ...(below ? [below] : []), ...(steps.length === 0 ? [START] : [])];
      place(slots.find((slot) => takes(steps, slot, { stepType })) ?? slots[0] ?? START, stepType);
    },
    drag: (stepType: string, point: Point) => {
      if (!carry.carried) carry.begin({ stepType });
      setGhost({ stepType, point });
      const under = document.elementFromPoint(point.x, point.y);
      const onCanvas = under !== null && frame.current?.contains(under) && !under.closest('aside');
      carry.over(onCanvas ? flow.screenToFlowPosition(point) : null);
    },
    dropped: () => {
      const result = carry.drop();
      setGhost(null);
      if (!result) return;
      if ('id' in result.carried) work.edit(moveStep(steps, result.carried.id, result.slot));
      else place(result.slot, result.carried.stepType);
    },
    cancel: () => {
      carry.drop();
      setGhost(null);
    },
  };
}
