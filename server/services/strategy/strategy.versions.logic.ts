/** The newest versions of a client's strategies, side by side. */
import type { Uuid } from '../../../core/id.ts';
import type { TreeStep } from '../../../engine/types.ts';
import type { Tx } from '../../platform/tenancy.ts';

export interface CurrentStrategyVersion {
  readonly id: Uuid;
  readonly displayName: string;
  readonly currentVersion: number;
  readonly steps: TreeStep[];
}

/** The newest version of every living strategy. A client has hundreds at most, so they are read and looked through here. */
export async function currentVersions(tx: Tx): Promise<CurrentStrategyVersion[]> {
  return tx.sql<CurrentStrategyVersion & Record<string, unknown>>(
    `select b.blueprint_id as id, b.display_name as "displayName", b.current_version as "currentVersion", v.steps from strategy_blueprint b
     join strategy_version v on v.client_id = $1 and v.blueprint_id = b.blueprint_id and v.version = b.current_version
     where b.client_id = $1 and not b.is_deleted order by lower(b.display_name)`,
    [tx.clientId],
  );
}
