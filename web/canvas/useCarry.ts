/** Carrying a node over the canvas, by pointer or by keyboard: which places take it, and which one it would go to. */
import { useCallback, useMemo, useRef, useState } from 'react';
import type { GraphNode } from '../../engine/graph/graph.ts';
import { type Catalogue, endsPath, useCatalogue } from './catalogue.ts';
import type { Drawing } from './drawing.ts';
import { at, canMove, type Slot } from './model.ts';
import { plusOf } from './SlotEdge.tsx';

/** A type of the palette, or a node that stands on the canvas. */
export type Carried = { readonly type: string } | { readonly id: string; readonly byPointer: boolean };

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** @returns a slot as text, for comparing. */
export function slotKey(slot: Slot): string {
  return `${slot.output} ${slot.after ?? ''}`;
}

/** @returns whether the place takes it: what ends the path only goes where nothing follows. */
export function takes(nodes: readonly GraphNode[], slot: Slot, carried: Carried, catalogue: Catalogue): boolean {
  if ('id' in carried) return canMove(nodes, carried.id, slot);
  return !endsPath(catalogue, carried.type) || at(nodes, slot) === null;
}

/** @returns the places of a drawing with their points. */
export function placesOf(drawing: Drawing): { slot: Slot; point: Point }[] {
  const nodes = new Map(drawing.nodes.map((node) => [node.id, node]));
  return drawing.edges.flatMap(({ from, to, slot }) => {
    const above = nodes.get(from);
    const below = nodes.get(to);
    if (!above?.connected || !below) return [];
    return [{ slot, point: plusOf(above.x + above.width / 2, above.y + above.height, below.x + below.width / 2, below.y) }];
  });
}

export interface Carry {
  readonly carried: Carried | null;
  /** Keys of the places that take it; null while nothing is carried. */
  readonly open: ReadonlySet<string> | null;
  readonly target: Slot | null;
  readonly begin: (carried: Carried) => void;
  /** @param point in the flow's own measure, or null away from the canvas. */
  readonly over: (point: Point | null) => void;
  /** Ends it. @returns what was carried and where it goes, or null. */
  readonly drop: () => { carried: Carried; slot: Slot } | null;
}

export function useCarry(nodes: readonly GraphNode[], drawing: Drawing): Carry {
  const catalogue = useCatalogue();
  const [carried, setCarried] = useState<Carried | null>(null);
  const [target, setTarget] = useState<Slot | null>(null);
  const places = useMemo(
    () => (carried ? placesOf(drawing).filter(({ slot }) => takes(nodes, slot, carried, catalogue)) : null),
    [carried, drawing, nodes, catalogue],
  );
  const latest = useRef({ carried, target, places });
  latest.current = { carried, target, places };

  const begin = useCallback((next: Carried) => setCarried(next), []);
  const over = useCallback((point: Point | null) => {
    let nearest: Slot | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const place of point ? (latest.current.places ?? []) : []) {
      const distance = Math.hypot(place.point.x - point!.x, place.point.y - point!.y);
      if (distance < least) [nearest, least] = [place.slot, distance];
    }
    setTarget((old) => (old && nearest && slotKey(old) === slotKey(nearest) ? old : nearest));
  }, []);
  const drop = useCallback(() => {
    const { carried: what, target: where } = latest.current;
    setCarried(null);
    setTarget(null);
    return what && where ? { carried: what, slot: where } : null;
  }, []);
  const open = useMemo(() => places && new Set(places.map(({ slot }) => slotKey(slot))), [places]);
  return { carried, open, target, begin, over, drop };
}
