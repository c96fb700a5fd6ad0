/** Puts types of the palette onto the canvas: clicked, they go where the path is open; dragged, where they are dropped. */
import { useReactFlow } from '@xyflow/react';
import { type RefObject, useState } from 'react';
import type { GraphNode } from '../../engine/graph/graph.ts';
import { toastError } from '../ui/toasts.ts';
import { useSteady } from '../ui/useLatest.ts';
import { useCanvasTexts, useCatalogue } from './catalogue.ts';
import { insertNode, moveNode, openEnd, type Slot, START } from './model.ts';
import { type Carry, type Point, takes } from './useCarry.ts';

interface Placing<N extends GraphNode> {
  readonly nodes: readonly N[];
  readonly edit: (nodes: readonly N[] | null) => void;
  /** @returns a new node of a type, with nothing that follows; null for a type that the product doesn't have. */
  readonly make: (type: string) => N | null;
  readonly carry: Carry;
  readonly selected: N | null;
  /** The place that was marked for the next node. */
  readonly chosen: Slot | null;
  readonly frame: RefObject<HTMLElement | null>;
  readonly onPlaced: (id: string) => void;
}

export function usePlacing<N extends GraphNode>({ nodes, edit, make, carry, selected, chosen, frame, onPlaced }: Placing<N>) {
  const { t } = useCanvasTexts();
  const catalogue = useCatalogue();
  const flow = useReactFlow();
  const [ghost, setGhost] = useState<{ type: string; point: Point } | null>(null);

  function place(slot: Slot, type: string) {
    const made = make(type);
    if (!made) return;
    const next = insertNode(nodes, slot, made);
    if (!next) return toastError(t('canvas.endsPath'));
    edit(next);
    onPlaced(made.id);
  }

  const doing = useSteady({
    /** Where a node goes that is not dragged: the chosen place, after the selected node, else where the path is open. */
    insert: (type: string) => {
      const after: Slot[] = selected ? Object.keys(selected.outputs).map((output) => ({ after: selected.id, output })) : [];
      const below = openEnd(nodes, selected?.id ?? nodes[0]?.id ?? '');
      const slots = chosen ? [chosen] : [...after.reverse(), ...(below ? [below] : []), ...(nodes.length === 0 ? [START] : [])];
      place(slots.find((slot) => takes(nodes, slot, { type }, catalogue)) ?? slots[0] ?? START, type);
    },
    drag: (type: string, point: Point) => {
      if (!carry.carried) carry.begin({ type });
      setGhost({ type, point });
      const under = document.elementFromPoint(point.x, point.y);
      const onCanvas = under !== null && frame.current?.contains(under) && !under.closest('aside');
      carry.over(onCanvas ? flow.screenToFlowPosition(point) : null);
    },
    dropped: () => {
      const result = carry.drop();
      setGhost(null);
      if (!result) return;
      if ('id' in result.carried) edit(moveNode(nodes, result.carried.id, result.slot));
      else place(result.slot, result.carried.type);
    },
    cancel: () => {
      carry.drop();
      setGhost(null);
    },
  });
  /** `ghost` is what follows the pointer. */
  return { ghost, ...doing };
}
