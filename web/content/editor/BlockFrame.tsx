import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopyPlus, IconEye, IconGripVertical, IconRepeat, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DesignBlock } from '../../../blocks/design.ts';
import { keyLabel } from '../../ui/hotkeys.ts';
import { useTranslation } from '../../ui/texts.ts';
import classes from './Canvas.module.css';
import type { Drawn } from './drawn.ts';
import { useSurroundings } from './surroundings.ts';

/** What a block asks for that shows what is kept elsewhere. */
const ASKS: Readonly<Record<string, 'panel.chooseShared' | 'panel.chooseContent'>> = {
  shared: 'panel.chooseShared',
  content: 'panel.chooseContent',
};

/** Around a block: it takes the focus and is dragged; selected, it shows what can be done with it. */
export function BlockFrame({ block, drawn, children }: { block: DesignBlock; drawn: Drawn; children: ReactNode }) {
  const { t, find } = useTranslation(['editor', 'blocks']);
  const { acts, readOnly } = useSurroundings();
  const { id, type, when, each } = block;
  const name = find(`blocks:block.${type}.name`) ?? type;
  const isSelected = drawn.selected === id;
  // Until it names what the client keeps elsewhere, it draws nothing: a strip that nobody sees.
  const asked = block.fields.name === '' ? ASKS[type] : undefined;
  const actions = [
    { key: 'up', icon: IconArrowUp, keys: 'alt+ArrowUp', act: () => acts.step(id, 'up') },
    { key: 'down', icon: IconArrowDown, keys: 'alt+ArrowDown', act: () => acts.step(id, 'down') },
    { key: 'duplicate', icon: IconCopyPlus, keys: 'mod+d', act: () => acts.duplicate(id) },
    { key: 'delete', icon: IconTrash, keys: 'Delete', act: () => acts.remove(id) },
  ] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a block is no form's fieldset
    <div
      className={classes.frame}
      role="group"
      tabIndex={drawn.tabbed === id ? 0 : -1}
      aria-label={name}
      aria-current={isSelected || undefined}
      data-block={id}
      data-selected={isSelected || undefined}
      draggable={!readOnly && drawn.writing?.block !== id}
    >
      {(when || each) && (
        <span className={classes.marks}>
          {when && (
            <span title={t('when.mark')}>
              <IconEye size={13} aria-label={t('when.mark')} />
            </span>
          )}
          {each && (
            <span title={t(`each.${each}`)}>
              <IconRepeat size={13} aria-label={t(`each.${each}`)} />
            </span>
          )}
        </span>
      )}
      {isSelected && !readOnly && (
        <div className={classes.actions} role="toolbar" aria-label={t('actions.label', { name })}>
          <span className={classes.grip}>
            <IconGripVertical size={14} aria-hidden="true" />
            {name}
          </span>
          {actions.map(({ key, icon: Icon, keys, act }) => (
            <ActionIcon
              key={key}
              size="sm"
              variant="subtle"
              color={key === 'delete' ? 'red' : undefined}
              aria-label={t(`actions.${key}`)}
              title={`${t(`actions.${key}`)} (${keyLabel(keys)})`}
              onClick={act}
            >
              <Icon size={15} />
            </ActionIcon>
          ))}
        </div>
      )}
      {asked && <p className={classes.empty}>{t(asked)}</p>}
      {children}
    </div>
  );
}
