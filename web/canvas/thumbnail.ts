/** The small picture of what is drawn, for lists: the drawing on a <canvas>, without words. */
import { NODE_WIDTH } from '../../engine/graph/layout.ts';
import type { Drawing, DrawnNode } from './drawing.ts';

const WIDTH = 320;
const HEIGHT = 200;
const MARGIN = 12;
const LEAST_WIDTH = 44;
const LEAST_HEIGHT = 12;

/** @param colourOf a node's colour, or null. @returns the picture as WebP, or as PNG where the browser makes no WebP. @throws Error when the browser cannot draw. */
export async function thumbnailOf(drawing: Drawing, colourOf: (id: string) => string | null): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw');
  const nodes = drawing.nodes.filter((node) => node.connected);
  const left = Math.min(...nodes.map((node) => node.x));
  const right = Math.max(...nodes.map((node) => node.x + node.width));
  const top = Math.min(...nodes.map((node) => node.y));
  const bottom = Math.max(...nodes.map((node) => node.y + node.height));
  // The picture is a scheme: it is lettersAndDigits in both directions until all of it is there, and its boxes stay large enough to be seen.
  const across = Math.min(0.45, (WIDTH - 2 * MARGIN - LEAST_WIDTH) / Math.max(1, right - left - NODE_WIDTH));
  const down = Math.min(0.32, (HEIGHT - 2 * MARGIN - LEAST_HEIGHT) / Math.max(1, bottom - top));
  const width = Math.max(LEAST_WIDTH, NODE_WIDTH * across * 0.8);
  const height = Math.max(LEAST_HEIGHT, 64 * down);
  const middle = right - left > NODE_WIDTH ? (left + right) / 2 : 0;
  const centreOf = (node: DrawnNode) => ({
    x: WIDTH / 2 + (node.x + node.width / 2 - middle) * across,
    y: MARGIN + height / 2 + (node.y - top) * down,
  });

  context.fillStyle = '#f7f7f4';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.strokeStyle = '#8b9894';
  context.lineWidth = 2.5;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const edge of drawing.edges) {
    const above = byId.get(edge.from);
    const below = byId.get(edge.to);
    if (!above || !below) continue;
    const from = centreOf(above);
    const to = centreOf(below);
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(from.x, (from.y + to.y) / 2);
    context.lineTo(to.x, (from.y + to.y) / 2);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  for (const node of nodes) {
    const { x, y } = centreOf(node);
    const wide = node.kind === 'node' ? width : width / 2;
    context.beginPath();
    context.roundRect(x - wide / 2, y - height / 2, wide, height, node.kind === 'node' ? 3 : height / 2);
    context.fillStyle = node.kind === 'node' ? (colourOf(node.id) ?? '#d5d9d3') : node.kind === 'start' ? '#17211e' : '#ffffff';
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = '#4c5a56';
    context.stroke();
  }
  return (await blobOf(canvas, 'image/webp')) ?? (await blobOf(canvas, 'image/png')) ?? Promise.reject(new Error('no picture was made'));
}

/** Browsers that do not know a type hand out another one instead. */
function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob?.type === type ? blob : null), type, 0.85));
}
