import { ViewportPortal } from '@xyflow/react';
import { memo, useId } from 'react';
import classes from './Canvas.module.css';
import { boundsOf, type Drawing } from './drawing.ts';

/** How far the dots go beyond the drawing, in px at its own size. */
const BEYOND = 8000;
/** From dot to dot. */
const GAP = 20;

/**
 * The dotted ground. It is part of what is moved, so that nothing needs drawing while the ground is dragged: React Flow's own Background is drawn
 * anew in each frame. And as it lies under everything, the browser makes one picture of all that stands on it; without it, it makes hundreds.
 */
export const Ground = memo(function Ground({ drawing }: { drawing: Drawing }) {
  const dots = useId();
  const { left, right, top, bottom } = boundsOf(drawing);
  // Dots stay where they are when a drawing grows.
  const outward = (px: number) => Math.ceil((px + BEYOND) / GAP) * GAP;
  const [x, y] = [-outward(-left), -outward(-top)];
  return (
    <ViewportPortal>
      <svg
        className={classes.ground}
        style={{ left: x, top: y }}
        width={outward(right) - x}
        height={outward(bottom) - y}
        aria-hidden="true"
      >
        <pattern id={dots} width={GAP} height={GAP} patternUnits="userSpaceOnUse">
          <circle cx={GAP / 2} cy={GAP / 2} r={0.8} />
        </pattern>
        <rect width="100%" height="100%" fill={`url(#${dots})`} />
      </svg>
    </ViewportPortal>
  );
});
