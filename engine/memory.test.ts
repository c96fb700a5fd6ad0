/** What a run remembers: values, strategies to come back to, events. */
import { expect, test } from 'vitest';
import { DAY, type Instant } from '../core/time.ts';
import { advance } from './advance.ts';
import { compile } from './compile.ts';
import { compileExpression } from './conditions/expression.ts';
import { MOST_CALLERS } from './memory.ts';
import { simulate } from './simulate.ts';
import { compiledOf, facts, NOW, runOf, type StepRow, stepsOf, surroundings } from './testing.ts';
import type { Run } from './types.ts';

const named = (blueprintId: string, ...rows: readonly StepRow[]) => compile({ blueprintId, version: 3, steps: stepsOf(...rows) });
const ID = (number: number) => `01900000-0000-7000-8000-00000000000${number}`;
const insert = (id: string, number: number) => [id, 'insertStrategySteps', { blueprintId: ID(number) }] as const;
const mark = (id: string) => [id, 'checkpoint', { displayName: id }] as const;

test('an inserted strategy comes back to what follows, through every depth, and only when its path has ended', () => {
  const outer = named(ID(1), insert('in', 2), mark('after'));
  const middle = named(ID(2), mark('before'), insert('deeper', 3));
  const inner = named(ID(3), mark('innermost'), ['end', 'expired', {}]);
  const { run, traces } = simulate({
    run: runOf(outer),
    compiled: outer,
    facts,
    surroundings,
    strategies: new Map([
      [ID(2), middle],
      [ID(3), inner],
    ]),
  });
  expect(traces.map(({ stepId, outcome }) => `${stepId}:${outcome}`)).toEqual([
    'in:inserted',
    'before:done',
    'deeper:inserted',
    'innermost:done',
    'end:returned',
    'after:done',
  ]);
  expect(run).toMatchObject({ status: 'completed', blueprintId: ID(1), version: 3 });
  expect(run.memory).toBeUndefined();
});

test('a run is never deeper in inserted strategies than it may be', () => {
  const self = named(ID(1), insert('in', 1));
  const { run } = simulate({ run: runOf(self), compiled: self, facts, surroundings, strategies: new Map([[ID(1), self]]) });
  expect(run).toMatchObject({ status: 'failed', reason: { key: 'run.tooDeep', values: { limit: MOST_CALLERS } } });
});

test('who leaves an inserted strategy for good does not come back', () => {
  const outer = named(ID(1), insert('in', 2), mark('after'));
  const middle = named(ID(2), ['leave', 'replaceStrategySteps', { blueprintId: ID(3) }]);
  const strategies = new Map([
    [ID(2), middle],
    [ID(3), named(ID(3), mark('elsewhere'))],
  ]);
  const { traces } = simulate({ run: runOf(outer), compiled: outer, facts, surroundings, strategies });
  expect(traces.map(({ stepId }) => stepId)).toEqual(['in', 'leave', 'elsewhere']);
});

test('values are read by conditions and expressions, removed by an empty text, and kept by the next strategy', () => {
  const first = compiledOf(
    ['set', 'setValues', { values: { tone: 'soft', tries: 2, old: true } }],
    ['forget', 'setValues', { values: { old: '' } }],
    ['go', 'replaceStrategySteps', { blueprintId: ID(2) }],
  );
  const second = named(
    ID(2),
    [
      'if',
      'evaluateIfCondition',
      { mode: 'advanced', expression: 'strategy.tone == "soft" && strategy.tries > 1.0 && !has(strategy.old)' },
      { no: null, yes: 'block' },
    ],
    [
      'block',
      'evaluateIfCondition',
      { conditions: [{ variable: 'strategy.tries', valueType: 'NUMBER', operation: '=', value: 2 }] },
      { no: null, yes: null },
    ],
  );
  const { run, traces } = simulate({ run: runOf(first), compiled: first, facts, surroundings, strategies: new Map([[ID(2), second]]) });
  expect(traces.slice(-2).map(({ stepId, outcome }) => `${stepId}:${outcome}`)).toEqual(['if:yes', 'block:yes']);
  expect(run.memory).toEqual({ values: { tone: 'soft', tries: 2 } });
});

test('a wait ends by its event, or when its time is over', () => {
  const compiled = compiledOf(['wait', 'waitForEvent', { messageTypes: ['linkClicked'], days: 14 }, { next: null, event: null }]);
  const { run: waiting } = advance(runOf(compiled), compiled, facts, surroundings);
  expect(waiting).toMatchObject({
    status: 'waiting',
    wakeAt: NOW + 14 * DAY - 3_600_000,
    memory: { wake: { messageTypes: ['linkClicked'] } },
  });
  const early = advance(waiting, compiled, facts, { ...surroundings, now: (NOW + DAY) as Instant });
  expect(early).toMatchObject({ run: { status: 'waiting' }, traces: [] });
  const woken: Run = { ...waiting, memory: { ...waiting.memory, wokenBy: { messageType: 'linkClicked', at: NOW, payload: {} } } };
  const byEvent = advance(woken, compiled, facts, { ...surroundings, now: (NOW + DAY) as Instant });
  expect(byEvent.traces).toMatchObject([{ outcome: 'event', why: { key: 'wait.event', values: { event: 'linkClicked' } } }]);
  expect(byEvent.run.memory).toBeUndefined();
  const late = advance(waiting, compiled, facts, { ...surroundings, now: (NOW + 14 * DAY) as Instant });
  expect(late.traces).toMatchObject([{ outcome: 'done', why: { key: 'wait.noEvent' } }]);
});

test('a wait after the last payment moves with it, and without any goes on', () => {
  const compiled = compiledOf(['wait', 'lastPaymentDate', { kinds: ['settled'], days: 30 }, { next: null }]);
  const { run } = advance(runOf(compiled), compiled, facts, surroundings);
  const due = run.wakeAt!;
  expect(due).toBeGreaterThan(facts.money!.lastSettledPayment! + 29 * DAY);
  const paidAgain = { ...facts, money: { ...facts.money!, lastSettledPayment: due } };
  expect(advance(run, compiled, paidAgain, { ...surroundings, now: due }).run.wakeAt).toBeGreaterThan(due + 29 * DAY);
  const never = { ...facts, money: { ...facts.money!, lastSettledPayment: null } };
  expect(advance(runOf(compiled), compiled, never, surroundings).traces).toMatchObject([
    { outcome: 'done', why: { key: 'wait.noPayment' } },
  ]);
});

test('functions over events count those of their kind, and name what they need', () => {
  const condition = compileExpression(
    'countEvents("emailOpened", 7) == 2 && eventWithin("linkClicked", 1) == false && lastEvent("paymentSettled") < "2026-03-01"',
  );
  expect([...condition.needs].sort()).toEqual(['event:emailOpened', 'event:linkClicked', 'event:paymentSettled']);
  const at = (days: number) => (NOW - days * DAY) as Instant;
  const events = { emailOpened: [at(1), at(6), at(8)], linkClicked: [at(2)], paymentSettled: [at(40)] };
  const context = { ...surroundings, run: runOf(compiledOf(mark('m'))) };
  expect(condition.answer({ ...facts, events }, context)).toMatchObject({ yes: true });
  expect(compileExpression('countEvents("emailOpend", 7) > 0').problem).toMatchObject({
    key: 'condition.expressionEvent',
    values: { name: 'emailOpend', line: 1, column: 13 },
  });
});

test('a bucket has its share of the claims, the same ones each time, and another name splits anew', () => {
  const condition = (name: string) => compileExpression(`bucket("${name}", 20)`);
  const among = (name: string) => {
    const { answer } = condition(name);
    return Array.from(
      { length: 10_000 },
      (_, number) => answer(facts, { ...surroundings, run: { ...runOf(compiledOf(mark('m'))), externalClaimRef: `C-${number}` } }).yes,
    );
  };
  const [one, again, other] = [among('tone'), among('tone'), among('channel')];
  const share = (list: boolean[]) => list.filter(Boolean).length / list.length;
  expect(one).toEqual(again);
  expect(share(one)).toBeCloseTo(0.2, 1);
  expect(share(one.map((is, index) => is && other[index]!))).toBeCloseTo(0.04, 1);
});
