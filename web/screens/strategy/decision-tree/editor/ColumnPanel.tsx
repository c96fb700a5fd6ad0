import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { conditionOf, type TreeColumn, walk } from '../../../../../engine/trees/tree.ts';
import { ConditionRow } from '../../../../shell/conditions/ConditionRow.tsx';
import conditionClasses from '../../../../shell/conditions/Conditions.module.css';
import { useTranslation } from '../../../../ui/texts.ts';
import classes from './Editor.module.css';
import { withColumns } from './edit.ts';
import type { TreeWork } from './useTreeDraft.ts';
import type { TreeView } from './useTreeView.ts';

/** A column of the table: what it asks about, and the comparison and value that a new condition in it starts with. */
export function ColumnPanel({ work, view, variable }: { work: TreeWork; view: TreeView; variable: string }) {
  const { t } = useTranslation('trees');
  const { draft, edits } = work;
  const columns = withColumns(draft);
  const column = columns.find((each) => each.variable === variable);
  if (!column) return null;
  const isUsed = [...walk(draft.root)].some(({ node }) => conditionOf(node)?.variable === variable);
  function put(next: TreeColumn) {
    // A column that is asked about elsewhere already would be there twice.
    if (next.variable !== variable && columns.some((each) => each.variable === next.variable)) return;
    work.edit({ columns: columns.map((each) => (each === column ? next : each)) }, `column ${variable}`);
    view.openColumn(next.variable);
  }
  return (
    <div className={classes.panel}>
      <p className={classes.quietText}>{t(isUsed ? 'column.used' : 'column.detail')}</p>
      <div className={conditionClasses.blocks} data-narrow>
        <div className={conditionClasses.block}>
          <ConditionRow block={column} readOnly={!edits} onChange={(block) => put(isUsed ? { ...block, variable } : block)} />
        </div>
      </div>
      {edits && !isUsed && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={14} />}
          onClick={() => {
            work.edit({ columns: columns.filter((each) => each !== column) });
            view.open(draft.root.id);
          }}
        >
          {t('column.remove')}
        </Button>
      )}
    </div>
  );
}
