import { Button, Skeleton } from '@mantine/core';
import { ReactFlowProvider } from '@xyflow/react';
import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import type { TreeStep } from '../../../../engine/graph/tree.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { faultOf } from '../../../ui/fault.ts';
import { useFormat } from '../../../ui/format.ts';
import { later } from '../../../ui/later.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { DirectoryContext, useDirectoryOf } from './directory.ts';
import { type Draft, readDraft } from './draft.ts';
import classes from './Editor.module.css';
import { Editor, type Saved } from './Editor.tsx';
import type { Preparation } from './PrepareDialog.tsx';
import { StepCatalogue } from './StepCatalogue.tsx';
import { opened } from './steps.ts';
import type { StrategyFragment } from './strategy.graphql.ts';
import { type Loading, MOST_ATTEMPTS, useStrategy } from './useStrategy.ts';

const PrepareDialog = later(() => import('./PrepareDialog.tsx'));

/** @returns the address to go to afterwards when it lies inside the client, else null. */
function redirectOf(wanted: string | null, clientId: string): string | null {
  return wanted?.startsWith(`/${clientId}/`) ? wanted : null;
}

function savedOf(strategy: StrategyFragment): Saved {
  return {
    id: strategy.id,
    displayName: strategy.displayName,
    categories: strategy.categories,
    steps: opened(strategy.steps as TreeStep[]),
    version: strategy.version,
    currentVersion: strategy.currentVersion,
  };
}

/** /strategy/strategy-builder-new/{strategyId}: the canvas. "new" begins a strategy, with ?idToClone one like another; ?step opens a step. */
export default function StrategyScreen() {
  const { strategyId = 'new' } = useParams();
  const [search] = useSearchParams();
  const { clientId } = useWorkspace();
  const { key } = useLocation();
  const version = Number(search.get('version')) || null;
  const isNew = strategyId === 'new';
  const source = isNew ? search.get('idToClone') : strategyId;
  const [loading, again] = useStrategy(clientId, source, version);
  const directory = useDirectoryOf(clientId);

  if (source !== null && loading.state !== 'loaded') return <Waiting loading={loading} again={again} />;
  const loaded = source !== null && loading.state === 'loaded' ? savedOf(loading.strategy) : null;
  return (
    <DirectoryContext value={directory}>
      <ReactFlowProvider key={`${strategyId} ${source} ${loaded?.version} ${isNew ? key : ''}`}>
        <StepCatalogue>
          <Opened
            loaded={loaded}
            isNew={isNew}
            skipPreparation={search.get('skipPreparation') === 'true'}
            redirect={redirectOf(search.get('redirect'), clientId)}
            step={search.get('step')}
            reload={again}
          />
        </StepCatalogue>
      </ReactFlowProvider>
    </DirectoryContext>
  );
}

/** Decides what the canvas begins with: the saved steps, a clone, nothing; and whether unsent work is offered. */
function Opened(props: {
  loaded: Saved | null;
  isNew: boolean;
  skipPreparation: boolean;
  redirect: string | null;
  step: string | null;
  reload: () => void;
}) {
  const { loaded, isNew } = props;
  const { t } = useTranslation('strategy');
  const { clientId } = useWorkspace();
  const [draft] = useState<Draft | null>(() => readDraft(clientId, isNew ? 'new' : loaded!.id));
  const [prepared, setPrepared] = useState<Preparation | null>(() => {
    if (!isNew) return { displayName: loaded!.displayName, categories: loaded!.categories };
    if (draft || props.skipPreparation)
      return { displayName: loaded ? t('prepare.copyName', { name: loaded.displayName }) : '', categories: loaded?.categories ?? [] };
    return null;
  });
  if (prepared === null)
    return (
      <Suspense>
        <PrepareDialog clone={loaded} onReady={setPrepared} />
      </Suspense>
    );
  return (
    <Editor
      clientId={clientId}
      saved={isNew ? null : loaded}
      first={{ ...prepared, steps: loaded?.steps ?? [] }}
      draft={draft}
      redirect={props.redirect}
      step={props.step}
      reload={props.reload}
    />
  );
}

/** The canvas's shape while its strategy loads, and why it does not. */
function Waiting(props: { loading: Exclude<Loading, { state: 'loaded' }>; again: () => void }) {
  const { loading } = props;
  const { t } = useTranslation('strategy');
  const { clientId } = useWorkspace();
  const list = paths.strategies(clientId);
  const toList = (
    <Button component={Link} to={list} variant="default">
      {t('load.toList')}
    </Button>
  );
  const crumbs = [{ label: t('title'), to: list }, { label: loading.state === 'absent' ? t(`load.${loading.why}`) : '…' }];
  return (
    <>
      <PageHeader crumbs={crumbs} />
      {loading.state === 'loading' && (
        <div className={classes.skeleton} aria-busy="true">
          {[0, 1, 2, 3].map((line) => (
            <Skeleton key={line} width={222} height={64} radius={10} />
          ))}
        </div>
      )}
      {loading.state === 'absent' && <EmptyState title={t(`load.${loading.why}`)} action={toList} />}
      {loading.state === 'failed' && (
        <>
          {faultOf(loading.error).code !== 'FORBIDDEN' && <p className={classes.failed}>{t('load.couldNotFetch')}</p>}
          <ErrorState error={loading.error} onRetry={props.again} />
          {loading.retryIn !== null && <Countdown key={loading.attempt} attempt={loading.attempt} wait={loading.retryIn} />}
        </>
      )}
    </>
  );
}

function Countdown(props: { attempt: number; wait: number }) {
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const [left, setLeft] = useState(Math.round(props.wait / 1000));
  useEffect(() => {
    const timer = setInterval(() => setLeft((old) => Math.max(0, old - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={classes.retrying} role="status">
      {t('load.retrying', { seconds: format.number(left), attempt: props.attempt + 1, most: MOST_ATTEMPTS })}
    </p>
  );
}
