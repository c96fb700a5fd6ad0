import { Button, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { ALIVE, type Current } from './current.ts';
import classes from './StrategyPanel.module.css';
import {
  PauseStrategyDocument,
  ResumeStrategyDocument,
  StartStrategyDocument,
  StopStrategyDocument,
  StrategyOptionsDocument,
} from './strategy.graphql.ts';

/** What can be done in the state the claim's strategy is in: halt, let go on, stop, or start one. */
export function StrategyCommands({ current, externalClaimRef }: { current: Current | null; externalClaimRef: string }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const [asked, setAsked] = useState<'stop' | 'start' | null>(null);
  const [pause, pausing] = useMutation('strategy', PauseStrategyDocument, { idempotent: true });
  const [resume, resuming] = useMutation('strategy', ResumeStrategyDocument, { idempotent: true });
  const [stop] = useMutation('strategy', StopStrategyDocument, { idempotent: true });
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
        {current?.resumable && (
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
        {alive && current.status !== 'paused' && (
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
        {alive ? (
          <Button size="xs" variant="default" color="red" onClick={() => setAsked('stop')}>
            {t('strategy.stop')}
          </Button>
        ) : (
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
      {asked === 'start' && <StartDialog externalClaimRef={externalClaimRef} onClose={() => setAsked(null)} />}
    </div>
  );
}

function StartDialog({ externalClaimRef, onClose }: { externalClaimRef: string; onClose: () => void }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const [blueprintId, setBlueprintId] = useState<string | null>(null);
  const { data, error, refetch } = useQuery('strategy', StrategyOptionsDocument, { clientId });
  const [start, busy] = useMutation('strategy', StartStrategyDocument, { idempotent: true });
  const chosen = data?.getStrategies.find((each) => each.id === blueprintId);
  const submit = async () => {
    if (!chosen) return;
    try {
      const { startStrategy } = await start({ clientId, blueprintId: chosen.id, externalClaimRefs: [externalClaimRef] });
      if (startStrategy.done === 0) return toastError(t('strategy.unfit'));
      toastSuccess(t('strategy.started', { name: chosen.displayName }));
      onClose();
    } catch (failure) {
      toastError(failure);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('strategy.start')} size={440}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Select
          label={t('strategy.choose')}
          searchable
          data-autofocus
          data={(data?.getStrategies ?? []).map((each) => ({ value: each.id, label: each.displayName }))}
          value={blueprintId}
          onChange={setBlueprintId}
        />
      )}
      <div className={classes.dialogButtons}>
        <Button disabled={!chosen} loading={busy} onClick={() => void submit()}>
          {t('strategy.startConfirm')}
        </Button>
      </div>
    </Modal>
  );
}
