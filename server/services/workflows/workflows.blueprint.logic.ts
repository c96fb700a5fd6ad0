/** Blueprints as they are saved: other phases or outcomes make a new version that never changes, names are unique, deletion is a mark. */
import { collectFaults, faultOfFields } from '../../../core/collectFaults.ts';
import { fault, invalid, notFound, type WrongField } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { agentsOf, MOST_NAME, type WorkflowPhase } from '../../../engine/workflows/blueprint.ts';
import { checkedOutcomes, problemsOf, readPhases } from '../../../engine/workflows/check.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { unknownNames } from './workflows.names.logic.ts';

export interface Blueprint {
  readonly workflowBlueprintId: Uuid;
  readonly clientId: Uuid;
  readonly name: string;
  readonly agents: string[];
  readonly phases: readonly WorkflowPhase[];
  readonly outcomes: string[];
  readonly version: number;
  readonly revision: number;
  readonly runningWorkflows: number;
  readonly updatedAt: Instant;
  readonly updatedBy: Uuid | null;
}

/** What a workflow may end with when nobody has named anything, in the client’s language. */
const USUAL_OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  en: ['Resolved', 'Not resolved'],
  de: ['Geklärt', 'Nicht geklärt'],
  es: ['Resuelto', 'No resuelto'],
  nl: ['Opgelost', 'Niet opgelost'],
};
const usualOutcomes = async (tx: Tx) => USUAL_OUTCOMES[(await readClient(tx)).defaultLocale.slice(0, 2)] ?? USUAL_OUTCOMES.en!;

const COLUMNS = `b.blueprint_id as "workflowBlueprintId", b.client_id as "clientId", b.name, b.revision, v.version, v.phases, v.outcomes,
  (select count(*)::int from workflow w where w.client_id = b.client_id and w.blueprint_id = b.blueprint_id and w.status = 'inProgress') as "runningWorkflows",
  (extract(epoch from b.updated_at) * 1000)::float8 as "updatedAt", b.updated_by as "updatedBy"
  from workflow_blueprint b join workflow_blueprint_version v on v.client_id = b.client_id and v.blueprint_id = b.blueprint_id and v.version = b.current_version`;

const present = (row: Omit<Blueprint, 'agents'>): Blueprint => ({ ...row, agents: agentsOf(row.phases) });

/** @throws Fault NOT_FOUND, also for a deleted one */
export async function findBlueprint(tx: Tx, blueprintId: string): Promise<Blueprint> {
  const [row] = isUuid(blueprintId) ? await livingBlueprints(tx, [blueprintId]) : [];
  if (!row) throw notFound('workflowBlueprintNotFound');
  return row;
}

/** @returns those that exist and are not deleted. */
export async function livingBlueprints(tx: Tx, blueprintIds: readonly string[]): Promise<Blueprint[]> {
  const rows = await tx.sql<Omit<Blueprint, 'agents'> & Record<string, unknown>>(
    `select ${COLUMNS} where b.client_id = $1 and b.blueprint_id = any($2::uuid[]) and not b.is_deleted`,
    [tx.clientId, [...new Set(blueprintIds)].filter(isUuid)],
  );
  return rows.map(present);
}

interface ListInput {
  readonly searchTerm?: string | null | undefined;
  /** 1 to 200; 50 when absent. */
  readonly limit?: number | null | undefined;
  readonly paginationId?: string | null | undefined;
}

/** @returns one page by name. @throws Fault INVALID_INPUT for a paginationId that is none */
export async function listBlueprints(tx: Tx, { searchTerm, limit, paginationId }: ListInput) {
  const size = Math.min(200, Math.max(1, limit ?? 50));
  const after = paginationId ? readPage(paginationId) : null;
  const pattern = searchTerm?.trim() ? `%${searchTerm.trim().replace(/[\\%_]/g, '\\$&')}%` : null;
  const matching = 'b.client_id = $1 and not b.is_deleted and ($2::text is null or b.name ilike $2)';
  const rows = await tx.sql<Omit<Blueprint, 'agents'> & Record<string, unknown>>(
    `select ${COLUMNS} where ${matching} and ($3::text is null or (lower(b.name), b.blueprint_id) > ($3, $4::uuid))
     order by lower(b.name), b.blueprint_id limit $5`,
    [tx.clientId, pattern, after?.name ?? null, after?.id ?? null, size + 1],
  );
  const [count] = await tx.sql<{ total: number }>(`select count(*)::int as total from workflow_blueprint b where ${matching}`, [
    tx.clientId,
    pattern,
  ]);
  const results = rows.slice(0, size).map(present);
  const last = results.at(-1);
  const next = rows.length > size && last ? JSON.stringify([last.name.toLowerCase(), last.workflowBlueprintId]) : null;
  return { results, paginationId: next && Buffer.from(next).toString('base64url'), total: count!.total };
}

function readPage(paginationId: string): { name: string; id: Uuid } {
  try {
    const [name, id] = JSON.parse(Buffer.from(paginationId, 'base64url').toString()) as unknown[];
    if (typeof name === 'string' && isUuid(id)) return { name, id };
  } catch {
    // answered below
  }
  throw invalid('paginationId', 'pageEndUnknown');
}

export interface SaveInput {
  /** 'new', or the id of the blueprint to save. */
  readonly id: string;
  readonly name: string;
  /** A JSON array of phases (engine/workflows/blueprint.ts). */
  readonly phases: string;
  /** Absent: as they were. */
  readonly outcomes?: readonly string[] | null;
  /** Of the state that was edited; null: whatever it is. */
  readonly revision?: number | null;
}

/** @throws Fault INVALID_INPUT naming every wrong field, NOT_FOUND, CONFLICT when the name is taken or somebody saved since */
export async function saveBlueprint(tx: Tx, input: SaveInput): Promise<Blueprint> {
  const before = input.id === 'new' ? null : await lockBlueprint(tx, input.id);
  if (before && input.revision != null && input.revision !== before.revision)
    throw fault('CONFLICT', 'workflowChanged', { name: before.name }, 'revision');
  const wanted = input.outcomes ?? before?.outcomes ?? (await usualOutcomes(tx));
  const { name, phases, outcomes } = await collectFaults(async (check) => ({
    name: check(() => checkedName(input.name))!,
    phases: (await check(() => checkedPhases(tx, input.phases)))!,
    outcomes: check(() => checkedOutcomes(wanted))!,
  }));
  await requireFreeName(tx, name, before?.workflowBlueprintId ?? null);
  const blueprintId = before?.workflowBlueprintId ?? uuidv7();
  const isChanged = !before || !(await isSame(tx, before, { phases, outcomes }));
  const version = (before?.version ?? 0) + (isChanged ? 1 : 0);
  const at = isoInstant(now());
  await tx.sql(
    `insert into workflow_blueprint (client_id, blueprint_id, name, current_version, created_at, updated_at, updated_by) values ($1, $2, $3, $4, $5, $5, $6)
     on conflict (client_id, blueprint_id) do update set name = excluded.name, current_version = excluded.current_version,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by, revision = workflow_blueprint.revision + 1`,
    [tx.clientId, blueprintId, name, version, at, tx.actor.id],
  );
  if (isChanged)
    await tx.sql(
      `insert into workflow_blueprint_version (client_id, blueprint_id, version, phases, outcomes, saved_at, saved_by) values ($1, $2, $3, $4, $5, $6, $7)`,
      [tx.clientId, blueprintId, version, JSON.stringify(phases), outcomes, at, tx.actor.id],
    );
  await appendEvents(tx, [{ messageType: 'workflowBlueprintSaved', payload: { workflowBlueprintId: blueprintId, name, version } }]);
  return findBlueprint(tx, blueprintId);
}

function checkedName(given: string): string {
  const name = given.trim();
  if (name === '' || name.length > MOST_NAME) throw invalid('name', 'nameUpTo', { most: MOST_NAME });
  return name;
}

async function checkedPhases(tx: Tx, text: string): Promise<WorkflowPhase[]> {
  const phases = readPhases(text);
  const wrong: WrongField[] = problemsOf(phases);
  const refusal = faultOfFields(wrong.length > 0 ? wrong : await unknownNames(tx, phases));
  if (refusal) throw refusal;
  return phases;
}

async function requireFreeName(tx: Tx, name: string, blueprintId: Uuid | null): Promise<void> {
  // Two saves at once come one after the other; the second finds the name taken.
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:workflow:${name.toLowerCase()}`]);
  const [twin] = await tx.sql(
    'select 1 from workflow_blueprint where client_id = $1 and lower(name) = lower($2) and not is_deleted and blueprint_id is distinct from $3::uuid',
    [tx.clientId, name, blueprintId],
  );
  if (twin) throw fault('CONFLICT', 'workflowNameTaken', { name }, 'name');
}

/** jsonb keeps its keys in an order of its own, so the database compares. */
async function isSame(tx: Tx, before: Blueprint, after: Pick<Blueprint, 'phases' | 'outcomes'>): Promise<boolean> {
  const [row] = await tx.sql<{ same: boolean }>('select $1::jsonb = $2::jsonb and $3::text[] = $4::text[] as same', [
    JSON.stringify(before.phases),
    JSON.stringify(after.phases),
    before.outcomes,
    after.outcomes,
  ]);
  return row!.same;
}

async function lockBlueprint(tx: Tx, blueprintId: string): Promise<Blueprint> {
  if (isUuid(blueprintId))
    await tx.sql('select 1 from workflow_blueprint where client_id = $1 and blueprint_id = $2 for update', [tx.clientId, blueprintId]);
  return findBlueprint(tx, blueprintId);
}

/** Takes a blueprint out of use; what runs by it runs on. @throws Fault NOT_FOUND */
export async function deleteBlueprint(tx: Tx, blueprintId: string): Promise<Uuid> {
  const { name, workflowBlueprintId } = await lockBlueprint(tx, blueprintId);
  await tx.sql(
    `update workflow_blueprint set is_deleted = true, updated_at = $3, updated_by = $4, revision = revision + 1 where client_id = $1 and blueprint_id = $2`,
    [tx.clientId, workflowBlueprintId, isoInstant(now()), tx.actor.id],
  );
  await appendEvents(tx, [{ messageType: 'workflowBlueprintDeleted', payload: { workflowBlueprintId, name } }]);
  return workflowBlueprintId;
}
