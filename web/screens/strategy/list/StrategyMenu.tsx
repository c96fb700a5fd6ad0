import { Button } from '@mantine/core';
import { IconListSearch, IconSitemap, IconUserCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DotsMenu } from '../../../ui/DotsMenu.tsx';
import { useTranslation } from '../../../ui/texts.ts';

/** What there is to see over all strategies: which leads where, where something is used, who gets accounts. */
export function StrategyMenu(props: { onUsage: () => void; onAssignments: () => void }) {
  const { t } = useTranslation(['strategy', 'ui']);
  const { clientId, screens } = useWorkspace();
  return (
    <>
      {screens.some(({ name }) => name === 'strategyFlow') && (
        <Button variant="default" component={Link} to={paths.strategyFlow(clientId)} leftSection={<IconSitemap size={16} />}>
          {t('flow.open')}
        </Button>
      )}
      <DotsMenu
        isFramed
        label={t('list.moreOfAll')}
        choices={[
          { key: 'usage', icon: <IconListSearch size={16} />, label: t('ui:whereUsed'), onChoose: props.onUsage },
          { key: 'assignments', icon: <IconUserCheck size={16} />, label: t('assignments.open'), onChoose: props.onAssignments },
        ]}
      />
    </>
  );
}
