import { Autocomplete, Button, Checkbox, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconCornerDownRight, IconPlus, IconTrash } from '@tabler/icons-react';
import { compileBlocks } from '../../../../../engine/conditions/blocks.ts';
import { conditionOf, isLeaf, outcomesOf, type TreeNode } from '../../../../../engine/trees/tree.ts';
import { ConditionRow } from '../../../../shell/conditions/ConditionRow.tsx';
import conditionClasses from '../../../../shell/conditions/Conditions.module.css';
import { useTranslation } from '../../../../ui/texts.ts';
import classes from './Editor.module.css';
import { change, newNode, placeOf } from './edit.ts';
import { commandsOf } from './useOutlineKeys.ts';
import type { TreeWork } from './useTreeDraft.ts';
import type { TreeView } from './useTreeView.ts';
import { ValueRows } from './ValueRows.tsx';

/** The chosen node: when it is entered, and what it answers if it is a leaf. */
export function NodePanel({ work, view }: { work: TreeWork; view: TreeView }) {
  const { t } = useTranslation('trees');
  const { draft, edits } = work;
  const place = placeOf(draft.root, view.selected) ?? placeOf(draft.root, draft.root.id)!;
  const { node } = place;
  const isRoot = place.above.length === 0;
  const commands = commandsOf(work, view);
  const set = (part: Partial<TreeNode>, about: string | null = null) =>
    work.editRoot(
      change(draft.root, node.id, (old) => ({ ...old, ...part })),
      about && `${node.id} ${about}`,
    );
  const block = conditionOf(node);
  const isBroken = block !== null && compileBlocks('every', [block]).problem !== null;
  return (
    <div className={classes.panel}>
      {isRoot ? (
        <p className={classes.quietText}>{t('node.startDetail')}</p>
      ) : (
        <>
          <Checkbox
            label={t('node.always')}
            checked={block === null}
            disabled={!edits}
            onChange={(event) => {
              const { variable, operation, value } = newNode(draft.columns[0]);
              set(
                event.currentTarget.checked
                  ? { variable: null, operation: null, value: null }
                  : { variable, operation, value: value ?? null },
              );
            }}
          />
          {block && (
            <div className={conditionClasses.blocks} data-narrow>
              <div className={conditionClasses.block}>
                <ConditionRow
                  block={block}
                  readOnly={!edits}
                  onChange={({ variable, operation, value, valueType }) =>
                    set({ variable, operation, value: value ?? null, valueType: valueType ?? null }, 'condition')
                  }
                />
              </div>
            </div>
          )}
          {isBroken && <p className={classes.bad}>{t('node.incomplete')}</p>}
          <TextInput
            label={t('node.name')}
            description={t('node.nameDetail')}
            maxLength={200}
            disabled={!edits}
            value={node.name}
            onChange={(event) => set({ name: event.currentTarget.value }, 'name')}
          />
          {isLeaf(node) && (
            <>
              <Autocomplete
                label={t('node.outcome')}
                description={t('node.outcomeDetail')}
                data={outcomesOf(draft)}
                maxLength={200}
                disabled={!edits}
                value={node.outcome ?? ''}
                onChange={(outcome) => set({ outcome: outcome || null }, 'outcome')}
              />
              <ValueRows values={node.values ?? {}} edits={edits} onChange={(values) => set({ values }, 'values')} />
            </>
          )}
        </>
      )}
      {edits && (
        <div className={classes.commands}>
          <Button size="xs" variant="default" leftSection={<IconCornerDownRight size={14} />} onClick={commands.addChild}>
            {t('node.addChild')}
          </Button>
          {!isRoot && (
            <>
              <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={commands.addSibling}>
                {t('node.addSibling')}
              </Button>
              <Button size="xs" variant="default" leftSection={<IconArrowUp size={14} />} onClick={() => commands.shift('up')}>
                {t('node.up')}
              </Button>
              <Button size="xs" variant="default" leftSection={<IconArrowDown size={14} />} onClick={() => commands.shift('down')}>
                {t('node.down')}
              </Button>
              <Button size="xs" variant="default" leftSection={<IconCopy size={14} />} onClick={commands.duplicate}>
                {t('node.duplicate')}
              </Button>
              <Button size="xs" variant="default" color="red" leftSection={<IconTrash size={14} />} onClick={commands.remove}>
                {t('node.delete')}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}
