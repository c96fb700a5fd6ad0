/** The keys of a canvas: arrows walk and with Shift select, Enter opens, Delete deletes, M moves, / searches. */
import '../ui/escape.ts';
import type { GraphNode } from '../../engine/graph/graph.ts';
import { useHotkeys } from '../ui/hotkeys.ts';
import { cardId } from './NodeCard.tsx';
import { type Arrow, neighbour } from './neighbour.ts';
import type { CanvasWork } from './useCanvas.ts';

interface More {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly save: () => void;
}

export function useCanvasKeys<N extends GraphNode>(canvas: CanvasWork<N>, { undo, redo, save }: More): void {
  const { nodes, drawing, state, act, readOnly } = canvas;
  const { selected } = state;
  const go = (arrow: Arrow) => {
    const next = neighbour(nodes, drawing, selected, arrow);
    if (next) canvas.select(next, true);
  };
  const extend = (arrow: Arrow) => {
    const next = neighbour(nodes, drawing, selected, arrow);
    if (next) canvas.extend(next);
  };
  function enter(event: KeyboardEvent) {
    const target = event.target instanceof HTMLElement ? event.target : null;
    const pressed = target?.closest<HTMLElement>('button, a');
    if (pressed && pressed.id !== (selected ? cardId(selected) : '')) return pressed.click();
    if (!selected) return;
    act({ do: 'openPanel' });
    const first = canvas.several ? 'button' : 'input, textarea, select';
    requestAnimationFrame(() => canvas.panel.current?.querySelector<HTMLElement>(first)?.focus());
  }
  useHotkeys({
    ArrowUp: () => go('ArrowUp'),
    ArrowDown: () => go('ArrowDown'),
    ArrowLeft: () => go('ArrowLeft'),
    ArrowRight: () => go('ArrowRight'),
    'shift+ArrowUp': () => extend('ArrowUp'),
    'shift+ArrowDown': () => extend('ArrowDown'),
    'shift+ArrowLeft': () => extend('ArrowLeft'),
    'shift+ArrowRight': () => extend('ArrowRight'),
    'mod+a': () => canvas.selectSeveral(nodes.map(({ id }) => id)),
    'mod+d': canvas.duplicate,
    Enter: enter,
    Escape: canvas.giveUp,
    Delete: () => canvas.remove(canvas.selection),
    Backspace: () => canvas.remove(canvas.selection),
    m: () => selected && !canvas.several && !readOnly && canvas.carry.begin({ id: selected, byPointer: false }),
    '/': () => canvas.search.current?.focus(),
    'mod+f': () => act({ do: 'find', open: true }),
    'mod+z': undo,
    'mod+shift+z': redo,
    'mod+y': redo,
    'mod+s': save,
    'mod+Enter': save,
  });
}
