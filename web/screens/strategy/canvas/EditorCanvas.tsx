import { Suspense } from 'react';
import type { Problem } from '../../../../engine/blueprint.ts';
import type { Step } from '../../../../engine/types.ts';
import type { Card } from '../../../canvas/NodeCard.tsx';
import type { CanvasWork } from '../../../canvas/useCanvas.ts';
import { Workbench } from '../../../canvas/Workbench.tsx';
import { later } from '../../../ui/later.ts';
import { changeState } from './steps.ts';
import type { Comments } from './useComments.ts';
import type { Saved, WorkState } from './useWork.ts';

const StepPanel = later(() => import('./StepPanel.tsx'));

/** The steps on their canvas, and the panel of the open one. */
export function EditorCanvas(props: {
  canvas: CanvasWork<Step>;
  work: WorkState;
  cards: ReadonlyMap<string, Card>;
  problems: readonly Problem[];
  comments: Comments;
  /** Null while the strategy is new. */
  saved: Saved | null;
}) {
  const { canvas, work, problems, saved } = props;
  const { node: step, open, panelSize, act } = canvas;
  return (
    <Workbench canvas={canvas} cards={props.cards} loose={work.loose.length}>
      {step && open && panelSize && (
        <Suspense>
          <StepPanel
            panel={canvas.panel}
            step={step}
            width={panelSize}
            problems={problems.filter(({ stepId }) => stepId === step.id)}
            readOnly={canvas.readOnly}
            comments={props.comments}
            isSaved={saved?.steps.some(({ id }) => id === step.id) ?? false}
            onChange={(fields, field) =>
              work.edit(changeState(work.steps, step.id, { ...step.stepState, ...fields }), `${step.id} ${field}`)
            }
            onMove={() => canvas.move(step.id)}
            onDelete={() => canvas.remove([step.id])}
            onClose={() => act({ do: 'closePanel' })}
          />
        </Suspense>
      )}
    </Workbench>
  );
}
