/** Drawing a frame on the ground with Shift held: what it touches is selected when it is let go. */
import { useReactFlow } from '@xyflow/react';
import { type CSSProperties, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { type Drawing, touchedBy } from './drawing.ts';
import type { Point } from './useCarry.ts';

/** What has clicks of its own. */
const NO_GROUND = '.react-flow__node, .react-flow__panel, button';

interface Frame {
  readonly from: Point;
  readonly to: Point;
  readonly touched: readonly string[];
}

/** @returns the handlers of the element around the flow, the frame's place on the screen, and the nodes it touches; null while none is drawn. */
export function useFraming(drawing: Drawing, onFrame: (ids: readonly string[]) => void) {
  const flow = useReactFlow();
  const [frame, setFrame] = useState<Frame | null>(null);
  // The flow would pan by the press, and its click would let go of what was selected.
  const frames = useRef(false);

  const handlers = {
    onPointerDownCapture: (event: PointerEvent<HTMLElement>) => {
      frames.current = event.shiftKey && event.button === 0 && event.target instanceof Element && !event.target.closest(NO_GROUND);
      if (!frames.current) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      const at = { x: event.clientX, y: event.clientY };
      setFrame({ from: at, to: at, touched: [] });
    },
    onMouseDownCapture: (event: MouseEvent) => {
      if (!frames.current) return;
      event.stopPropagation();
      event.preventDefault();
    },
    onPointerMove: (event: PointerEvent) => {
      if (!frame) return;
      const to = { x: event.clientX, y: event.clientY };
      const touched = touchedBy(drawing, flow.screenToFlowPosition(frame.from), flow.screenToFlowPosition(to));
      setFrame({ ...frame, to, touched: touched.join() === frame.touched.join() ? frame.touched : touched });
    },
    onPointerUp: () => {
      if (frame && frame.from !== frame.to) onFrame(frame.touched);
      setFrame(null);
    },
    onPointerCancel: () => setFrame(null),
    onClickCapture: (event: MouseEvent) => {
      if (frames.current) event.stopPropagation();
      frames.current = false;
    },
  };
  return { handlers, touched: frame?.touched, box: frame && boxOf(frame) };
}

function boxOf({ from, to }: Frame): CSSProperties {
  return { left: Math.min(from.x, to.x), top: Math.min(from.y, to.y), width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
}
