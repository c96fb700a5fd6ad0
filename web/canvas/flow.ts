/** A drawing as React Flow takes it: cards and pills with their places, lines with what can be put on them. */
import { type NodeHandle, Position } from '@xyflow/react';
import { useMemo } from 'react';
import { useCanvasTexts, useCatalogue } from './catalogue.ts';
import type { Drawing, DrawnNode } from './drawing.ts';
import type { Slot } from './model.ts';
import type { Card, CardNode, PillNode } from './NodeCard.tsx';
import type { SlotEdgeType } from './SlotEdge.tsx';
import { type Carry, slotKey } from './useCarry.ts';

export type FlowNode = CardNode | PillNode;

/** A card that is dragged, where the pointer has it. */
export interface Dragged {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** Lines come in at the top of a node and leave at its bottom. Said here, so that React Flow has no elements to measure and to hear of each frame. */
function handlesOf({ width, height }: DrawnNode): NodeHandle[] {
  const middle = { x: width / 2, width: 0, height: 0 };
  return [
    { ...middle, type: 'target', position: Position.Top, y: 0 },
    { ...middle, type: 'source', position: Position.Bottom, y: height },
  ];
}

export const carriedIdOf = ({ carried }: Carry) => (carried && 'id' in carried ? carried.id : null);

export function useFlowNodes(drawing: Drawing, cards: ReadonlyMap<string, Card>, dragged: Dragged | null): FlowNode[] {
  const { t } = useCanvasTexts();
  const resting = useMemo(
    () =>
      drawing.nodes.map((node): FlowNode => {
        const { id, x, y, width, height } = node;
        const base = { id, position: { x, y }, width, height, measured: { width, height }, handles: handlesOf(node) };
        if (node.kind !== 'node') {
          const { kind } = node;
          return { ...base, type: 'pill', draggable: false, data: { kind, words: t(kind === 'start' ? 'canvas.start' : 'canvas.end') } };
        }
        return { ...base, type: 'card', zIndex: 0, data: { ...cards.get(id)!, connected: node.connected } };
      }),
    [drawing, cards, t],
  );
  // The same objects for all others: React Flow looks at and draws again what is another one, in each frame of a drag.
  return useMemo(() => {
    if (!dragged) return resting;
    const { id, x, y } = dragged;
    return resting.map((node) => (node.id === id ? { ...node, position: { x, y }, zIndex: 10 } : node));
  }, [resting, dragged]);
}

/** @param onChoose the same at every drawing; null where nothing may be edited. */
export function useFlowEdges(drawing: Drawing, chosen: Slot | null, carry: Carry, onChoose: ((slot: Slot) => void) | null): SlotEdgeType[] {
  const { output } = useCatalogue();
  const { target, open } = carry;
  const moving = carriedIdOf(carry) !== null;
  const resting = useMemo(
    () =>
      drawing.edges.map((edge): SlotEdgeType => {
        const key = slotKey(edge.slot);
        const state = open?.has(key) ? 'open' : !open && chosen && slotKey(chosen) === key ? 'chosen' : null;
        const shows = onChoose !== null && (open === null || open.has(key));
        return {
          id: edge.id,
          source: edge.from,
          target: edge.to,
          type: 'slot',
          data: { slot: edge.slot, branch: edge.branch && output(edge.branch), state, moving, onChoose: shows ? onChoose : null },
        };
      }),
    [drawing, open, moving, chosen, onChoose, output],
  );
  return useMemo(() => {
    const key = target && slotKey(target);
    if (key === null) return resting;
    return resting.map((edge) => (slotKey(edge.data!.slot) === key ? { ...edge, data: { ...edge.data!, state: 'target' } } : edge));
  }, [resting, target]);
}
