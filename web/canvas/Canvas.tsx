import { type NodeChange, type OnMove, type OnNodeDrag, type ReactFlowState, useReactFlow, useStore } from '@xyflow/react';
import { type MouseEvent, type ReactNode, useMemo, useState } from 'react';
import { useSteady } from '../ui/useLatest.ts';
import classes from './Canvas.module.css';
import { useCanvasTexts } from './catalogue.ts';
import type { Drawing } from './drawing.ts';
import { carriedIdOf, type Dragged, type FlowNode, useFlowEdges, useFlowNodes } from './flow.ts';
import { settle } from './glide.ts';
import { MarksContext, useMarks } from './marks.ts';
import type { Slot } from './model.ts';
import type { Card } from './NodeCard.tsx';
import { Picture } from './Picture.tsx';
import { OnLines } from './SlotEdge.tsx';
import type { Carry } from './useCarry.ts';
import { useFraming } from './useFraming.ts';
import { View } from './View.tsx';

const flowElement = ({ domNode }: ReactFlowState) => domNode;

/**
 * What is drawn. It shows what it is given and tells what people do with it.
 * @param covered the px on the left under the palette: the selected node is kept out of there. @param beside the px on the right that belong to
 * the panel: the canvas ends there.
 * @param onChoose null where nothing may be edited.
 */
export function Canvas(props: {
  drawing: Drawing;
  cards: ReadonlyMap<string, Card>;
  selected: string | null;
  selection: readonly string[];
  chosen: Slot | null;
  carry: Carry;
  covered: number;
  beside: number;
  onOpen: (id: string) => void;
  onToggle: (id: string) => void;
  onFrame: (ids: readonly string[]) => void;
  onGround: () => void;
  onChoose: ((slot: Slot) => void) | null;
  onDropped: () => void;
  children?: ReactNode;
}) {
  const { drawing, selected, carry, onChoose, covered } = props;
  const { t } = useCanvasTexts();
  const flow = useReactFlow();
  const element = useStore(flowElement);
  const onLines = useMemo(() => element?.querySelector('.react-flow__edgelabel-renderer') ?? null, [element]);
  // While a card is dragged it follows the pointer; its place is decided when it is let go.
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [moving, setMoving] = useState(false);
  const framing = useFraming(drawing, props.onFrame);
  const nodes = useFlowNodes(drawing, props.cards, dragged);
  const marks = useMarks(framing.touched ?? props.selection, dragged ? null : carriedIdOf(carry));
  const { choose, ...handlers } = useSteady({
    choose: (slot: Slot) => onChoose?.(slot),
    onPaneClick: () => props.onGround(),
    // Without an event it is no hand that moves, and the view is there at once.
    onMoveStart: (event: Parameters<OnMove>[0]) => {
      if (event === null) return;
      settle(element);
      setMoving(true);
    },
    onMoveEnd: () => setMoving(false),
    onNodeClick: (event: MouseEvent, { id, type }: FlowNode) => {
      if (type !== 'card') return;
      if (event.shiftKey || event.metaKey || event.ctrlKey) props.onToggle(id);
      else props.onOpen(id);
    },
    onNodeDragStart: (_event: unknown, { id }: FlowNode) => carry.begin({ id, byPointer: true }),
    onNodeDrag: (event: Parameters<OnNodeDrag>[0]) => {
      const at = 'clientX' in event ? event : event.touches[0];
      if (at) carry.over(flow.screenToFlowPosition({ x: at.clientX, y: at.clientY }));
    },
    onNodeDragStop: () => {
      setDragged(null);
      props.onDropped();
    },
    onNodesChange: (changes: NodeChange<FlowNode>[]) => {
      for (const change of changes) {
        if (change.type === 'position' && change.dragging && change.position) setDragged({ id: change.id, ...change.position });
      }
    },
  });
  const edges = useFlowEdges(drawing, props.chosen, carry, onChoose && choose);

  return (
    <section
      className={moving ? `${classes.canvas} ${classes.moving}` : classes.canvas}
      style={{ insetInlineEnd: props.beside }}
      aria-label={t('canvas.label')}
      {...framing.handlers}
    >
      <MarksContext value={marks}>
        <OnLines value={onLines}>
          <Picture drawing={drawing} nodes={nodes} edges={edges} readOnly={onChoose === null} {...handlers} />
        </OnLines>
      </MarksContext>
      <View drawing={drawing} selected={selected} covered={covered} />
      {framing.box && <div className={classes.selecting} style={framing.box} />}
      {props.children}
    </section>
  );
}
