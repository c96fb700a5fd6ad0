import '@xyflow/react/dist/base.css';
import {
  Background,
  BackgroundVariant,
  type NodeChange,
  type NodeMouseHandler,
  type OnNodeDrag,
  ReactFlow,
  useReactFlow,
} from '@xyflow/react';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { later } from '../ui/later.ts';
import { useLatest } from '../ui/useLatest.ts';
import classes from './Canvas.module.css';
import { useCanvasTexts } from './catalogue.ts';
import type { Drawing } from './drawing.ts';
import { type Dragged, type FlowNode, useFlowEdges, useFlowNodes } from './flow.ts';
import type { Slot } from './model.ts';
import { type Card, NodeCard, Pill } from './NodeCard.tsx';
import { SlotEdge, type SlotEdgeType } from './SlotEdge.tsx';
import type { Carry } from './useCarry.ts';
import { useFraming } from './useFraming.ts';
import { View } from './View.tsx';

const DrawingMap = later(() => import('./Map.tsx'));

/** Specification 3, section 2: how far one can zoom. */
const MIN_ZOOM = 0.1;
const MAX_ZOOM = 1.6;
/** A drawing of more nodes has a small map of itself. */
const MAPPED_FROM = 25;

const NODE_TYPES = { card: NodeCard, pill: Pill };
const EDGE_TYPES = { slot: SlotEdge };
const NOTHING_HIDDEN = { hideAttribution: true };

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
  // While a card is dragged it follows the pointer; its place is decided when it is let go.
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const framing = useFraming(drawing, props.onFrame);
  const nodes = useFlowNodes(drawing, props.cards, framing.touched ?? props.selection, dragged, carry);
  // The same functions at every drawing: with another one React Flow draws all cards and lines again.
  const latest = useLatest({ ...props, flow });
  const choose = useCallback((slot: Slot) => latest.current.onChoose?.(slot), [latest]);
  const edges = useFlowEdges(drawing, props.chosen, carry, onChoose && choose);
  const onGround = useCallback(() => latest.current.onGround(), [latest]);
  const onNodeClick = useCallback<NodeMouseHandler<FlowNode>>(
    (event, { id, type }) => {
      if (type !== 'card') return;
      if (event.shiftKey || event.metaKey || event.ctrlKey) latest.current.onToggle(id);
      else latest.current.onOpen(id);
    },
    [latest],
  );
  const onNodeDragStart = useCallback<OnNodeDrag<FlowNode>>(
    (_event, { id }) => latest.current.carry.begin({ id, byPointer: true }),
    [latest],
  );
  const onNodeDrag = useCallback<OnNodeDrag<FlowNode>>(
    (event) => {
      const at = 'clientX' in event ? event : event.touches[0];
      if (at) latest.current.carry.over(latest.current.flow.screenToFlowPosition({ x: at.clientX, y: at.clientY }));
    },
    [latest],
  );
  const onNodeDragStop = useCallback(() => {
    setDragged(null);
    latest.current.onDropped();
  }, [latest]);

  const onNodesChange = useCallback((changes: NodeChange<FlowNode>[]) => {
    for (const change of changes) {
      if (change.type === 'position' && change.dragging && change.position) setDragged({ id: change.id, ...change.position });
    }
  }, []);

  return (
    <section className={classes.canvas} style={{ insetInlineEnd: props.beside }} aria-label={t('canvas.label')} {...framing.handlers}>
      <ReactFlow<FlowNode, SlotEdgeType>
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
        onNodeClick={onNodeClick}
        onPaneClick={onGround}
        onNodeDragStart={onNodeDragStart}
        onNodeDrag={onNodeDrag}
        onNodeDragStop={onNodeDragStop}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1.6} />
        <View drawing={drawing} selected={selected} covered={covered} />
        {drawing.nodes.length > MAPPED_FROM && (
          <Suspense>
            <DrawingMap />
          </Suspense>
        )}
      </ReactFlow>
      {framing.box && <div className={classes.selecting} style={framing.box} />}
      {props.children}
    </section>
  );
}
