import { type DragEvent, useState } from 'react';
import { move, placeOf } from './edit.ts';
import type { TreeWork } from './useTreeDraft.ts';
import type { TreeView } from './useTreeView.ts';

type Where = 'before' | 'into' | 'after';

/** Dragging a branch with all below it: onto the upper or lower edge of a row it becomes its sibling, onto its middle its child. */
export function useOutlineDrag(work: TreeWork, view: TreeView) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<{ id: string; where: Where } | null>(null);
  const { root } = work.draft;
  function drop(event: DragEvent) {
    event.preventDefault();
    if (dragged && over) {
      const target = placeOf(root, over.id);
      const parent = over.where === 'into' ? target?.node : target?.above.at(-1);
      if (target && parent) {
        const siblings = parent.children.filter((child) => child.id !== dragged);
        const at = siblings.findIndex((child) => child.id === over.id);
        const index = over.where === 'into' ? siblings.length : over.where === 'before' ? at : at + 1;
        if (over.id !== dragged) work.editRoot(move(root, dragged, parent.id, index));
        view.select(dragged);
      }
    }
    setDragged(null);
    setOver(null);
  }
  return {
    over,
    start: (event: DragEvent, id: string) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', id);
      setDragged(id);
    },
    move: (event: DragEvent, id: string, isRoot: boolean) => {
      if (!dragged) return;
      event.preventDefault();
      const { top, height } = event.currentTarget.getBoundingClientRect();
      const part = (event.clientY - top) / height;
      const where: Where = isRoot || (part > 0.3 && part < 0.7) ? 'into' : part <= 0.3 ? 'before' : 'after';
      if (over?.id !== id || over.where !== where) setOver({ id, where });
    },
    leave: () => setOver(null),
    drop,
    end: () => {
      setDragged(null);
      setOver(null);
    },
  };
}

export type OutlineDrag = ReturnType<typeof useOutlineDrag>;
