import '@xyflow/react/dist/base.css';
import { Button } from '@mantine/core';
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { Background, BackgroundVariant, type NodeChange, ReactFlow, useReactFlow, useStore, useViewport } from '@xyflow/react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Canvas.module.css';
import type { Drawing } from './drawing.ts';
import type { Slot } from './model.ts';
import { SlotEdge, type SlotEdgeType } from './SlotEdge.tsx';
import { Pill, type PillNode, StepCard, type StepCardNode } from './StepCard.tsx';
import { useStepTexts } from './texts.ts';
import { type Carry, slotKey } from './useCarry.ts';

/** Specification 3, section 2: how far one can zoom, and how small the first view and Fit may make the steps. */
export const MIN_ZOOM = 0.1;
export const MAX_ZOOM = 1.6;
export const FIT_ZOOM = 0.5;

const NODE_TYPES = { step: StepCard, pill: Pill };
const EDGE_TYPES = { slot: SlotEdge };
const NOTHING_HIDDEN = { hideAttribution: true };
type CanvasNode = StepCardNode | PillNode;

export type Card = Omit<StepCardNode['data'], 'selected' | 'carried' | 'connected' | 'stepType'>;

/**
 * The drawn strategy. It shows what it is given and tells what people do with it.
 * @param covered the px on the left under the palette: the selected step is kept out of there. @param beside the px on the right that belong to
 * the panel: the canvas ends there.
 * @param onChoose null for a strategy that may not be edited.
 */
export function Canvas(props: {
  drawing: Drawing;
  cards: ReadonlyMap<string, Card>;
  selected: string | null;
  chosen: Slot | null;
  carry: Carry;
  covered: number;
  beside: number;
  onOpen: (id: string) => void;
  onGround: () => void;
  onChoose: ((slot: Slot) => void) | null;
  onDropped: () => void;
  children?: ReactNode;
}) {
  const { drawing, cards, selected, chosen, carry, onChoose, covered } = props;
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const flow = useReactFlow();
  // While a card is dragged it follows the pointer; its place is decided when it is let go.
  const [dragged, setDragged] = useState<{ id: string; x: number; y: number } | null>(null);
  const carriedId = carry.carried && 'id' in carry.carried ? carry.carried.id : null;

  const nodes = useMemo<CanvasNode[]>(
    () =>
      drawing.nodes.map((node) => {
        const place = dragged?.id === node.id ? dragged : node;
        const base = { id: node.id, position: { x: place.x, y: place.y }, width: node.width, height: node.height };
        if (!node.step)
          return {
            ...base,
            type: 'pill' as const,
            draggable: false,
            data: {
              kind: node.kind === 'start' ? ('start' as const) : ('end' as const),
              words: t(node.kind === 'start' ? 'canvas.start' : 'canvas.end'),
            },
          };
        const card = cards.get(node.id)!;
        return {
          ...base,
          type: 'step' as const,
          zIndex: dragged?.id === node.id ? 10 : 0,
          data: {
            ...card,
            stepType: node.step.stepType,
            connected: node.connected,
            selected: node.id === selected,
            carried: node.id === carriedId && dragged === null,
          },
        };
      }),
    [drawing, cards, selected, dragged, carriedId, t],
  );
  const edges = useMemo<SlotEdgeType[]>(
    () =>
      drawing.edges.map((edge) => {
        const key = slotKey(edge.slot);
        const is = (slot: Slot | null) => slot !== null && slotKey(slot) === key;
        const state = is(carry.target) ? 'target' : carry.open?.has(key) ? 'open' : !carry.open && is(chosen) ? 'chosen' : null;
        const shows = onChoose !== null && (carry.open === null || carry.open.has(key));
        return {
          id: edge.id,
          source: edge.from,
          target: edge.to,
          type: 'slot' as const,
          data: {
            slot: edge.slot,
            branch: edge.branch && texts.output(edge.branch),
            state,
            moving: carriedId !== null,
            onChoose: shows ? onChoose : null,
          },
        };
      }),
    [drawing, carry.target, carry.open, carriedId, chosen, onChoose, texts],
  );

  const onNodesChange = useCallback((changes: NodeChange<CanvasNode>[]) => {
    for (const change of changes) {
      if (change.type === 'position' && change.dragging && change.position) setDragged({ id: change.id, ...change.position });
    }
  }, []);

  return (
    <section className={classes.canvas} style={{ insetInlineEnd: props.beside }} aria-label={t('canvas.label')}>
      <ReactFlow<CanvasNode, SlotEdgeType>
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        minZoom={MIN_ZOOM}
        maxZoom={MAX_ZOOM}
        proOptions={NOTHING_HIDDEN}
        nodesDraggable={onChoose !== null}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        zoomOnDoubleClick={false}
        panOnScroll
        nodeDragThreshold={6}
        onNodesChange={onNodesChange}
        onNodeClick={(_event, node) => node.type === 'step' && props.onOpen(node.id)}
        onPaneClick={props.onGround}
        onNodeDragStart={(_event, node) => carry.begin({ id: node.id, byPointer: true })}
        onNodeDrag={(event) => {
          const at = 'clientX' in event ? event : event.touches[0];
          if (at) carry.over(flow.screenToFlowPosition({ x: at.clientX, y: at.clientY }));
        }}
        onNodeDragStop={() => {
          setDragged(null);
          props.onDropped();
        }}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1.6} />
        <View drawing={drawing} selected={selected} covered={covered} />
      </ReactFlow>
      {props.children}
    </section>
  );
}

/** The zoom control, and what brings steps into view: the first view, and whatever is selected. */
function View(props: { drawing: Drawing; selected: string | null; covered: number }) {
  const { drawing, selected, covered } = props;
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const flow = useReactFlow();
  const { zoom } = useViewport();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  // Beside a wide panel the control has only the room of a card.
  const narrow = width < 320;

  const show = useCallback(
    (whole: boolean, duration: number) => {
      const left = Math.min(...drawing.nodes.map((node) => node.x));
      const right = Math.max(...drawing.nodes.map((node) => node.x + node.width));
      const top = Math.min(...drawing.nodes.map((node) => node.y));
      const bottom = Math.max(...drawing.nodes.map((node) => node.y + node.height));
      const free = width - covered - 48;
      const fitting = Math.min(free / (right - left), whole ? (height - 100) / (bottom - top) : 1, 1);
      const chosen = Math.max(FIT_ZOOM, fitting);
      // What does not fit starts at its top; a tree that is too wide shows its middle, where the start is.
      const middle = (right - left) * chosen > free ? 0 : (left + right) / 2;
      void flow.setViewport({ x: covered + (width - covered) / 2 - middle * chosen, y: 48 - top * chosen, zoom: chosen }, { duration });
    },
    [drawing, width, height, covered, flow],
  );

  const shown = useRef(false);
  useEffect(() => {
    if (shown.current || width === 0) return;
    shown.current = true;
    show(false, 0);
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
    if (dx !== 0 || dy !== 0) void flow.setViewport({ ...view, x: view.x + dx, y: view.y + dy }, { duration: 160 });
  }, [selected, covered, width, height, flow]);

  return (
    <div className={`${classes.zoom} nopan`}>
      <Button variant="default" size="xs" px={8} aria-label={t('canvas.zoomOut')} onClick={() => void flow.zoomOut({ duration: 120 })}>
        <IconMinus size={14} />
      </Button>
      <Button
        variant="default"
        size="xs"
        w={58}
        px={0}
        aria-label={t('canvas.zoomReset')}
        onClick={() => void flow.zoomTo(1, { duration: 120 })}
      >
        {format.percent(Math.round(zoom * 100) / 100)}
      </Button>
      <Button variant="default" size="xs" px={8} aria-label={t('canvas.zoomIn')} onClick={() => void flow.zoomIn({ duration: 120 })}>
        <IconPlus size={14} />
      </Button>
      <Button variant="default" size="xs" px={narrow ? 8 : 14} aria-label={t('canvas.fit')} onClick={() => show(true, 160)}>
        <IconMaximize size={14} />
        {!narrow && <span className={classes.fit}>{t('canvas.fit')}</span>}
      </Button>
    </div>
  );
}
