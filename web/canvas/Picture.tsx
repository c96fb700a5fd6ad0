import '@xyflow/react/dist/base.css';
import { type NodeChange, type NodeMouseHandler, type OnMove, type OnNodeDrag, ReactFlow } from '@xyflow/react';
import { memo, Suspense } from 'react';
import { later } from '../ui/later.ts';
import type { Drawing } from './drawing.ts';
import type { FlowNode } from './flow.ts';
import { Ground } from './Ground.tsx';
import { NodeCard, Pill } from './NodeCard.tsx';
import { SlotEdge, type SlotEdgeType } from './SlotEdge.tsx';

const DrawingMap = later(() => import('./Map.tsx'));

/** Specification 3, section 2: how far one can zoom. */
const MIN_ZOOM = 0.1;
const MAX_ZOOM = 1.6;
/** A drawing of more nodes has a small map of itself. */
const MAPPED_FROM = 25;

const NODE_TYPES = { card: NodeCard, pill: Pill };
const EDGE_TYPES = { slot: SlotEdge };
const NOTHING_HIDDEN = { hideAttribution: true };

/** The drawing on its ground. Whoever shows it hands in the same functions at every drawing: with another one all cards and lines are drawn again. */
export const Picture = memo(function Picture(props: {
  drawing: Drawing;
  nodes: FlowNode[];
  edges: SlotEdgeType[];
  readOnly: boolean;
  onNodesChange: (changes: NodeChange<FlowNode>[]) => void;
  onNodeClick: NodeMouseHandler<FlowNode>;
  onPaneClick: () => void;
  onMoveStart: OnMove;
  onMoveEnd: () => void;
  onNodeDragStart: OnNodeDrag<FlowNode>;
  onNodeDrag: OnNodeDrag<FlowNode>;
  onNodeDragStop: () => void;
}) {
  const { drawing, readOnly, ...picture } = props;
  return (
    <ReactFlow<FlowNode, SlotEdgeType>
      {...picture}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      minZoom={MIN_ZOOM}
      maxZoom={MAX_ZOOM}
      proOptions={NOTHING_HIDDEN}
      nodesDraggable={!readOnly}
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
    >
      <Ground drawing={drawing} />
      {drawing.nodes.length > MAPPED_FROM && (
        <Suspense>
          <DrawingMap />
        </Suspense>
      )}
    </ReactFlow>
  );
});
