import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import classes from './Flow.module.css';
import { type Point, pathOf } from './layout.ts';
import type { Link } from './model.ts';

/** (React Flow wants a type, no interface.) */
export type LineData = {
  readonly bends: readonly Point[];
  readonly kind: Link['kind'];
  /** Whether it belongs to what is selected. */
  readonly marked: boolean;
  readonly faint: boolean;
  /** What leads on, in words; empty while nobody asks. */
  readonly words: string;
};
export type LineEdge = Edge<LineData, 'line'>;

/** A line from one strategy or rule to another; its kind is told by its dashes too. */
export const FlowLine = memo(function FlowLine({ id, data, markerEnd }: EdgeProps<LineEdge>) {
  if (!data) return null;
  const middle = data.bends[Math.floor(data.bends.length / 2)] ?? { x: 0, y: 0 };
  return (
    <>
      <g className={classes.line} data-kind={data.kind} data-marked={data.marked || undefined} data-faint={data.faint || undefined}>
        <BaseEdge id={id} path={pathOf(data.bends)} interactionWidth={18} {...(markerEnd && { markerEnd })} />
      </g>
      {data.words !== '' && (
        <EdgeLabelRenderer>
          <div className={classes.label} style={{ transform: `translate(-50%, -50%) translate(${middle.x}px, ${middle.y}px)` }}>
            {data.words}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
