import { Button, Group } from '@mantine/core';
import { Suspense } from 'react';
import type { Kept } from './kept.ts';
import { later } from './later.ts';
import { OutdatedNote } from './OutdatedNote.tsx';
import classes from './states.module.css';
import { useTranslation } from './texts.ts';

const WrongFields = later(() => import('./WrongFields.tsx'));

/** Above a form: which fields are wrong, that it holds what was typed before, or that somebody else saved meanwhile. @param label the name of a field on screen. */
export function KeptNote<Values>(props: { kept: Kept<Values>; label?: (field: keyof Values & string) => string }) {
  const { kept, label } = props;
  const { t } = useTranslation('ui');
  if (kept.met.length > 0 || kept.outdated)
    return (
      <OutdatedNote
        names={kept.met.map((field) => {
          const theirs = kept.theirs[field];
          const name = label?.(field) ?? field;
          return typeof theirs === 'string' || typeof theirs === 'number' ? `${name} (${theirs === '' ? '–' : theirs})` : name;
        })}
        onTakeTheirs={kept.takeTheirs}
        onKeepMine={kept.keepMine}
      />
    );
  if (Object.keys(kept.errors).length > 0)
    return (
      <Suspense>
        <WrongFields of={kept.errors} />
      </Suspense>
    );
  if (!kept.restored) return null;
  return (
    <div className={classes.note} data-tone="info" role="status">
      <div>{t('kept.restored')}</div>
      <Group gap={8} mt={8}>
        <Button variant="default" size="xs" onClick={kept.startAfresh}>
          {t('kept.startAfresh')}
        </Button>
      </Group>
    </div>
  );
}
