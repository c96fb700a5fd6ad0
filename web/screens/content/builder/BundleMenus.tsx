import { IconCopy, IconDots, IconPencil, IconTag, IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { isSentType } from '../../../../core/messageChannels.ts';
import type { builderPaths } from '../../../content/builderPaths.ts';
import classes from '../../../content/ContentList.module.css';
import type { Channel } from '../../../content/draft.ts';
import type { useWhereUsed } from '../../../shell/usage/useWhereUsed.tsx';
import { ButtonMenu } from '../../../ui/ButtonMenu.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Bundle } from './columns.tsx';

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
        ...(isSentType(props.channel) ? props.usage.choices(props.channel, bundle.fileName) : []),
        { key: 'delete', icon: <IconTrash size={16} />, label: t('delete.confirm'), danger: true, onChoose: onDelete },
      ]}
    />
  );
}
