/** What people have selected, opened and marked on a canvas: a pure function from what is to what becomes of it by what they do. */
import type { Slot } from './model.ts';

export interface CanvasState {
  readonly selected: string | null;
  /** Whether the selected node's panel is wanted. */
  readonly panelOpen: boolean;
  /** The place that is marked for the next node. */
  readonly chosen: Slot | null;
  /** The node about whose branches people are asked before it goes. */
  readonly deleting: string | null;
  /** Whether somebody opened or closed the palette; null leaves it to the room there is. */
  readonly palette: boolean | null;
  /** Whether somebody searches among the nodes. */
  readonly finding: boolean;
}

export const RESTING: CanvasState = { selected: null, panelOpen: false, chosen: null, deleting: null, palette: null, finding: false };

export type CanvasAct =
  | { readonly do: 'select' | 'open'; readonly id: string | null }
  | { readonly do: 'openPanel' | 'closePanel' | 'leave' }
  /** Marks a place for the next node, or takes the mark back. */
  | { readonly do: 'choose'; readonly slot: Slot }
  /** @param id null keeps the node. */
  | { readonly do: 'askDelete'; readonly id: string | null }
  /** A node is gone. @param next what is selected instead. */
  | { readonly do: 'deleted'; readonly next: string | null }
  | { readonly do: 'palette' | 'find'; readonly open: boolean }
  /** Closes the innermost thing. @param panel whether a panel shows. */
  | { readonly do: 'giveUp'; readonly panel: boolean };

const isSame = (one: Slot | null, other: Slot) => one?.after === other.after && one.output === other.output;

/** @returns the state after an act. */
export function canvasState(state: CanvasState, act: CanvasAct): CanvasState {
  switch (act.do) {
    case 'select':
      return { ...state, selected: act.id, chosen: null };
    case 'open':
      return { ...state, selected: act.id, chosen: null, panelOpen: true };
    case 'openPanel':
      return { ...state, panelOpen: true };
    case 'closePanel':
      return { ...state, panelOpen: false };
    case 'leave':
      return { ...state, panelOpen: false, selected: null, chosen: null };
    case 'choose':
      return { ...state, chosen: isSame(state.chosen, act.slot) ? null : act.slot, panelOpen: false, selected: null, palette: null };
    case 'askDelete':
      return { ...state, deleting: act.id };
    case 'deleted':
      return { ...state, deleting: null, panelOpen: false, selected: act.next, chosen: null };
    case 'palette':
      // Where it is opened it gets the panel's room.
      return { ...state, palette: act.open ? null : false, panelOpen: state.panelOpen && !act.open };
    case 'find':
      return { ...state, finding: act.open };
    case 'giveUp':
      if (act.panel) return { ...state, panelOpen: false };
      return state.chosen ? { ...state, chosen: null } : { ...state, selected: null };
  }
}
