import { useRef, useState } from 'react';
import type { DecisionTree, TreeNode } from '../../../../../engine/trees/tree.ts';
import { useMutation } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { type KeptDraft, useKeptDraft } from '../../../../ui/keptDraft.ts';
import { useSaving } from '../../../../ui/saving.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import { UpsertTreeDocument } from './decision.graphql.ts';

/** A tree while it is edited. */
export interface TreeDraft extends DecisionTree {
  readonly id: string | null;
  readonly version: number | null;
  readonly revision: number | null;
  readonly name: string;
  readonly description: string;
  readonly categories: readonly string[];
}

type Shape = Pick<TreeDraft, 'root' | 'columns'>;
const MOST_UNDONE = 200;

/** @param onSaved hears the id. @param onConflict somebody else saved it: asks for what is there now. */
export function useTreeDraft(
  start: TreeDraft,
  { edits, onSaved, onConflict }: { edits: boolean; onSaved: (id: string) => void; onConflict: () => void },
) {
  const { t } = useTranslation('trees');
  const { clientId } = useWorkspace();
  const [send, busy] = useMutation('decision', UpsertTreeDocument);
  /** A new one is left for its own address once it is saved. */
  const mayLeave = useRef(false);
  const kept = useKeptDraft(`tree ${start.id ?? 'new'}`, { initialValues: start, outdatedBy: 'treeChanged', onConflict });
  const form = useSaving<TreeDraft, KeptDraft<TreeDraft>>(
    kept,
    { edits, isWhole: ({ name }) => name.trim() !== '' },
    async (wanted) => {
      // As text: requests may not be nested as deeply as trees.
      const { upsertDecisionTree: saved } = await send({ clientId, tree: JSON.stringify(wanted) });
      toastSuccess(t('editor.saved', { name: wanted.name }));
      mayLeave.current = wanted.id === null;
      onSaved(saved.id);
    },
    'tree',
  );
  const [past, setPast] = useState<readonly Shape[]>([]);
  const [future, setFuture] = useState<readonly Shape[]>([]);
  const subject = useRef<string | null>(null);
  const { root, columns } = form.values;
  const here: Shape = { root, columns };

  /** @param about typing in one field is one step to undo, however many letters it has. */
  function edit(part: Partial<Shape>, about: string | null = null): boolean {
    const next = { ...here, ...part };
    if (!edits || (next.root === root && next.columns === columns)) return false;
    if (about === null || about !== subject.current) setPast([...past.slice(1 - MOST_UNDONE), here]);
    subject.current = about;
    setFuture([]);
    form.setValues(part);
    return true;
  }
  function step(from: readonly Shape[], setFrom: typeof setPast, to: readonly Shape[], setTo: typeof setPast) {
    const next = from.at(-1);
    if (!next) return;
    subject.current = null;
    setFrom(from.slice(0, -1));
    setTo([...to, here]);
    form.setValues(next);
  }
  return {
    ...form,
    draft: form.values,
    busy,
    edits,
    mayLeave,
    edit,
    editRoot: (next: TreeNode, about: string | null = null) => edit({ root: next }, about),
    undo: past.length > 0 ? () => step(past, setPast, future, setFuture) : null,
    redo: future.length > 0 ? () => step(future, setFuture, past, setPast) : null,
  };
}

export type TreeWork = ReturnType<typeof useTreeDraft>;
