/** Strategies as they are saved: every save is a new version that never changes, names are unique per client, deletion is a mark. */
import { fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { type Problem, validateBlueprint } from '../../../engine/blueprint.ts';
import { circlesFrom, immediateSwitches, insertedBy, insertionsFrom } from '../../../engine/circle.ts';
import { compileStep } from '../../../engine/compile.ts';
import { fromTree, type TreeStep, toTree } from '../../../engine/graph/tree.ts';
import { MOST_CALLERS } from '../../../engine/memory.ts';
import { treeKey } from '../../../engine/trees/ref.ts';
import type { Step } from '../../../engine/types.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { linkDomains } from '../account/claim/terms.logic.ts';
import { listLandingPages } from '../cms/cms.landing.list.logic.ts';
import { loadTrees } from '../decision/decision.compiled.logic.ts';
import { refreshNamesOf } from './strategy.account.logic.ts';
import { drawingOf } from './strategy.drawing.ts';
import { readPreview } from './strategy.preview.logic.ts';
import { savedSteps } from './strategy.steps.ts';
import { wrongFirings } from './strategy.trigger.logic.ts';
import { currentVersions } from './strategy.versions.logic.ts';

/** A strategy with the steps of one of its versions. */
export interface BlueprintRow {
  readonly id: Uuid;
  readonly clientId: Uuid;
  readonly displayName: string;
  readonly categories: string[];
  readonly steps: Step[];
  readonly version: number;
  readonly currentVersion: number;
  readonly previewUrl: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly updatedBy: Uuid | null;
  readonly isDeleted: boolean;
}

const epoch = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
const COLUMNS = `b.blueprint_id as id, b.client_id as "clientId", b.display_name as "displayName", b.categories, b.current_version as "currentVersion",
  b.preview as "previewUrl", ${epoch('b.created_at')} as "createdAt", ${epoch('b.updated_at')} as "updatedAt", b.updated_by as "updatedBy", b.is_deleted as "isDeleted"`;

/** @param version the newest when absent. @throws Fault NOT_FOUND; a deleted strategy is not found (specification 3, section 4). */
export async function findBlueprint(tx: Tx, blueprintId: string, version: number | null = null): Promise<BlueprintRow> {
  const [row] = isUuid(blueprintId)
    ? await tx.sql<Omit<BlueprintRow, 'steps'> & { readonly steps: TreeStep[] }>(
        `select ${COLUMNS}, v.version, v.steps from strategy_blueprint b
         join strategy_version v on v.client_id = $1 and v.blueprint_id = b.blueprint_id and v.version = coalesce($3, b.current_version)
         where b.client_id = $1 and b.blueprint_id = $2 and not b.is_deleted`,
        [tx.clientId, blueprintId, version],
      )
    : [];
  if (!row) throw notFound('strategyNotFound');
  return { ...row, steps: fromTree(row.steps) };
}

/** @throws Fault INVALID_INPUT naming the field. */
function checkedName(displayName: string): string {
  const name = displayName.trim();
  if (name === '' || name.length > 200) throw invalid('displayName', 'strategyName');
  return name;
}

function checkedCategories(categories: readonly string[]): string[] {
  const list = [...new Set(categories.map((category) => category.trim()).filter((category) => category !== ''))];
  if (list.length > 20 || list.some((category) => category.length > 60)) throw invalid('categories', 'categoriesMost');
  return list;
}

/** @returns whether no other living strategy of the client has the name, letters in any case. */
export async function isNameAvailable(tx: Tx, displayName: string, blueprintId: string | null = null): Promise<boolean> {
  const [row] = await tx.sql(
    `select 1 from strategy_blueprint where client_id = $1 and lower(display_name) = lower($2) and not is_deleted and blueprint_id is distinct from $3 limit 1`,
    [tx.clientId, displayName.trim(), isUuid(blueprintId) ? blueprintId : null],
  );
  return !row;
}

/** Names are given one after the other: the second of two saves at once finds the first one's name taken. */
const holdNames = (tx: Tx) => tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:strategyNames`]);

async function requireName(tx: Tx, displayName: string, blueprintId: Uuid | null): Promise<string> {
  const name = checkedName(displayName);
  await holdNames(tx);
  if (!(await isNameAvailable(tx, name, blueprintId))) throw fault('CONFLICT', 'strategyCalled', { name }, 'displayName');
  return name;
}

/** A name for a strategy that was saved before it got one: "New strategy", then "New strategy 2" and so on. */
async function freshName(tx: Tx): Promise<string> {
  await holdNames(tx);
  const rows = await tx.sql<{ name: string }>(
    `select lower(display_name) as name from strategy_blueprint where client_id = $1 and not is_deleted and display_name ilike 'new strategy%'`,
    [tx.clientId],
  );
  const taken = new Set(rows.map((row) => row.name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'New strategy' : `New strategy ${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

export interface SaveInput {
  /** 'new', or the id of the strategy to save a new version of. */
  readonly id: string;
  /** A JSON array of TreeStep (engine/graph/tree.ts). */
  readonly steps: string;
  readonly displayName?: string | null;
  readonly categories?: readonly string[] | null;
  readonly previewId?: string | null;
  /** The version the editor started from. */
  readonly expectedVersion?: number | null;
}

export interface SaveResult {
  /** Null when an error among the problems kept it from being saved. */
  readonly blueprint: BlueprintRow | null;
  readonly problems: readonly Problem[];
}

/**
 * Saves a strategy. Equal steps make no new version.
 * @throws Fault INVALID_INPUT (steps, displayName, categories), NOT_FOUND, CONFLICT when the name is taken or somebody saved since expectedVersion.
 */
export async function saveBlueprint(tx: Tx, input: SaveInput): Promise<SaveResult> {
  const steps = savedSteps(input.steps);
  const problems = await problemsOf(tx, steps, input.id);
  if (problems.some((problem) => problem.severity === 'error')) return { blueprint: null, problems };
  const preview = input.previewId ? await readPreview(tx, input.previewId) : null;
  const blueprintId = input.id === 'new' ? await insert(tx, input, steps, preview) : await update(tx, input, steps, preview);
  const blueprint = await findBlueprint(tx, blueprintId);
  const { displayName, version } = blueprint;
  await appendEvents(tx, [{ messageType: 'strategySaved', payload: { blueprintId, displayName, version } }]);
  return { blueprint, problems };
}

async function problemsOf(tx: Tx, steps: readonly Step[], id: string): Promise<Problem[]> {
  return [
    ...validateBlueprint(steps),
    ...(await missingTargets(tx, steps, id)),
    ...(await missingTrees(tx, steps)),
    ...(await wrongTriggers(tx, steps)),
    ...(await foreignDomains(tx, steps)),
    ...(await missingLandingPages(tx, steps)),
    ...(await missingPartners(tx, steps)),
    ...(await circles(tx, steps, id)),
  ];
}

/** Links to the debtor's page lead only to this installation, under its own domains or the client's. */
async function foreignDomains(tx: Tx, steps: readonly Step[]): Promise<Problem[]> {
  if (!steps.some(({ stepType }) => stepType === 'setClaimDomain')) return [];
  const domains = await linkDomains(tx);
  return steps.flatMap(({ id, stepType, stepState }): Problem[] => {
    const domain =
      stepType === 'setClaimDomain'
        ? String(stepState.domain ?? '')
            .trim()
            .toLowerCase()
        : '';
    if (domain === '' || domains.includes(domain)) return [];
    return [{ stepId: id, severity: 'error', why: { key: 'blueprint.domainForeign', values: { domain, domains: domains.join(', ') } } }];
  });
}

async function missingLandingPages(tx: Tx, steps: readonly Step[]): Promise<Problem[]> {
  const asked = steps.flatMap(({ id, stepType, stepState }) =>
    stepType === 'updateLandingPageContent' && stepState.landingPageId ? [{ id, page: String(stepState.landingPageId) }] : [],
  );
  if (asked.length === 0) return [];
  const known = new Set((await listLandingPages(tx, { type: 'claim' })).map(({ landingPageId }) => String(landingPageId)));
  return asked
    .filter(({ page }) => !known.has(page))
    .map(({ id }) => ({ stepId: id, severity: 'error', why: { key: 'blueprint.landingPageMissing' } }));
}

/** What a deleted partner would be given stays with us: it is said before anybody counts on it. */
async function missingPartners(tx: Tx, steps: readonly Step[]): Promise<Problem[]> {
  const asked = steps.flatMap(({ id, stepType, stepState }) => partnersOf(stepType, stepState).map((partnerId) => ({ id, partnerId })));
  if (asked.length === 0) return [];
  const rows = await tx.sql<{ partner_id: string }>(
    'select partner_id from published.partner where client_id = $1 and partner_id = any($2::uuid[]) and deleted_at is null',
    [tx.clientId, asked.map(({ partnerId }) => partnerId).filter(isUuid)],
  );
  const known = new Set(rows.map((row) => row.partner_id));
  const missing = new Set(asked.filter(({ partnerId }) => !known.has(partnerId)).map(({ id }) => id));
  return [...missing].map((id) => ({ stepId: id, severity: 'error', why: { key: 'blueprint.partnerMissing' } }));
}

function partnersOf(stepType: string, state: Step['stepState']): string[] {
  const named = stepType === 'ADVANCED_OUTSOURCE_CLAIM' ? state.partnerAllocations : stepType.startsWith('outsource') ? [state] : [];
  return Array.isArray(named) ? named.flatMap((each) => (each?.partnerId ? [String(each.partnerId)] : [])) : [];
}

/** What is wrong with a step that leads back to its own strategy without a wait. */
export const CIRCLE = 'blueprint.circle';
const INSERTED_CIRCLE = 'blueprint.insertedCircle';
const INSERTED_TOO_DEEP = 'blueprint.insertedTooDeep';

/**
 * A strategy that comes back to itself, over others or not, must wait on its way; one that is inserted never comes back to itself, and no deeper
 * than runs go. A new one cannot lead back: nothing leads to it yet.
 */
async function circles(tx: Tx, steps: readonly Step[], id: string): Promise<Problem[]> {
  const inserts = insertedBy(steps).length > 0;
  if (id === 'new' ? !inserts : !inserts && immediateSwitches(steps).length === 0) return [];
  const others = await currentVersions(tx);
  const names = new Map<string, string>(others.map((each) => [each.id, each.displayName]));
  const strategies = new Map<string, readonly Step[]>(others.map((each) => [each.id, each.steps])).set(id, steps);
  const problem = (stepId: string, key: string, way: readonly string[]): Problem => ({
    stepId,
    severity: 'error',
    why: { key, values: { way: way.map((each) => names.get(each) ?? each).join(' → '), limit: MOST_CALLERS } },
  });
  const [own] = insertedBy(steps);
  const tooDeep = [...strategies.keys()].flatMap((from) =>
    insertionsFrom(from, strategies).flatMap(({ stepId, way, isCircle }) => {
      if (from === id) return problem(stepId, isCircle ? INSERTED_CIRCLE : INSERTED_TOO_DEEP, [id, ...way]);
      // What is above this strategy may go too deep because of it.
      return own && !isCircle && way.includes(id) ? problem(own.id, INSERTED_TOO_DEEP, [from, ...way]) : [];
    }),
  );
  const endless = circlesFrom(id, strategies).map(({ stepId, way }) => problem(stepId, CIRCLE, [id, ...way]));
  const known = new Set(tooDeep.map(({ stepId }) => stepId));
  return [...tooDeep, ...endless.filter(({ stepId }) => !known.has(stepId))];
}

/** @returns what would keep these steps from being saved in the strategy; null when nothing does. */
export async function firstError(tx: Tx, steps: readonly Step[], id: Uuid): Promise<Problem | null> {
  return (await problemsOf(tx, steps, id)).find(({ severity }) => severity === 'error') ?? null;
}

/** A 'replace strategy' step must lead to a strategy of this client. One that leads to itself is allowed after a wait: it starts over. */
async function missingTargets(tx: Tx, steps: readonly Step[], id: string): Promise<Problem[]> {
  const targets = steps.flatMap((step) =>
    typeof step.stepState.blueprintId === 'string' ? [{ step, target: step.stepState.blueprintId }] : [],
  );
  const wanted = targets.map(({ target }) => target).filter((target) => isUuid(target) && target !== id);
  if (wanted.length === 0) return [];
  const rows = await tx.sql<{ blueprint_id: Uuid }>(
    'select blueprint_id from strategy_blueprint where client_id = $1 and blueprint_id = any($2::uuid[]) and not is_deleted',
    [tx.clientId, wanted],
  );
  const known = new Set([id, ...rows.map((row) => row.blueprint_id)]);
  return targets
    .filter(({ target }) => isUuid(target) && !known.has(target))
    .map(({ step }) => ({ stepId: step.id, severity: 'error', why: { key: 'blueprint.strategyMissing' } }));
}

/** A decision tree that a step asks must exist, in the version that it names or in a live one. */
async function missingTrees(tx: Tx, steps: readonly Step[]): Promise<Problem[]> {
  const asked = steps.flatMap((step) => {
    const { tree } = compileStep(step);
    return tree ? [{ stepId: step.id, tree }] : [];
  });
  if (asked.length === 0) return [];
  const known = await loadTrees(
    tx,
    asked.map(({ tree }) => tree),
  );
  return asked
    .filter(({ tree }) => !known.has(treeKey(tree)))
    .map(({ stepId }) => ({ stepId, severity: 'error', why: { key: 'blueprint.treeMissing' } }));
}

/** A step that fires a declared trigger fills its fields. */
async function wrongTriggers(tx: Tx, steps: readonly Step[]): Promise<Problem[]> {
  return (await wrongFirings(tx, steps, '')).map(({ step, trigger, wrong }) => ({
    stepId: step.id,
    severity: 'error',
    why: { key: 'blueprint.triggerValues', values: { trigger, fields: wrong.map(({ field }) => field.slice(1)).join(', ') } },
  }));
}

async function insert(tx: Tx, input: SaveInput, steps: readonly Step[], preview: string | null): Promise<Uuid> {
  const name = input.displayName == null ? await freshName(tx) : await requireName(tx, input.displayName, null);
  const blueprintId = uuidv7();
  const at = isoInstant(now());
  await tx.sql(
    `insert into strategy_blueprint (client_id, blueprint_id, display_name, categories, current_version, preview, created_at, updated_at, updated_by)
     values ($1, $2, $3, $4::text[], 1, $5, $6, $6, $7)`,
    [tx.clientId, blueprintId, name, checkedCategories(input.categories ?? []), preview ?? drawingOf(steps), at, tx.actor.id],
  );
  await writeVersion(tx, blueprintId, 1, steps);
  return blueprintId;
}

async function update(tx: Tx, input: SaveInput, steps: readonly Step[], preview: string | null): Promise<Uuid> {
  const before = await lockBlueprint(tx, input.id);
  if (input.expectedVersion != null && input.expectedVersion !== before.currentVersion)
    throw fault('CONFLICT', 'strategyVersion', { version: before.currentVersion, name: before.displayName, own: input.expectedVersion });
  const name = input.displayName == null ? before.displayName : await requireName(tx, input.displayName, before.id);
  const changed = JSON.stringify(before.steps) !== JSON.stringify(steps) && !(await isSameJson(tx, before, steps));
  const version = before.currentVersion + (changed ? 1 : 0);
  if (changed) await writeVersion(tx, before.id, version, steps);
  await tx.sql(
    `update strategy_blueprint set display_name = $3, categories = $4::text[], current_version = $5, preview = coalesce($6, preview), updated_at = $7, updated_by = $8
     where client_id = $1 and blueprint_id = $2`,
    [
      tx.clientId,
      before.id,
      name,
      input.categories == null ? before.categories : checkedCategories(input.categories),
      version,
      preview ?? (changed ? drawingOf(steps) : null),
      isoInstant(now()),
      tx.actor.id,
    ],
  );
  if (name !== before.displayName) await refreshNamesOf(tx, before.id);
  return before.id;
}

/** jsonb keeps its keys in an order of its own, so the database compares. */
async function isSameJson(tx: Tx, before: BlueprintRow, steps: readonly Step[]): Promise<boolean> {
  const [row] = await tx.sql<{ same: boolean }>('select $1::jsonb = $2::jsonb as same', [
    JSON.stringify(before.steps),
    JSON.stringify(steps),
  ]);
  return row?.same ?? false;
}

/** Saves of one strategy come one after the other. */
export async function lockBlueprint(tx: Tx, blueprintId: string): Promise<BlueprintRow> {
  if (!isUuid(blueprintId)) throw notFound('strategyNotFound');
  await tx.sql('select 1 from strategy_blueprint where client_id = $1 and blueprint_id = $2 for update', [tx.clientId, blueprintId]);
  return findBlueprint(tx, blueprintId);
}

export async function writeVersion(tx: Tx, blueprintId: Uuid, version: number, steps: readonly Step[]): Promise<void> {
  await tx.sql(
    'insert into strategy_version (client_id, blueprint_id, version, steps, saved_at, saved_by) values ($1, $2, $3, $4, $5, $6)',
    [tx.clientId, blueprintId, version, JSON.stringify(toTree(steps)), isoInstant(now()), tx.actor.id],
  );
}

/** @throws Fault NOT_FOUND, INVALID_INPUT, CONFLICT when the name is taken. */
export async function renameBlueprint(tx: Tx, blueprintId: string, displayName: string): Promise<BlueprintRow> {
  const before = await lockBlueprint(tx, blueprintId);
  const name = await requireName(tx, displayName, before.id);
  await tx.sql(
    'update strategy_blueprint set display_name = $3, updated_at = $4, updated_by = $5 where client_id = $1 and blueprint_id = $2',
    [tx.clientId, blueprintId, name, isoInstant(now()), tx.actor.id],
  );
  await refreshNamesOf(tx, before.id);
  await appendEvents(tx, [{ messageType: 'strategySaved', payload: { blueprintId, displayName: name, previousName: before.displayName } }]);
  return findBlueprint(tx, blueprintId);
}

/** Replaces the categories of strategies. @returns how many exist. @throws Fault INVALID_INPUT */
export async function categorize(tx: Tx, blueprintIds: readonly string[], categories: readonly string[]): Promise<number> {
  const rows = await tx.sql<{ blueprint_id: Uuid }>(
    `update strategy_blueprint set categories = $3::text[], updated_at = $4, updated_by = $5
     where client_id = $1 and blueprint_id = any($2::uuid[]) and not is_deleted returning blueprint_id`,
    [tx.clientId, blueprintIds.filter(isUuid), checkedCategories(categories), isoInstant(now()), tx.actor.id],
  );
  await appendEvents(
    tx,
    rows.map((row) => ({ messageType: 'strategySaved', payload: { blueprintId: row.blueprint_id, categories } })),
  );
  return rows.length;
}
