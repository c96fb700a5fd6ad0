/** A drawing as React Flow takes it: cards and pills with their places, lines with what can be put on them. */
import { useMemo } from 'react';
import { useCanvasTexts, useCatalogue } from './catalogue.ts';
import type { Drawing } from './drawing.ts';
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

const carriedIdOf = ({ carried }: Carry) => (carried && 'id' in carried ? carried.id : null);

export function useFlowNodes(
  drawing: Drawing,
  cards: ReadonlyMap<string, Card>,
  selection: readonly string[],
  dragged: Dragged | null,
  carry: Carry,
): FlowNode[] {
  const { t } = useCanvasTexts();
  const carriedId = carriedIdOf(carry);
  const resting = useMemo(
    () =>
      drawing.nodes.map((node): FlowNode => {
        const base = { id: node.id, position: { x: node.x, y: node.y }, width: node.width, height: node.height };
        if (node.kind !== 'node') {
          const { kind } = node;
          return { ...base, type: 'pill', draggable: false, data: { kind, words: t(kind === 'start' ? 'canvas.start' : 'canvas.end') } };
        }
        return {
          ...base,
          type: 'card',
          zIndex: 0,
          data: { ...cards.get(node.id)!, connected: node.connected, selected: false, carried: false },
        };
      }),
    [drawing, cards, t],
  );
  // The same objects for all others: React Flow looks at and draws again what is another one, in each frame of a drag.
  return useMemo(() => {
    const selected = new Set(selection);
    return resting.map((node): FlowNode => {
      if (node.type !== 'card') return node;
      const carried = node.id === carriedId && dragged === null;
      const touched =
        selected.has(node.id) || carried ? { ...node, data: { ...node.data, selected: selected.has(node.id), carried } } : node;
      return dragged?.id === node.id ? { ...touched, position: { x: dragged.x, y: dragged.y }, zIndex: 10 } : touched;
    });
  }, [resting, selection, carriedId, dragged]);
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
