import { UnstyledButton } from '@mantine/core';
import { IconFilter2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonMenu } from '../../../ui/ButtonMenu.tsx';
import classes from './AccountTimeline.module.css';

const KINDS = ['claim', 'account', 'money', 'strategy', 'contact', 'portal', 'task'] as const;
export type Kind = (typeof KINDS)[number];

/** Chooses which kind of events the timeline shows; null is all. */
export function TimelineFilter({ kind, onChoose }: { kind: Kind | null; onChoose: (kind: Kind | null) => void }) {
  const { t } = useTranslation('account');
  return (
    <ButtonMenu
      position="bottom-end"
      choices={[null, ...KINDS].map((each) => ({
        key: each ?? 'all',
        label: t(`filter.${each ?? 'all'}`),
        chosen: each === kind,
        onChoose: () => onChoose(each),
      }))}
      button={
        <UnstyledButton className={classes.chosen}>
          <IconFilter2 size={16} stroke={1.6} aria-hidden="true" />
          {t(`filter.${kind ?? 'all'}`)}
        </UnstyledButton>
      }
    />
  );
}
