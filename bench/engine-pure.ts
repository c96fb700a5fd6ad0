/**
 * What the pure part of the engine costs on one thread: a five-step strategy (condition, e-mail through the gate, wait, task, end),
 * advanced twice per claim. Prints steps decided per second. Run: node bench/engine-pure.ts [claims]
 */
import { cpus } from 'node:os';
import { DAY, type Instant } from '../core/time.ts';
import { advance, compile, startRun } from '../engine/advance.ts';
import { facts, NOW, stepsOf, surroundings } from '../engine/testing.ts';

const claims = Number(process.argv[2] ?? 200_000);

const modes = {
  easy: { mode: 'easy', conditions: [{ variable: 'daysPastDue', operation: '>', value: 30 }] },
  advanced: { mode: 'advanced', expression: 'daysPastDue > 30 && claimBalance >= money("50.00", "EUR")' },
};

console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, one thread, ${claims} claims`);
for (const [mode, condition] of Object.entries(modes)) {
  const compiled = compile({
    blueprintId: 'bench',
    version: 1,
    steps: stepsOf(
      ['if', 'evaluateIfCondition', condition, { no: 'end', yes: 'mail' }],
      ['mail', 'sendEmail', { bundleName: 'reminder' }, { next: 'wait' }],
      ['wait', 'delay', { days: 3 }, { next: 'task' }],
      ['task', 'createCaseManagementTask', { topicId: 'calls' }, { next: 'end' }],
      ['end', 'expired', {}, {}],
    ),
  });
  let traces = 0;
  let effects = 0;
  const round = (count: number): void => {
    for (let index = 0; index < count; index++) {
      const now = (NOW + index) as Instant;
      const run = startRun({ runId: `r${index}`, accountId: 'a', externalClaimRef: 'C-1' }, compiled, now);
      const first = advance(run, compiled, facts, { ...surroundings, now });
      const second = advance(first.run, compiled, facts, { ...surroundings, now: (now + 3 * DAY) as Instant });
      traces += first.traces.length + second.traces.length;
      effects += first.effects.length + second.effects.length;
    }
  };
  round(20_000);
  traces = 0;
  effects = 0;
  const started = performance.now();
  round(claims);
  const seconds = (performance.now() - started) / 1000;
  if (effects !== claims * 2) throw new Error(`expected ${claims * 2} effects, got ${effects}`);
  // Five steps are decided per claim; the sixth trace says that the wait began.
  const steps = traces - claims;
  console.log(
    `${mode.padEnd(9)} ${Math.round(steps / seconds).toLocaleString('en')} steps/s, ${Math.round((claims * 2) / seconds).toLocaleString('en')} advances/s`,
  );
}
