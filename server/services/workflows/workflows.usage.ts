/** What blueprints of workflows use, and the kinds of things that this service knows. */
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { Named } from '../../../engine/usage.ts';
import type { WorkflowAssignee, WorkflowStep } from '../../../engine/workflows/blueprint.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { groupTopics } from '../account/task/task.workflow.logic.ts';
import { defineUsage, naming, type UsagePlace, usedSteps } from '../strategy/strategy.usage.logic.ts';
import { type Blueprint, livingBlueprints, saveBlueprint } from './workflows.blueprint.logic.ts';

defineUsage({
  where: 'workflows',
  view: ['workflows', 'viewWorkflows'],
  edit: ['workflows', 'editWorkflows'],
  find: async (tx, named) => {
    const wanted = await asNamedHere(tx, named);
    if (wanted === null) return [];
    return (await allBlueprints(tx)).flatMap((blueprint) => placeOf(blueprint, wanted) ?? []);
  },
  replace: async (tx, named, value) => {
    const [wanted, instead] = [await asNamedHere(tx, named), await asNamedHere(tx, { kind: named.kind, value })];
    if (wanted === null || instead === null) return [];
    const changed: UsagePlace[] = [];
    for (const blueprint of await allBlueprints(tx)) {
      const place = placeOf(blueprint, wanted);
      if (!place) continue;
      const phases = blueprint.phases.map((phase) => ({
        ...phase,
        steps: phase.steps.map((step) => namingInstead(step, wanted, instead.value)),
      }));
      const { workflowBlueprintId: id, name, revision } = blueprint;
      await naming(name, () => saveBlueprint(tx, { id, name, revision, phases: JSON.stringify(phases) }));
      changed.push(place);
    }
    return changed;
  },
  knows: {
    workflow: async (tx, value) => (await livingBlueprints(tx, [value])).length > 0,
    group: async (tx, value) => (await groupTopics(tx, [value])).size > 0,
  },
});

async function allBlueprints(tx: Tx): Promise<Blueprint[]> {
  const rows = await tx.sql<{ blueprint_id: Uuid }>(
    'select blueprint_id from workflow_blueprint where client_id = $1 and not is_deleted order by lower(name)',
    [tx.clientId],
  );
  const byId = new Map(
    (
      await livingBlueprints(
        tx,
        rows.map((row) => row.blueprint_id),
      )
    ).map((each) => [each.workflowBlueprintId, each]),
  );
  return rows.flatMap((row) => byId.get(row.blueprint_id) ?? []);
}

/** Blueprints name people by what they sign in with, in any case. @returns null for somebody who is not there */
async function asNamedHere(tx: Tx, { kind, value }: Named): Promise<Named | null> {
  if (kind !== 'user') return { kind, value };
  const [row] = isUuid(value)
    ? await tx.sql<{ email: string }>('select lower(email) as email from published.client_user where client_id = $1 and user_id = $2', [
        tx.clientId,
        value,
      ])
    : [];
  return row ? { kind, value: row.email } : null;
}

function placeOf({ workflowBlueprintId: id, name, phases }: Blueprint, named: Named): UsagePlace | null {
  const steps = phases.flatMap((phase) => phase.steps).filter((step) => names(step, named));
  if (steps.length === 0) return null;
  const told = steps.map(({ stepId, type, description }) => ({ id: stepId, type, state: { description } }));
  return { id, displayName: name, accountId: null, steps: usedSteps(told), olderVersions: [] };
}

const isPerson = (to: WorkflowAssignee | null, name: string) => to?.username?.toLowerCase() === name;
const sends = ({ type, channel }: WorkflowStep, kind: string) => type === 'sendMessage' && channel === kind;

function names(step: WorkflowStep, { kind, value }: Named): boolean {
  if (kind === 'email' || kind === 'sms') return sends(step, kind) && step.bundleName === value;
  if (kind === 'group') return step.groupName === value;
  if (kind === 'user') return isPerson(step.assignedTo, value) || isPerson(step.escalateTo, value);
  return kind === 'metadata' && step.metadataFields.some((field) => `${step.metadataTarget}.meta.${field}` === value);
}

function namingInstead(step: WorkflowStep, named: Named, value: string): WorkflowStep {
  if (!names(step, named)) return step;
  if (named.kind === 'group') return { ...step, groupName: value };
  if (named.kind !== 'user') return { ...step, bundleName: value };
  const put = (to: WorkflowAssignee | null) => (to && isPerson(to, named.value) ? { ...to, username: value } : to);
  return { ...step, assignedTo: put(step.assignedTo), escalateTo: put(step.escalateTo) };
}
