import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Uuid } from '../../../core/id.ts';
import { DAY, instant } from '../../../core/time.ts';
import { email, end, openStrategyHouse, type StrategyHouse, stepsOf, wait } from './strategy.testing.ts';

let house: StrategyHouse;
beforeAll(async () => {
  house = await openStrategyHouse();
});
afterAll(() => house.close());
beforeEach(() => house.rewind());

describe('a claim that runs in a strategy', () => {
  it('keeps its version when the strategy is saved again, until it is moved', async () => {
    const blueprintId = await house.saved([wait('w', 1, 'mail'), email('mail', 'end'), end]);
    const [stays, moves] = [await house.newClaim(), await house.newClaim()];
    await house.command('startStrategy', [stays, moves], blueprintId);
    await house.advance();
    await house.saved([wait('w', 1, 'end'), end], blueprintId);
    expect(await house.command('moveStrategyRunsToCurrentVersion', [moves], blueprintId)).toEqual({ done: 1, skipped: 0 });
    expect(await house.current(stays)).toMatchObject({ version: 1, currentVersion: 2 });
    house.clock.time = instant(house.clock.time + DAY);
    await house.advance();
    expect(stepsOf(await house.current(stays))).toContain('mail:done');
    expect(stepsOf(await house.current(moves))).not.toContain('mail:done');
    expect(await house.current(moves)).toMatchObject({ version: 2, status: 'completed' });
  });

  it('pauses, resumes where it stood, and stops', async () => {
    const blueprintId = await house.saved([wait('w', 2, 'mail'), email('mail', 'end'), end]);
    const claim = await house.newClaim();
    await house.command('startStrategy', [claim], blueprintId);
    await house.advance();
    expect(await house.command('pauseStrategy', [claim])).toEqual({ done: 1, skipped: 0 });
    house.clock.time = instant(house.clock.time + 5 * DAY);
    await house.advance();
    expect(await house.current(claim)).toMatchObject({ status: 'paused', currentStep: { stepId: 'w', wakeAt: null } });
    expect(await house.queued(claim)).toEqual([]);
    expect(await house.command('resumeStrategy', [claim])).toEqual({ done: 1, skipped: 0 });
    await house.advance();
    expect(stepsOf(await house.current(claim))).toContain('w:done');
    const other = await house.newClaim();
    await house.command('startStrategy', [other], blueprintId);
    await house.advance();
    expect(await house.command('stopStrategy', [other])).toEqual({ done: 1, skipped: 0 });
    house.clock.time = instant(house.clock.time + 30 * DAY);
    await house.advance();
    expect(await house.current(other)).toMatchObject({ status: 'stopped', currentStep: { stepId: 'w' }, reason: { key: 'run.stopped' } });
    expect(await house.command('stopStrategy', [other])).toEqual({ done: 0, skipped: 1 });
  });

  it('is in one strategy at a time: start skips it, assign replaces', async () => {
    const [first, second] = [await house.saved([wait('w', 1, 'end'), end]), await house.saved([wait('w', 1, 'end'), end])];
    const claim = await house.newClaim();
    await house.command('startStrategy', [claim], first);
    expect(await house.command('startStrategy', [claim], second)).toEqual({ done: 0, skipped: 1 });
    expect(await house.command('assignStrategy', [claim], second)).toEqual({ done: 1, skipped: 0 });
    expect((await house.current(claim)).blueprintId).toBe(second);
  });

  it('ends when it is resolved, halts while it is promised or disputed, and goes on after', async () => {
    const blueprintId = await house.saved([wait('w', 2, 'mail'), email('mail', 'end'), end]);
    const [paid, promised, disputed, held] = [
      await house.newClaim(),
      await house.newClaim(),
      await house.newClaim(),
      await house.newClaim(),
    ];
    await house.command('startStrategy', [paid, promised, disputed, held], blueprintId);
    await house.advance();
    await house.event(paid, 'claimResolved');
    await house.event(promised, 'promiseToPayCreated');
    await house.event(disputed, 'claimDisputed');
    await house.command('pauseStrategy', [held]);
    await house.event(held, 'promiseToPayCreated');
    house.clock.time = instant(house.clock.time + 2 * DAY);
    await house.advance();
    expect(await house.current(paid)).toMatchObject({ status: 'completed', reason: { key: 'run.claimResolved' } });
    expect(await house.current(promised)).toMatchObject({ status: 'paused', reason: { key: 'run.pausedByPromise' } });
    expect(await house.current(disputed)).toMatchObject({ status: 'paused', reason: { key: 'run.pausedByDispute' } });
    await house.event(promised, 'promiseToPayBroken');
    await house.event(disputed, 'disputeClosed');
    await house.event(held, 'promiseToPayBroken');
    await house.advance();
    expect(await house.current(promised)).toMatchObject({ status: 'completed' });
    expect(await house.queued(promised)).toHaveLength(1);
    expect(await house.queued(disputed)).toHaveLength(1);
    expect(await house.current(held)).toMatchObject({ status: 'paused', reason: { key: 'run.paused' } });
    expect(await house.queued(paid)).toEqual([]);
  });

  it('halts for a promise that is made through the API, and goes on when it is cancelled', async () => {
    const blueprintId = await house.saved([wait('w', 2, 'mail'), email('mail', 'end'), end]);
    const claim = await house.newClaim();
    await house.command('startStrategy', [claim], blueprintId);
    await house.advance();
    const { createPromiseToPay: promise } = await house.call<{ createPromiseToPay: { id: Uuid } }>(
      'finance',
      'mutation ($clientId: ID!, $ref: String!) { createPromiseToPay(clientId: $clientId, externalClaimRef: $ref, amount: "100.00", dueDate: "2026-03-20") { id } }',
      { clientId: house.clientA, ref: claim.externalClaimRef },
    );
    expect(await house.current(claim)).toMatchObject({ status: 'paused', reason: { key: 'run.pausedByPromise' } });
    await house.call(
      'finance',
      'mutation ($clientId: ID!, $id: ID!) { cancelPromiseToPay(clientId: $clientId, promiseToPayId: $id) { id } }',
      {
        clientId: house.clientA,
        id: promise.id,
      },
    );
    house.clock.time = instant(house.clock.time + 2 * DAY);
    await house.advance();
    expect(await house.current(claim)).toMatchObject({ status: 'completed' });
    expect(await house.queued(claim)).toHaveLength(1);
  });

  it('moves its wait when the due date moves', async () => {
    const blueprintId = await house.saved([{ id: 'w', stepType: 'waitDaysPastDue', stepState: { days: 40 }, down: 'end' }, end]);
    const claim = await house.newClaim();
    await house.command('startStrategy', [claim], blueprintId);
    await house.advance();
    expect((await house.current(claim)).currentStep?.wakeAt).toBe('2026-03-12T23:00:00.000Z');
    await house.inA((tx) => tx.sql(`update claim set due_date = '2026-02-11' where external_claim_ref = $1`, [claim.externalClaimRef]));
    await house.event(claim, 'claimChanged');
    await house.advance();
    expect((await house.current(claim)).currentStep?.wakeAt).toBe('2026-03-22T23:00:00.000Z');
  });
});
