import { Button, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from '../../../shell/api.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { labelIn, useDirectory } from './directory.ts';
import { DeletedStepsComments } from './StepComments.tsx';
import { MoveRunsDocument, type StrategyMetadataQuery } from './strategy.graphql.ts';
import type { Comments } from './useComments.ts';
import classes from './Versions.module.css';

type Metadata = StrategyMetadataQuery['getStrategyBlueprintMetadata'];

/** The saved versions, newest first: look at one, take its steps up again, move claims that still run in an old one. */
export default function VersionsDrawer(props: {
  opened: boolean;
  clientId: string;
  blueprintId: string | null;
  metadata: { data: Metadata | undefined; loading: boolean; error: unknown; refetch: () => void };
  shown: number | null;
  comments: Comments;
  onView: (version: number) => void;
  onRestore: ((version: number) => void) | null;
  onClose: () => void;
}) {
  const { metadata, clientId, blueprintId } = props;
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const directory = useDirectory();
  const mayRun = useCan('strategy', 'controlStrategy');
  const [moveRuns] = useMutation('strategy', MoveRunsDocument);
  const [moving, setMoving] = useState(false);
  const versions = metadata.data?.versions ?? [];
  const current = metadata.data?.currentVersion ?? 0;
  const behind = versions.filter((one) => one.version < current).reduce((sum, one) => sum + one.runningClaims, 0);

  async function move() {
    if (!blueprintId) return;
    const { moveStrategyRunsToCurrentVersion: moved } = await moveRuns({ clientId, blueprintId });
    toastSuccess(t('versions.moved', { done: format.number(moved.done), skipped: format.number(moved.skipped) }));
  }

  return (
    <Drawer opened={props.opened} onClose={props.onClose} title={t('versions.title')}>
      {metadata.error ? (
        <ErrorState error={metadata.error} onRetry={metadata.refetch} />
      ) : blueprintId === null ? (
        <EmptyState title={t('versions.none')} />
      ) : !metadata.data ? (
        <Stack gap={12}>
          {[1, 2, 3].map((line) => (
            <Skeleton key={line} height={64} radius={10} />
          ))}
        </Stack>
      ) : (
        <ol className={classes.list}>
          {versions.map((one) => (
            <li key={one.version} data-shown={one.version === props.shown || undefined}>
              <div className={classes.head}>
                <strong>{t('list.version', { version: one.version })}</strong>
                {one.version === current && <Tag tone="good">{t('versions.current')}</Tag>}
                {one.version === props.shown && one.version !== current && <Tag tone="info">{t('versions.viewing')}</Tag>}
                <span className={classes.buttons}>
                  {one.version !== props.shown && (
                    <Button variant="subtle" size="xs" onClick={() => props.onView(one.version)}>
                      {t('versions.view')}
                    </Button>
                  )}
                  {one.version !== current && props.onRestore && (
                    <Button variant="default" size="xs" onClick={() => props.onRestore?.(one.version)}>
                      {t('versions.restore')}
                    </Button>
                  )}
                </span>
              </div>
              <div className={classes.detail}>
                {t('versions.saved', {
                  when: format.date(one.savedAt, 'long'),
                  who: one.savedBy ? labelIn(directory.users, one.savedBy) : t('versions.byProduct'),
                })}
              </div>
              <div className={classes.detail}>
                {t('versions.steps', { count: one.stepCount, number: format.number(one.stepCount) })}
                {one.runningClaims > 0 &&
                  ` · ${t('versions.running', { count: one.runningClaims, number: format.number(one.runningClaims) })}`}
              </div>
            </li>
          ))}
        </ol>
      )}
      {mayRun && behind > 0 && (
        <Button variant="default" mt={16} onClick={() => setMoving(true)}>
          {t('versions.move', { version: current })}
        </Button>
      )}
      <DeletedStepsComments comments={props.comments} />
      <ConfirmDialog
        opened={moving}
        onClose={() => setMoving(false)}
        title={t('versions.moveTitle', { count: behind, number: format.number(behind), version: current })}
        detail={t('versions.moveDetail')}
        confirm={t('versions.moveTitle', { count: behind, number: format.number(behind), version: current })}
        onConfirm={move}
      />
    </Drawer>
  );
}
