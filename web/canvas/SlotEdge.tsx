import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react';
import { createContext, memo, useContext } from 'react';
import { createPortal } from 'react-dom';
import classes from './Canvas.module.css';
import { useCanvasTexts } from './catalogue.ts';
import type { Slot } from './model.ts';

export type SlotEdgeType = Edge<
  {
    readonly slot: Slot;
    /** What the branch is called; null on a line that is none. */
    readonly branch: string | null;
    /** "open" takes what is being carried, "target" is where it goes, "chosen" waits for the next node; null is at rest. */
    readonly state: 'open' | 'target' | 'chosen' | null;
    readonly moving: boolean;
    readonly onChoose: ((slot: Slot) => void) | null;
  },
  'slot'
>;

const BEND = 18;
const RADIUS = 8;

/** @returns the place where a node can be put on a line, between the flow's points given. */
export function plusOf(sourceX: number, sourceY: number, targetX: number, targetY: number): { x: number; y: number } {
  const straight = Math.abs(sourceX - targetX) < 1;
  return { x: targetX, y: straight ? (sourceY + targetY) / 2 : (sourceY + BEND + 30 + targetY) / 2 };
}

function pathOf(sx: number, sy: number, tx: number, ty: number): string {
  if (Math.abs(sx - tx) < 1) return `M ${sx} ${sy} V ${ty}`;
  const way = Math.sign(tx - sx);
  const y = sy + BEND;
  return `M ${sx} ${sy} V ${y - RADIUS} Q ${sx} ${y} ${sx + way * RADIUS} ${y} H ${tx - way * RADIUS} Q ${tx} ${y} ${tx} ${y + RADIUS} V ${ty}`;
}

/** Where what stands on lines is put, above them all. React Flow's own EdgeLabelRenderer looks for it again for every line in every frame. */
export const OnLines = createContext<Element | null>(null);

/** A line between two nodes: its output's name on a branch, and the place where another node can be put. */
export const SlotEdge = memo(function SlotEdge({ id, sourceX, sourceY, targetX, targetY, data }: EdgeProps<SlotEdgeType>) {
  const { t } = useCanvasTexts();
  const above = useContext(OnLines);
  if (!data) return null;
  const { slot, branch, state, onChoose } = data;
  const plus = plusOf(sourceX, sourceY, targetX, targetY);
  return (
    <>
      <BaseEdge id={id} path={pathOf(sourceX, sourceY, targetX, targetY)} className={classes.line} />
      {above &&
        createPortal(
          <>
            {branch && (
              <span className={classes.branch} style={{ left: targetX, top: sourceY + BEND + 14 }}>
                {branch}
              </span>
            )}
            {onChoose && (
              <button
                type="button"
                className={`${classes.plus} nodrag nopan`}
                data-state={state ?? undefined}
                style={{ left: plus.x, top: plus.y }}
                aria-label={t(data.moving ? 'canvas.moveHere' : 'canvas.insertHere')}
                title={t(data.moving ? 'canvas.moveHere' : 'canvas.insertHere')}
                aria-pressed={state === 'chosen'}
                onClick={() => onChoose(slot)}
              />
            )}
          </>,
          above,
        )}
    </>
  );
});
