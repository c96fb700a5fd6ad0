import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useReason } from '../../../shell/reasons.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { Panel, Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState, NoPermission } from '../../../ui/states.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { ALIVE, type Current } from './current.ts';
import { StrategyCommands } from './StrategyCommands.tsx';
import classes from './StrategyPanel.module.css';
import { CurrentStrategyDocument } from './strategy.graphql.ts';
import { useStepLabel } from './useStepLabel.ts';

/** How often a run at work is looked at again. */
const MOVING_MS = 1_500;
const TONES: Readonly<Record<string, Tone>> = { active: 'good', waiting: 'info', paused: 'warn', failed: 'bad' };
const OUTCOME_TONES: Readonly<Record<string, Tone>> = {
  yes: 'good',
  no: 'neutral',
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
  const mayAssign = useCan('strategy', 'assignStrategy');
  const mayControl = useCan('strategy', 'controlStrategy');
  const [moving, setMoving] = useState(false);
  const { data, error, refetch } = useQuery('strategy', CurrentStrategyDocument, may ? { clientId, externalClaimRef } : null, {
    reuse: true,
    pollInterval: moving ? MOVING_MS : 0,
  });
  // A run that is at work comes to a wait within moments, and a wait that begins is no event.
  const status = data?.getCurrentStrategy?.status;
  useEffect(() => setMoving(status === 'active'), [status]);
  if (!may) return <NoPermission />;
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={180} radius={10} />;
  const current = data.getCurrentStrategy ?? null;
  return (
    <>
      <Section title={t('strategy.title')}>
        {current ? <Now current={current} /> : <EmptyState title={t('strategy.none')} detail={t('strategy.noneDetail')} />}
        {(mayAssign || mayControl) && isOpen && <StrategyCommands current={current} externalClaimRef={externalClaimRef} />}
      </Section>
      {current && ALIVE.includes(current.status) && <Ahead current={current} />}
      {current && <History current={current} />}
    </>
  );
}

/** A step by its name, with which one it is. */
function Step({ label: { name, detail } }: { label: { name: string; detail: string } }) {
  return (
    <span>
      <span>{name}</span>
      {detail && <span className={classes.quiet}> · {detail}</span>}
    </span>
  );
}

function Now({ current }: { current: Current }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const reason = useReason();
  const label = useStepLabel(current);
  const { currentStep, status } = current;
  // A run that broke off keeps its step: it can go on there.
  const broken = status === 'failed' || current.reason?.key === 'run.runaway';
  return (
    <Panel>
      <div className={classes.head}>
        <Link to={paths.strategy(clientId, current.blueprintId)} className={classes.name} title={t('strategy.open')}>
          {current.displayName}
        </Link>
        <Tag tone={TONES[status] ?? 'neutral'}>{t(`claims.strategyStatus.${status as 'active'}`)}</Tag>
      </div>
      <p className={classes.quiet}>
        {t('strategy.version', { version: current.version })}
        {current.currentVersion > current.version && ` · ${t('strategy.newer', { version: current.currentVersion })}`}
      </p>
      {currentStep && (
        <p className={classes.step}>
          <strong>
            <Step label={label(currentStep)} />
          </strong>
          <span className={classes.quiet}>
            {' · '}
            <DateText value={ALIVE.includes(status) ? currentStep.enteredAt : current.endedAt} style="long" />
          </span>
        </p>
      )}
      {current.reason && (
        <p className={classes.why} data-broken={broken || undefined}>
          {reason(current.reason)}
        </p>
      )}
    </Panel>
  );
}

function Ahead({ current }: { current: Current }) {
  const { t } = useTranslation('account');
  const reason = useReason();
  const label = useStepLabel(current);
  return (
    <Section title={t('strategy.next')} aside={t('strategy.assumption')}>
      {current.nextSteps.length === 0 && <p className={classes.quiet}>{t('strategy.nextNone')}</p>}
      <ol className={classes.list}>
        {current.nextSteps.map((step) => (
          <li key={`${step.stepId} ${step.at} ${step.outcome}`} className={classes.item}>
            <div className={classes.head}>
              <Step label={label(step)} />
              <span className={classes.when}>
                <DateText value={step.at} style="long" />
              </span>
            </div>
            {step.why && step.why.key !== 'wait.over' && <p className={classes.why}>{reason(step.why)}</p>}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function History({ current }: { current: Current }) {
  const { t, find } = useTranslation(['account', 'events', 'strategy']);
  const reason = useReason();
  const label = useStepLabel(current);
  const told = (item: Current['history'][number]) =>
    item.stepType
      ? label(item)
      : { name: find(`events:type.${item.messageType}`, { strategy: item.displayName ?? '' }) ?? item.messageType, detail: '' };
  /** What came of a step: the branch that was taken is called as on the canvas. */
  const outcome = (name: string | null | undefined) => {
    const said = name && (find(`account:strategy.outcome.${name}`) ?? find(`strategy:output.${name}`));
    return said ? <Tag tone={OUTCOME_TONES[name] ?? 'neutral'}>{said}</Tag> : null;
  };
  // The step of a checkpoint stands there already.
  const history = current.history.filter((item) => item.messageType !== 'checkpointReached');
  return (
    <Section title={t('strategy.history')}>
      {history.length === 0 && <p className={classes.quiet}>{t('strategy.historyNone')}</p>}
      <ol className={classes.list}>
        {history.map((item) => (
          <li key={item.messageId} className={classes.item}>
            <div className={classes.head}>
              <Step label={told(item)} />
              {outcome(item.outcome)}
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
