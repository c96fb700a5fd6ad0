/** What rules do to the strategies that claims run in. */
import type { Uuid } from '../../../core/id.ts';
import type { AskedEffect } from '../../platform/effects.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { pauseRuns, resumeRuns, startRuns, stopRuns } from './strategy.runs.logic.ts';

type Control = AskedEffect<'controlStrategy'>;

/** Halted by people or by a rule: what a promise or a dispute halted goes on by itself. */
const BY_RULE = 'run.pausedByReaction';
const RESUMED = ['run.paused', BY_RULE];

/** Carries out the commands of a batch: those of one claim in their order, equal ones of many claims at once. @throws Fault of the command */
export async function controlStrategies(tx: Tx, asked: readonly Control[]): Promise<void> {
  for (const group of inRounds(asked)) {
    const [{ effect, actor, strategyName }] = group as [Control];
    await carryOut(
      { ...tx, actor },
      effect,
      strategyName,
      group.map(({ externalClaimRef }) => externalClaimRef),
    );
  }
}

async function carryOut(tx: Tx, { command, blueprintId }: Control['effect'], name: string, externalClaimRefs: readonly string[]) {
  switch (command) {
    case 'start':
      return startRuns(tx, { blueprintId: blueprintId as Uuid, externalClaimRefs });
    case 'replace':
      return startRuns(tx, { blueprintId: blueprintId as Uuid, externalClaimRefs, replace: true });
    case 'pause':
      return pauseRuns(tx, externalClaimRefs, { key: BY_RULE, values: { name } });
    case 'resume':
      return resumeRuns(tx, externalClaimRefs, RESUMED);
    case 'stop':
      return stopRuns(tx, externalClaimRefs, { key: 'run.stoppedByReaction', values: { name } });
  }
}

/** @returns first what each claim is asked for first, then second: within that, equal commands of one rule together. */
function inRounds(asked: readonly Control[]): Control[][] {
  const counts = new Map<string, number>();
  const placed = asked.map((each) => {
    const round = counts.get(each.externalClaimRef) ?? 0;
    counts.set(each.externalClaimRef, round + 1);
    return { each, round };
  });
  placed.sort((one, other) => one.round - other.round);
  const groups = Map.groupBy(placed, ({ each: { effect, actor }, round }) => [round, effect.command, effect.blueprintId, actor.id].join());
  return [...groups.values()].map((group) => group.map(({ each }) => each));
}
