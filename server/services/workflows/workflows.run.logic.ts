/** Starting and stopping workflows, set-based and once for each request: what strategies, screens and the demo call. */
import { fault } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import { enqueue, type JobReference } from '../../platform/jobs.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { requireAccount } from '../account/ground/lookup.logic.ts';
import { endWorkflowTasks } from '../account/task/task.workflow.logic.ts';
import { type Blueprint, findBlueprint, livingBlueprints } from './workflows.blueprint.logic.ts';
import { skipOpenSteps, WORKFLOW_COLUMNS, type WorkflowRow, workflowEvent } from './workflows.row.logic.ts';

type Actor = NewEvent['actor'];

/** Lets a client's workflows go on; the job itself is defined in workflows.jobs.ts. */
export const workflowsAdvance: JobReference<{ clientId: Uuid }> = { name: 'workflows.advance' };

/** Asks for the client's workflows to go on as soon as the transaction commits. */
export const wakeWorkflows = (tx: Tx): Promise<void> =>
  enqueue(tx, workflowsAdvance, { clientId: tx.clientId }, { key: `${workflowsAdvance.name}:${tx.clientId}` });

export interface AskedWorkflow {
  /** Starts it once: asked again, the same key answers the same workflow. */
  readonly key: string;
  readonly accountId: Uuid;
  /** The claim it is about; null: the whole account. */
  readonly externalClaimRef: string | null;
  readonly workflowBlueprintId: Uuid;
  readonly actor?: Actor;
}

/**
 * Starts workflows by the newest version of their blueprints. Its events name the key as `requestKey`.
 * @returns the workflow of each key, whenever it was started; a key whose blueprint is deleted has none.
 */
export async function startWorkflows(tx: Tx, asked: readonly AskedWorkflow[]): Promise<ReadonlyMap<string, Uuid>> {
  if (asked.length === 0) return new Map();
  const blueprints = await livingBlueprints(
    tx,
    asked.map((each) => each.workflowBlueprintId),
  );
  const byId = new Map(blueprints.map((each) => [each.workflowBlueprintId, each]));
  await insertWorkflows(
    tx,
    asked.flatMap((each) => {
      const blueprint = byId.get(each.workflowBlueprintId);
      return blueprint ? [{ ...each, requestKey: each.key, blueprint }] : [];
    }),
  );
  const rows = await tx.sql<{ request_key: string; workflow_id: Uuid }>(
    'select request_key, workflow_id from workflow where client_id = $1 and request_key = any($2::text[])',
    [tx.clientId, asked.map(({ key }) => key)],
  );
  return new Map(rows.map((row) => [row.request_key, row.workflow_id]));
}

/** Starts a workflow by hand. @throws Fault NOT_FOUND, CONFLICT while one of the blueprint is in progress on the account */
export async function startByHand(tx: Tx, accountId: Uuid, blueprintId: string): Promise<Uuid> {
  await requireAccount(tx, accountId);
  const blueprint = await findBlueprint(tx, blueprintId);
  // Two presses at once come one after the other; the second finds what the first started.
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:workflow:${accountId}`]);
  const [running] = await tx.sql(
    `select 1 from workflow where client_id = $1 and account_id = $2 and blueprint_id = $3 and status = 'inProgress' limit 1`,
    [tx.clientId, accountId, blueprintId],
  );
  if (running) throw fault('CONFLICT', 'workflowRunning', { name: blueprint.name });
  const [started] = await insertWorkflows(tx, [{ accountId, externalClaimRef: null, requestKey: null, blueprint }]);
  return started!.workflowId;
}

interface NewWorkflow {
  readonly accountId: Uuid;
  readonly externalClaimRef: string | null;
  readonly requestKey: string | null;
  readonly blueprint: Blueprint;
  readonly actor?: Actor;
}

/** @returns those that were new. */
async function insertWorkflows(tx: Tx, wanted: readonly NewWorkflow[]): Promise<WorkflowRow[]> {
  if (wanted.length === 0) return [];
  const actorOf = ({ actor }: NewWorkflow) => actor ?? tx.actor;
  const rows = await tx.sql<WorkflowRow & Record<string, unknown>>(
    `insert into workflow as w (client_id, workflow_id, account_id, external_claim_ref, request_key, blueprint_id, version, name, started_by, started_at, wake_at)
     select $1, v.workflow_id, v.account_id, v.external_claim_ref, v.request_key, v.blueprint_id, v.version, v.name, v.started_by, $10, $10
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::int[], $8::text[], $9::text[])
       as v(workflow_id, account_id, external_claim_ref, request_key, blueprint_id, version, name, started_by)
     on conflict (client_id, request_key) where request_key is not null do nothing returning ${WORKFLOW_COLUMNS}`,
    [
      tx.clientId,
      wanted.map(() => uuidv7()),
      wanted.map((each) => each.accountId),
      wanted.map((each) => each.externalClaimRef),
      wanted.map((each) => each.requestKey),
      wanted.map((each) => each.blueprint.workflowBlueprintId),
      wanted.map((each) => each.blueprint.version),
      wanted.map((each) => each.blueprint.name),
      wanted.map((each) => (actorOf(each).type === 'user' ? actorOf(each).id : null)),
      isoInstant(now()),
    ],
  );
  if (rows.length === 0) return [];
  await tx.sql(
    `insert into workflow_step (client_id, workflow_id, step_id, account_id, phase, position, step_order, type)
     select w.client_id, w.workflow_id, step ->> 'stepId', w.account_id, phase.place - 1, steps.place - 1, (step ->> 'order')::int, step ->> 'type'
     from workflow w join workflow_blueprint_version v on v.client_id = w.client_id and v.blueprint_id = w.blueprint_id and v.version = w.version
     cross join jsonb_array_elements(v.phases) with ordinality as phase(body, place)
     cross join jsonb_array_elements(phase.body -> 'steps') with ordinality as steps(step, place)
     where w.client_id = $1 and w.workflow_id = any($2::uuid[])`,
    [tx.clientId, rows.map((row) => row.workflowId)],
  );
  const byKey = new Map(wanted.map((each) => [each.requestKey, each]));
  await appendEvents(
    tx,
    rows.map((row) => ({
      ...workflowEvent('workflowStarted', row, { version: row.version }),
      actor: actorOf(byKey.get(row.requestKey)!),
    })),
  );
  await wakeWorkflows(tx);
  return rows;
}

export interface AskedStop {
  readonly accountId: Uuid;
  readonly workflowBlueprintId: Uuid;
  /** Only those about this claim; absent: all of the account’s. */
  readonly externalClaimRef?: string | null;
  readonly actor?: Actor;
}

/** Stops what runs by blueprints on accounts; what is done stays done. @returns the workflows that were stopped */
export async function stopWorkflows(tx: Tx, asked: readonly AskedStop[]): Promise<Uuid[]> {
  if (asked.length === 0) return [];
  const rows = await tx.sql<WorkflowRow & { place: number } & Record<string, unknown>>(
    `with found as (
       select w.workflow_id, min(v.place)::int as place from workflow w
       join unnest($2::uuid[], $3::uuid[], $4::text[]) with ordinality as v(account_id, blueprint_id, external_claim_ref, place)
         on v.account_id = w.account_id and v.blueprint_id = w.blueprint_id and (v.external_claim_ref is null or v.external_claim_ref = w.external_claim_ref)
       where w.client_id = $1 and w.status = 'inProgress' group by w.workflow_id),
     locked as (select w.workflow_id from workflow w where w.client_id = $1 and w.workflow_id in (select workflow_id from found) order by w.workflow_id for update)
     update workflow w set status = 'stopped', ended_at = $5, wake_at = null from found, locked
     where w.client_id = $1 and w.workflow_id = found.workflow_id and w.workflow_id = locked.workflow_id and w.status = 'inProgress'
     returning ${WORKFLOW_COLUMNS}, found.place`,
    [
      tx.clientId,
      asked.map((each) => each.accountId),
      asked.map((each) => each.workflowBlueprintId),
      asked.map((each) => each.externalClaimRef ?? null),
      isoInstant(now()),
    ],
  );
  const ids = rows.map((row) => row.workflowId);
  const actorId = tx.actor.type === 'user' ? tx.actor.id : null;
  await endWorkflowTasks(tx, await skipOpenSteps(tx, ids), null, actorId);
  await appendEvents(
    tx,
    rows.map(({ place, ...row }) => ({
      ...workflowEvent('workflowStopped', row, {}),
      actor: asked[place - 1]?.actor ?? tx.actor,
    })),
  );
  return ids;
}
