import { Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import type { TreeStep } from '../../../../engine/graph/tree.ts';
import { useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useStepName } from '../../../shell/stepName.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { Section } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Flow.module.css';
import type { FlowNode } from './model.ts';
import { FlowStrategyDocument } from './strategy.graphql.ts';

/** Steps that are told of: those with the most claims. */
const MOST_STEPS = 6;

/** The claims of a strategy: how many now and by state, at which steps, and in which versions. */
export function FlowClaims({ node }: { node: FlowNode }) {
  const { t } = useTranslation('flow');
  const stepName = useStepName();
  const format = useFormat();
  const { clientId } = useWorkspace();
  const { data, error } = useQuery('strategy', FlowStrategyDocument, { clientId, blueprintId: node.id }, { reuse: true });
  const facts = data?.getStrategyBlueprintMetadata;
  const steps = new Map(((data?.getStrategyBlueprint.steps ?? []) as TreeStep[]).map((step) => [step.id, step]));
  const nameOf = (stepId: string) => {
    const step = steps.get(stepId);
    return step ? stepName(step.stepType, step.stepState.description) : t('formerStep');
  };
  const fullest = facts?.claimsByStep.toSorted((one, other) => other.claims - one.claims).slice(0, MOST_STEPS) ?? [];
  const ended = facts?.claimsByStatus.filter(({ status }) => ['completed', 'stopped', 'failed'].includes(status)) ?? [];
  const line = (key: string, name: React.ReactNode, count: number) => (
    <li key={key} className={classes.figures}>
      <span>{name}</span>
      <span>{format.number(count)}</span>
    </li>
  );
  return (
    <>
      <Section
        title={t('claimsTitle')}
        count={node.claims}
        aside={node.claims > 0 && <Link to={paths.claimsOf(clientId, node.id)}>{t('openClaims')}</Link>}
      >
        <ul>
          {(['active', 'waiting', 'paused'] as const).map((state) => line(state, t(`state.${state}`), node[state]))}
          {ended.map(({ status, claims }) => line(status, t(`state.${status}` as 'state.completed'), claims))}
        </ul>
      </Section>
      {!facts && !error && <Skeleton height={90} />}
      {fullest.length > 0 && (
        <Section title={t('where')}>
          <ul>
            {fullest.map(({ stepId, claims }) =>
              line(stepId, <Link to={paths.strategyStep(clientId, node.id, stepId)}>{nameOf(stepId)}</Link>, claims),
            )}
          </ul>
        </Section>
      )}
      {facts && (
        <Section title={t('versions')} count={facts.versions.length}>
          <ul>
            {facts.versions
              .filter(({ version, runningClaims }) => runningClaims > 0 || version === facts.currentVersion)
              .map(({ version, runningClaims }) =>
                line(String(version), t(version === facts.currentVersion ? 'versionNow' : 'version', { version }), runningClaims),
              )}
          </ul>
        </Section>
      )}
    </>
  );
}
