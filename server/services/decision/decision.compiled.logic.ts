/** Versions of trees made ready to decide, kept in memory: one that is no draft never changes, so neither does what it compiles to. */
import { isUuid } from '../../../core/id.ts';
import { type CompiledTree, compileTree } from '../../../engine/trees/compile.ts';
import { type TreeRef, treeKey } from '../../../engine/trees/ref.ts';
import type { DecisionTree } from '../../../engine/trees/tree.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** Versions kept; the oldest loaded one goes first. */
const KEPT = 500;
const kept = new Map<string, CompiledTree>();

/** @returns the trees that exist by treeKey; drafts and deleted trees don't. One query says which version is live, a second one loads what isn't in memory. */
export async function loadTrees(tx: Tx, refs: Iterable<TreeRef>): Promise<Map<string, CompiledTree>> {
  const wanted = new Map([...refs].filter(({ treeId }) => isUuid(treeId)).map((ref) => [treeKey(ref), ref]));
  const found = new Map<string, CompiledTree>();
  if (wanted.size === 0) return found;
  const list = [...wanted.values()];
  const rows = await tx.sql<{ treeId: string; version: number; wanted: number | null }>(
    `select v.tree_id as "treeId", v.version, w.version as wanted from unnest($2::uuid[], $3::int[]) as w(tree_id, version)
     join decision_tree t on t.client_id = $1 and t.tree_id = w.tree_id and not t.is_deleted
     join decision_tree_version v on v.client_id = $1 and v.tree_id = w.tree_id and v.status <> 'draft'
       and case when w.version is null then v.status = 'live' else v.version = w.version end`,
    [tx.clientId, list.map(({ treeId }) => treeId), list.map(({ version }) => version)],
  );
  await load(tx, rows);
  for (const row of rows) {
    const compiled = kept.get(keptKey(tx, row));
    if (compiled) found.set(treeKey({ treeId: row.treeId, version: row.wanted }), compiled);
  }
  for (const key of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(key);
  }
  return found;
}

const keptKey = (tx: Tx, { treeId, version }: { readonly treeId: string; readonly version: number }) =>
  `${tx.clientId}:${treeId}:${version}`;

async function load(tx: Tx, versions: readonly { readonly treeId: string; readonly version: number }[]): Promise<void> {
  const missing = versions.filter((each) => !kept.has(keptKey(tx, each)));
  if (missing.length === 0) return;
  const rows = await tx.sql<{ treeId: string; version: number; tree: DecisionTree }>(
    `select v.tree_id as "treeId", v.version, v.tree from unnest($2::uuid[], $3::int[]) as w(tree_id, version)
     join decision_tree_version v on v.client_id = $1 and v.tree_id = w.tree_id and v.version = w.version`,
    [tx.clientId, missing.map(({ treeId }) => treeId), missing.map(({ version }) => version)],
  );
  for (const row of rows) kept.set(keptKey(tx, row), compileTree(row.tree));
}
