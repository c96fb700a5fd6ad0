/** Strategy commands over claims, or over the open claims of accounts, each with what taking it back needs. */

import type { BulkReason } from '../../../core/bulkReasons.ts';
import { invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import { TRIGGER_NAME } from '../../../engine/steps/executeCustomTrigger.ts';
import type { Reason } from '../../../engine/types.ts';
import { countLeft, withdrawMessages } from '../../platform/delivery/outbox.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type BulkResult, defineBulkAction, type Params } from '../account/bulk/bulk.definition.logic.ts';
import { type BulkItem, failures } from '../account/bulk/bulk.items.logic.ts';
import { findClaims, openClaimsOf } from '../account/ground/facts.logic.ts';
import { findBlueprint } from './strategy.blueprint.logic.ts';
import { forecastFirstHour } from './strategy.forecast.logic.ts';
import { lockRuns, restoreRuns, type StoredRun } from './strategy.restore.logic.ts';
import { pauseRuns, resumeRuns, startRuns, stopRuns } from './strategy.runs.logic.ts';
import { checkTrigger, fireOn, type TriggerValues } from './strategy.trigger.logic.ts';

const assign = { domain: 'strategy', action: 'assignStrategy' };
const control = { domain: 'strategy', action: 'controlStrategy' };
const trigger = { domain: 'strategy', action: 'triggerStrategy' };
type Command = (tx: Tx, externalClaimRefs: readonly string[], params: Params) => Promise<BulkItem[]>;

const overClaims = (command: Command) => async (tx: Tx, refs: readonly string[], params: Params) =>
  counted(await command(tx, refs, params));

/** An account counts as done; what a command skips (a claim that runs already, or does not run) is no failure of the account. */
const overAccounts = (command: Command) => async (tx: Tx, accountIds: readonly Uuid[], params: Params) => {
  const claims = await openClaimsOf(tx, accountIds);
  const refs = claims.map((claim) => claim.externalClaimRef);
  const items = (await command(tx, refs, params)).filter((item) => item.outcome === 'done');
  return { done: accountIds.length, failed: 0, items };
};

function counted(items: readonly BulkItem[]): BulkResult {
  const failed = items.filter((item) => item.outcome === 'failed').length;
  return { done: items.length - failed, failed, items };
}

/** What the runs were before is kept of those that the command changed: the rest is told why not. */
async function changing(
  tx: Tx,
  refs: readonly string[],
  reason: BulkReason,
  fits: (run: StoredRun) => boolean,
  command: (fitting: string[]) => Promise<unknown>,
): Promise<BulkItem[]> {
  const before = await lockRuns(tx, refs);
  const fitting = refs.filter((ref) => {
    const run = before.get(ref);
    return run !== undefined && fits(run);
  });
  await command(fitting);
  const after = await lockRuns(tx, fitting);
  // A strategy that is gone takes nobody back: the command left such claims as they were.
  const changed = fitting.filter(
    (ref) => after.get(ref)?.status !== before.get(ref)?.status || after.get(ref)?.reason?.key !== before.get(ref)?.reason?.key,
  );
  const done = new Set(changed);
  return [
    ...changed.map((itemId): BulkItem => ({ itemId, outcome: 'done', before: { run: before.get(itemId) } })),
    ...failures(
      refs.filter((ref) => !done.has(ref)),
      reason,
    ),
  ];
}

const lives = ({ status }: StoredRun) => status === 'active' || status === 'waiting' || status === 'paused';
const blueprintOf = (params: Params) => String(params.blueprintId ?? '');
const exists = async (tx: Tx, params: Params) => void (await findBlueprint(tx, blueprintOf(params)));
const runOf = (item: BulkItem) => item.before?.run as StoredRun | null;

const begin =
  (replace: boolean): Command =>
  async (tx, refs, params) => {
    const open = (await findClaims(tx, refs)).filter((claim) => claim.status === 'open').map((claim) => claim.externalClaimRef);
    const before = await lockRuns(tx, open);
    await startRuns(tx, { blueprintId: blueprintOf(params), externalClaimRefs: open, replace });
    const after = await lockRuns(tx, open);
    const started = open.filter((ref) => after.get(ref)?.runId !== before.get(ref)?.runId);
    const done = new Set(started);
    return [
      ...started.map(
        (itemId): BulkItem => ({ itemId, outcome: 'done', before: { run: before.get(itemId) ?? null, begun: after.get(itemId)?.runId } }),
      ),
      ...failures(
        refs.filter((ref) => !done.has(ref)),
        'notOpen',
      ),
    ];
  };

const pause: Command = (tx, refs) =>
  changing(
    tx,
    refs,
    'notRunning',
    (run) => lives(run) && run.reason?.key !== 'run.paused',
    (fitting) => pauseRuns(tx, fitting),
  );
const resume: Command = (tx, refs) =>
  changing(
    tx,
    refs,
    'notPaused',
    ({ status }) => status === 'paused' || status === 'failed' || status === 'stopped',
    (fitting) => resumeRuns(tx, fitting),
  );
const stop: Command = (tx, refs) => changing(tx, refs, 'nothingToStop', lives, (fitting) => stopRuns(tx, fitting));

/** @param still SQL: the run `r` stands as the action left it; `t.begun` is the run that the action began. */
const putBack = (still: string) => async (tx: Tx, items: readonly BulkItem[], _params: Params, since: Instant) => {
  const back = new Set(
    await restoreRuns(
      tx,
      items.map((item) => ({
        externalClaimRef: item.itemId,
        before: runOf(item),
        begun: (item.before?.begun as Uuid | undefined) ?? null,
      })),
      still,
    ),
  );
  return {
    done: back.size,
    failed: items.length - back.size,
    items: failures(
      items.map((item) => item.itemId).filter((ref) => !back.has(ref)),
      'changedSince',
    ),
    messagesSent: await withdraw(tx, items, back, since),
  };
};

/** What runs have queued since the action is withdrawn where they are back; @returns how many messages of all of them have left. */
async function withdraw(tx: Tx, items: readonly BulkItem[], back: ReadonlySet<string>, since: Instant): Promise<number> {
  const accountOf = new Map(
    (
      await findClaims(
        tx,
        items.map((item) => item.itemId),
      )
    ).map((claim) => [claim.externalClaimRef, claim.accountId]),
  );
  const of = (chosen: readonly BulkItem[]) => ({
    accountIds: [...new Set(chosen.flatMap((item) => accountOf.get(item.itemId) ?? []))],
    runIds: chosen.flatMap((item) => (item.before?.begun as Uuid | undefined) ?? runOf(item)?.runId ?? []),
    since,
  });
  const left = await withdrawMessages(tx, { ...of(items.filter((item) => back.has(item.itemId))), why: { key: 'run.undone' } });
  const others = items.filter((item) => !back.has(item.itemId));
  return left + (others.length > 0 ? await countLeft(tx, of(others)) : 0);
}

for (const [name, replace] of [
  ['startStrategy', false],
  ['assignStrategy', true],
] as const)
  defineBulkAction({
    name,
    permission: assign,
    check: exists,
    claims: overClaims(begin(replace)),
    accounts: overAccounts(begin(replace)),
    forecast: async (tx, unit, ids, params) => {
      const refs = unit === 'claim' ? ids : (await openClaimsOf(tx, ids)).map((claim) => claim.externalClaimRef);
      return forecastFirstHour(tx, blueprintOf(params), refs, replace);
    },
    undo: putBack(`r.run_id = t.begun and r.status in ('active', 'waiting', 'paused')`),
  });

defineBulkAction({
  name: 'pauseStrategy',
  permission: control,
  claims: overClaims(pause),
  accounts: overAccounts(pause),
  undo: putBack(`r.run_id = t.run_id and r.status = 'paused' and r.reason ->> 'key' = 'run.paused'`),
});

defineBulkAction({
  name: 'stopStrategy',
  permission: control,
  claims: overClaims(stop),
  accounts: overAccounts(stop),
  undo: putBack(`r.run_id = t.run_id and r.status = 'stopped'`),
});

defineBulkAction({
  name: 'resumeStrategy',
  permission: control,
  claims: overClaims(resume),
  accounts: overAccounts(resume),
  // What was sent meanwhile is sent, so claims are halted where they stand now, not put back to where they stood.
  undo: async (tx, items, _params, since) => {
    const now = await lockRuns(
      tx,
      items.map((item) => item.itemId),
    );
    const same = items.filter((item) => {
      const run = now.get(item.itemId);
      return run !== undefined && run.runId === runOf(item)?.runId && (run.status === 'active' || run.status === 'waiting');
    });
    const were = (status: string) => same.filter((item) => (runOf(item)?.status === 'paused') === (status === 'paused'));
    const reasons = new Map<string, { reason: Reason; refs: string[] }>();
    for (const item of were('paused')) {
      const reason = runOf(item)?.reason ?? { key: 'run.paused' };
      const group = reasons.get(reason.key) ?? { reason, refs: [] };
      group.refs.push(item.itemId);
      reasons.set(reason.key, group);
    }
    for (const { reason, refs } of reasons.values()) await pauseRuns(tx, refs, reason);
    await stopRuns(
      tx,
      were('over').map((item) => item.itemId),
    );
    const done = new Set(same.map((item) => item.itemId));
    const left = items.map((item) => item.itemId).filter((ref) => !done.has(ref));
    const messagesSent = await withdraw(tx, items, done, since);
    return { done: done.size, failed: left.length, items: failures(left, 'changedSince'), messagesSent };
  },
});

/** The event is all there is to it: reactions, webhooks and strategies that listen do the rest. */
const fire: Command = async (tx, refs, params) => {
  const done = new Set(await fireOn(tx, refs, String(params.trigger), (params.values ?? {}) as TriggerValues));
  return [
    ...[...done].map((itemId): BulkItem => ({ itemId, outcome: 'done' })),
    ...failures(
      refs.filter((ref) => !done.has(ref)),
      'notOpen',
    ),
  ];
};

defineBulkAction({
  name: 'customTrigger',
  permission: trigger,
  check: async (tx, params) => {
    if (!TRIGGER_NAME.test(String(params.trigger ?? ''))) throw invalid('params.trigger', 'triggerName');
    await checkTrigger(tx, String(params.trigger), (params.values ?? {}) as object as TriggerValues, 'params.values');
  },
  claims: overClaims(fire),
  accounts: overAccounts(fire),
});
