import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { later } from '../../../ui/later.ts';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { ALIVE, type Current } from './current.ts';
import classes from './StrategyPanel.module.css';
import { PauseStrategyDocument, ResumeStrategyDocument, StopStrategyDocument } from './strategy.graphql.ts';

const StartDialog = later(() => import('./StartDialog.tsx'));

/** What can be done in the state the claim's strategy is in: halt, let go on, stop, or start one. */
export function StrategyCommands({ current, externalClaimRef }: { current: Current | null; externalClaimRef: string }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const [asked, setAsked] = useState<'stop' | 'start' | null>(null);
  const [pause, pausing] = useMutation('strategy', PauseStrategyDocument, { idempotent: true });
  const [resume, resuming] = useMutation('strategy', ResumeStrategyDocument, { idempotent: true });
  const [stop] = useMutation('strategy', StopStrategyDocument, { idempotent: true });
  const mayAssign = useCan('strategy', 'assignStrategy');
  const mayControl = useCan('strategy', 'controlStrategy');
  const variables = { clientId, externalClaimRefs: [externalClaimRef] };
  const alive = current !== null && ALIVE.includes(current.status);

  /** A claim that the command does not fit any more is skipped, which is no error. */
  async function run(act: Promise<{ done: number }>, done: string) {
    try {
      if ((await act).done > 0) toastSuccess(done);
      else toastError(t('strategy.late'));
    } catch (error) {
      toastError(error);
    }
  }

  return (
    <div className={classes.commands}>
      <div className={classes.buttons}>
        {mayControl && current?.resumable && (
          <Button
            size="xs"
            variant={alive ? 'default' : 'filled'}
            loading={resuming}
            onClick={() =>
              void run(
                resume(variables).then(({ resumeStrategy }) => resumeStrategy),
                t('strategy.resumed'),
              )
            }
          >
            {t('strategy.resume')}
          </Button>
        )}
        {mayControl && alive && current.status !== 'paused' && (
          <Button
            size="xs"
            variant="default"
            loading={pausing}
            onClick={() =>
              void run(
                pause(variables).then(({ pauseStrategy }) => pauseStrategy),
                t('strategy.paused'),
              )
            }
          >
            {t('strategy.pause')}
          </Button>
        )}
        {mayControl && alive && (
          <Button size="xs" variant="default" color="red" onClick={() => setAsked('stop')}>
            {t('strategy.stop')}
          </Button>
        )}
        {mayAssign && !alive && (
          <Button size="xs" variant={current?.resumable ? 'default' : 'filled'} onClick={() => setAsked('start')}>
            {t('strategy.start')}
          </Button>
        )}
      </div>
      {current?.resumable && !alive && <p className={classes.why}>{t('strategy.resumeHint')}</p>}
      <ConfirmDialog
        opened={asked === 'stop'}
        onClose={() => setAsked(null)}
        danger
        title={t('strategy.stopTitle', { name: current?.displayName })}
        detail={t('strategy.stopDetail')}
        confirm={t('strategy.stop')}
        onConfirm={async () => {
          await stop(variables);
          toastSuccess(t('strategy.stopped'));
        }}
      />
      <Suspense>{asked === 'start' && <StartDialog externalClaimRef={externalClaimRef} onClose={() => setAsked(null)} />}</Suspense>
    </div>
  );
}
