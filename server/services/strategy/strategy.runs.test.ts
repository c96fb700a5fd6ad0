import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { DAY, instant } from '../../../core/time.ts';
import { defaultGateRules } from '../../../engine/gate/defaults.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { chargeBack } from '../finance/payment/chargeback.logic.ts';
import { settlePayment, startPayment } from '../finance/payment/payment.logic.ts';
import { setContactRules } from '../operations/operations.logic.ts';
import { email, end, openStrategyHouse, type StrategyHouse, stepsOf, type TestClaim, wait } from './strategy.testing.ts';

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

  it('goes on at once when the client widens the hours that held it, and is told nothing twice when it narrows others', async () => {
    const setRules = (start: number, end: number) =>
      house.call(
        'operations',
        'mutation ($clientId: ID!, $rules: JSON!) { setContactRules(clientId: $clientId, rules: $rules) { ownRules } }',
        {
          clientId: house.clientA,
          rules: {
            ...defaultGateRules,
            contactHours: {
              ...defaultGateRules.contactHours,
              weekday: { start: { hour: start, minute: 0 }, end: { hour: end, minute: 0 } },
            },
          },
        },
      );
    await setRules(16, 17);
    const blueprintId = await house.saved([email('mail', 'end'), end]);
    const claim = await house.newClaim();
    await house.command('startStrategy', [claim], blueprintId);
    await house.advance();
    const held = async () => (await house.current(claim)).history.filter((event) => event.messageType === 'contactDeferred').length;
    expect(await house.current(claim)).toMatchObject({ status: 'waiting', reason: { key: 'gate.quietHours' } });
    await setRules(16, 18);
    await drainJobs(house.database);
    expect(await house.current(claim)).toMatchObject({ status: 'waiting', reason: { key: 'gate.quietHours' } });
    expect(await held()).toBe(1);
    await setRules(8, 18);
    await drainJobs(house.database);
    expect(stepsOf(await house.current(claim))).toContain('mail:done');
    await house.inA((tx) => setContactRules(tx, null));
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
    expect(await house.current(other)).toMatchObject({
      status: 'stopped',
      currentStep: { stepId: 'w' },
      reason: { key: 'run.stopped' },
      resumable: true,
    });
    expect(await house.command('stopStrategy', [other])).toEqual({ done: 0, skipped: 1 });
  });

  it('that broke off says why and where, and goes on there once what was missing is there', async () => {
    const blueprintId = await house.saved([{ id: 'late', stepType: 'waitDaysPastDue', stepState: { days: 3 }, down: 'end' }, end]);
    const claim = await house.newClaim();
    const setDue = (due: string | null) =>
      house.inA((tx) => tx.sql('update claim set due_date = $2 where external_claim_ref = $1', [claim.externalClaimRef, due]));
    await setDue(null);
    await house.command('startStrategy', [claim], blueprintId);
    expect(await house.current(claim)).toMatchObject({ status: 'active', resumable: false });
    await house.advance();
    expect(await house.current(claim)).toMatchObject({
      status: 'failed',
      resumable: true,
      reason: { key: 'wait.noDueDate' },
      currentStep: { stepId: 'late' },
    });
    await setDue('2026-02-01');
    expect(await house.command('resumeStrategy', [claim])).toEqual({ done: 1, skipped: 0 });
    await house.advance();
    expect(await house.current(claim)).toMatchObject({ status: 'completed', resumable: false });
    expect(await house.command('resumeStrategy', [claim])).toEqual({ done: 0, skipped: 1 });
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

describe('a claim whose payment is taken back', () => {
  const pay = async ({ accountId, externalClaimRef }: TestClaim) => {
    const payment = await house.inA((tx) =>
      startPayment(tx, {
        accountId,
        externalClaimRefs: [externalClaimRef],
        providerName: 'sandbox',
        method: 'card',
        idempotencyKey: uuidv7(),
      }),
    );
    await house.inA((tx) => settlePayment(tx, payment.paymentId));
    return payment.paymentId;
  };

  it('goes on at the step where it stood, and waits anew', async () => {
    const blueprintId = await house.saved([email('first', 'w'), wait('w', 7, 'mail'), email('mail', 'end'), end]);
    const claim = await house.newClaim();
    await house.command('startStrategy', [claim], blueprintId);
    await house.advance();
    house.clock.time = instant(house.clock.time + 2 * DAY);
    const paymentId = await pay(claim);
    expect(await house.current(claim)).toMatchObject({ status: 'completed', reason: { key: 'run.claimResolved' } });
    expect(await strategyNameOf(claim)).toBeNull();
    house.clock.time = instant(house.clock.time + 20 * DAY);
    await house.inA((tx) => chargeBack(tx, paymentId, 'returned'));
    await house.advance();
    const back = await house.current(claim);
    expect(back).toMatchObject({ status: 'waiting', currentStep: { stepId: 'w', wakeAt: '2026-04-01T09:00:00.000Z' } });
    expect(back.history[0]).toMatchObject({ messageType: 'strategyResumed', why: { key: 'run.claimReopened' } });
    expect(await house.queued(claim)).toHaveLength(1);
    house.clock.time = instant('2026-04-01T09:00:00Z');
    await house.advance();
    expect(await house.queued(claim)).toHaveLength(2);
    expect(stepsOf(await house.current(claim))).toEqual(['first:done', 'w:done', 'mail:done', 'end:ended']);
  });

  it('is left as it is when people stopped its strategy, when it had ended by itself, and when it was deleted', async () => {
    const [blueprintId, short, gone] = [
      await house.saved([wait('w', 7, 'end'), end]),
      await house.saved([email('mail', 'end'), end]),
      await house.saved([wait('w', 7, 'end'), end]),
    ];
    const [stopped, ended, orphan] = [await house.newClaim(), await house.newClaim(), await house.newClaim()];
    await house.command('startStrategy', [stopped], blueprintId);
    await house.command('startStrategy', [ended], short);
    await house.command('startStrategy', [orphan], gone);
    await house.advance();
    await house.command('stopStrategy', [stopped]);
    const payments = await Promise.all([stopped, ended, orphan].map(pay));
    await house.ask('mutation ($clientId: ID!, $id: ID!) { deleteStrategyBlueprint(clientId: $clientId, blueprintId: $id) { id } }', {
      id: gone,
    });
    for (const paymentId of payments) await house.inA((tx) => chargeBack(tx, paymentId, 'returned'));
    expect(await Promise.all([stopped, ended, orphan].map(house.current))).toMatchObject([
      { status: 'stopped', reason: { key: 'run.stopped' } },
      { status: 'completed', reason: { key: 'run.expired' } },
      { status: 'completed', reason: { key: 'run.claimResolved' } },
    ]);
    expect([(await house.current(stopped)).resumable, (await house.current(orphan)).resumable]).toEqual([true, false]);
    expect(await house.command('resumeStrategy', [stopped, orphan])).toEqual({ done: 1, skipped: 1 });
  });

  it('halts at once while it is disputed', async () => {
    const blueprintId = await house.saved([wait('w', 7, 'end'), end]);
    const claim = await house.newClaim();
    await house.command('startStrategy', [claim], blueprintId);
    await house.advance();
    const paymentId = await pay(claim);
    await house.inA((tx) =>
      tx.sql('update claim set disputed_at = $2 where external_claim_ref = $1', [claim.externalClaimRef, new Date(house.clock.time)]),
    );
    await house.inA((tx) => chargeBack(tx, paymentId, 'returned'));
    expect(await house.current(claim)).toMatchObject({ status: 'paused', reason: { key: 'run.pausedByDispute' } });
  });
});

describe('the strategy that an account shows', () => {
  it('follows when a run is replaced, switches, is stopped, ends, or its strategy gets another name', async () => {
    const name = (displayName: string) => ({ displayName });
    const second = await house.saved([wait('w', 3, 'end'), end], 'new', name('Second'));
    const first = await house.saved(
      [wait('w', 1, 'go'), { id: 'go', stepType: 'replaceStrategySteps', stepState: { blueprintId: second } }],
      'new',
      name('First'),
    );
    const claim = await house.newClaim();
    const sibling = await house.newClaim(claim.accountId);
    await house.command('startStrategy', [claim], first);
    expect(await strategyNameOf(claim)).toBe('First');
    await house.saved(
      [wait('w', 1, 'go'), { id: 'go', stepType: 'replaceStrategySteps', stepState: { blueprintId: second } }],
      first,
      name('Primary'),
    );
    expect(await strategyNameOf(claim)).toBe('Primary');
    await house.advance();
    house.clock.time = instant(house.clock.time + DAY);
    await house.advance();
    await drainJobs(house.database);
    expect(await strategyNameOf(claim)).toBe('Second');

    house.clock.time = instant(house.clock.time + 1);
    await house.command('startStrategy', [sibling], first);
    expect(await strategyNameOf(claim)).toBe('Primary');
    await house.command('stopStrategy', [sibling]);
    expect(await strategyNameOf(claim)).toBe('Second');
    await house.command('resumeStrategy', [sibling]);
    await house.command('assignStrategy', [sibling], second);
    expect(await strategyNameOf(claim)).toBe('Second');
    await house.command('pauseStrategy', [claim, sibling]);
    expect(await strategyNameOf(claim)).toBe('Second');
    await house.command('resumeStrategy', [claim, sibling]);
    house.clock.time = instant(house.clock.time + 3 * DAY);
    await house.advance();
    await drainJobs(house.database);
    expect(await strategyNameOf(claim)).toBeNull();
  });
});

/** What the list of accounts shows. */
async function strategyNameOf({ accountId }: TestClaim): Promise<string | null> {
  const [row] = await house.inA((tx) =>
    tx.sql<{ name: string | null }>('select strategy_name as name from account where account_id = $1', [accountId]),
  );
  return row!.name;
}
