import { Button } from '@mantine/core';
import { IconCopy, IconDots, IconPencil, IconTag, IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { builderPaths } from '../../../content/builderPaths.ts';
import type { Channel } from '../../../content/draft.ts';
import type { useWhereUsed } from '../../../shell/usage/useWhereUsed.tsx';
import { ButtonMenu } from '../../../ui/ButtonMenu.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './BundleList.module.css';
import type { Bundle } from './columns.tsx';

/** The tags that messages have or can have: one is chosen to see its messages. */
export function TagMenu(props: { keys: readonly string[]; labelOf: (key: string) => string; onChoose: (key: string) => void }) {
  const { t } = useTranslation('content');
  const choices = [...new Set(props.keys)].map((key) => ({ key, label: props.labelOf(key), onChoose: () => props.onChoose(key) }));
  if (choices.length === 0) return null;
  return (
    <ButtonMenu
      position="bottom-start"
      button={
        <Button size="xs" variant="default" leftSection={<IconTag size={14} />}>
          {t('columns.tags')}
        </Button>
      }
      choices={choices.sort((one, other) => one.label.localeCompare(other.label))}
    />
  );
}

/** What one can do with a message, in its row. */
export function Actions(props: {
  bundle: Bundle;
  channel: Channel;
  paths: ReturnType<typeof builderPaths>;
  usage: ReturnType<typeof useWhereUsed>;
  onTag: () => void;
  onDelete: () => void;
}) {
  const { bundle, paths, onTag, onDelete } = props;
  const { t } = useTranslation('content');
  const navigate = useNavigate();
  return (
    <ButtonMenu
      position="bottom-end"
      button={
        <button type="button" className={classes.dots} aria-label={t('actions', { name: bundle.displayName })}>
          <IconDots size={16} />
        </button>
      }
      choices={[
        { key: 'edit', icon: <IconPencil size={16} />, label: t('edit'), onChoose: () => navigate(paths.edit(bundle.fileName)) },
        { key: 'clone', icon: <IconCopy size={16} />, label: t('clone'), onChoose: () => navigate(paths.clone(bundle.fileName)) },
        { key: 'tag', icon: <IconTag size={16} />, label: t('tagging.button'), onChoose: onTag },
        ...props.usage.choices(props.channel, bundle.fileName),
        { key: 'delete', icon: <IconTrash size={16} />, label: t('delete.confirm'), danger: true, onChoose: onDelete },
      ]}
    />
  );
}
