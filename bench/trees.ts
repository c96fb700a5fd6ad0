/**
 * What deciding by a tree costs: a tree of 60 leaves on three levels over 1,000 different claims, on one thread and on as many as there are
 * cores; and how long the analysis of a tree of the greatest size takes. Run: node bench/trees.ts [decisions]
 */
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { startRun } from '../engine/advance.ts';
import { compile } from '../engine/compile.ts';
import { claim, day, facts, NOW, surroundings } from '../engine/testing.ts';
import { analyseTree } from '../engine/trees/analyse.ts';
import { compileTree } from '../engine/trees/compile.ts';
import { branch, randomOf, treeOf } from '../engine/trees/testing.ts';
import type { Context, Facts } from '../engine/types.ts';

const decisions = Number((isMainThread ? process.argv[2] : workerData) ?? 1_000_000);

const tree = treeOf(
  ...[10, 30, 60, 90].map((days) =>
    branch(
      `to ${days}`,
      ['daysPastDue', '<=', days],
      [
        ...['A', 'B', 'C', 'D'].map((segment) =>
          branch(
            `to ${days}, ${segment}`,
            ['segment', '=', segment],
            [
              branch(`to ${days}, ${segment}, low`, ['claimBalance', '<', '100'], 'letter'),
              branch(`to ${days}, ${segment}, middle`, ['claimBalance', '<', '1000'], 'call'),
              branch(`to ${days}, ${segment}, high`, null, 'visit'),
            ],
          ),
        ),
        branch(`to ${days}, other`, null, 'review'),
      ],
    ),
  ),
  branch('later', null, 'write off'),
);

const random = randomOf(7);
const portfolio: readonly Facts[] = Array.from({ length: 1_000 }, () => ({
  ...facts,
  claim: {
    ...claim,
    segment: 'ABCDE'[Math.floor(random() * 5)]!,
    balance: BigInt(Math.floor(random() * 200_000)),
    dueDate: day(`2025-${10 + Math.floor(random() * 3)}-1${Math.floor(random() * 10)}`),
  },
}));
const run = startRun(
  { runId: 'r', accountId: 'a', externalClaimRef: 'C-1' },
  compile({ blueprintId: 'bench', version: 1, steps: [] }),
  NOW,
);
const context: Context = { ...surroundings, now: NOW, run };

/** @returns decisions a second. */
function measure(count: number): number {
  const compiled = compileTree(tree);
  let reached = 0;
  const decide = (times: number) => {
    for (let index = 0; index < times; index++)
      if (compiled.decide(portfolio[index % portfolio.length]!, context).leaf !== null) reached += 1;
  };
  decide(50_000);
  reached = 0;
  const started = performance.now();
  decide(count);
  if (reached !== count) throw new Error(`expected ${count} leaves, got ${reached}`);
  return (count / (performance.now() - started)) * 1000;
}

if (!isMainThread) parentPort!.postMessage(measure(decisions));
else {
  const shown = (rate: number) => Math.round(rate).toLocaleString('en');
  console.log(`one thread: ${shown(measure(decisions))} decisions/s`);
  const threads = availableParallelism();
  const rates = await Promise.all(
    Array.from(
      { length: threads },
      () =>
        new Promise<number>((done, failed) =>
          new Worker(import.meta.filename, { workerData: decisions }).once('message', done).once('error', failed),
        ),
    ),
  );
  console.log(`${threads} threads: ${shown(rates.reduce((sum, rate) => sum + rate, 0))} decisions/s`);
  const large = treeOf(
    ...Array.from({ length: 1_999 }, (_, index) => branch(`n${index}`, ['claimBalance', 'between', [String(index), String(index)]], 'x')),
  );
  const started = performance.now();
  const { findings } = analyseTree(large, { today: day('2026-03-16'), currency: 'EUR' });
  console.log(`analysis of 2,000 nodes: ${Math.round(performance.now() - started)} ms, ${findings.length} findings`);
}
