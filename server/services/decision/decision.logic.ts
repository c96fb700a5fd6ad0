/** Decision trees as they are saved: a draft changes with each save, a version that was live never does. */
import { collectFaults } from '../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { problemsOf } from '../../../engine/trees/compile.ts';
import { readTree } from '../../../engine/trees/read.ts';
import { countNodes, type DecisionTree, type TreeProblem } from '../../../engine/trees/tree.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import {
  type Details,
  freshName,
  givenTree,
  readCategories,
  readDescription,
  readName,
  requireName,
  unwrapped,
} from './decision.input.logic.ts';
import { findTree, type TreeRow } from './decision.read.logic.ts';
import type { TreeStatus } from './decision.tables.ts';

export interface SavedTree {
  readonly id: Uuid;
  readonly version: number;
  readonly revision: number;
  readonly status: TreeStatus;
  readonly problems: readonly TreeProblem[];
}

/** Saves of one tree come one after the other. @throws Fault NOT_FOUND */
export async function lockTree(tx: Tx, treeId: string): Promise<void> {
  if (!isUuid(treeId)) throw notFound('treeNotFound');
  await tx.sql('select 1 from decision_tree where client_id = $1 and tree_id = $2 for update', [tx.clientId, treeId]);
}

/**
 * Saves a tree as a draft: the one there is, or the next version.
 * @throws Fault INVALID_INPUT naming every wrong field, NOT_FOUND, CONFLICT when the name is taken or somebody saved since `revision`.
 */
export async function saveTree(tx: Tx, raw: unknown): Promise<SavedTree> {
  const given = givenTree(raw);
  const { tree, details } = collectFaults((check) => ({
    tree: check(() => treeFrom(given)) as DecisionTree,
    details: {
      name: check(() => (given.name == null ? null : readName(given.name, 'tree.name'))) ?? null,
      description: check(() => readDescription(given.description, 'tree.description')) ?? null,
      categories: check(() => readCategories(given.categories, 'tree.categories')) ?? null,
    },
  }));
  if (given.id != null) await lockTree(tx, given.id);
  const before = given.id == null ? null : await findTree(tx, given.id);
  const saved = before ? await saveDraft(tx, before, tree, given) : await createTree(tx, tree, details);
  if (before) await writeDetails(tx, before, details, 'tree.name');
  const name = details.name ?? before?.name ?? (await findTree(tx, saved.id)).name;
  await appendEvents(tx, [{ messageType: 'decisionTreeSaved', payload: { treeId: saved.id, name, version: saved.version } }]);
  return saved;
}

/** @throws Fault INVALID_INPUT: what is wrong with it, and where. */
export function treeFrom(raw: unknown): DecisionTree {
  const { tree, problem } = readTree(unwrapped(raw));
  if (tree) return tree;
  const { key, values } = problem.why;
  const place = String(values?.place ?? values?.id ?? '');
  if (key === 'tree.tooDeep' || key === 'tree.tooLarge')
    throw invalid('tree.root', key === 'tree.tooDeep' ? 'treeDeep' : 'treeLarge', { most: Number(values?.limit) });
  throw invalid('tree.root', key === 'tree.sameId' ? 'treeSameId' : 'treeMalformed', { place });
}

/** Makes a tree with its first draft. @throws Fault CONFLICT when the name is taken. */
export async function createTree(tx: Tx, tree: DecisionTree, details: Partial<Details>): Promise<SavedTree> {
  const id = uuidv7();
  const name = details.name == null ? await freshName(tx) : await requireName(tx, details.name, null, 'tree.name');
  await tx.sql(
    `insert into decision_tree (client_id, tree_id, name, description, categories, created_at, updated_at, updated_by)
     values ($1, $2, $3, $4, $5::text[], $6, $6, $7)`,
    [tx.clientId, id, name, details.description ?? '', details.categories ?? [], isoInstant(now()), tx.actor.id],
  );
  return writeDraft(tx, id, 1, tree);
}

/** @returns the saved draft; `before` is the draft, or what the next one follows. */
async function saveDraft(
  tx: Tx,
  before: TreeRow,
  tree: DecisionTree,
  given: { readonly version?: number | null | undefined; readonly revision?: number | null | undefined },
): Promise<SavedTree> {
  const isOther = given.version != null && given.version !== before.version && before.status === 'draft';
  const isOlder = given.revision != null && before.status === 'draft' && given.revision !== before.revision;
  if (isOther || isOlder) throw fault('CONFLICT', 'treeChanged', { name: before.name, version: before.version });
  if (before.status !== 'draft') return writeDraft(tx, before.id, (await newestVersion(tx, before.id)) + 1, tree);
  const revision = before.revision + 1;
  await tx.sql(
    `update decision_tree_version set tree = $4, node_count = $5, revision = $6, saved_at = $7, saved_by = $8
     where client_id = $1 and tree_id = $2 and version = $3`,
    [tx.clientId, before.id, before.version, JSON.stringify(tree), countNodes(tree), revision, isoInstant(now()), tx.actor.id],
  );
  return { id: before.id, version: before.version, revision, status: 'draft', problems: problemsOf(tree) };
}

async function newestVersion(tx: Tx, id: Uuid): Promise<number> {
  const [row] = await tx.sql<{ version: number }>(
    'select max(version) as version from decision_tree_version where client_id = $1 and tree_id = $2',
    [tx.clientId, id],
  );
  return row!.version;
}

async function writeDraft(tx: Tx, id: Uuid, version: number, tree: DecisionTree): Promise<SavedTree> {
  await tx.sql(
    `insert into decision_tree_version (client_id, tree_id, version, status, revision, tree, node_count, saved_at, saved_by)
     values ($1, $2, $3, 'draft', 1, $4, $5, $6, $7)`,
    [tx.clientId, id, version, JSON.stringify(tree), countNodes(tree), isoInstant(now()), tx.actor.id],
  );
  return { id, version, revision: 1, status: 'draft', problems: problemsOf(tree) };
}

/** What is null stays. @throws Fault CONFLICT when the name is taken. */
async function writeDetails(tx: Tx, before: TreeRow, details: Details, field: string): Promise<string> {
  const name = details.name === null ? before.name : await requireName(tx, details.name, before.id, field);
  await tx.sql(
    `update decision_tree set name = $3, description = $4, categories = $5::text[], updated_at = $6, updated_by = $7
     where client_id = $1 and tree_id = $2`,
    [
      tx.clientId,
      before.id,
      name,
      details.description ?? before.description,
      details.categories ?? before.categories,
      isoInstant(now()),
      tx.actor.id,
    ],
  );
  return name;
}

/** @throws Fault NOT_FOUND, INVALID_INPUT naming every wrong field, CONFLICT when the name is taken. */
export async function updateDetails(
  tx: Tx,
  treeId: string,
  given: {
    readonly name: string;
    readonly description?: string | null | undefined;
    readonly categories?: readonly string[] | null | undefined;
  },
): Promise<boolean> {
  await lockTree(tx, treeId);
  const before = await findTree(tx, treeId);
  const details = collectFaults((check) => ({
    name: check(() => readName(given.name, 'name')) ?? null,
    description: check(() => readDescription(given.description, 'description')) ?? null,
    categories: check(() => readCategories(given.categories, 'categories')) ?? null,
  }));
  const name = await writeDetails(tx, before, details, 'name');
  await appendEvents(tx, [{ messageType: 'decisionTreeSaved', payload: { treeId: before.id, name, previousName: before.name } }]);
  return true;
}

/** Replaces the categories of trees. @returns how many there are. @throws Fault INVALID_INPUT */
export async function categorizeTrees(tx: Tx, treeIds: readonly string[], categories: readonly string[]): Promise<number> {
  const list = readCategories(categories, 'categories') ?? [];
  const rows = await tx.sql<{ treeId: Uuid; name: string }>(
    `update decision_tree set categories = $3::text[], updated_at = $4, updated_by = $5
     where client_id = $1 and tree_id = any($2::uuid[]) and not is_deleted returning tree_id as "treeId", name`,
    [tx.clientId, treeIds.filter(isUuid), list, isoInstant(now()), tx.actor.id],
  );
  await appendEvents(
    tx,
    rows.map(({ treeId, name }) => ({ messageType: 'decisionTreeSaved', payload: { treeId, name, categories: list } })),
  );
  return rows.length;
}

/** @returns the draft of a new tree. @throws Fault NOT_FOUND, CONFLICT when the name is taken. */
export async function copyTree(tx: Tx, treeId: string, version: number | null, name: string | null): Promise<SavedTree> {
  const from = await findTree(tx, treeId, version);
  const wanted = name === null ? await freshName(tx, from.name) : readName(name, 'name');
  const { description, categories } = from;
  const saved = await createTree(tx, from.tree, { name: wanted, description, categories });
  await appendEvents(tx, [{ messageType: 'decisionTreeSaved', payload: { treeId: saved.id, name: wanted, version: saved.version } }]);
  return saved;
}
