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
  /** Whether all of the words show, or as many as fit between two cards. */
  readonly whole: boolean;
};
export type LineEdge = Edge<LineData, 'line'>;

/** A line from one strategy or rule to another; its kind is told by its dashes too. */
export const FlowLine = memo(function FlowLine({ id, data, markerEnd }: EdgeProps<LineEdge>) {
  if (!data) return null;
  const place = middleOf(data.bends);
  return (
    <>
      <g className={classes.line} data-kind={data.kind} data-marked={data.marked || undefined} data-faint={data.faint || undefined}>
        <BaseEdge id={id} path={pathOf(data.bends)} interactionWidth={18} {...(markerEnd && { markerEnd })} />
      </g>
      {data.words !== '' && (
        <EdgeLabelRenderer>
          <div
            className={classes.label}
            data-whole={data.whole || undefined}
            style={{ transform: `translate(-50%, -50%) translate(${place.x}px, ${place.y}px)` }}
          >
            {data.words}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});

/** @returns the middle of the part of a line between two columns that is nearest to its middle. */
function middleOf(bends: readonly Point[]): Point {
  const after = Math.max(1, Math.floor(bends.length / 2));
  const [one, other] = [bends[after - 1] ?? { x: 0, y: 0 }, bends[after] ?? { x: 0, y: 0 }];
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
