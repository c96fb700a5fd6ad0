import { type RefObject, useLayoutEffect, useState } from 'react';
import { useWorkspace } from '../shell/workspace.ts';

/** Below this width the fields of a condition no longer fit. */
export const NARROWEST = 360;
/** What stays of the canvas however wide the panel is made: a card with its margins. */
const CANVAS = 300;

/** A panel's width in px, and the limits within which it may be changed. */
export interface PanelWidth {
  readonly now: number;
  readonly most: number;
  /** @param width null for the width of the node's type. */
  readonly set: (width: number | null) => void;
}

/**
 * @param own the width of the node's type. @param wanted the width that somebody chose, or null. @param room of canvas and panel together.
 * @returns the width of a node's panel: the chosen one, else that of its type but never half of the room.
 */
export function panelWidth(own: number, wanted: number | null, room: number): { now: number; most: number } {
  const most = Math.max(NARROWEST, room - CANVAS);
  const usual = Math.min(own, Math.floor(room * 0.48));
  return { now: Math.round(Math.min(most, Math.max(NARROWEST, wanted ?? usual))), most };
}

/** Per person and device, as the screen decides what fits. */
const keyOf = (userId: string) => `quittance-panel ${userId}`;

function remembered(userId: string): number | null {
  const width = Number(localStorage.getItem(keyOf(userId)) ?? Number.NaN);
  return Number.isFinite(width) ? width : null;
}

/** @param own null while no node is open. @returns the width of the open node's panel, remembered for the person at work; null while none is. */
export function usePanelWidth(own: number | null, room: number): PanelWidth | null {
  const { user } = useWorkspace();
  const [wanted, setWanted] = useState(() => remembered(user.id));
  if (own === null) return null;
  const set = (width: number | null) => {
    setWanted(width);
    if (width === null) localStorage.removeItem(keyOf(user.id));
    else localStorage.setItem(keyOf(user.id), String(width));
  };
  return { ...panelWidth(own, wanted, room), set };
}

/** @returns the width of an element in px, as it changes; 0 until it is drawn. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const own = element.current;
    if (!own) return;
    const look = () => setWidth(own.clientWidth);
    look();
    const size = new ResizeObserver(look);
    size.observe(own);
    return () => size.disconnect();
  }, [element]);
  return width;
}
