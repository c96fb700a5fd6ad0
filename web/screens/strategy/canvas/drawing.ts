/** What the canvas shows for some steps: cards, the start and end pills, and the lines between them with their places. */
import { HORIZONTAL_SPACING, layout, NODE_HEIGHT, NODE_WIDTH, nodeHeight, START_OFFSET } from '../../../../engine/graph/layout.ts';
import type { Step } from '../../../../engine/types.ts';
import { disconnected, type Slot, START, type Steps, slotOf, subtree } from './model.ts';

export const PILL_WIDTH = 108;
export const PILL_HEIGHT = 36;
const LINE_HEIGHT = 20;
/** Letters of a card's second line at 12.5 px; longer words go on in the next one. */
const LETTERS = 31;
const MOST_LINES = 4;

export interface DrawnNode {
  readonly id: string;
  readonly kind: 'start' | 'step' | 'end';
  readonly step: Step | null;
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
  /** The output that the line leaves through, where its step has several; else null. */
  readonly branch: string | null;
}

export interface Drawing {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
}

export const START_ID = '(start)';
const endId = (id: string, output: string) => `(end ${output}) ${id}`;

/** @returns how many lines a card's detail takes. */
export function linesOf(detail: string): number {
  return Math.min(MOST_LINES, Math.ceil(detail.length / LETTERS));
}

/** Every output where nothing follows gets an end of its own, so that the layout keeps room for it. */
function withEnds(steps: Steps): Step[] {
  const ends: Step[] = [];
  const linked = steps.map((step) => {
    const outputs = Object.fromEntries(
      Object.entries(step.outputs).map(([name, target]) => {
        if (target === null) ends.push({ id: endId(step.id, name), stepType: '(end)', stepState: {}, outputs: {} });
        return [name, target ?? endId(step.id, name)];
      }),
    );
    return { ...step, outputs };
  });
  return [...linked, ...ends];
}

/**
 * @param detailOf the words below a card's title; the layout makes room for them as for a description.
 * @returns the drawing; steps that are not connected stand to the right of the tree.
 */
export function draw(steps: Steps, detailOf: (step: Step) => string): Drawing {
  const nodes: DrawnNode[] = [
    {
      id: START_ID,
      kind: 'start',
      step: null,
      x: -PILL_WIDTH / 2,
      y: START_OFFSET - PILL_HEIGHT - 60,
      width: PILL_WIDTH,
      height: PILL_HEIGHT,
      connected: true,
    },
  ];
  const edges: DrawnEdge[] = [];
  const loose = disconnected(steps);
  const connected = steps.filter((step) => !loose.includes(step.id));

  const put = (part: Steps, shift: number, isConnected: boolean): number => {
    const complete = withEnds(part);
    const places = layout(complete, (step) => nodeHeight(detailOf(step)));
    const left = Math.min(...[...places.values()].map((place) => place.x));
    const dx = isConnected ? 0 : shift - left;
    let right = shift;
    for (const step of complete) {
      const place = places.get(step.id);
      if (!place) continue;
      const isEnd = step.stepType === '(end)';
      const width = isEnd ? PILL_WIDTH : NODE_WIDTH;
      right = Math.max(right, place.x + dx + NODE_WIDTH);
      nodes.push({
        id: step.id,
        kind: isEnd ? 'end' : 'step',
        step: isEnd ? null : step,
        x: place.x + dx + (NODE_WIDTH - width) / 2,
        y: place.y,
        width,
        height: isEnd ? PILL_HEIGHT : NODE_HEIGHT + LINE_HEIGHT * linesOf(detailOf(step)),
        connected: isConnected,
      });
      const outputs = Object.entries(step.outputs);
      for (const [output, to] of outputs) {
        if (!to || !places.has(to)) continue;
        const branch = outputs.length > 1 ? output : null;
        edges.push({ id: `${step.id} ${output}`, from: step.id, to, slot: { after: step.id, output }, branch });
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
      step: null,
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
  const tops = loose.filter((id) => slotOf(steps, id) === null);
  for (const top of tops) {
    const part = subtree(steps, top).flatMap((id) => steps.find((step) => step.id === id) ?? []);
    right = put(part, right + HORIZONTAL_SPACING / 2, false);
  }
  return { nodes, edges };
}
