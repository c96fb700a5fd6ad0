/** How strategies hang together: which leads to which, which use a piece of content, and what deleting one does to the others. */
import { fault, invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { isSentType } from '../../../core/messageChannels.ts';
import { isoInstant } from '../../../core/time.ts';
import { leadsOnTo } from '../../../engine/circle.ts';
import type { TreeStep } from '../../../engine/graph/tree.ts';
import { stepDefinition } from '../../../engine/steps.ts';
import type { Step } from '../../../engine/types.ts';
import { fieldsNaming } from '../../../engine/usage.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { CIRCLE, findBlueprint, firstError, lockBlueprint, writeVersion } from './strategy.blueprint.logic.ts';
import { rulesStarting } from './strategy.links.logic.ts';
import { startRuns } from './strategy.runs.logic.ts';
import { type CurrentStrategyVersion, currentVersions } from './strategy.versions.logic.ts';

export interface FlowItem {
  readonly id: Uuid;
  readonly displayName: string;
  readonly stepIds: string[];
}

function itemsOf(strategies: readonly CurrentStrategyVersion[], matches: (step: Step) => boolean): FlowItem[] {
  return strategies.flatMap(({ id, displayName, steps }) => {
    const stepIds = steps.filter(matches).map((step) => step.id);
    return stepIds.length > 0 ? [{ id, displayName, stepIds }] : [];
  });
}

/** Whether a step goes on in that strategy. */
export const leadsTo = (blueprintId: Uuid) => (step: Step) => leadsOnTo(step) === blueprintId;

export interface StrategyFlow {
  readonly previousReactions: FlowItem[];
  readonly previousBlueprints: FlowItem[];
  readonly nextBlueprints: FlowItem[];
}

/** @returns the rules and strategies before this one, and the strategies after it. @throws Fault NOT_FOUND */
export async function strategyFlow(tx: Tx, blueprintId: string): Promise<StrategyFlow> {
  const blueprint = await findBlueprint(tx, blueprintId);
  const strategies = await currentVersions(tx);
  const nextBlueprints = strategies.flatMap(({ id, displayName }) => {
    const stepIds = blueprint.steps.filter(leadsTo(id)).map((step) => step.id);
    return stepIds.length > 0 ? [{ id, displayName, stepIds }] : [];
  });
  const previousBlueprints = itemsOf(strategies, leadsTo(blueprint.id));
  return { previousReactions: await rulesStarting(tx, blueprint.id), previousBlueprints, nextBlueprints };
}

/** @returns the strategies with a step whose state holds the value anywhere. @param stepType only steps of this type. */
export async function strategiesByContent(tx: Tx, content: string, stepType: string | null): Promise<FlowItem[]> {
  return itemsOf(await currentVersions(tx), (step) => (stepType === null || step.stepType === stepType) && holds(step.stepState, content));
}

/** @returns whether the value is the content, or has it anywhere inside. */
export function holds(value: unknown, content: string): boolean {
  return value === content || (typeof value === 'object' && value !== null && Object.values(value).some((inner) => holds(inner, content)));
}

/** @returns whether the client has the strategy. */
export async function isStrategy(tx: Tx, blueprintId: Uuid): Promise<boolean> {
  const rows = await tx.sql('select 1 from strategy_blueprint where client_id = $1 and blueprint_id = $2 and not is_deleted', [
    tx.clientId,
    blueprintId,
  ]);
  return rows.length > 0;
}

/** @returns whether a step sends the bundle. */
export function sendsBundle(
  stepType: string,
  state: Readonly<Record<string, unknown>>,
  contentTemplateType: string,
  fileName: string,
): boolean {
  const definition = stepDefinition(stepType);
  return (
    !!definition &&
    isSentType(contentTemplateType) &&
    fieldsNaming(definition, state, { kind: contentTemplateType, value: fileName }).length > 0
  );
}

/** @returns the names of strategies with such a step, in their newest version or in one that claims still run through. */
async function namesUsing(tx: Tx, uses: (step: TreeStep) => boolean): Promise<string> {
  const rows = await tx.sql<{ displayName: string; steps: TreeStep[] }>(
    `select b.display_name as "displayName", v.steps from strategy_blueprint b
     join strategy_version v on v.client_id = $1 and v.blueprint_id = b.blueprint_id
     where b.client_id = $1 and ((v.version = b.current_version and not b.is_deleted) or exists (
       select from strategy_run r where r.client_id = $1 and r.blueprint_id = v.blueprint_id and r.version = v.version and r.status in ('active', 'waiting', 'paused')))
     order by lower(b.display_name)`,
    [tx.clientId],
  );
  return [...new Set(rows.filter(({ steps }) => steps.some(uses)).map(({ displayName }) => `“${displayName}”`))].join(', ');
}

/** Refuses that a decision tree goes while a strategy asks it. @throws Fault CONFLICT naming the strategies */
export async function refuseUsedTree(tx: Tx, treeId: string): Promise<void> {
  const strategies = await namesUsing(tx, (step) => step.stepType === 'executeDecisionTree' && step.stepState.treeId === treeId);
  if (strategies !== '') throw fault('CONFLICT', 'treeUsed', { strategies }, 'treeId');
}

/** Refuses that a partner goes while a strategy gives it claims. @throws Fault CONFLICT naming the strategies */
export async function refuseUsedPartner(tx: Tx, partnerId: string, name: string): Promise<void> {
  const strategies = await namesUsing(tx, ({ stepType, stepState }) => givesTo(stepType, stepState, partnerId));
  if (strategies !== '') throw fault('CONFLICT', 'partnerUsed', { name, strategies }, 'partnerId');
}

/** @returns whether a step gives claims to the partner. */
export function givesTo(stepType: string, state: Readonly<Record<string, unknown>>, partnerId: string): boolean {
  const definition = stepDefinition(stepType);
  return !!definition && fieldsNaming(definition, state, { kind: 'partner', value: partnerId }).length > 0;
}

/** Refuses that a blueprint of workflows goes while a strategy starts it. @throws Fault CONFLICT naming the strategies */
export async function refuseUsedWorkflow(tx: Tx, workflowBlueprintId: string): Promise<void> {
  const uses = ({ stepType, stepState }: TreeStep) =>
    stepType === 'createWorkflow' && stepState.workflowBlueprintId === workflowBlueprintId;
  const strategies = await namesUsing(tx, uses);
  if (strategies !== '') throw fault('CONFLICT', 'workflowUsed', { strategies }, 'id');
}

/**
 * Refuses that a message goes while a strategy sends it, in its newest version or in one that claims still run through.
 * @throws Fault CONFLICT naming the strategies
 */
export async function refuseUsedBundle(tx: Tx, contentTemplateType: string, fileName: string): Promise<void> {
  const strategies = await namesUsing(tx, (step) => sendsBundle(step.stepType, step.stepState, contentTemplateType, fileName));
  if (strategies !== '') throw fault('CONFLICT', 'bundleUsed', { strategies }, 'fileName');
}

export interface Deletion {
  readonly id: Uuid;
  readonly changedStrategies: number;
  readonly movedClaims: number;
}

/**
 * Marks a strategy as deleted. While claims run in it or other strategies lead to it a replacement is needed: its claims start there
 * at the first step, and steps that led here lead there (a new version of each of those strategies).
 * @throws Fault NOT_FOUND, INVALID_INPUT (replacementBlueprintId), CONFLICT with the numbers when a replacement is needed.
 */
export async function deleteBlueprint(tx: Tx, blueprintId: string, replacementBlueprintId: string | null): Promise<Deletion> {
  const blueprint = await lockBlueprint(tx, blueprintId);
  if (replacementBlueprintId === blueprint.id) throw invalid('replacementBlueprintId', 'strategySelf');
  const replacement = replacementBlueprintId === null ? null : await findBlueprint(tx, replacementBlueprintId);
  const refs = await runningClaims(tx, blueprint.id);
  const leading = (await currentVersions(tx)).filter(({ id, steps }) => id !== blueprint.id && steps.some(leadsTo(blueprint.id)));
  if (!replacement && (refs.length > 0 || leading.length > 0))
    throw fault(
      'CONFLICT',
      'strategyUsed',
      { name: blueprint.displayName, claims: refs.length, strategies: leading.length },
      'replacementBlueprintId',
    );
  if (replacement) {
    const toReplacement = (state: Step['stepState']) => ({ ...state, blueprintId: replacement.id });
    await changeSteps(tx, leading, leadsTo(blueprint.id), toReplacement, 'replacementBlueprintId');
    if (refs.length > 0) await startRuns(tx, { blueprintId: replacement.id, externalClaimRefs: refs, replace: true });
  }
  await tx.sql(
    'update strategy_blueprint set is_deleted = true, updated_at = $3, updated_by = $4 where client_id = $1 and blueprint_id = $2',
    [tx.clientId, blueprint.id, isoInstant(now()), tx.actor.id],
  );
  const counts = { changedStrategies: leading.length, movedClaims: refs.length };
  await appendEvents(tx, [
    {
      messageType: 'strategyDeleted',
      payload: {
        blueprintId: blueprint.id,
        displayName: blueprint.displayName,
        replacementBlueprintId: replacement?.id ?? null,
        ...counts,
      },
    },
  ]);
  return { id: blueprint.id, ...counts };
}

async function runningClaims(tx: Tx, blueprintId: Uuid): Promise<string[]> {
  const rows = await tx.sql<{ ref: string }>(
    `select external_claim_ref as ref from strategy_run where client_id = $1 and blueprint_id = $2 and status in ('active', 'waiting', 'paused')`,
    [tx.clientId, blueprintId],
  );
  return rows.map((row) => row.ref);
}

/**
 * Changes the states of the steps that match, in all these strategies; each gets one new version, which its running claims do not follow by themselves.
 * @param field of the input that a circle is blamed on. @returns the strategies that changed, with the steps. @throws Fault INVALID_INPUT when a step would no longer be right.
 */
export async function changeSteps(
  tx: Tx,
  strategies: readonly CurrentStrategyVersion[],
  matches: (step: Step) => boolean,
  change: (state: Step['stepState'], step: Step) => Step['stepState'],
  field = 'steps',
): Promise<FlowItem[]> {
  const changed = itemsOf(strategies, matches);
  for (const { id, stepIds } of changed) {
    const before = await lockBlueprint(tx, id);
    const steps = before.steps.map((step) => (stepIds.includes(step.id) ? { ...step, stepState: change(step.stepState, step) } : step));
    const problem = await firstError(tx, steps, id);
    if (problem?.why.key === CIRCLE)
      throw invalid(field, 'strategyLoops', { name: before.displayName, way: String(problem.why.values?.way ?? '') });
    if (problem) throw invalid('steps', 'strategyBroken', { name: before.displayName, step: problem.stepId, reason: problem.why.key });
    const version = before.currentVersion + 1;
    await writeVersion(tx, id, version, steps);
    await tx.sql(
      'update strategy_blueprint set current_version = $3, updated_at = $4, updated_by = $5 where client_id = $1 and blueprint_id = $2',
      [tx.clientId, id, version, isoInstant(now()), tx.actor.id],
    );
    await appendEvents(tx, [{ messageType: 'strategySaved', payload: { blueprintId: id, displayName: before.displayName, version } }]);
  }
  return changed;
}
