import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { isLeaf, type TreeNode } from '../../../../../engine/trees/tree.ts';
import { shortcutOf } from '../../../../ui/hotkeys.ts';
import { copyOf, insert, newNode, placeOf, remove, shift, withColumns } from './edit.ts';
import type { TreeWork } from './useTreeDraft.ts';
import type { TreeView } from './useTreeView.ts';

interface Row {
  readonly node: TreeNode;
  readonly above: readonly TreeNode[];
}

/** What a node's commands do, by keys of the outline and by buttons of its panel. */
export function commandsOf(work: TreeWork, view: TreeView) {
  const { root } = work.draft;
  const place = placeOf(root, view.selected);
  const parent = place?.above.at(-1);
  function add(parentId: string, index: number, node: TreeNode) {
    if (work.editRoot(insert(root, parentId, index, node))) view.open(node.id);
  }
  // A new branch asks what its siblings ask, or the table's next column.
  const fresh = (siblings: readonly TreeNode[], level: number) => {
    const columns = withColumns(work.draft);
    const like = siblings.findLast((node) => node.variable);
    return newNode(columns.find(({ variable }) => variable === like?.variable) ?? columns[level]);
  };
  return {
    addChild: () => place && add(place.node.id, place.node.children.length, fresh(place.node.children, place.above.length)),
    addSibling: () => place && parent && add(parent.id, place.index + 1, fresh(parent.children, place.above.length - 1)),
    duplicate: () => place && parent && add(parent.id, place.index + 1, copyOf(place.node)),
    remove: () => {
      if (!place || !parent || !work.editRoot(remove(root, place.node.id))) return;
      view.select((parent.children[place.index + 1] ?? parent.children[place.index - 1] ?? parent).id);
    },
    shift: (to: Parameters<typeof shift>[2]) => void work.editRoot(shift(root, view.selected, to)),
  };
}

/** Arrows walk, Enter edits, N and Shift N add, Alt and arrows move, Delete deletes. */
export function useOutlineKeys(work: TreeWork, view: TreeView, rows: readonly Row[], list: RefObject<HTMLDivElement | null>) {
  useEffect(() => document.getElementById(`node-${view.selected}`)?.scrollIntoView({ block: 'nearest' }), [view.selected]);
  const commands = commandsOf(work, view);
  const at = rows.findIndex(({ node }) => node.id === view.selected);
  const go = (row: Row | undefined) => row && view.select(row.node.id);
  const keys: Readonly<Record<string, () => unknown>> = {
    ArrowDown: () => go(rows[at + 1]),
    ArrowUp: () => go(rows[at - 1]),
    ArrowRight: () => rows[at] && !isLeaf(rows[at].node) && go(rows[at + 1]),
    ArrowLeft: () => rows[at]?.above.at(-1) && view.select(rows[at].above.at(-1)!.id),
    Home: () => go(rows[0]),
    End: () => go(rows.at(-1)),
    Enter: () => {
      view.open(view.selected);
      requestAnimationFrame(() =>
        list.current?.ownerDocument.querySelector<HTMLElement>('[data-panel] input:not([type="checkbox"])')?.focus(),
      );
    },
    n: commands.addChild,
    'shift+n': commands.addSibling,
    d: commands.duplicate,
    Delete: commands.remove,
    Backspace: commands.remove,
    'alt+ArrowUp': () => commands.shift('up'),
    'alt+ArrowDown': () => commands.shift('down'),
    'alt+ArrowLeft': () => commands.shift('out'),
    'alt+ArrowRight': () => commands.shift('in'),
  };
  return (event: KeyboardEvent<HTMLDivElement>) => {
    const act = keys[shortcutOf(event)];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}
