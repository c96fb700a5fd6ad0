import { Button } from '@mantine/core';
import { IconFilter2 } from '@tabler/icons-react';
import { later } from '../../ui/later.ts';
import { Opens } from '../../ui/Opens.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { numberChosen, type TimelineChoice } from './choice.ts';

const Panel = later(() => import('./TimelineFilter.panel.tsx'));

/** What a timeline shows: kinds of events, people, days, words. */
export function TimelineFilter(props: { choice: TimelineChoice; onChange: (choice: TimelineChoice) => void }) {
  const { t } = useTranslation(['messages', 'account']);
  const number = numberChosen(props.choice);
  return (
    <Opens
      button={
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          ml="auto"
          mb={6}
          leftSection={<IconFilter2 size={16} stroke={1.6} aria-hidden="true" />}
        >
          {number === 0 ? t('account:filter.all') : t('messages:timeline.chosen', { count: number })}
        </Button>
      }
      menu={(target) => <Panel target={target} {...props} />}
    />
  );
}
