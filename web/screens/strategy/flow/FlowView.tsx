import { Button } from '@mantine/core';
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { useReactFlow, useStore } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Flow.module.css';
import { CARD, type Layout } from './layout.ts';

/** The smallest that the first view makes the cards: their names stay readable. */
const READABLE = 0.7;

/**
 * The zoom control, and what brings cards into view: the first view, and whatever is selected.
 * @param busiest the card in the middle of a first view that cannot show all of them.
 */
export function FlowView({ layout, selected, busiest }: { layout: Layout; selected: string | null; busiest: string | null }) {
  const { t } = useTranslation('flow');
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);

  const show = useCallback(
    (smallest: number, duration: number) => {
      const places = [...layout.places.values()];
      const right = Math.max(...places.map(({ x }) => x + CARD.width), CARD.width);
      const bottom = Math.max(...places.map(({ y }) => y + CARD.height), CARD.height);
      const zoom = Math.max(smallest, Math.min((width - 64) / right, (height - 120) / bottom, 1));
      const middle = busiest === null ? undefined : layout.places.get(busiest);
      if (middle && (right * zoom > width || bottom * zoom > height)) {
        void flow.setCenter(middle.x + CARD.width / 2, middle.y + CARD.height / 2, { zoom, duration });
        return;
      }
      void flow.setViewport(
        { x: Math.max(32, (width - right * zoom) / 2), y: Math.max(28, (height - 72 - bottom * zoom) / 2), zoom },
        { duration },
      );
    },
    [layout, busiest, width, height, flow],
  );

  const shown = useRef<Layout | null>(null);
  useEffect(() => {
    if (shown.current === layout || width === 0) return;
    shown.current = layout;
    show(READABLE, 0);
  }, [layout, width, show]);

  useEffect(() => {
    const place = selected === null ? undefined : layout.places.get(selected);
    if (!place || width === 0) return;
    const { x, y, zoom } = flow.getViewport();
    const [left, top] = [place.x * zoom + x, place.y * zoom + y];
    const isSeen = left > 0 && top > 0 && left + CARD.width * zoom < width && top + CARD.height * zoom < height - 60;
    if (!isSeen) void flow.setCenter(place.x + CARD.width / 2, place.y + CARD.height / 2, { zoom, duration: 160 });
  }, [selected, layout, width, height, flow]);

  return (
    <div className={`${classes.zoom} nopan`}>
      <Button variant="default" size="xs" px={8} aria-label={t('zoomOut')} onClick={() => void flow.zoomOut({ duration: 120 })}>
        <IconMinus size={14} />
      </Button>
      <Button variant="default" size="xs" px={8} aria-label={t('zoomIn')} onClick={() => void flow.zoomIn({ duration: 120 })}>
        <IconPlus size={14} />
      </Button>
      <Button variant="default" size="xs" leftSection={<IconMaximize size={14} />} onClick={() => show(0.1, 160)}>
        {t('fit')}
      </Button>
    </div>
  );
}
