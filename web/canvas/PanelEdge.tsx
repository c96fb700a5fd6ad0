import type { KeyboardEvent, PointerEvent } from 'react';
import { useCanvasTexts } from './catalogue.ts';
import classes from './Panel.module.css';
import { NARROWEST, type PanelWidth } from './panelWidth.ts';

/** How far an arrow key moves the edge, in px. */
const STEP = 24;

/** The edge between canvas and panel: dragged or moved with the arrow keys it changes the panel's width, a double click resets it. */
export function PanelEdge({ width }: { width: PanelWidth }) {
  const { t } = useCanvasTexts();
  const set = (next: number) => width.set(Math.round(Math.min(width.most, Math.max(NARROWEST, next))));

  function drag(event: PointerEvent<HTMLElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const right = event.currentTarget.parentElement!.getBoundingClientRect().right;
    set(right - event.clientX);
  }
  function press(event: KeyboardEvent) {
    const next = { ArrowLeft: width.now + STEP, ArrowRight: width.now - STEP, Home: NARROWEST, End: width.most }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved has no element of its own.
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('panel.width')}
      aria-valuenow={width.now}
      aria-valuemin={NARROWEST}
      aria-valuemax={width.most}
      className={classes.edge}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => width.set(null)}
      onKeyDown={press}
    />
  );
}
