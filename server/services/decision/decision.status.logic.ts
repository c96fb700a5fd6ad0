/** How versions go live and out of use, and how a tree is deleted. */
import { fault } from '../../../core/fault.ts';
import { isoInstant } from '../../../core/time.ts';
import { problemsOf } from '../../../engine/trees/compile.ts';
import { isLeaf } from '../../../engine/trees/tree.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { lockTree, type SavedTree } from './decision.logic.ts';
import { findTree, type TreeRow } from './decision.read.logic.ts';
import type { TreeStatus } from './decision.tables.ts';

/**
 * Makes a draft live, or an archived version live again; the one that was live is archived.
 * @throws Fault NOT_FOUND, CONFLICT for a draft that somebody saved since `revision`, and for a tree that can't decide.
 */
export async function publishTree(tx: Tx, treeId: string, version: number, revision: number | null): Promise<SavedTree> {
  await lockTree(tx, treeId);
  const row = await findTree(tx, treeId, version);
  const { name } = row;
  if (revision !== null && revision !== row.revision) throw fault('CONFLICT', 'treeChanged', { name, version });
  if (row.status === 'live') return savedOf(row, 'live');
  if (isLeaf(row.tree.root)) throw fault('CONFLICT', 'treeEmpty', { name }, 'tree.root');
  const [problem] = problemsOf(row.tree);
  if (problem) throw fault('CONFLICT', 'treeBroken', { name, node: problem.nodeId ?? '' }, 'tree.root');
  await tx.sql(`update decision_tree_version set status = 'archived' where client_id = $1 and tree_id = $2 and status = 'live'`, [
    tx.clientId,
    row.id,
  ]);
  await setStatus(tx, row, 'live');
  await appendEvents(tx, [{ messageType: 'decisionTreePublished', payload: { treeId: row.id, name, version } }]);
  return savedOf(row, 'live');
}

/** Takes a version out of use. @throws Fault NOT_FOUND */
export async function archiveTree(tx: Tx, treeId: string, version: number): Promise<SavedTree> {
  await lockTree(tx, treeId);
  const row = await findTree(tx, treeId, version);
  if (row.status === 'archived') return savedOf(row, 'archived');
  await setStatus(tx, row, 'archived');
  const wasLive = row.status === 'live';
  await appendEvents(tx, [{ messageType: 'decisionTreeArchived', payload: { treeId: row.id, name: row.name, version, wasLive } }]);
  return savedOf(row, 'archived');
}

/** Deletes a tree with all its versions; a mark, so that what they decided can still be explained. @throws Fault NOT_FOUND */
export async function deleteTree(tx: Tx, treeId: string): Promise<boolean> {
  await lockTree(tx, treeId);
  const { id, name } = await findTree(tx, treeId);
  await touch(tx, id, ', is_deleted = true');
  // Whoever uses the tree refuses this in the transaction.
  await appendEvents(tx, [{ messageType: 'decisionTreeDeleted', payload: { treeId: id, name } }]);
  return true;
}

async function setStatus(tx: Tx, { id, version }: TreeRow, status: TreeStatus): Promise<void> {
  await tx.sql('update decision_tree_version set status = $4 where client_id = $1 and tree_id = $2 and version = $3', [
    tx.clientId,
    id,
    version,
    status,
  ]);
  await touch(tx, id);
}

async function touch(tx: Tx, treeId: string, more = ''): Promise<void> {
  await tx.sql(`update decision_tree set updated_at = $3, updated_by = $4${more} where client_id = $1 and tree_id = $2`, [
    tx.clientId,
    treeId,
    isoInstant(now()),
    tx.actor.id,
  ]);
}

function savedOf({ id, version, revision, tree }: TreeRow, status: TreeStatus): SavedTree {
  return { id, version, revision, status, problems: problemsOf(tree) };
}
