import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { moved } from './model.ts';
import classes from './Reactions.module.css';
import type { RuleFragment } from './reactions.graphql.ts';
import { useRuleTexts } from './useRuleTexts.ts';

interface Doing {
  readonly onOpen: (rule: RuleFragment) => void;
  readonly onEnable: (rule: RuleFragment, enabled: boolean) => void;
  readonly onDelete: (rule: RuleFragment) => void;
}

/** The rules in their order: moved by the grip, by the arrow keys on it, or by the buttons. @param onOrder left out where only some are shown. */
export function RuleList(
  props: { rules: readonly RuleFragment[]; edits: boolean; onOrder: ((ids: string[]) => void) | undefined } & Doing,
) {
  const { rules, onOrder } = props;
  const { t } = useTranslation('reactions');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const ids = rules.map(({ reactionId }) => reactionId);
  const move = (from: number, to: number) => to >= 0 && to < ids.length && onOrder?.(moved(ids, from, to));
  const dropped = ({ active, over }: DragEndEvent) => over && move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={dropped}>
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className={classes.rules} aria-label={t('title')}>
          {rules.map((rule, index) => (
            <RuleRow
              key={rule.reactionId}
              rule={rule}
              number={index + 1}
              edits={props.edits}
              onMove={props.edits && onOrder ? (by) => move(index, index + by) : undefined}
              onOpen={props.onOpen}
              onEnable={props.onEnable}
              onDelete={props.onDelete}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

function RuleRow(props: { rule: RuleFragment; number: number; edits: boolean; onMove: ((by: 1 | -1) => void) | undefined } & Doing) {
  const { rule, edits, onMove } = props;
  const { t } = useTranslation('reactions');
  const texts = useRuleTexts();
  const typeName = useTypeName();
  const name = rule.displayName || typeName(rule.messageType);
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: rule.reactionId, disabled: !onMove });
  return (
    <li
      ref={setNodeRef}
      className={classes.rule}
      data-dragging={isDragging || undefined}
      data-off={!rule.isEnabled || undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      {onMove && (
        <button
          type="button"
          className={classes.grip}
          aria-label={t('row.move', { name })}
          {...listeners}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            onMove(event.key === 'ArrowUp' ? -1 : 1);
          }}
        >
          <IconGripVertical size={16} />
        </button>
      )}
      <span className={classes.number}>{props.number}</span>
      <button type="button" className={classes.words} onClick={() => props.onOpen(rule)}>
        <strong>{name}</strong>
        <span>{[typeName(rule.messageType), ...texts.narrowings(rule)].join(' · ')}</span>
        <span>{texts.steps(rule)}</span>
      </button>
      {onMove && (
        <>
          <ActionIcon variant="subtle" aria-label={t('row.up', { name })} onClick={() => onMove(-1)}>
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon variant="subtle" aria-label={t('row.down', { name })} onClick={() => onMove(1)}>
            <IconArrowDown size={16} />
          </ActionIcon>
        </>
      )}
      <Switch
        aria-label={t('row.enabled', { name })}
        checked={rule.isEnabled}
        disabled={!edits}
        onChange={(event) => props.onEnable(rule, event.currentTarget.checked)}
      />
      {edits && (
        <ActionIcon variant="subtle" aria-label={t('row.delete', { name })} onClick={() => props.onDelete(rule)}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </li>
  );
}
