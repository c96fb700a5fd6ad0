/** The newest versions of a client's strategies, side by side. */
import type { Uuid } from '../../../core/id.ts';
import { fromTree, type TreeStep } from '../../../engine/graph/tree.ts';
import type { Step } from '../../../engine/types.ts';
import type { Tx } from '../../platform/tenancy.ts';

export interface CurrentStrategyVersion {
  readonly id: Uuid;
  readonly displayName: string;
  readonly currentVersion: number;
  readonly steps: Step[];
}

/** The newest version of every living strategy. A client has hundreds at most, so they are read and looked through here. */
export async function currentVersions(tx: Tx): Promise<CurrentStrategyVersion[]> {
  const rows = await tx.sql<Omit<CurrentStrategyVersion, 'steps'> & { readonly steps: TreeStep[] }>(
    `select b.blueprint_id as id, b.display_name as "displayName", b.current_version as "currentVersion", v.steps from strategy_blueprint b
     join strategy_version v on v.client_id = $1 and v.blueprint_id = b.blueprint_id and v.version = b.current_version
     where b.client_id = $1 and not b.is_deleted order by lower(b.display_name)`,
    [tx.clientId],
  );
  return rows.map((row) => ({ ...row, steps: fromTree(row.steps) }));
}
