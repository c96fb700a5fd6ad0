import { IconCheck, IconUserShare } from '@tabler/icons-react';
import { ActionBar, ActionButton } from '../../../ui/ActionBar.tsx';
import { useTranslation } from '../../../ui/texts.ts';

/** What can be done with the tasks that are selected. */
export default function TasksBar(props: { count: number; onResolve: () => void; onGive: () => void; onClear: () => void }) {
  const { t } = useTranslation('tasks');
  return (
    <ActionBar count={props.count} onClear={props.onClear}>
      <ActionButton icon={<IconCheck size={16} stroke={1.6} />} onClick={props.onResolve}>
        {t('resolve')}
      </ActionButton>
      <ActionButton icon={<IconUserShare size={16} stroke={1.6} />} onClick={props.onGive}>
        {t('reassign')}
      </ActionButton>
    </ActionBar>
  );
}
