import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ConnectorsScreen.module.css';
import type { WatchesQuery } from './import.graphql.ts';

export type Watch = WatchesQuery['listImportWatches'][number];

/** How a folder is doing, in a word. */
export function StateTag({ watch }: { watch: Watch }) {
  const { t } = useTranslation('connectors');
  if (watch.awaySince !== null) return <Tag tone="bad">{t('watch.away')}</Tag>;
  if (watch.waitingFiles > 0) return <Tag tone="warn">{t('watch.waits')}</Tag>;
  return <Tag tone={watch.isActive ? 'good' : 'neutral'}>{t(watch.isActive ? 'watch.on' : 'watch.off')}</Tag>;
}

/** Where its files come from. */
export function Place({ watch }: { watch: Watch }) {
  const { t } = useTranslation('connectors');
  const place = watch.kind === 'sftp' ? `${watch.user}@${watch.host}:${watch.port}` : t('watch.here');
  const folder = watch.folder === '' ? '' : watch.kind === 'sftp' && watch.folder.startsWith('/') ? watch.folder : `/${watch.folder}`;
  return (
    <span className={classes.mono} title={`${place}${folder}`}>
      {place}
      {folder}
    </span>
  );
}
