/** The picture of a strategy that was saved without one, by a program or by the demo: the editor's drawing, made from the same layout. */
import { targetsOf } from '../../../engine/graph/graph.ts';
import { layout, NODE_WIDTH, nodeHeight, type Place } from '../../../engine/graph/layout.ts';
import { CATEGORY_COLOURS } from '../../../engine/step.ts';
import { stepDefinition } from '../../../engine/steps.ts';
import type { Step } from '../../../engine/types.ts';
import { MAX_PREVIEW_BYTES } from './strategy.preview.logic.ts';

const WIDTH = 320;
const HEIGHT = 200;
const MARGIN = 12;
const LEAST_WIDTH = 44;
const LEAST_HEIGHT = 12;

/**
 * Draws the steps that hang together as boxes in the colours of their categories, with the lines between them. It holds numbers and colours
 * only, no word of a strategy.
 * @returns a data: address of an SVG picture; null for a strategy without steps or with more than a small picture can show.
 */
export function drawingOf(steps: readonly Step[]): string | null {
  const places = layout(steps, ({ stepState }) => nodeHeight(stepState.description));
  const all = [...places.values()];
  if (all.length === 0) return null;
  const [left, right] = [Math.min(...all.map((place) => place.x)), Math.max(...all.map((place) => place.x + NODE_WIDTH))];
  const [top, bottom] = [Math.min(...all.map((place) => place.y)), Math.max(...all.map((place) => place.y + place.height))];
  // A scheme: lettersAndDigits in both directions until all of it is there, its boxes large enough to be seen.
  const across = Math.min(0.45, (WIDTH - 2 * MARGIN - LEAST_WIDTH) / Math.max(1, right - left - NODE_WIDTH));
  const down = Math.min(0.32, (HEIGHT - 2 * MARGIN - LEAST_HEIGHT) / Math.max(1, bottom - top));
  const width = Math.max(LEAST_WIDTH, NODE_WIDTH * across * 0.8);
  const height = Math.max(LEAST_HEIGHT, 64 * down);
  const centreOf = ({ x, y }: Place) => ({
    x: round(WIDTH / 2 + (x + NODE_WIDTH / 2 - (left + right) / 2) * across),
    y: round(MARGIN + height / 2 + (y - top) * down),
  });

  const lines: string[] = [];
  const boxes: string[] = [];
  for (const step of steps) {
    const place = places.get(step.id);
    if (!place) continue;
    const { x, y } = centreOf(place);
    for (const next of targetsOf(step)) {
      const below = places.get(next);
      if (!below) continue;
      const to = centreOf(below);
      lines.push(`M${x} ${y}V${round((y + to.y) / 2)}H${to.x}V${to.y}`);
    }
    const definition = stepDefinition(step.stepType);
    const colour = definition ? CATEGORY_COLOURS[definition.category] : '#d5d9d3';
    boxes.push(
      `<rect x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${round(width)}" height="${round(height)}" rx="3" fill="${colour}"/>`,
    );
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><path fill="#f7f7f4" d="M0 0H${WIDTH}V${HEIGHT}H0z"/><path fill="none" stroke="#8b9894" stroke-width="2.5" d="${lines.join('')}"/><g stroke="#4c5a56" stroke-width="1.5">${boxes.join('')}</g></svg>`;
  if (svg.length > MAX_PREVIEW_BYTES) return null;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

const round = (value: number) => Math.round(value * 10) / 10;
