/** What the claim overview asks about strategies. The strategy service stands above this one, so it says how they are asked. */
import type { Uuid } from '../../../../core/id.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { ClaimStrategyStatus } from '../account.graphql.ts';

export interface ListedStrategy {
  readonly strategyId: Uuid;
  readonly strategyName: string;
  readonly strategyStatus: ClaimStrategyStatus;
}

/** Which runs a claim is listed for; null: any. */
export interface RunFilter {
  readonly strategyIds: readonly Uuid[] | null;
  readonly statuses: readonly ClaimStrategyStatus[] | null;
  /** ISO instants, both included. */
  readonly started: { readonly from: string | null; readonly to: string | null };
}

interface ClaimStrategies {
  /** @returns SQL that holds for the claims of alias `c` whose run passes the filter. */
  readonly condition: (bind: (value: unknown) => string, filter: RunFilter) => string;
  /** @returns what the claims run in, or ran in last, by their reference; those that never ran are absent. */
  readonly load: (tx: Tx, externalClaimRefs: readonly string[]) => Promise<ReadonlyMap<string, ListedStrategy>>;
}

let provided: ClaimStrategies | null = null;

/** Says how strategies are asked. The strategy service does so once, in a module that its resolvers import. */
export function provideClaimStrategies(strategies: ClaimStrategies): void {
  provided = strategies;
}

/** @throws Error in a process that runs without the strategy service. */
export function claimStrategies(): ClaimStrategies {
  if (!provided) throw new Error('the strategy service has not said how strategies are asked');
  return provided;
}
