/** The names that blueprints refer to: people, roles, groups of tasks and templates. */
import { type SaidWords, type WrongField, words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { WorkflowAssignee, WorkflowPhase, WorkflowStep } from '../../../engine/workflows/blueprint.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { groupTopics } from '../account/task/task.workflow.logic.ts';
import { listRoles } from '../backoffice/backoffice.role.logic.ts';
import { readBundles } from '../cms/cms.bundle.logic.ts';

/** @returns people who may sign in, by the name they do it with, in small letters. */
export async function usersNamed(tx: Tx, names: readonly string[]): Promise<ReadonlyMap<string, Uuid>> {
  if (names.length === 0) return new Map();
  const rows = await tx.sql<{ user_id: Uuid; email: string }>(
    'select user_id, lower(email) as email from published.client_user where client_id = $1 and lower(email) = any($2::text[]) and is_enabled',
    [tx.clientId, names.map((name) => name.toLowerCase())],
  );
  return new Map(rows.map((row) => [row.email, row.user_id]));
}

/** @returns every name of a blueprint that means nothing in this client. */
export async function unknownNames(tx: Tx, phases: readonly WorkflowPhase[]): Promise<WrongField[]> {
  const steps = phases.flatMap((phase, place) => phase.steps.map((step, number) => ({ step, field: `phases.${place}.steps.${number}` })));
  const assignees = steps.flatMap(({ step }) => [step.assignedTo, step.escalateTo].filter((each) => each !== null));
  const users = await usersNamed(
    tx,
    assignees.flatMap(({ username }) => username ?? []),
  );
  const roles = new Set(assignees.some(({ userRole }) => userRole) ? (await listRoles(tx)).map(({ name }) => name) : []);
  const groups = await groupTopics(
    tx,
    steps.flatMap(({ step }) => step.groupName ?? []),
  );
  const bundles = await bundlesOf(
    tx,
    steps.map(({ step }) => step),
  );
  const wrongOf = (to: WorkflowAssignee | null): SaidWords | null => {
    if (to?.username && !users.has(to.username.toLowerCase())) return words('workflowUserUnknown', { name: to.username });
    return to?.userRole && !roles.has(to.userRole) ? words('workflowRoleUnknown', { name: to.userRole }) : null;
  };
  return steps.flatMap(({ step, field }) => {
    const { groupName, bundleName, channel, type } = step;
    const wrong: Record<string, SaidWords | null> = {
      assignedTo: wrongOf(step.assignedTo),
      escalateTo: wrongOf(step.escalateTo),
      groupName: groupName && !groups.has(groupName) ? words('workflowGroupUnknown', { name: groupName }) : null,
      bundleName:
        type === 'sendMessage' && bundleName && !bundles.has(`${channel} ${bundleName}`)
          ? words('workflowBundleUnknown', { name: bundleName })
          : null,
    };
    return Object.entries(wrong).flatMap(([name, said]) => (said ? [{ field: `${field}.${name}`, words: said }] : []));
  });
}

async function bundlesOf(tx: Tx, steps: readonly WorkflowStep[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const channel of ['email', 'sms'] as const) {
    const names = steps.flatMap((step) => (step.type === 'sendMessage' && step.channel === channel ? (step.bundleName ?? []) : []));
    for (const name of (await readBundles(tx, channel, names)).keys()) known.add(`${channel} ${name}`);
  }
  return known;
}
