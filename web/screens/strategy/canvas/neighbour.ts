/** Which step the arrow keys go to. */
import type { Drawing } from './drawing.ts';
import { type Steps, slotOf } from './model.ts';

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

/** @returns the step to select: down and up along the path, sideways into a branch or to the nearest step on that side; null stays. */
export function neighbour(steps: Steps, drawing: Drawing, from: string | null, arrow: Arrow): string | null {
  const step = steps.find((one) => one.id === from);
  if (!step) return steps[0]?.id ?? null;
  if (arrow === 'ArrowUp') return slotOf(steps, step.id)?.after ?? null;
  const below = Object.values(step.outputs);
  // Down is the middle branch of three, the left one of two.
  if (arrow === 'ArrowDown') return below[Math.ceil(below.length / 2) - 1] ?? below.find((target) => target !== null) ?? null;
  const branch = below.length > 1 ? below.at(arrow === 'ArrowLeft' ? 0 : -1) : null;
  if (branch) return branch;
  const nodes = drawing.nodes.filter((node) => node.step !== null);
  const here = nodes.find((node) => node.id === step.id);
  if (!here) return null;
  const side = arrow === 'ArrowLeft' ? -1 : 1;
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const node of nodes) {
    const dx = (node.x - here.x) * side;
    const distance = dx + 2 * Math.abs(node.y - here.y);
    if (dx > 1 && distance < least) [nearest, least] = [node.id, distance];
  }
  return nearest;
}
