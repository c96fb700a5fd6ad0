import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './states.module.css';

/** Somebody else saved meanwhile. @param names the parts in which one's own stands against theirs; none: one's own is beside theirs. */
export function OutdatedNote(props: { names: readonly string[]; onTakeTheirs: () => void; onKeepMine: () => void }) {
  const { t } = useTranslation('ui');
  const met = props.names.length > 0;
  return (
    <div className={classes.note} role="alert">
      <strong>{t('fault.CONFLICT.title')}</strong>
      <div>{met ? t('outdated.met', { names: props.names.join(', ') }) : t('outdated.apart')}</div>
      {met && (
        <Group gap={8} mt={8}>
          <Button variant="default" size="xs" onClick={props.onTakeTheirs}>
            {t('outdated.takeTheirs')}
          </Button>
          <Button variant="default" size="xs" onClick={props.onKeepMine}>
            {t('outdated.keepMine')}
          </Button>
        </Group>
      )}
    </div>
  );
}
