import { IconAlertTriangle, IconArrowRight, IconGripVertical } from '@tabler/icons-react';
import type { Finding } from '../../../../../engine/trees/analyse.ts';
import { isLeaf, type TreeNode } from '../../../../../engine/trees/tree.ts';
import { Tag } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { LeafCounts } from './LeafCounts.tsx';
import classes from './Outline.module.css';
import type { OutlineDrag } from './useOutlineDrag.ts';
import { type PortfolioTrial, useNodeWords } from './useTreeView.ts';

/** One node: its condition, the name it was given, and what a leaf answers. */
export function OutlineRow(props: {
  node: TreeNode;
  level: number;
  siblings: readonly TreeNode[];
  isSelected: boolean;
  isLit: boolean;
  wrong: Finding['kind'] | null;
  count: PortfolioTrial['counts']['leaves'][number] | null;
  edits: boolean;
  drag: OutlineDrag;
  onOpen: () => void;
}) {
  const { node, level, wrong, drag } = props;
  const { t } = useTranslation('trees');
  const words = useNodeWords();
  const isRoot = level === 0;
  const set = Object.entries(node.values ?? {});
  return (
    // The tree itself has the focus and hears the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the tree
    // biome-ignore lint/a11y/useKeyWithClickEvents: useOutlineKeys
    <div
      id={`node-${node.id}`}
      role="treeitem"
      aria-level={level + 1}
      aria-setsize={props.siblings.length}
      aria-posinset={props.siblings.indexOf(node) + 1}
      aria-selected={props.isSelected}
      className={classes.row}
      data-lit={props.isLit || undefined}
      data-drop={drag.over?.id === node.id ? drag.over.where : undefined}
      style={{ paddingInlineStart: 8 + level * 22 }}
      draggable={props.edits && !isRoot}
      onDragStart={(event) => drag.start(event, node.id)}
      onDragOver={(event) => drag.move(event, node.id, isRoot)}
      onDragLeave={drag.leave}
      onDrop={drag.drop}
      onDragEnd={drag.end}
      onClick={props.onOpen}
    >
      {props.edits && !isRoot && <IconGripVertical size={14} className={classes.grip} aria-hidden="true" />}
      <span className={classes.condition}>{words.condition(node, isRoot)}</span>
      {node.name && <span className={classes.name}>{node.name}</span>}
      {wrong && (
        <span className={classes.wrong} title={t(`check.kind.${wrong}`)}>
          <IconAlertTriangle size={14} aria-hidden="true" />
          <span className={classes.unseen}>{t(`check.kind.${wrong}`)}</span>
        </span>
      )}
      {isLeaf(node) && !isRoot && (
        <span className={classes.leaf}>
          <IconArrowRight size={14} aria-hidden="true" />
          {node.outcome ? (
            <Tag tone="violet">{node.outcome}</Tag>
          ) : (
            set.length === 0 && <span className={classes.none}>{t('node.noOutcome')}</span>
          )}
          {set.length > 0 && <span className={classes.name}>{set.map(([name, value]) => `${name} = ${value}`).join(', ')}</span>}
        </span>
      )}
      <LeafCounts count={props.count} />
    </div>
  );
}
