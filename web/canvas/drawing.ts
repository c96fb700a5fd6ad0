/** What the canvas shows for some nodes: cards, the start and end pills, and the lines between them with their places. */
import type { GraphNode } from '../../engine/graph/graph.ts';
import { HORIZONTAL_SPACING, layout, NODE_HEIGHT, NODE_WIDTH, nodeHeight, START_OFFSET } from '../../engine/graph/layout.ts';
import { disconnected, type Slot, START, slotOf, subtree } from './model.ts';

export const PILL_WIDTH = 108;
export const PILL_HEIGHT = 36;
const LINE_HEIGHT = 20;
/** Letters of a card's second line at 12.5 px; longer words go on in the next one. */
const LETTERS = 31;
const MOST_LINES = 4;

export interface DrawnNode {
  readonly id: string;
  readonly kind: 'start' | 'node' | 'end';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** False for what is not connected to the start. */
  readonly connected: boolean;
}

export interface DrawnEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly slot: Slot;
  /** The output that the line leaves through, where its node has several; else null. */
  readonly branch: string | null;
}

export interface Drawing {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
}

export const START_ID = '(start)';
const endId = (id: string, output: string) => `(end ${output}) ${id}`;

/** @returns the ids of the nodes that a frame between two points touches, from the top down. */
export function touchedBy({ nodes }: Drawing, one: { x: number; y: number }, other: { x: number; y: number }): readonly string[] {
  const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
  const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
  return nodes
    .filter(({ kind, x, y, width, height }) => kind === 'node' && x <= right && x + width >= left && y <= bottom && y + height >= top)
    .map(({ id }) => id);
}

/** @returns where a drawing ends on each side; one always has a start. */
export function boundsOf({ nodes }: Drawing): { left: number; right: number; top: number; bottom: number } {
  return {
    left: Math.min(...nodes.map(({ x }) => x)),
    right: Math.max(...nodes.map(({ x, width }) => x + width)),
    top: Math.min(...nodes.map(({ y }) => y)),
    bottom: Math.max(...nodes.map(({ y, height }) => y + height)),
  };
}

/** @returns how many lines a card's detail takes. */
export function linesOf(detail: string): number {
  return Math.min(MOST_LINES, Math.ceil(detail.length / LETTERS));
}

/** Every output where nothing follows gets an end of its own, so that the layout keeps room for it. */
function withEnds(nodes: readonly GraphNode[]): { complete: readonly GraphNode[]; ends: ReadonlySet<string> } {
  const ends = new Set<string>();
  const linked = nodes.map((node) => {
    const outputs = Object.fromEntries(
      Object.entries(node.outputs).map(([name, target]) => {
        if (target === null) ends.add(endId(node.id, name));
        return [name, target ?? endId(node.id, name)];
      }),
    );
    return { id: node.id, outputs };
  });
  return { complete: [...linked, ...[...ends].map((id) => ({ id, outputs: {} }))], ends };
}

/**
 * @param detailOf the words below a card's title; the layout makes room for them as for a description.
 * @returns the drawing; nodes that are not connected stand to the right of the tree.
 */
export function draw(given: readonly GraphNode[], detailOf: (id: string) => string): Drawing {
  const nodes: DrawnNode[] = [
    {
      id: START_ID,
      kind: 'start',
      x: -PILL_WIDTH / 2,
      y: START_OFFSET - PILL_HEIGHT - 60,
      width: PILL_WIDTH,
      height: PILL_HEIGHT,
      connected: true,
    },
  ];
  const edges: DrawnEdge[] = [];
  const loose = disconnected(given);
  const connected = given.filter((node) => !loose.includes(node.id));

  const put = (part: readonly GraphNode[], shift: number, isConnected: boolean): number => {
    const { complete, ends } = withEnds(part);
    const places = layout(complete, ({ id }) => nodeHeight(ends.has(id) ? '' : detailOf(id)));
    const left = Math.min(...[...places.values()].map((place) => place.x));
    const dx = isConnected ? 0 : shift - left;
    let right = shift;
    for (const node of complete) {
      const place = places.get(node.id);
      if (!place) continue;
      const isEnd = ends.has(node.id);
      const width = isEnd ? PILL_WIDTH : NODE_WIDTH;
      right = Math.max(right, place.x + dx + NODE_WIDTH);
      nodes.push({
        id: node.id,
        kind: isEnd ? 'end' : 'node',
        x: place.x + dx + (NODE_WIDTH - width) / 2,
        y: place.y,
        width,
        height: isEnd ? PILL_HEIGHT : NODE_HEIGHT + LINE_HEIGHT * linesOf(detailOf(node.id)),
        connected: isConnected,
      });
      const outputs = Object.entries(node.outputs);
      for (const [output, to] of outputs) {
        if (!to || !places.has(to)) continue;
        const branch = outputs.length > 1 ? output : null;
        edges.push({ id: `${node.id} ${output}`, from: node.id, to, slot: { after: node.id, output }, branch });
      }
    }
    return right;
  };

  const first = connected[0];
  let right = PILL_WIDTH / 2;
  if (!first) {
    const end = endId(START_ID, 'next');
    nodes.push({
      id: end,
      kind: 'end',
      x: -PILL_WIDTH / 2,
      y: START_OFFSET + NODE_HEIGHT,
      width: PILL_WIDTH,
      height: PILL_HEIGHT,
      connected: true,
    });
    edges.push({ id: START_ID, from: START_ID, to: end, slot: START, branch: null });
  } else {
    right = Math.max(right, put(connected, 0, true));
    edges.push({ id: START_ID, from: START_ID, to: first.id, slot: START, branch: null });
  }
  const tops = loose.filter((id) => slotOf(given, id) === null);
  for (const top of tops) {
    const part = subtree(given, top).flatMap((id) => given.find((node) => node.id === id) ?? []);
    right = put(part, right + HORIZONTAL_SPACING / 2, false);
  }
  return { nodes, edges };
}
