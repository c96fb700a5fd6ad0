import { IconArchive, IconDownload } from '@tabler/icons-react';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { DotsMenu } from '../../../../ui/DotsMenu.tsx';
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
    <DotsMenu
      isFramed
      label={t('list.more', { name })}
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
