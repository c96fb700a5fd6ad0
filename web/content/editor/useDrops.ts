import { type DragEvent, type RefObject, useState } from 'react';
import { type Home, mayStand, type Place, TOP } from './tree.ts';
import type { EditActs } from './useEditing.ts';

/** What is dragged over the canvas: a type of the palette, or a block that is there. */
type Dragged = { readonly type: string; readonly id: string | null };

/** What the palette and the canvas tell each other: the data of a drag can be read only when it ends. */
let dragged: Dragged | null = null;

/** Starts dragging. @param id of a block that is moved; null for a new one. */
export function startDrag(event: DragEvent, type: string, id: string | null): void {
  dragged = { type, id };
  event.dataTransfer.effectAllowed = id === null ? 'copy' : 'move';
  event.dataTransfer.setData('text/plain', type);
}

export const endDrag = (): void => {
  dragged = null;
};

/** A place with the line that shows it, in the canvas' own measure. */
export interface Drop {
  readonly place: Place;
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** Blocks that are dragged over the canvas. @param canvas the element whose lines are measured. */
export function useDrops(canvas: RefObject<HTMLElement | null>, acts: EditActs) {
  const [drop, setDrop] = useState<Drop | null>(null);
  const over = (event: DragEvent) => {
    if (!dragged || !canvas.current) return;
    event.preventDefault();
    const next = dropAt(canvas.current, event.target as Element, event.clientY, dragged.type);
    setDrop((old) => (old && JSON.stringify(old) === JSON.stringify(next) ? old : next));
  };
  const end = () => {
    endDrag();
    setDrop(null);
  };
  return {
    drop,
    over,
    leave: (event: DragEvent) => {
      if (!canvas.current?.contains(event.relatedTarget as Element | null)) setDrop(null);
    },
    dropped: (event: DragEvent) => {
      event.preventDefault();
      if (dragged && drop) {
        if (dragged.id === null) acts.add(dragged.type, drop.place);
        else acts.move(dragged.id, drop.place);
      }
      end();
    },
    end,
  };
}

/** @returns where what is held above an element would go. */
function dropAt(canvas: HTMLElement, target: Element, y: number, type: string): Drop {
  const column = target.closest<HTMLElement>('[data-home]');
  const home: Home = column ? { parent: column.dataset.home!, slot: column.dataset.slot! } : TOP;
  const list = column && mayStand(type, home) ? column : canvas;
  const own = [...list.querySelectorAll<HTMLElement>('[data-block]')].filter(
    (block) =>
      (block.parentElement?.closest('[data-home]') ?? canvas) === list &&
      block.parentElement?.closest('[data-block]') === list.closest('[data-block]'),
  );
  const found = own.findIndex((block) => {
    const { top, height } = block.getBoundingClientRect();
    return y < top + height / 2;
  });
  const index = found < 0 ? own.length : found;
  const ground = canvas.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  const edge = own[index]?.getBoundingClientRect().top ?? own.at(-1)?.getBoundingClientRect().bottom ?? frame.top;
  return {
    place: { ...(list === canvas ? TOP : home), index },
    left: frame.left - ground.left,
    top: edge - ground.top,
    width: frame.width,
  };
}
