/** What strategies use, and what of it this service and those below it know. */
import { isUuid, type Uuid } from '../../../core/id.ts';
import { SENT_TYPES, type SentType } from '../../../core/messageChannels.ts';
import { fromTree, type TreeStep } from '../../../engine/graph/tree.ts';
import { stepDefinition } from '../../../engine/steps.ts';
import type { Step } from '../../../engine/types.ts';
import { fieldsNaming, type Named, namingInstead } from '../../../engine/usage.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { listTopics } from '../account/task/topic.logic.ts';
import { readBundles } from '../cms/cms.bundle.logic.ts';
import { loadTrees } from '../decision/decision.compiled.logic.ts';
import { changeSteps, isStrategy } from './strategy.references.logic.ts';
import { listTriggers } from './strategy.trigger.logic.ts';
import { defineUsage, requireTriggerFits, type UsagePlace, usedSteps } from './strategy.usage.logic.ts';
import { currentVersions } from './strategy.versions.logic.ts';

const namedFields = ({ stepType, stepState }: Step, named: Named): string[] => {
  const definition = stepDefinition(stepType);
  return definition ? fieldsNaming(definition, stepState, named) : [];
};
const shown = ({ id, stepType, stepState }: Step) => ({ id, type: stepType, state: stepState });
const living = ({ deprecated }: { deprecated: boolean }) => !deprecated;

defineUsage({
  where: 'strategies',
  view: ['strategy', 'viewStrategies'],
  edit: ['strategy', 'editStrategies'],
  find: findInStrategies,
  replace: async (tx, named, value) => {
    const strategies = await currentVersions(tx);
    const uses = (step: Step) => namedFields(step, named).length > 0;
    if (named.kind === 'trigger')
      for (const { displayName, steps } of strategies) await requireTriggerFits(tx, displayName, steps.filter(uses).map(shown), value);
    const change = (state: Step['stepState'], step: Step) =>
      namingInstead(stepDefinition(step.stepType)!, state, namedFields(step, named), named.value, value);
    const changed = await changeSteps(tx, strategies, uses, change, 'newValue');
    return changed.map(({ id, displayName, stepIds }) => {
      const steps = strategies.find((each) => each.id === id)!.steps.filter((step) => stepIds.includes(step.id));
      return { id, displayName, accountId: null, steps: usedSteps(steps.map(shown)), olderVersions: [] };
    });
  },
  knows: {
    ...Object.fromEntries(SENT_TYPES.map((type) => [type, (tx: Tx, value: string) => hasBundle(tx, type, value)])),
    topic: async (tx, value) => (await listTopics(tx)).some(({ topicId }) => topicId === value),
    user: async (tx, value) => (await personNamed(tx, value)) !== null,
    strategy: async (tx, value) => isUuid(value) && isStrategy(tx, value),
    tree: async (tx, treeId) => (await loadTrees(tx, [{ treeId, version: null }])).size > 0,
    partner: async (tx, value) =>
      isUuid(value) &&
      (
        await tx.sql('select 1 from published.partner where client_id = $1 and partner_id = $2 and deleted_at is null', [
          tx.clientId,
          value,
        ])
      ).length > 0,
    trigger: async (tx, value) => (await listTriggers(tx)).some(({ name }) => name === value),
  },
});

async function hasBundle(tx: Tx, type: SentType, name: string): Promise<boolean> {
  return [...(await readBundles(tx, type, [name])).values()].some(living);
}

async function personNamed(tx: Tx, userId: string): Promise<Uuid | null> {
  if (!isUuid(userId)) return null;
  const rows = await tx.sql('select 1 from published.client_user where client_id = $1 and user_id = $2 and is_enabled', [
    tx.clientId,
    userId,
  ]);
  return rows.length > 0 ? userId : null;
}

async function findInStrategies(tx: Tx, named: Named): Promise<UsagePlace[]> {
  const older = await olderVersionsUsing(tx, named);
  return (await currentVersions(tx)).flatMap(({ id, displayName, steps }) => {
    const using = steps.filter((step) => namedFields(step, named).length > 0);
    const olderVersions = older.get(id) ?? [];
    if (using.length === 0 && olderVersions.length === 0) return [];
    return { id, displayName, accountId: null, steps: usedSteps(using.map(shown)), olderVersions };
  });
}

/** @returns by strategy, versions before the newest one that claims still run through and that use the thing. */
async function olderVersionsUsing(tx: Tx, named: Named): Promise<Map<Uuid, number[]>> {
  const rows = await tx.sql<{ id: Uuid; version: number; steps: TreeStep[] }>(
    `select v.blueprint_id as id, v.version, v.steps
     from (select distinct blueprint_id, version from strategy_run where client_id = $1 and status in ('active', 'waiting', 'paused')) r
     join strategy_blueprint b on b.client_id = $1 and b.blueprint_id = r.blueprint_id and b.current_version <> r.version
     join strategy_version v on v.client_id = $1 and v.blueprint_id = r.blueprint_id and v.version = r.version order by v.version`,
    [tx.clientId],
  );
  const found = new Map<Uuid, number[]>();
  for (const { id, version, steps } of rows)
    if (fromTree(steps).some((step) => namedFields(step, named).length > 0)) found.set(id, [...(found.get(id) ?? []), version]);
  return found;
}
