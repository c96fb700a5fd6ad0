import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { Draft } from './draft.ts';
import classes from './Editor.module.css';

/** Offers work that was not saved. */
export function Notice(props: { draft: Draft; version: number | null; onTakeUp: () => void; onDiscard: () => void }) {
  const { draft } = props;
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const older = draft.base !== null && draft.base !== props.version;
  return (
    <section className={classes.notice}>
      <IconHistory size={16} />
      <span>
        {t('draft.found', { when: format.date(draft.at, 'long') })} {older && t('draft.older', { version: draft.base })}
      </span>
      <Button size="xs" onClick={props.onTakeUp}>
        {t('draft.restore')}
      </Button>
      <Button size="xs" variant="subtle" onClick={props.onDiscard}>
        {t('draft.discard')}
      </Button>
    </section>
  );
}
