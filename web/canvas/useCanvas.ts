/** A canvas at work: what is selected, carried and placed, and what keys and clicks do to it. Workbench.tsx shows it. */
import { useCallback, useReducer, useRef } from 'react';
import type { GraphNode } from '../../engine/graph/graph.ts';
import { useCatalogue } from './catalogue.ts';
import type { Drawing } from './drawing.ts';
import { deleteNode, type Keep, keptBranch, moveNode, needsQuestion, type Slot, slotOf } from './model.ts';
import { cardId } from './NodeCard.tsx';
import { usePanelWidth, useWidth } from './panelWidth.ts';
import { canvasState, RESTING } from './state.ts';
import { useCarry } from './useCarry.ts';
import { usePlacing } from './usePlacing.ts';

/** The palette is this wide with its distance to the edge; the view keeps the selected node out from under it. */
export const PALETTE_SIDE = 228;
/** Less than this between palette and panel, and the palette waits behind its button. */
const LEAST_BETWEEN = 250;
const USUAL_PANEL = 420;

export interface CanvasInput<N extends GraphNode> {
  readonly nodes: readonly N[];
  /** The type of a node, as the catalogue names it. */
  readonly typeOf: (node: N) => string;
  readonly drawing: Drawing;
  /** Takes a new state of the nodes; null is an edit that is not possible. */
  readonly edit: (nodes: readonly N[] | null) => void;
  /** @returns a new node of a type, with nothing that follows; null for a type that the product doesn't have. */
  readonly make: (type: string) => N | null;
  readonly readOnly: boolean;
}

export type CanvasWork<N extends GraphNode> = ReturnType<typeof useCanvas<N>>;

export function useCanvas<N extends GraphNode>({ nodes, typeOf, drawing, edit, make, readOnly }: CanvasInput<N>) {
  const catalogue = useCatalogue();
  const [state, act] = useReducer(canvasState, RESTING);
  const panel = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const carry = useCarry(nodes, drawing);

  const node = nodes.find(({ id }) => id === state.selected) ?? null;
  const open = state.panelOpen && node !== null;
  const width = useWidth(frame);
  const panelSize = usePanelWidth(open ? (catalogue.typeOf(typeOf(node))?.panelWidth ?? USUAL_PANEL) : null, width);
  const showsPalette = !readOnly && (state.palette ?? width - (panelSize?.now ?? 0) - PALETTE_SIDE >= LEAST_BETWEEN);

  const select = useCallback((id: string | null, focus = false) => {
    act({ do: 'select', id });
    if (id && focus) requestAnimationFrame(() => focusCard(id));
  }, []);
  /** Selects a node and opens its panel. @param focus puts the focus on its card. */
  const show = (id: string, focus = false) => {
    act({ do: 'open', id });
    if (focus) requestAnimationFrame(() => focusCard(id));
  };
  const placing = usePlacing({ nodes, edit, make, carry, selected: node, chosen: state.chosen, frame, onPlaced: (id) => show(id) });

  function removeNow(id: string, keep: Keep) {
    const above = slotOf(nodes, id)?.after ?? null;
    const left = deleteNode(nodes, id, keep);
    edit(left);
    const next = above ?? left[0]?.id ?? null;
    act({ do: 'deleted', next });
    if (next) requestAnimationFrame(() => focusCard(next));
  }

  return {
    nodes,
    drawing,
    readOnly,
    state,
    act,
    /** The selected node. */
    node,
    /** Whether its panel shows. */
    open,
    panel,
    search,
    frame,
    panelSize,
    showsPalette,
    carry,
    placing,
    select,
    show,
    pick: (id: string) => {
      carry.drop();
      show(id);
    },
    leave: () => {
      carry.drop();
      act({ do: 'leave' });
    },
    choose: (slot: Slot) => {
      const { carried } = carry;
      if (carried && 'id' in carried) {
        edit(moveNode(nodes, carried.id, slot));
        carry.drop();
        return;
      }
      act({ do: 'choose', slot });
      requestAnimationFrame(() => search.current?.focus());
    },
    /** Deletes a node, or asks first which of its branches stays. */
    remove: (id: string) => {
      const gone = nodes.find((one) => one.id === id);
      if (!gone || readOnly) return;
      if (needsQuestion(gone)) act({ do: 'askDelete', id });
      else removeNow(id, keptBranch(gone));
    },
    removeNow,
    /** Closes the innermost thing that is open. */
    giveUp: () => {
      if (carry.carried) return void carry.drop();
      act({ do: 'giveUp', panel: open });
      if (open) focusCard(node.id);
    },
    /** Lets a node be carried by keyboard. */
    move: (id: string) => {
      act({ do: 'closePanel' });
      carry.begin({ id, byPointer: false });
    },
  };
}

function focusCard(id: string): void {
  document.getElementById(cardId(id))?.focus({ preventScroll: true });
}
