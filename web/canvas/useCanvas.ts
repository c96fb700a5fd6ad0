/** A canvas at work: what is selected, carried and placed, and what keys and clicks do to it. Workbench.tsx shows it. */
import { useMemo, useReducer, useRef } from 'react';
import { uuidv7 } from '../../core/id.ts';
import type { GraphNode } from '../../engine/graph/graph.ts';
import { toastError } from '../ui/toasts.ts';
import { useSteady } from '../ui/useLatest.ts';
import { useCanvasTexts, useCatalogue } from './catalogue.ts';
import type { Drawing } from './drawing.ts';
import { deleteNode, type Keep, keptBranch, moveNode, needsQuestion, type Slot, slotOf } from './model.ts';
import { cardId } from './NodeCard.tsx';
import { NARROWEST, usePanelWidth, useWidth } from './panelWidth.ts';
import { aboveOf, copyOf, deleteNodes, duplicate, needsSide, pieceOf, type Side } from './several.ts';
import { canvasState, RESTING, selectionOf } from './state.ts';
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
  /** The node whose panel is open at first. */
  readonly opened?: string | null;
}

export type CanvasWork<N extends GraphNode> = ReturnType<typeof useCanvas<N>>;

export function useCanvas<N extends GraphNode>({ nodes, typeOf, drawing, edit, make, readOnly, opened }: CanvasInput<N>) {
  const catalogue = useCatalogue();
  const [state, act] = useReducer(canvasState, opened ? canvasState(RESTING, { do: 'open', id: opened }) : RESTING);
  const panel = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const carry = useCarry(nodes, drawing);

  const { t } = useCanvasTexts();

  const node = nodes.find(({ id }) => id === state.selected) ?? null;
  const { selected, others } = state;
  // What an undo has taken away is not selected any more.
  const selection = useMemo(() => {
    const known = new Set(nodes.map(({ id }) => id));
    return selectionOf({ selected, others }).filter((id) => known.has(id));
  }, [nodes, selected, others]);
  const several = selection.length > 1;
  const open = state.panelOpen && node !== null && !several;
  const width = useWidth(frame);
  const panelSize = usePanelWidth(open ? (catalogue.typeOf(typeOf(node))?.panelWidth ?? USUAL_PANEL) : null, width);
  const beside = panelSize?.now ?? (several ? NARROWEST : 0);
  const showsPalette = !readOnly && (state.palette ?? width - beside - PALETTE_SIDE >= LEAST_BETWEEN);

  const select = (id: string | null, focus = false) => {
    act({ do: 'select', id });
    if (id && focus) focusSoon(id);
  };
  /** Selects a node and opens its panel. @param focus puts the focus on its card. */
  const show = (id: string, focus = false) => {
    act({ do: 'open', id });
    if (focus) focusSoon(id);
  };
  const placing = usePlacing({ nodes, edit, make, carry, selected: node, chosen: state.chosen, frame, onPlaced: (id) => show(id) });

  function goneTo(left: readonly N[], next: string | null) {
    edit(left);
    act({ do: 'deleted', next });
    if (next) focusSoon(next);
  }
  function removeNow(id: string, keep: Keep) {
    const left = deleteNode(nodes, id, keep);
    goneTo(left, slotOf(nodes, id)?.after ?? left[0]?.id ?? null);
  }
  function removeSeveral(ids: readonly string[], side: Side) {
    const left = deleteNodes(nodes, ids, side);
    goneTo(left, aboveOf(nodes, ids, left));
  }

  const doing = useSteady({
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
    /** Goes on to a node with the keyboard, with what is selected. */
    extend: (id: string) => {
      act({ do: 'extend', id });
      focusSoon(id);
    },
    toggle: (id: string) => {
      carry.drop();
      act({ do: 'toggle', id });
    },
    /** Selects these; the keyboard stays where it is if that is among them, else it goes to the first. */
    selectSeveral: (ids: readonly string[]) => {
      const at = ids.find((id) => id === selected) ?? ids[0];
      act({ do: 'selectSeveral', ids: at === undefined ? [] : [...ids.filter((id) => id !== at), at] });
    },
    /** Deletes nodes, or asks first which of their branches stay. */
    remove: (ids: readonly string[]) => {
      const [gone, other] = nodes.filter(({ id }) => ids.includes(id));
      if (!gone || readOnly) return;
      if (other ? needsSide(nodes, ids) : needsQuestion(gone)) act({ do: 'askDelete', ids });
      else if (other) removeSeveral(ids, 'last');
      else removeNow(gone.id, keptBranch(gone));
    },
    removeNow,
    removeSeveral,
    /** Puts a copy of what is selected below it, and selects the copy. */
    duplicate: () => {
      if (readOnly || selection.length === 0) return;
      const piece = pieceOf(nodes, selection);
      if (!piece) return toastError(t('selection.notOnePiece'));
      const copy = copyOf(piece, uuidv7);
      const made = duplicate(nodes, piece, copy);
      if (!made) return toastError(t('canvas.endsPath'));
      edit(made);
      const ids = copy.map(({ id }) => id).reverse();
      act({ do: 'selectSeveral', ids });
      focusSoon(ids.at(-1)!);
    },
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
    /** Shows or hides the palette. */
    openPalette: (open: boolean) => act({ do: 'palette', open }),
  });

  return {
    nodes,
    drawing,
    readOnly,
    state,
    act,
    /** The selected node; of several the one where the keyboard is. */
    node,
    /** The ids of everything that is selected. */
    selection,
    several,
    /** Whether its panel shows. */
    open,
    panel,
    search,
    frame,
    panelSize,
    /** The px on the right that belong to a panel. */
    beside,
    showsPalette,
    carry,
    placing,
    ...doing,
  };
}

function focusCard(id: string): boolean {
  const card = document.getElementById(cardId(id));
  card?.focus({ preventScroll: true });
  return card !== null;
}

/** Frames in which a new card is there at the latest. */
const MOST_FRAMES = 30;

/** Puts the focus on a card that may only be drawn in the next frames. */
function focusSoon(id: string, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => void (focusCard(id) || (frames > 1 && focusSoon(id, frames - 1))));
}
