/** What people have selected, opened and marked on a canvas: a pure function from what is to what becomes of it by what they do. */
import type { Slot } from './model.ts';

export interface CanvasState {
  /** The selected node; of several the one where the keyboard is. */
  readonly selected: string | null;
  /** The others of several, in the order they were added. */
  readonly others: readonly string[];
  /** Whether the selected node's panel is wanted. */
  readonly panelOpen: boolean;
  /** The place that is marked for the next node. */
  readonly chosen: Slot | null;
  /** The nodes about whose branches people are asked before they go. */
  readonly deleting: readonly string[];
  /** Whether somebody opened or closed the palette; null leaves it to the room there is. */
  readonly palette: boolean | null;
  /** Whether somebody searches among the nodes. */
  readonly finding: boolean;
}

export const RESTING: CanvasState = {
  selected: null,
  others: [],
  panelOpen: false,
  chosen: null,
  deleting: [],
  palette: null,
  finding: false,
};

export type CanvasAct =
  | { readonly do: 'select' | 'open'; readonly id: string | null }
  /** Adds a node to the selection, or takes it out. */
  | { readonly do: 'toggle'; readonly id: string }
  /** Goes on to a node with what is selected; back onto one that is selected, the node one comes from is let go. */
  | { readonly do: 'extend'; readonly id: string }
  /** Selects these and no others; the keyboard is at the last. */
  | { readonly do: 'selectSeveral'; readonly ids: readonly string[] }
  | { readonly do: 'openPanel' | 'closePanel' | 'leave' }
  /** Marks a place for the next node, or takes the mark back. */
  | { readonly do: 'choose'; readonly slot: Slot }
  /** @param ids none keeps what was asked about. */
  | { readonly do: 'askDelete'; readonly ids: readonly string[] }
  /** Nodes are gone. @param next what is selected instead. */
  | { readonly do: 'deleted'; readonly next: string | null }
  | { readonly do: 'palette' | 'find'; readonly open: boolean }
  /** Closes the innermost thing. @param panel whether a panel shows. */
  | { readonly do: 'giveUp'; readonly panel: boolean };

const isSame = (one: Slot | null, other: Slot) => one?.after === other.after && one.output === other.output;

/** @returns the ids of everything that is selected, the one where the keyboard is last. */
export function selectionOf({ selected, others }: Pick<CanvasState, 'selected' | 'others'>): readonly string[] {
  return selected === null ? [] : [...others, selected];
}

/** A selection of several has a panel of its own, so that of a single node is not wanted any more. */
function selecting(state: CanvasState, ids: readonly string[]): CanvasState {
  const selected = ids.at(-1) ?? null;
  return { ...state, selected, others: ids.slice(0, -1), chosen: null, panelOpen: state.panelOpen && ids.length === 1 };
}

/** @returns the state after an act. */
export function canvasState(state: CanvasState, act: CanvasAct): CanvasState {
  switch (act.do) {
    case 'select':
      return { ...state, selected: act.id, others: [], chosen: null };
    case 'open':
      return { ...state, selected: act.id, others: [], chosen: null, panelOpen: true };
    case 'toggle': {
      const before = selectionOf(state);
      const kept = before.filter((id) => id !== act.id);
      return selecting(state, kept.length < before.length ? kept : [...kept, act.id]);
    }
    case 'extend': {
      const before = selectionOf(state);
      // Back onto one that is selected already: the selection shrinks by the node one leaves.
      const kept = before.includes(act.id) ? before.filter((id) => id !== state.selected) : before;
      return selecting(state, [...kept.filter((id) => id !== act.id), act.id]);
    }
    case 'selectSeveral':
      return selecting(state, act.ids);
    case 'openPanel':
      return { ...state, panelOpen: true };
    case 'closePanel':
      return { ...state, panelOpen: false };
    case 'leave':
      return { ...state, panelOpen: false, selected: null, others: [], chosen: null };
    case 'choose':
      return {
        ...state,
        chosen: isSame(state.chosen, act.slot) ? null : act.slot,
        panelOpen: false,
        selected: null,
        others: [],
        palette: null,
      };
    case 'askDelete':
      return { ...state, deleting: act.ids };
    case 'deleted':
      return { ...state, deleting: [], panelOpen: false, selected: act.next, others: [], chosen: null };
    case 'palette':
      // Where it is opened it gets the panel's room.
      return { ...state, palette: act.open ? null : false, panelOpen: state.panelOpen && !act.open };
    case 'find':
      return { ...state, finding: act.open };
    case 'giveUp':
      if (act.panel) return { ...state, panelOpen: false };
      return state.chosen ? { ...state, chosen: null } : { ...state, selected: null, others: [] };
  }
}
