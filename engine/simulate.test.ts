import { expect, test } from 'vitest';
import { DAY, HOUR, type Instant, isoInstant } from '../core/time.ts';
import { advance } from './advance.ts';
import { simulate, upcoming } from './simulate.ts';
import { claim, compiledOf, facts, NOW, runOf, surroundings } from './testing.ts';
import type { Facts } from './types.ts';

const aged = { conditions: [{ variable: 'daysPastDue', operation: '>', value: 70 }] };
const strategy = compiledOf(
  ['mail', 'sendEmail', { bundleName: 'first' }],
  ['wait', 'delay', { days: 7 }],
  ['if', 'evaluateIfCondition', aged, { no: 'end', yes: 'call' }],
  ['call', 'createCaseManagementTask', { topicId: 'calls' }, { next: null }],
  ['end', 'expired', {}, {}],
);

test('the clock jumps from wait to wait until the run ends', () => {
  const { run, traces, effects, stopped } = simulate({ run: runOf(strategy), compiled: strategy, facts, surroundings });
  expect(stopped).toBe('ended');
  expect(run.status).toBe('completed');
  expect(traces.map(({ stepId, outcome, at }) => [stepId, outcome, (at - NOW) / DAY])).toEqual([
    ['mail', 'done', 0],
    ['wait', 'waiting', 0],
    ['wait', 'done', 7],
    ['if', 'yes', 7],
    ['call', 'done', 7],
  ]);
  expect(effects.map(({ effect }) => effect.kind)).toEqual(['sendCommunication', 'createTask']);
});

test('what comes next is listed from where the run stands, one entry a step', () => {
  const { run } = advance(runOf(strategy), strategy, facts, surroundings);
  const now = (NOW + 2 * DAY) as Instant;
  const next = upcoming(run, strategy, facts, { ...surroundings, now }, 10);
  expect(next.map(({ stepId, at, outcome }) => [stepId, isoInstant(at), outcome])).toEqual([
    ['wait', '2026-03-23T09:00:00.000Z', 'done'],
    ['if', '2026-03-23T09:00:00.000Z', 'yes'],
    ['call', '2026-03-23T09:00:00.000Z', 'done'],
  ]);
  expect(upcoming(run, strategy, facts, { ...surroundings, now }, 1)).toHaveLength(1);
});

test('facts may change with time', () => {
  const paid = (NOW + 3 * DAY) as Instant;
  const changing = (now: Instant): Facts => ({ ...facts, claim: { ...claim, status: now >= paid ? 'resolved' : 'open' } });
  const { run } = simulate({ run: runOf(strategy), compiled: strategy, facts: changing, surroundings });
  expect(run.reason).toEqual({ key: 'run.claimResolved', values: { status: 'resolved' } });
});

test('contacts on the way count, so that a chatty strategy is slowed down to what the caps allow', () => {
  const chatty = compiledOf(
    ...Array.from({ length: 12 }, (_, index): [string, string, Record<string, unknown>] => [`m${index}`, 'sendSMS', { bundleName: 'x' }]),
  );
  const { effects, run } = simulate({ run: runOf(chatty), compiled: chatty, facts, surroundings });
  expect(run.status).toBe('completed');
  expect(effects).toHaveLength(12);
  for (const { at } of effects) {
    expect(effects.filter((other) => other.at > at - 7 * DAY && other.at <= at).length).toBeLessThanOrEqual(3);
  }
});

test('a strategy that replaces itself goes on until the limit or the given moment', () => {
  const self = '01900000-0000-7000-8000-000000000009';
  const loop = compiledOf(['wait', 'delay', { days: 0, hours: 1 }], ['again', 'replaceStrategySteps', { blueprintId: self }, {}]);
  const input = { run: runOf(loop), compiled: loop, facts, surroundings, strategies: new Map([[self, loop]]) };
  expect(simulate({ ...input, limit: 50 })).toMatchObject({ stopped: 'limit', traces: { length: 50 } });
  const day = simulate({ ...input, until: (NOW + 24 * HOUR) as Instant });
  expect(day.stopped).toBe('until');
  expect(day.traces.filter(({ outcome }) => outcome === 'switched')).toHaveLength(24);
  expect(simulate({ ...input, strategies: new Map() })).toMatchObject({ stopped: 'ended', goTo: { blueprintId: self } });
});

test('a claim that is given to a partner is not written to until it is back, and what follows is decided with facts that know', () => {
  const partnerId = '01900000-0000-7000-8000-0000000000b1';
  const giving = compiledOf(
    ['give', 'outsourceClaim', { partnerId }],
    ['mail', 'sendEmail', { bundleName: 'first' }],
    ['wait', 'delay', { days: 7 }],
    ['back', 'revertClaimOutsource', {}],
    ['again', 'sendEmail', { bundleName: 'second' }],
    ['end', 'expired', {}, {}],
  );
  const given = advance(runOf(giving), giving, facts, surroundings);
  // Due at once, but decided anew: the facts at hand were read before.
  expect(given.run).toMatchObject({ stepId: 'mail', status: 'active', wakeAt: NOW });
  expect(given.effects).toMatchObject([{ effect: { kind: 'outsource', whole: false, shares: [{ partnerId, basisPoints: 10_000 }] } }]);
  const { traces, effects, run } = simulate({ run: runOf(giving), compiled: giving, facts, surroundings });
  expect(run.status).toBe('completed');
  expect(traces.filter(({ outcome }) => outcome !== 'waiting').map(({ stepId, outcome }) => `${stepId}:${outcome}`)).toEqual([
    'give:done',
    'mail:denied',
    'wait:done',
    'back:done',
    'again:done',
    'end:ended',
  ]);
  expect(effects.map(({ effect }) => effect.kind)).toEqual(['outsource', 'recall', 'sendCommunication']);
});
