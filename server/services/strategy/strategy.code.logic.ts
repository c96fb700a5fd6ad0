/** What code of strategies answers, worked out in threads while the batch waits. */
import { createHash } from 'node:crypto';
import type { CodeAnswer, CodeCall } from '../../../engine/codeCall.ts';
import { keyOf } from '../../../engine/memory.ts';
import type { Advanced, Facts, Run } from '../../../engine/types.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { shareOf, threadWork } from '../../platform/threads.ts';
import type { evaluate } from './strategy.code.thread.ts';

/** Milliseconds of a processor that one call may take. Code that took longer twice is not run for ten minutes: its claims take the error path at once. */
const MOST_TIME = 250;

const sandbox = threadWork<CodeCall, Awaited<ReturnType<typeof evaluate>>>(
  import.meta.resolve('./strategy.code.thread.ts'),
  'evaluate',
  { time: MOST_TIME, field: 'code', tooLong: 'codeTooSlow', tooLarge: 'codeTooLarge' },
  ({ code }) => createHash('sha256').update(code).digest('base64'),
);

/** @returns an answer for each call; code that does not end answers with an error like any other. */
export async function runCode(tx: Pick<Tx, 'clientId' | 'correlationId'>, calls: readonly CodeCall[]): Promise<CodeAnswer[]> {
  const settled = await sandbox.each(shareOf(tx), calls);
  return settled.map((each) => ('value' in each ? each.value : { error: each.fault.message, line: null, column: null }));
}

/** Code steps in a row that one run may have before it is looked at again. */
const MOST_ROUNDS = 100;

/**
 * Advances runs, and runs their code as they come to it: all of a round at once.
 * @param advance decides one run with the answers so far. @returns what each came to, effects and traces of all rounds together.
 */
export async function advanceWithCode<Of extends { readonly run: Run; readonly facts: Facts }>(
  tx: Tx,
  runs: readonly Of[],
  advance: (of: Of, answers: ReadonlyMap<string, CodeAnswer>) => Advanced,
): Promise<Advanced[]> {
  const answers = new Map<string, CodeAnswer>();
  const done = runs.map((of) => advance(of, answers));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const calling = done.flatMap(({ call, run }, index) => (call ? [{ call, run, index }] : []));
    if (calling.length === 0) break;
    const told = await runCode(
      tx,
      calling.map(({ call }) => call),
    );
    for (const [at, { run }] of calling.entries()) answers.set(keyOf(run), told[at]!);
    for (const { index } of calling) {
      const before = done[index]!;
      const next = advance({ ...runs[index]!, run: before.run }, answers);
      done[index] = { ...next, effects: [...before.effects, ...next.effects], traces: [...before.traces, ...next.traces] };
    }
  }
  return done;
}
