/** Decision trees as screens and steps read them. */
import { invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import { type DecisionTree, outcomesOf } from '../../../engine/trees/tree.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { TreeStatus } from './decision.tables.ts';

export interface VersionRow {
  readonly version: number;
  readonly status: TreeStatus;
  readonly revision: number;
  readonly nodeCount: number;
  readonly savedAt: Instant;
  readonly savedBy: string | null;
}

/** A tree in one of its versions. */
export interface TreeRow extends VersionRow {
  readonly id: Uuid;
  readonly clientId: Uuid;
  readonly name: string;
  readonly description: string;
  readonly categories: string[];
  readonly createdAt: Instant;
  readonly tree: DecisionTree;
}

const epoch = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
const VERSION = `v.version, v.status, v.revision, v.node_count as "nodeCount", ${epoch('v.saved_at')} as "savedAt", v.saved_by as "savedBy"`;
const TREE = `t.tree_id as id, t.client_id as "clientId", t.name, t.description, t.categories, ${epoch('t.created_at')} as "createdAt"`;

/** @param version the draft when absent, else the live version, else the newest. @throws Fault NOT_FOUND */
export async function findTree(tx: Tx, treeId: string, version: number | null = null): Promise<TreeRow> {
  const [row] = isUuid(treeId)
    ? await tx.sql<TreeRow & Record<string, unknown>>(
        `select ${TREE}, ${VERSION}, v.tree from decision_tree t join decision_tree_version v on v.client_id = $1 and v.tree_id = t.tree_id
         where t.client_id = $1 and t.tree_id = $2 and not t.is_deleted and ($3::int is null or v.version = $3)
         order by array_position(array['draft', 'live', 'archived'], v.status), v.version desc limit 1`,
        [tx.clientId, treeId, version],
      )
    : [];
  if (!row) throw notFound('treeNotFound');
  return row;
}

/** @returns the tree's versions, newest first. @throws Fault NOT_FOUND, INVALID_INPUT for a status that there is not. */
export async function treeVersions(tx: Tx, treeId: string, status: string | null = null): Promise<VersionRow[]> {
  const wanted = status === null ? null : readStatus(status);
  const { id } = await findTree(tx, treeId);
  return tx.sql<VersionRow & Record<string, unknown>>(
    `select ${VERSION} from decision_tree_version v
     where v.client_id = $1 and v.tree_id = $2 and ($3::text is null or v.status = $3) order by v.version desc`,
    [tx.clientId, id, wanted],
  );
}

export interface TreeListItem {
  readonly id: Uuid;
  readonly clientId: Uuid;
  readonly name: string;
  readonly description: string;
  readonly categories: string[];
  readonly version: number;
  readonly status: TreeStatus;
  readonly liveVersion: number | null;
  readonly draftVersion: number | null;
  readonly nodeCount: number;
  readonly outcomes: string[];
  readonly updatedAt: Instant;
  readonly updatedBy: string | null;
}

/** Which of a tree's versions stands for it; one that has a draft or a live version isn't archived as a whole. */
const CHOSEN: Readonly<Record<TreeStatus, string>> = {
  draft: `v.status = 'draft'`,
  live: `v.status = 'live'`,
  archived: `v.version = (select max(version) from decision_tree_version n where n.client_id = $1 and n.tree_id = t.tree_id)
    and not exists (select 1 from decision_tree_version n where n.client_id = $1 and n.tree_id = t.tree_id and n.status <> 'archived')`,
};

/** @returns the client's trees by name. A client has hundreds at most, so they come at once. @throws Fault INVALID_INPUT for a status that there is not. */
export async function treesByStatus(tx: Tx, status: string): Promise<TreeListItem[]> {
  const wanted = readStatus(status);
  const ofStatus = (name: TreeStatus) =>
    `(select n.version from decision_tree_version n where n.client_id = $1 and n.tree_id = t.tree_id and n.status = '${name}')`;
  const rows = await tx.sql<Omit<TreeListItem, 'outcomes'> & { readonly tree: DecisionTree } & Record<string, unknown>>(
    `select ${TREE}, v.version, v.status, v.node_count as "nodeCount", v.tree, ${ofStatus('live')} as "liveVersion", ${ofStatus('draft')} as "draftVersion",
       ${epoch('greatest(t.updated_at, v.saved_at)')} as "updatedAt", t.updated_by as "updatedBy"
     from decision_tree t join decision_tree_version v on v.client_id = $1 and v.tree_id = t.tree_id
     where t.client_id = $1 and not t.is_deleted and ${CHOSEN[wanted]} order by lower(t.name)`,
    [tx.clientId],
  );
  return rows.map(({ tree, ...row }) => ({ ...row, outcomes: outcomesOf(tree) }));
}

function readStatus(status: string): TreeStatus {
  if (status !== 'draft' && status !== 'live' && status !== 'archived') throw invalid('status', 'treeStatus');
  return status;
}
