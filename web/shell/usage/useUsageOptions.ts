/** What can be looked for, and chosen in its place: the things of a kind with their names. */
import { useMemo } from 'react';
import { isSentType } from '../../../core/messageChannels.ts';
import type { UsageKind } from '../../../engine/usage.ts';
import { useTranslation } from '../../ui/texts.ts';
import { useQuery } from '../api.ts';
import { useMetaVariables } from '../metadata/metadataSchema.ts';
import { usePartnerNames } from '../partners/partners.ts';
import { useStaff } from '../staff.ts';
import { topicNameIn, useTopics } from '../topics.ts';
import { useTriggers } from '../triggers/triggers.ts';
import { useWorkspace } from '../workspace.ts';
import { UsageBundlesDocument } from './cms.graphql.ts';
import { UsageTreesDocument } from './decision.graphql.ts';
import { UsageStrategiesDocument } from './strategy.graphql.ts';
import { UsageWorkflowsDocument } from './workflows.graphql.ts';

export interface UsageOption {
  readonly value: string;
  readonly label: string;
}

/** @param kind null asks for nothing (yet). @returns the things of the kind; empty until they are there, and where the caller may not list them. */
export function useUsageOptions(kind: UsageKind | null): readonly UsageOption[] {
  const { t } = useTranslation('tasks');
  const { clientId } = useWorkspace();
  const asked = (wanted: UsageKind) => (kind === wanted ? { clientId } : null);
  const type = isSentType(kind) ? kind : null;
  const bundles = useQuery('cms', UsageBundlesDocument, type && { clientId, type }).data?.getTemplateBundleList;
  const strategies = useQuery('strategy', UsageStrategiesDocument, asked('strategy')).data?.getStrategies;
  const trees = useQuery('decision', UsageTreesDocument, asked('tree')).data?.getDecisionTreesByStatus;
  const workflows = useQuery('workflows', UsageWorkflowsDocument, asked('workflow')).data?.getWorkflowBlueprints.results;
  const { topics, groups } = useTopics(kind === 'topic' || kind === 'group');
  const { triggers } = useTriggers();
  const { members } = useStaff();
  const partners = usePartnerNames(kind === 'partner').options;
  const fields = useMetaVariables();
  return useMemo(() => {
    if (isSentType(kind)) return bundles?.map(({ fileName, displayName }) => ({ value: fileName, label: displayName })) ?? [];
    switch (kind) {
      case 'topic':
        return topics?.map(({ topicId }) => ({ value: topicId, label: topicNameIn(topics, topicId, t('general')) })) ?? [];
      case 'group':
        return [...new Set(groups?.map(({ name }) => name))].map((name) => ({ value: name, label: name }));
      case 'user':
        return members.map(({ id, name, email }) => ({ value: id, label: name || email }));
      case 'strategy':
        return strategies?.map(({ id, displayName }) => ({ value: id, label: displayName })) ?? [];
      case 'tree':
        return trees?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
      case 'workflow':
        return workflows?.map(({ workflowBlueprintId, name }) => ({ value: workflowBlueprintId, label: name })) ?? [];
      case 'trigger':
        return triggers?.map(({ name }) => ({ value: name, label: name })) ?? [];
      case 'partner':
        return partners;
      case 'metadata':
        return fields.map(({ name, title }) => ({ value: name, label: `${title} (${name})` }));
      default:
        return [];
    }
  }, [kind, bundles, topics, groups, members, strategies, trees, workflows, triggers, partners, fields, t]);
}
