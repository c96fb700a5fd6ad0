import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconListSearch, IconSitemap, IconUserCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ButtonMenu } from '../../../ui/ButtonMenu.tsx';
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
      <ButtonMenu
        position="bottom-end"
        button={
          <ActionIcon variant="default" size={36} aria-label={t('list.moreOfAll')}>
            <IconDots size={16} />
          </ActionIcon>
        }
        choices={[
          { key: 'usage', icon: <IconListSearch size={16} />, label: t('ui:whereUsed'), onChoose: props.onUsage },
          { key: 'assignments', icon: <IconUserCheck size={16} />, label: t('assignments.open'), onChoose: props.onAssignments },
        ]}
      />
    </>
  );
}
