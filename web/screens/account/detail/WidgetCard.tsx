import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsHorizontal,
  IconArrowUp,
  IconEyeOff,
  IconGripVertical,
  IconListDetails,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Arrangement, placeFullWidth, removeWidget, resize, step } from '../../../../core/arrange.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Arrange.module.css';

/** A widget while the screen is arranged: it is dragged by its head, and moved, resized and taken off by its buttons. */
export function WidgetCard(props: {
  id: string;
  name: string;
  /** Where its band is among the bands. */
  band: number;
  arrange: (next: (shown: Arrangement) => Arrangement) => void;
  /** Left out where it has no fields that one chooses. */
  onEditFields: (() => void) | undefined;
}) {
  const { id, name, arrange, onEditFields } = props;
  const { t } = useTranslation('layout');
  return (
    <Frame id={id} name={name}>
      <Tool label={t('move.up', { name })} icon={IconArrowUp} onUse={() => arrange((shown) => step(shown, id, 'up'))} />
      <Tool label={t('move.down', { name })} icon={IconArrowDown} onUse={() => arrange((shown) => step(shown, id, 'down'))} />
      <Tool label={t('move.left', { name })} icon={IconArrowLeft} onUse={() => arrange((shown) => step(shown, id, 'left'))} />
      <Tool label={t('move.right', { name })} icon={IconArrowRight} onUse={() => arrange((shown) => step(shown, id, 'right'))} />
      <Tool label={t('wider', { name })} icon={IconPlus} onUse={() => arrange((shown) => resize(shown, id, 1))} />
      <Tool label={t('narrower', { name })} icon={IconMinus} onUse={() => arrange((shown) => resize(shown, id, -1))} />
      <Tool
        label={t('across', { name })}
        icon={IconArrowsHorizontal}
        onUse={() => arrange((shown) => placeFullWidth(shown, id, props.band))}
      />
      {onEditFields && <Tool label={t('editFields', { name })} icon={IconListDetails} onUse={onEditFields} />}
      <Tool label={t('takeOff', { name })} icon={IconEyeOff} onUse={() => arrange((shown) => removeWidget(shown, id))} />
    </Frame>
  );
}

function Frame(props: { id: string; name: string; children: ReactNode }) {
  const { t } = useTranslation('layout');
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: props.id });
  return (
    <article
      ref={setNodeRef}
      className={classes.card}
      aria-label={props.name}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <header className={classes.head} {...listeners} title={t('drag', { name: props.name })}>
        <IconGripVertical size={15} stroke={1.6} aria-hidden="true" />
        <h3>{props.name}</h3>
      </header>
      <div className={classes.tools}>{props.children}</div>
    </article>
  );
}

function Tool(props: { label: string; icon: typeof IconArrowUp; onUse: () => void }) {
  const Icon = props.icon;
  return (
    <ActionIcon variant="subtle" size={24} aria-label={props.label} title={props.label} onClick={props.onUse}>
      <Icon size={15} stroke={1.6} />
    </ActionIcon>
  );
}
