/** The small picture of a strategy for the list: its drawing on a <canvas>, without words. */
import type { Drawing } from './drawing.ts';
import { colourOf } from './stepIcons.ts';

const WIDTH = 320;
const HEIGHT = 200;
const MARGIN = 14;

/** @returns the picture as WebP, or as PNG where the browser makes no WebP. @throws Error when the browser cannot draw. */
export async function thumbnailOf(drawing: Drawing): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw');
  const nodes = drawing.nodes.filter((node) => node.connected);
  const left = Math.min(...nodes.map((node) => node.x));
  const right = Math.max(...nodes.map((node) => node.x + node.width));
  const bottom = Math.max(...nodes.map((node) => node.y + node.height));
  const top = Math.min(...nodes.map((node) => node.y));
  // A long strategy shows its beginning rather than hair-thin lines.
  const scale = Math.max(0.16, Math.min((WIDTH - 2 * MARGIN) / (right - left), (HEIGHT - 2 * MARGIN) / (bottom - top), 0.5));
  context.fillStyle = '#f7f7f4';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.translate(WIDTH / 2, MARGIN);
  context.scale(scale, scale);
  context.translate(right - left > (WIDTH - 2 * MARGIN) / scale ? 0 : -(left + right) / 2, -top);

  const byId = new Map(nodes.map((node) => [node.id, node]));
  context.strokeStyle = '#b9bfb9';
  context.lineWidth = 5;
  for (const edge of drawing.edges) {
    const from = byId.get(edge.from);
    const to = byId.get(edge.to);
    if (!from || !to) continue;
    const bend = from.y + from.height + 20;
    context.beginPath();
    context.moveTo(from.x + from.width / 2, from.y + from.height);
    context.lineTo(from.x + from.width / 2, bend);
    context.lineTo(to.x + to.width / 2, bend);
    context.lineTo(to.x + to.width / 2, to.y);
    context.stroke();
  }
  for (const node of nodes) {
    context.beginPath();
    context.roundRect(node.x, node.y, node.width, node.height, node.kind === 'step' ? 12 : node.height / 2);
    context.fillStyle = node.kind === 'start' ? '#17211e' : '#ffffff';
    context.fill();
    context.lineWidth = 3;
    context.strokeStyle = '#d5d9d3';
    if (node.kind !== 'start') context.stroke();
    if (node.step) {
      context.fillStyle = colourOf(node.step.stepType) ?? '#d5d9d3';
      context.fillRect(node.x + 4, node.y, node.width - 8, 12);
    }
  }
  return (await blobOf(canvas, 'image/webp')) ?? (await blobOf(canvas, 'image/png')) ?? Promise.reject(new Error('no picture was made'));
}

/** Browsers that do not know a type hand out another one instead. */
function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob?.type === type ? blob : null), type, 0.85));
}
