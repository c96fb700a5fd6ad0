import { ActionIcon } from '@mantine/core';
import { IconArchive, IconDots, IconDownload } from '@tabler/icons-react';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { ButtonMenu } from '../../../../ui/ButtonMenu.tsx';
import { useCan } from '../../../../ui/permission.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { exportTree } from '../exportTree.ts';
import type { Loaded } from './loaded.ts';

/** What is done with a version as it is saved, and seldom. */
export function MoreMenu({ loaded, onArchive }: { loaded: Loaded; onArchive: () => void }) {
  const { t } = useTranslation('trees');
  const { clientId } = useWorkspace();
  const mayEdit = useCan('decision', 'editDecisionTrees');
  const { id, name, version, status } = loaded;
  return (
    <ButtonMenu
      position="bottom-end"
      button={
        <ActionIcon variant="default" size={36} aria-label={t('list.more', { name })}>
          <IconDots size={16} />
        </ActionIcon>
      }
      choices={[
        {
          key: 'export',
          icon: <IconDownload size={16} />,
          label: t('dmn.export'),
          onChoose: () => void exportTree(clientId, id, version),
        },
        ...(mayEdit && status !== 'archived'
          ? [
              {
                key: 'archive',
                icon: <IconArchive size={16} />,
                label: t('archive.confirm', { version }),
                danger: true,
                line: true,
                onChoose: onArchive,
              },
            ]
          : []),
      ]}
    />
  );
}
