import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { conditionOf, isLeaf, type TreeNode, walk } from '../../../../../engine/trees/tree.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import { addCondition, change, copyOf, insert, placeOf, remove, withColumns } from './edit.ts';
import { LeafCounts } from './LeafCounts.tsx';
import classes from './Table.module.css';
import type { TreeWork } from './useTreeDraft.ts';
import { type TreeView, useNodeWords } from './useTreeView.ts';

interface Row {
  readonly leaf: TreeNode;
  readonly path: readonly TreeNode[];
}

/** The same tree as a table: a row for each leaf, a column for each variable. A cell is a node; rows below the same branch share it. */
export function TableView({ work, view }: { work: TreeWork; view: TreeView }) {
  const { t } = useTranslation('trees');
  const words = useNodeWords();
  const { draft, edits } = work;
  const { root } = draft;
  const columns = useMemo(() => withColumns(draft), [draft]);
  const rows = useMemo<Row[]>(
    () => [...walk(root)].flatMap(({ node, above }) => (isLeaf(node) && above.length > 0 ? [{ leaf: node, path: [...above, node] }] : [])),
    [root],
  );
  function addRow() {
    const after = placeOf(root, view.selected);
    const sibling = after?.above.at(-1) ? after : null;
    const parent = sibling?.above.at(-1) ?? root;
    const node = { ...copyOf({ ...(sibling?.node ?? parent), children: [] }), name: '', outcome: null, values: {} };
    const [grown, id] = sibling
      ? [insert(root, parent.id, sibling.index + 1, node), node.id]
      : addCondition(root, root.id, columns[0] ?? DEFAULT);
    if (work.editRoot(grown)) view.open(id);
  }
  function addColumn() {
    work.edit({ columns: [...columns, nextColumn(columns)] });
    view.openColumn(nextColumn(columns).variable);
  }
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={t('editor.table')}>
        <thead>
          <tr>
            {columns.map(({ variable }) => (
              <th key={variable} scope="col">
                <button type="button" aria-pressed={view.column === variable} onClick={() => view.openColumn(variable)}>
                  {words.variable(variable)}
                </button>
              </th>
            ))}
            <th scope="col">{t('node.outcome')}</th>
            <th scope="col">{t('node.values')}</th>
            <th scope="col">
              {edits && (
                <ActionIcon variant="subtle" aria-label={t('table.addColumn')} title={t('table.addColumn')} onClick={addColumn}>
                  <IconPlus size={16} />
                </ActionIcon>
              )}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ leaf, path }, index) => (
            <tr key={leaf.id} data-lit={view.lit.has(leaf.id) || undefined} data-selected={view.selected === leaf.id || undefined}>
              {columns.map((column) => {
                const nodes = path.filter((node) => conditionOf(node)?.variable === column.variable);
                const shared = (node: TreeNode) => rows[index - 1]?.path.includes(node) === true;
                return (
                  <td key={column.variable}>
                    {nodes.map((node) => (
                      <button
                        key={node.id}
                        type="button"
                        className={classes.cell}
                        data-shared={shared(node) || undefined}
                        aria-pressed={view.selected === node.id}
                        onClick={() => view.open(node.id)}
                      >
                        {words.cell(node)}
                      </button>
                    ))}
                    {nodes.length === 0 && (
                      <button
                        type="button"
                        className={classes.cell}
                        disabled={!edits}
                        aria-label={t('table.addCondition', { column: words.variable(column.variable), row: index + 1 })}
                        onClick={() => {
                          const [grown, id] = addCondition(root, leaf.id, column);
                          if (work.editRoot(grown)) view.open(id);
                        }}
                      >
                        –
                      </button>
                    )}
                  </td>
                );
              })}
              <td>
                <input
                  className={classes.input}
                  aria-label={t('table.outcome', { row: index + 1 })}
                  value={leaf.outcome ?? ''}
                  maxLength={200}
                  readOnly={!edits}
                  onFocus={() => view.select(leaf.id)}
                  onChange={({ currentTarget: { value } }) =>
                    work.editRoot(
                      change(root, leaf.id, (node) => ({ ...node, outcome: value || null })),
                      `${leaf.id} outcome`,
                    )
                  }
                />
              </td>
              <td>
                <button
                  type="button"
                  className={classes.cell}
                  aria-label={t('table.values', { row: index + 1 })}
                  onClick={() => view.open(leaf.id)}
                >
                  {Object.entries(leaf.values ?? {})
                    .map(([name, value]) => `${name} = ${value}`)
                    .join(', ') || '–'}
                </button>
                <LeafCounts count={view.counts ? (view.leaves.get(leaf.id) ?? null) : null} />
              </td>
              <td>
                {edits && (
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('table.deleteRow', { row: index + 1 })}
                    title={t('table.deleteRow', { row: index + 1 })}
                    onClick={() => work.editRoot(remove(root, leaf.id))}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className={classes.empty}>{t('table.empty')}</p>}
      {edits && (
        <Button className={classes.add} variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={addRow}>
          {t('table.addRow')}
        </Button>
      )}
    </div>
  );
}

const DEFAULT = { variable: 'daysPastDue', operation: '>', value: 30 } as const;
const SUGGESTED = [
  DEFAULT,
  { variable: 'claimBalance', operation: '>=', value: '100' },
  { variable: 'segment', operation: '=', value: '' },
] as const;

/** @returns a column that the table doesn't have yet. */
function nextColumn(columns: ReturnType<typeof withColumns>) {
  return (
    SUGGESTED.find(({ variable }) => columns.every((column) => column.variable !== variable)) ?? {
      variable: 'dueDate',
      operation: 'olderThanDays' as const,
      value: 30,
    }
  );
}
