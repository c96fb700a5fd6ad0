import { Button, Group } from '@mantine/core';
import { Suspense } from 'react';
import classes from './states.module.css';
import { useTranslation } from './texts.ts';

interface Props {
  readonly names: readonly string[];
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
}

/** Somebody else saved meanwhile. @param names the parts in which one's own stands against theirs; none: one's own is beside theirs. */
export function OutdatedNote(props: Props) {
  // Its texts come with it, and the form around it stays.
  return (
    <Suspense>
      <Note {...props} />
    </Suspense>
  );
}

function Note(props: Props) {
  const { t } = useTranslation(['outdated', 'ui']);
  const met = props.names.length > 0;
  return (
    <div className={classes.note} role="alert">
      <strong>{t('ui:fault.CONFLICT.title')}</strong>
      <div>{met ? t('met', { names: props.names.join(', ') }) : t('apart')}</div>
      {met && (
        <Group gap={8} mt={8}>
          <Button variant="default" size="xs" onClick={props.onTakeTheirs}>
            {t('takeTheirs')}
          </Button>
          <Button variant="default" size="xs" onClick={props.onKeepMine}>
            {t('keepMine')}
          </Button>
        </Group>
      )}
    </div>
  );
}
