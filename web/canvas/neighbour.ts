/** Which node the arrow keys go to. */
import type { GraphNode } from '../../engine/graph/graph.ts';
import type { Drawing } from './drawing.ts';
import { slotOf } from './model.ts';

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

/** @returns the node to select: down and up along the path, sideways into a branch or to the nearest node on that side; null stays. */
export function neighbour(nodes: readonly GraphNode[], drawing: Drawing, from: string | null, arrow: Arrow): string | null {
  const node = nodes.find((one) => one.id === from);
  if (!node) return nodes[0]?.id ?? null;
  if (arrow === 'ArrowUp') return slotOf(nodes, node.id)?.after ?? null;
  const below = Object.values(node.outputs);
  // Down is the middle branch of three, the left one of two.
  if (arrow === 'ArrowDown') return below[Math.ceil(below.length / 2) - 1] ?? below.find((target) => target !== null) ?? null;
  const branch = below.length > 1 ? below.at(arrow === 'ArrowLeft' ? 0 : -1) : null;
  if (branch) return branch;
  const drawn = drawing.nodes.filter(({ kind }) => kind === 'node');
  const here = drawn.find(({ id }) => id === node.id);
  if (!here) return null;
  const side = arrow === 'ArrowLeft' ? -1 : 1;
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const { id, x, y } of drawn) {
    const dx = (x - here.x) * side;
    const distance = dx + 2 * Math.abs(y - here.y);
    if (dx > 1 && distance < least) [nearest, least] = [id, distance];
  }
  return nearest;
}
