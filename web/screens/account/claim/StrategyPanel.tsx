import { Button, Modal, Select, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useReason } from '../../../shell/reasons.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { Panel, Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState, NoPermission } from '../../../ui/states.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import classes from './StrategyPanel.module.css';
import {
  CurrentStrategyDocument,
  type CurrentStrategyQuery,
  PauseStrategyDocument,
  ResumeStrategyDocument,
  StartStrategyDocument,
  StopStrategyDocument,
  StrategyOptionsDocument,
} from './strategy.graphql.ts';

type Current = NonNullable<CurrentStrategyQuery['getCurrentStrategy']>;
const ALIVE = ['active', 'waiting', 'paused'];
const TONES: Readonly<Record<string, Tone>> = { active: 'good', waiting: 'info', paused: 'warn', failed: 'bad' };
const OUTCOME_TONES: Readonly<Record<string, Tone>> = {
  right: 'good',
  left: 'neutral',
  deferred: 'warn',
  denied: 'warn',
  failed: 'bad',
  runaway: 'bad',
  done: 'violet',
};

/** Where the claim stands in its strategy, what comes next and when, and why it came there; and the commands for it. */
export function StrategyPanel({ externalClaimRef, isOpen }: { externalClaimRef: string; isOpen: boolean }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const may = useCan('strategy', 'viewStrategies');
  const mayRun = useCan('strategy', 'runStrategies');
  const [starting, setStarting] = useState(false);
  const { data, error, refetch } = useQuery('strategy', CurrentStrategyDocument, may ? { clientId, externalClaimRef } : null);
  if (!may) return <NoPermission />;
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={180} radius={10} />;
  const current = data.getCurrentStrategy;
  const alive = current !== null && current !== undefined && ALIVE.includes(current.status);
  return (
    <>
      <Section title={t('strategy.title')}>
        {current ? <Now current={current} /> : <EmptyState title={t('strategy.none')} detail={t('strategy.noneDetail')} />}
        {mayRun && isOpen && (
          <div className={classes.buttons}>
            {alive ? (
              <Commands current={current} externalClaimRef={externalClaimRef} />
            ) : (
              <Button size="xs" onClick={() => setStarting(true)}>
                {t('strategy.start')}
              </Button>
            )}
          </div>
        )}
      </Section>
      {alive && <Ahead current={current} />}
      {current && <History current={current} />}
      {starting && <StartDialog externalClaimRef={externalClaimRef} onClose={() => setStarting(false)} />}
    </>
  );
}

function useStepName(): (stepType: string | null | undefined) => string {
  const { t, i18n } = useTranslation('strategy');
  return (stepType) =>
    stepType && i18n.exists(`strategy:step.${stepType}.name`) ? t(`strategy:step.${stepType}.name` as never) : (stepType ?? '');
}

function Now({ current }: { current: Current }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const reason = useReason();
  const stepName = useStepName();
  return (
    <Panel>
      <div className={classes.head}>
        <Link to={paths.strategy(clientId, current.blueprintId)} className={classes.name} title={t('strategy.open')}>
          {current.displayName}
        </Link>
        <Tag tone={TONES[current.status] ?? 'neutral'}>{t(`claims.strategyStatus.${current.status as 'active'}`)}</Tag>
      </div>
      <p className={classes.quiet}>
        {t('strategy.version', { version: current.version })}
        {current.currentVersion > current.version && ` · ${t('strategy.newer', { version: current.currentVersion })}`}
      </p>
      {current.currentStep && ALIVE.includes(current.status) && (
        <p className={classes.step}>
          <strong>{stepName(current.currentStep.stepType)}</strong>
          <span className={classes.quiet}>
            {' · '}
            <DateText value={current.currentStep.enteredAt} style="long" />
          </span>
        </p>
      )}
      {current.reason && <p className={classes.why}>{reason(current.reason)}</p>}
    </Panel>
  );
}

function Ahead({ current }: { current: Current }) {
  const { t } = useTranslation('account');
  const reason = useReason();
  const stepName = useStepName();
  return (
    <Section title={t('strategy.next')} aside={t('strategy.assumption')}>
      {current.nextSteps.length === 0 && <p className={classes.quiet}>{t('strategy.nextNone')}</p>}
      <ol className={classes.list}>
        {current.nextSteps.map((step) => (
          <li key={`${step.stepId} ${step.at} ${step.outcome}`} className={classes.item}>
            <div className={classes.head}>
              <span>{stepName(step.stepType)}</span>
              <span className={classes.quiet}>
                <DateText value={step.at} style="long" />
              </span>
            </div>
            {step.why && <p className={classes.why}>{reason(step.why)}</p>}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function History({ current }: { current: Current }) {
  const { t, i18n } = useTranslation(['account', 'events']);
  const reason = useReason();
  const stepName = useStepName();
  const told = (item: Current['history'][number]) =>
    item.stepType
      ? stepName(item.stepType)
      : String(t(`events:type.${item.messageType}` as never, { strategy: item.displayName ?? '' } as never));
  // The step of a checkpoint stands there already.
  const history = current.history.filter((item) => item.messageType !== 'checkpointReached');
  return (
    <Section title={t('strategy.history')}>
      {history.length === 0 && <p className={classes.quiet}>{t('strategy.historyNone')}</p>}
      <ol className={classes.list}>
        {history.map((item) => (
          <li key={item.messageId} className={classes.item}>
            <div className={classes.head}>
              <span>{told(item)}</span>
              {item.outcome && i18n.exists(`account:strategy.outcome.${item.outcome}`) && (
                <Tag tone={OUTCOME_TONES[item.outcome] ?? 'neutral'}>{t(`strategy.outcome.${item.outcome as 'done'}`)}</Tag>
              )}
            </div>
            {item.why && <p className={classes.why}>{reason(item.why)}</p>}
            <p className={classes.quiet}>
              <DateText value={item.at} style="long" />
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Commands({ current, externalClaimRef }: { current: Current; externalClaimRef: string }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const [stopping, setStopping] = useState(false);
  const [pause, pausing] = useMutation('strategy', PauseStrategyDocument, { idempotent: true });
  const [resume, resuming] = useMutation('strategy', ResumeStrategyDocument, { idempotent: true });
  const [stop] = useMutation('strategy', StopStrategyDocument, { idempotent: true });
  const variables = { clientId, externalClaimRefs: [externalClaimRef] };
  const run = (act: Promise<unknown>, done: string) =>
    act.then(
      () => toastSuccess(done),
      (error) => toastError(error),
    );
  return (
    <>
      {current.status === 'paused' ? (
        <Button size="xs" variant="default" loading={resuming} onClick={() => void run(resume(variables), t('strategy.resumed'))}>
          {t('strategy.resume')}
        </Button>
      ) : (
        <Button size="xs" variant="default" loading={pausing} onClick={() => void run(pause(variables), t('strategy.paused'))}>
          {t('strategy.pause')}
        </Button>
      )}
      <Button size="xs" variant="default" color="red" onClick={() => setStopping(true)}>
        {t('strategy.stop')}
      </Button>
      <ConfirmDialog
        opened={stopping}
        onClose={() => setStopping(false)}
        danger
        title={t('strategy.stopTitle', { name: current.displayName })}
        detail={t('strategy.stopDetail')}
        confirm={t('strategy.stop')}
        onConfirm={async () => {
          await stop(variables);
          toastSuccess(t('strategy.stopped'));
        }}
      />
    </>
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
