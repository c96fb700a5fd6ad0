/** The names behind the ids that steps hold: strategies, template bundles, topics, people. Loaded once per canvas. */
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { SENT_TYPES, type SentType } from '../../../../core/messageChannels.ts';
import { query, useQuery } from '../../../shell/api.ts';
import { usePartnerNames } from '../../../shell/partners/partners.ts';
import { useTopics } from '../../../shell/topics.ts';
import { useTriggers } from '../../../shell/triggers/triggers.ts';
import { useFlag } from '../../../shell/workspace.ts';
import { UsersDocument } from './backoffice.graphql.ts';
import { BundlesDocument, LandingPagesDocument } from './cms.graphql.ts';
import { LiveTreesDocument } from './decision.graphql.ts';
import { AllowedStepTypesDocument, StrategiesDocument } from './strategy.graphql.ts';
import { WorkflowBlueprintsDocument } from './workflows.graphql.ts';

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** What can be chosen; empty while it loads and when it could not be loaded. */
export interface List {
  readonly options: readonly Option[];
  readonly loading: boolean;
  readonly failed: boolean;
}

export interface Directory {
  readonly strategies: List;
  readonly trees: List;
  readonly workflows: List;
  readonly landingPages: List;
  /** Empty where the client works without partners. */
  readonly partners: List;
  /** Templates by what they are made for. */
  readonly content: Readonly<Record<SentType, List>>;
  readonly topics: List;
  readonly users: List;
  readonly triggers: List;
  readonly categories: readonly string[];
  /** Step types that may be used here; null until known. */
  readonly allowed: ReadonlySet<string> | null;
}

/** Offered where the client works with partners; where steps stand already, they stay. */
const OF_PARTNERS = new Set(['outsource', 'outsourceClaim', 'ADVANCED_OUTSOURCE_CLAIM', 'revertClaimOutsource']);

const LOADING: List = { options: [], loading: true, failed: false };

export const DirectoryContext = createContext<Directory | null>(null);

/** @returns the directory of the canvas. @throws Error outside of one. */
export function useDirectory(): Directory {
  const directory = useContext(DirectoryContext);
  if (!directory) throw new Error('useDirectory is for the canvas');
  return directory;
}

/** @returns the label of an id in a list; the id itself while the list does not know it. */
export function labelIn(list: List, value: string): string {
  return list.options.find((option) => option.value === value)?.label ?? value;
}

const PAGE = 100;

/** All people of the client; their list comes in pages of at most 100 (specification 3, section 9). */
async function loadUsers(clientId: string): Promise<Option[]> {
  const options: Option[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { listUsersV2: users } = await query('backoffice', UsersDocument, { clientId, offset });
    for (const user of users) if (user.isEnabled) options.push({ value: user.id, label: user.name });
    if (users.length < PAGE) return options;
  }
}

function useUsers(clientId: string): List {
  const [list, setList] = useState(LOADING);
  useEffect(() => {
    let current = true;
    loadUsers(clientId).then(
      (options) => current && setList({ options, loading: false, failed: false }),
      () => current && setList({ options: [], loading: false, failed: true }),
    );
    return () => {
      current = false;
    };
  }, [clientId]);
  return list;
}

/** Loads the directory. A list that fails says so where it is used; the others work. */
export function useDirectoryOf(clientId: string): Directory {
  const strategies = useQuery('strategy', StrategiesDocument, { clientId });
  const bundles = useQuery('cms', BundlesDocument, { clientId });
  const landingPages = useQuery('cms', LandingPagesDocument, { clientId });
  const topics = useTopics();
  const allowed = useQuery('strategy', AllowedStepTypesDocument, { clientId });
  const users = useUsers(clientId);
  const trees = useQuery('decision', LiveTreesDocument, { clientId });
  const workflows = useQuery('workflows', WorkflowBlueprintsDocument, { clientId });
  const { triggers, error: triggersError } = useTriggers();
  const hasPartners = useFlag('PARTNERS');
  const partners = usePartnerNames();

  return useMemo(() => {
    const list = (result: { loading: boolean; error: unknown }, options: readonly Option[] | undefined): List => ({
      options: options ?? [],
      loading: result.loading && !options,
      failed: Boolean(result.error),
    });
    const ofType = (type: SentType) =>
      list(
        bundles,
        bundles.data?.getTemplateBundleList
          .filter((bundle) => bundle.contentTemplateType === type)
          .map((bundle) => ({ value: bundle.fileName, label: bundle.displayName })),
      );
    return {
      strategies: list(
        strategies,
        strategies.data?.getStrategies.map(({ id, displayName }) => ({ value: id, label: displayName })),
      ),
      trees: list(
        trees,
        trees.data?.getDecisionTreesByStatus.map(({ id, name }) => ({ value: id, label: name })),
      ),
      workflows: list(
        workflows,
        workflows.data?.getWorkflowBlueprints.results.map(({ workflowBlueprintId, name }) => ({ value: workflowBlueprintId, label: name })),
      ),
      landingPages: list(
        landingPages,
        landingPages.data?.getLandingPageList.map(({ landingPageId, displayName }) => ({ value: landingPageId, label: displayName })),
      ),
      partners,
      categories: [...new Set(strategies.data?.getStrategies.flatMap((one) => one.categories) ?? [])].sort(),
      content: Object.fromEntries(SENT_TYPES.map((type) => [type, ofType(type)])) as Record<SentType, List>,
      topics: list(
        topics,
        topics.topics?.map(({ topicId, name }) => ({ value: topicId, label: name })),
      ),
      users,
      triggers: {
        options: triggers?.map(({ name }) => ({ value: name, label: name })) ?? [],
        loading: !triggers && !triggersError,
        failed: Boolean(triggersError),
      },
      allowed: allowed.data ? new Set(allowed.data.getAllowedStepTypes.filter((type) => hasPartners || !OF_PARTNERS.has(type))) : null,
    };
  }, [strategies, bundles, topics, allowed, users, trees, workflows, landingPages, triggers, triggersError, partners, hasPartners]);
}
