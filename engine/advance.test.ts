import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, HOUR, type Instant, instant } from '../core/time.ts';
import { advance, continueRun, STEP_LIMIT } from './advance.ts';
import { claim, compiledOf, facts, gateFacts, NOW, runOf, surroundings } from './testing.ts';
import type { Facts } from './types.ts';

const later = (milliseconds: number) => ({ ...surroundings, now: (NOW + milliseconds) as Instant });
const overdue = { mode: 'easy', matchType: 'every', conditions: [{ variable: 'daysPastDue', operation: '>', value: 30 }] };

const strategy = compiledOf(
  ['if', 'evaluateIfCondition', overdue, { no: 'no', yes: 'mail' }],
  ['mail', 'sendEmail', { bundleName: 'reminder' }, { next: 'wait' }],
  ['wait', 'delay', { days: 3 }, { next: 'task' }],
  ['task', 'createCaseManagementTask', { topicId: 'calls', tags: ['URGENT'] }, { next: 'end' }],
  ['end', 'expired', {}, {}],
  ['no', 'expired', {}, {}],
);

test('a run decides until it waits, then goes on to its end', () => {
  const first = advance(runOf(strategy), strategy, facts, surroundings);
  expect(first.effects).toEqual([
    {
      key: 'r:mail:1',
      stepId: 'mail',
      visit: 1,
      effect: { kind: 'sendCommunication', channel: 'email', bundleName: 'reminder', locale: null },
    },
  ]);
  expect(first.traces.map(({ stepId, outcome }) => [stepId, outcome])).toEqual([
    ['if', 'yes'],
    ['mail', 'done'],
    ['wait', 'waiting'],
  ]);
  expect(first.traces[0]!.why).toEqual({
    key: 'condition.true',
    values: { variable: 'daysPastDue', operation: '>', value: 30, actual: 65 },
  });
  expect(first.traces[1]!.gate).toMatchObject({ answer: 'allow' });
  expect(first.run).toMatchObject({ status: 'waiting', stepId: 'wait', wakeAt: NOW + 3 * DAY, visit: 2, sinceWait: 0 });

  const second = advance(first.run, strategy, facts, later(3 * DAY));
  expect(second.effects.map(({ key }) => key)).toEqual(['r:task:3']);
  expect(second.run).toMatchObject({ status: 'completed', stepId: null, wakeAt: null, reason: { key: 'run.expired' } });
});

test('a wait that is looked at early changes nothing and says nothing', () => {
  const waiting = advance(runOf(strategy), strategy, facts, surroundings).run;
  const early = advance(waiting, strategy, facts, later(2 * DAY));
  expect(early.run).toEqual(waiting);
  expect(early.traces).toEqual([]);
  expect(early.effects).toEqual([]);
});

test('a due date that moves moves the wait for it', () => {
  const compiled = compiledOf(['wait', 'waitDaysPastDue', { days: 90 }], ['end', 'expired', {}, {}]);
  const waiting = advance(runOf(compiled), compiled, facts, surroundings);
  expect(waiting.run.wakeAt).toBe(instant('2026-04-09T22:00:00Z'));
  const moved: Facts = { ...facts, claim: { ...claim, dueDate: null, externalDueDate: null } };
  const lost = advance(waiting.run, compiled, moved, surroundings);
  expect(lost.run).toMatchObject({ status: 'failed', stepId: 'wait', reason: { key: 'wait.noDueDate' } });
});

test.each(['resolved', 'deleted'])('a %s claim ends its run', (status) => {
  const ended = advance(runOf(strategy), strategy, { ...facts, claim: { ...claim, status } }, surroundings);
  expect(ended.effects).toEqual([]);
  expect(ended.run).toMatchObject({ status: 'completed', stepId: null, reason: { key: 'run.claimResolved', values: { status } } });
  expect(ended.traces).toHaveLength(1);
});

test.each(['paused', 'completed', 'stopped', 'failed'] as const)('a %s run is left alone', (status) => {
  const run = { ...runOf(strategy), status };
  expect(advance(run, strategy, facts, surroundings)).toEqual({ run, effects: [], traces: [] });
});

test('a deferred contact waits at its step and is asked again; a denied one is passed by', () => {
  const night = { ...surroundings, now: instant('2026-03-16T22:00:00Z') };
  const compiled = compiledOf(['mail', 'sendSMS', { bundleName: 'x' }], ['end', 'expired', {}, {}]);
  const deferred = advance(runOf(compiled), compiled, facts, night);
  expect(deferred.effects).toEqual([]);
  expect(deferred.run).toMatchObject({ status: 'waiting', stepId: 'mail', wakeAt: instant('2026-03-17T07:00:00Z'), visit: 0 });
  expect(deferred.traces).toMatchObject([{ outcome: 'deferred', gate: { rule: 'quietHours' } }]);
  const sent = advance(deferred.run, compiled, facts, { ...night, now: deferred.run.wakeAt! });
  expect(sent.effects.map(({ key }) => key)).toEqual(['r:mail:0']);

  const optedOut = { ...facts, gate: { ...gateFacts, optedOut: ['sms'] as const } };
  const denied = advance(runOf(compiled), compiled, optedOut, surroundings);
  expect(denied.effects).toEqual([]);
  expect(denied.traces).toMatchObject([{ outcome: 'denied', gate: { rule: 'optOut' } }, { outcome: 'ended' }]);
});

test('an active promise holds contacts until the day after it is due', () => {
  const compiled = compiledOf(['mail', 'sendEmail', { bundleName: 'x' }]);
  const promised: Facts = {
    ...facts,
    gate: { ...gateFacts, activePromise: true, promiseDueDate: claim.dueDate!.replace('01-10', '03-20') as typeof claim.dueDate },
  };
  const held = advance(runOf(compiled), compiled, promised, surroundings);
  expect(held.run.wakeAt).toBe(instant('2026-03-21T08:00:00Z'));
  expect(held.traces).toMatchObject([{ outcome: 'deferred', gate: { rule: 'promise' } }]);
});

test('contacts of one advance count towards each other', () => {
  const compiled = compiledOf(
    ['one', 'sendSMS', { bundleName: 'x' }],
    ['two', 'sendEmail', { bundleName: 'x' }],
    ['three', 'sendSMS', { bundleName: 'y' }],
  );
  const advanced = advance(runOf(compiled), compiled, facts, surroundings);
  expect(advanced.effects).toHaveLength(2);
  expect(advanced.traces.at(-1)).toMatchObject({ stepId: 'three', outcome: 'deferred', gate: { rule: 'capDay' } });
});

test('a message about the whole account is not sent again for another claim that it told of', () => {
  const compiled = compiledOf(['mail', 'sendEmail', { bundleName: 'x', wholeAccount: true }], ['end', 'expired', {}, {}]);
  const told = (ago: number, bundleName = 'x', rules = gateFacts.rules): Facts => ({
    ...facts,
    gate: { ...gateFacts, rules, contacts: [{ channel: 'email', at: (NOW - ago) as typeof NOW, bundleName }] },
  });
  const known = advance(runOf(compiled), compiled, told(HOUR), surroundings);
  expect(known.effects).toEqual([]);
  expect(known.traces[0]).toEqual({
    stepId: 'mail',
    stepType: 'sendEmail',
    visit: 0,
    outcome: 'done',
    why: { key: 'step.toldForAccount', values: { bundleName: 'x' } },
  });
  expect(known.run).toMatchObject({ status: 'completed', reason: { key: 'run.expired' } });
  // Not even where the client sets no limit for the same content.
  expect(advance(runOf(compiled), compiled, told(HOUR, 'x', { ...gateFacts.rules, sameContentHours: 0 }), surroundings).effects).toEqual(
    [],
  );
  // Another template, yesterday's message, and one from before the claim was known tell nothing of it.
  expect(advance(runOf(compiled), compiled, told(HOUR, 'y'), surroundings).effects).toHaveLength(1);
  expect(advance(runOf(compiled), compiled, told(25 * HOUR), surroundings).effects).toHaveLength(1);
  const newer: Facts = { ...told(2 * HOUR), claim: { ...claim, createdAt: (NOW - HOUR) as typeof NOW } };
  expect(advance(runOf(compiled), compiled, newer, surroundings).traces).toMatchObject([
    { outcome: 'deferred', gate: { rule: 'sameContent' } },
  ]);
  // A claim that may not be contacted about is passed by as ever.
  const disputed: Facts = { ...told(HOUR), gate: { ...told(HOUR).gate!, claimDisputed: true } };
  expect(advance(runOf(compiled), compiled, disputed, surroundings).traces[0]).toMatchObject({ outcome: 'denied' });
});

test('a strategy that would send one template twice waits a day with the second', () => {
  const compiled = compiledOf(['one', 'sendEmail', { bundleName: 'x' }], ['two', 'sendEmail', { bundleName: 'x' }]);
  const advanced = advance(runOf(compiled), compiled, facts, surroundings);
  expect(advanced.effects).toHaveLength(1);
  expect(advanced.traces.at(-1)).toMatchObject({ stepId: 'two', outcome: 'deferred', gate: { rule: 'sameContent' } });
  expect(advanced.run.wakeAt).toBe(NOW + DAY);
});

test('without the facts of the gate nothing is sent', () => {
  const compiled = compiledOf(['mail', 'sendEmail', { bundleName: 'x' }]);
  const { gate: _gate, ...blind } = facts;
  expect(advance(runOf(compiled), compiled, blind, surroundings)).toMatchObject({
    effects: [],
    run: { status: 'failed', reason: { key: 'gate.factsMissing' } },
  });
});

test.each([
  ['nonsense', {}, 'step.unknownType'],
  ['sendEmail', { bundleName: '' }, 'step.invalidState'],
  ['delay', { days: -1 }, 'step.invalidState'],
  ['evaluateIfCondition', { conditions: [{ variable: 'nope', operation: '=', value: 1 }] }, 'condition.unknownVariable'],
  ['evaluateIfCondition', { mode: 'advanced', expression: 'claimBalance > 1000' }, 'condition.expressionAmount'],
])('a broken %s step fails its run and never throws', (stepType, stepState, key) => {
  const compiled = compiledOf(['x', stepType, stepState, { next: null }]);
  const { run, traces } = advance(runOf(compiled), compiled, facts, surroundings);
  expect(run).toMatchObject({ status: 'failed', stepId: 'x', reason: { key } });
  expect(traces).toMatchObject([{ outcome: 'failed' }]);
});

test('a dangling output fails the run', () => {
  const compiled = compiledOf(['x', 'checkpoint', { displayName: 'here' }, { next: 'gone' }]);
  expect(advance(runOf(compiled), compiled, facts, surroundings).run).toMatchObject({ status: 'failed', reason: { key: 'step.notFound' } });
});

test('switching ends the run and names the other strategy; visits and the run-away count go on', () => {
  const blueprintId = '01900000-0000-7000-8000-000000000009';
  const compiled = compiledOf(['mark', 'checkpoint', { displayName: 'here' }], ['go', 'replaceStrategySteps', { blueprintId }, {}]);
  let run = runOf(compiled);
  const keys = new Set<string>();
  let rounds = 0;
  for (; rounds < STEP_LIMIT; rounds++) {
    const advanced = advance(run, compiled, facts, surroundings);
    for (const { key } of advanced.effects) {
      expect(keys.has(key)).toBe(false);
      keys.add(key);
    }
    run = advanced.run;
    if (!advanced.goTo) break;
    expect(advanced).toMatchObject({
      goTo: { blueprintId, version: null, stepId: null },
      run: { status: 'completed', stepId: null, reason: { key: 'run.switched' } },
    });
    run = continueRun(run, compiled, surroundings.now);
  }
  expect(rounds).toBe(STEP_LIMIT / 2);
  expect(run).toMatchObject({ status: 'stopped', reason: { key: 'run.runaway' } });
});

test('a loop without a wait is stopped at the limit, whatever its length', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), (length, back) => {
      const list = Array.from({ length }, (_, index): [string, string, Record<string, unknown>, { next: string }] => [
        `s${index}`,
        index % 2 === 0 ? 'checkpoint' : 'enablePromiseToPay',
        { displayName: 'here' },
        { next: index === length - 1 ? `s${back % length}` : `s${index + 1}` },
      ]);
      const compiled = compiledOf(...list);
      const { run, traces } = advance(runOf(compiled), compiled, facts, surroundings);
      expect(run.status).toBe('stopped');
      expect(traces).toHaveLength(STEP_LIMIT + 1);
      expect(traces.at(-1)).toMatchObject({ outcome: 'runaway' });
    }),
    { numRuns: 30 },
  );
});

test('the same input gives the same output, and the input stays as it was', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400 * 24 }),
      fc.boolean(),
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      (hours, promised, balance) => {
        const input = structuredClone({ ...facts, claim: { ...claim, balance }, gate: { ...gateFacts, activePromise: promised } });
        const before = structuredClone(input);
        const run = runOf(strategy);
        const one = advance(run, strategy, input, later(hours * HOUR));
        const two = advance(structuredClone(run), strategy, structuredClone(input), later(hours * HOUR));
        expect(one).toEqual(two);
        expect(input).toEqual(before);
      },
    ),
    { numRuns: 100 },
  );
});
