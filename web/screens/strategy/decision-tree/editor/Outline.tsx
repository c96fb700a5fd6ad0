import { useMemo, useRef } from 'react';
import type { Analysis } from '../../../../../engine/trees/analyse.ts';
import { walk } from '../../../../../engine/trees/tree.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import classes from './Outline.module.css';
import { OutlineRow } from './OutlineRow.tsx';
import { useOutlineDrag } from './useOutlineDrag.ts';
import { useOutlineKeys } from './useOutlineKeys.ts';
import type { TreeWork } from './useTreeDraft.ts';
import type { TreeView } from './useTreeView.ts';

/** The tree as an outline: one tab stop, walked and edited by keys, its branches dragged by their handles. */
export function Outline({ work, view, analysis }: { work: TreeWork; view: TreeView; analysis: Analysis }) {
  const { t } = useTranslation('trees');
  const { root } = work.draft;
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => [...walk(root)], [root]);
  const wrong = useMemo(() => {
    const found = new Map(analysis.findings.map(({ nodeId, kind }) => [nodeId, kind]));
    return analysis.problemNodeId === null ? found : found.set(analysis.problemNodeId, 'gap');
  }, [analysis]);
  const press = useOutlineKeys(work, view, rows, list);
  const drag = useOutlineDrag(work, view);
  return (
    <div
      ref={list}
      role="tree"
      aria-label={t('editor.tree')}
      tabIndex={0}
      aria-activedescendant={`node-${view.selected}`}
      className={classes.tree}
      onKeyDown={press}
    >
      {rows.map(({ node, above }) => (
        <OutlineRow
          key={node.id}
          node={node}
          level={above.length}
          siblings={above.at(-1)?.children ?? [node]}
          isSelected={view.selected === node.id}
          isLit={view.lit.has(node.id)}
          wrong={wrong.get(node.id) ?? null}
          count={view.counts ? (view.leaves.get(node.id) ?? null) : null}
          edits={work.edits}
          drag={drag}
          onOpen={() => view.open(node.id)}
        />
      ))}
    </div>
  );
}
