import { Button } from '@mantine/core';
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { useReactFlow, useStore } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import { useFormat } from '../ui/format.ts';
import classes from './Canvas.module.css';
import { useCanvasTexts } from './catalogue.ts';
import { boundsOf, type Drawing } from './drawing.ts';
import { useGlide } from './glide.ts';

/** Specification 3, section 2: how small the first view and Fit may make the nodes. */
const FIT_ZOOM = 0.5;

/** The zoom control, and what brings nodes into view: the first view, and whatever is selected. */
export function View(props: { drawing: Drawing; selected: string | null; covered: number }) {
  const { drawing, selected, covered } = props;
  const { t } = useCanvasTexts();
  const format = useFormat();
  const flow = useReactFlow();
  const glide = useGlide();
  // Not the whole viewport: a drag of the ground would draw this again in each frame.
  const zoom = useStore(({ transform }) => Math.round(transform[2] * 100) / 100);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  // Beside a wide panel the control has only the room of a card.
  const narrow = width < 320;

  const show = useCallback(
    (whole: boolean) => {
      const { left, right, top, bottom } = boundsOf(drawing);
      const free = width - covered - 48;
      const fitting = Math.min(free / (right - left), whole ? (height - 100) / (bottom - top) : 1, 1);
      const chosen = Math.max(FIT_ZOOM, fitting);
      // What does not fit starts at its top; a tree that is too wide shows its middle, where the start is.
      const middle = (right - left) * chosen > free ? 0 : (left + right) / 2;
      void flow.setViewport({ x: covered + (width - covered) / 2 - middle * chosen, y: 48 - top * chosen, zoom: chosen });
    },
    [drawing, width, height, covered, flow],
  );

  const shown = useRef(false);
  useEffect(() => {
    if (shown.current || width === 0) return;
    shown.current = true;
    show(false);
  }, [width, show]);

  const latest = useRef(drawing);
  latest.current = drawing;
  useEffect(() => {
    const node = latest.current.nodes.find((one) => one.id === selected);
    if (!node || width === 0) return;
    const view = flow.getViewport();
    const left = node.x * view.zoom + view.x;
    const top = node.y * view.zoom + view.y;
    const right = left + node.width * view.zoom;
    const bottom = top + node.height * view.zoom;
    const margin = 24;
    const dx = left < covered + margin ? covered + margin - left : Math.min(0, width - margin - right);
    const dy = top < margin ? margin - top : Math.min(0, height - 70 - bottom);
    if (dx !== 0 || dy !== 0) glide(() => flow.setViewport({ ...view, x: view.x + dx, y: view.y + dy }), 160);
  }, [selected, covered, width, height, flow, glide]);

  return (
    <div className={`${classes.zoom} nopan`}>
      <Button variant="default" size="xs" px={8} aria-label={t('canvas.zoomOut')} onClick={() => glide(() => flow.zoomOut(), 120)}>
        <IconMinus size={14} />
      </Button>
      <Button variant="default" size="xs" w={58} px={0} aria-label={t('canvas.zoomReset')} onClick={() => glide(() => flow.zoomTo(1), 120)}>
        {format.percent(zoom)}
      </Button>
      <Button variant="default" size="xs" px={8} aria-label={t('canvas.zoomIn')} onClick={() => glide(() => flow.zoomIn(), 120)}>
        <IconPlus size={14} />
      </Button>
      <Button variant="default" size="xs" px={narrow ? 8 : 14} aria-label={t('canvas.fit')} onClick={() => glide(() => show(true), 160)}>
        <IconMaximize size={14} />
        {!narrow && <span className={classes.fit}>{t('canvas.fit')}</span>}
      </Button>
    </div>
  );
}
