/** Strategy commands over a selection or all accounts of a search; each works on the open claims of its accounts. */
import type { Uuid } from '../../../core/id.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { defineBulkAction, type Params } from '../account/account.bulk.logic.ts';
import { openClaimsOf } from '../account/account.facts.logic.ts';
import { findBlueprint } from './strategy.blueprint.logic.ts';
import { type CommandResult, pauseRuns, resumeRuns, startRuns, stopRuns } from './strategy.runs.logic.ts';

const assign = { domain: 'strategy', action: 'assignStrategy' };
const control = { domain: 'strategy', action: 'controlStrategy' };
type Command = (tx: Tx, externalClaimRefs: readonly string[], params: Params) => Promise<CommandResult>;

/** An account counts as done; what a command skips (a claim that runs already, or does not run) is not a failure. */
function overAccounts(command: Command) {
  return async (tx: Tx, accountIds: readonly Uuid[], params: Params) => {
    const claims = await openClaimsOf(tx, accountIds);
    await command(
      tx,
      claims.map((claim) => claim.externalClaimRef),
      params,
    );
    return { done: accountIds.length, failed: 0 };
  };
}

const blueprintOf = (params: Params) => String(params.blueprintId ?? '');
const exists = async (tx: Tx, params: Params) => void (await findBlueprint(tx, blueprintOf(params)));

defineBulkAction({
  name: 'startStrategy',
  permission: assign,
  check: exists,
  run: overAccounts((tx, refs, params) => startRuns(tx, { blueprintId: blueprintOf(params), externalClaimRefs: refs })),
});
defineBulkAction({
  name: 'assignStrategy',
  permission: assign,
  check: exists,
  run: overAccounts((tx, refs, params) => startRuns(tx, { blueprintId: blueprintOf(params), externalClaimRefs: refs, replace: true })),
});
defineBulkAction({ name: 'pauseStrategy', permission: control, run: overAccounts((tx, refs) => pauseRuns(tx, refs)) });
defineBulkAction({ name: 'resumeStrategy', permission: control, run: overAccounts((tx, refs) => resumeRuns(tx, refs)) });
defineBulkAction({ name: 'stopStrategy', permission: control, run: overAccounts((tx, refs) => stopRuns(tx, refs)) });
