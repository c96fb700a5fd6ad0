import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { DAY, HOUR, instant } from '../../../core/time.ts';
import { sortByBalance } from '../../../engine/graph/graph.testing.ts';
import type { TreeStep } from '../../../engine/graph/tree.ts';
import { knowStep } from '../../../engine/steps.ts';
import { advanceDue } from './strategy.engine.logic.ts';
import { forecastFirstHour } from './strategy.forecast.logic.ts';
import { bigClaim, email, end, openStrategyHouse, type StrategyHouse, stepsOf, wait } from './strategy.testing.ts';

let house: StrategyHouse;
beforeAll(async () => {
  house = await openStrategyHouse();
});
afterAll(() => house.close());
beforeEach(() => house.rewind());

describe('a claim in a strategy', () => {
  it('takes its steps, waits, and tells why', async () => {
    const blueprintId = await house.saved([bigClaim('if', null, 'mail'), email('mail', 'w'), wait('w', 3, 'end'), end]);
    const claim = await house.newClaim();
    expect(await house.command('startStrategy', [claim], blueprintId)).toEqual({ done: 1, skipped: 0 });
    await house.advance();
    const waiting = await house.current(claim);
    expect(waiting).toMatchObject({
      status: 'waiting',
      currentStep: { stepId: 'w', wakeAt: '2026-03-06T10:00:00.000Z' },
      reason: { key: 'wait.delay' },
    });
    expect(waiting.nextSteps.map((step) => `${step.stepId} ${step.at}`)).toEqual([
      'w 2026-03-06T10:00:00.000Z',
      'end 2026-03-06T10:00:00.000Z',
    ]);
    expect(stepsOf(waiting)).toEqual(['if:yes', 'mail:done']);
    expect(waiting.history.find((item) => item.stepId === 'if')?.why?.key).toBeTruthy();
    expect(await house.queued(claim)).toHaveLength(1);
    house.clock.time = instant(house.clock.time + 3 * DAY - 1);
    expect((await house.advance()).runs).toBe(0);
    house.clock.time = instant(house.clock.time + 1);
    await house.advance();
    const ended = await house.current(claim);
    expect(ended).toMatchObject({ status: 'completed', currentStep: null, nextSteps: [], reason: { key: 'run.expired' } });
    expect(stepsOf(ended)).toEqual(['if:yes', 'mail:done', 'w:done', 'end:ended']);
  });

  it('is shown what it would go through before it is put into one, and stands nowhere for it', async () => {
    const blueprintId = await house.saved([bigClaim('if', null, 'mail'), email('mail', 'w'), wait('w', 3, 'end'), end]);
    const claim = await house.newClaim();
    const { previewStrategy } = await house.call<{ previewStrategy: { stepId: string; outcome: string; at: string }[] }>(
      'strategy',
      `query ($clientId: ID!, $blueprintId: ID!, $externalClaimRef: String!) {
        previewStrategy(clientId: $clientId, blueprintId: $blueprintId, externalClaimRef: $externalClaimRef) { stepId outcome at } }`,
      { clientId: house.clientA, blueprintId, externalClaimRef: claim.externalClaimRef },
    );
    expect(previewStrategy.map(({ stepId, outcome, at }) => `${stepId}:${outcome} ${at}`)).toEqual([
      'if:yes 2026-03-03T10:00:00.000Z',
      'mail:done 2026-03-03T10:00:00.000Z',
      'w:done 2026-03-06T10:00:00.000Z',
      'end:ended 2026-03-06T10:00:00.000Z',
    ]);
    expect(await house.queued(claim)).toEqual([]);
    expect(
      await house.inA((tx) =>
        tx.sql('select 1 from strategy_run where client_id = $1 and external_claim_ref = $2', [tx.clientId, claim.externalClaimRef]),
      ),
    ).toEqual([]);
  });

  it('leaves a step through any of its outputs, and its history names which; what an earlier release wrote is named alike', async () => {
    const forget = knowStep(sortByBalance);
    try {
      const blueprintId = await house.saved([
        { id: 'sort', stepType: 'sortByBalance', stepState: {}, outputs: { small: 'end', medium: 'mail' } },
        email('mail', null),
        end,
      ]);
      const claim = await house.newClaim();
      await house.command('startStrategy', [claim], blueprintId);
      const ahead = await house.current(claim);
      expect(ahead.nextSteps.map(({ stepId, outcome }) => `${stepId}:${outcome}`)).toEqual(['sort:medium', 'mail:done']);
      await house.advance();
      expect(stepsOf(await house.current(claim))).toEqual(['sort:medium', 'mail:done']);
      await house.event(claim, 'strategyStep', { version: 1, stepId: 'if', stepType: 'evaluateIfCondition', visit: 9, outcome: 'right' });
      expect(stepsOf(await house.current(claim)).at(-1)).toBe('if:yes');
    } finally {
      forget();
    }
  });

  it('is put off or refused by the gate, with the rule that decided', async () => {
    const blueprintId = await house.saved([
      email('mail', 'sms'),
      { id: 'sms', stepType: 'sendSMS', stepState: { bundleName: 'short' }, down: 'end' },
      end,
    ]);
    const opted = await house.newClaim();
    await house.inA((tx) => tx.sql(`update account set opted_out = '{email}' where account_id = $1`, [opted.accountId]));
    const account = await house.newClaim();
    const others = [await house.newClaim(account.accountId), await house.newClaim(account.accountId)];
    await house.command('startStrategy', [opted, account], blueprintId);
    for (const other of others)
      await house.command(
        'startStrategy',
        [other],
        await house.saved([{ ...email('mail', 'end'), stepState: { bundleName: uuidv7() } }, end]),
      );
    await house.advance();
    expect((await house.current(opted)).history.map((item) => item.messageType)).toContain('contactDenied');
    // Two contacts a day and account: the third claim's message waits for tomorrow although all three were decided in one batch.
    const states = await Promise.all([account, ...others].map(house.current));
    expect(states.map((state) => state.status).sort()).toEqual(['completed', 'completed', 'waiting']);
    const deferred = states.find((state) => state.status === 'waiting')!;
    expect(deferred.history[0]).toMatchObject({ messageType: 'contactDeferred', stepId: 'mail', why: { key: 'gate.capDay' } });
  });

  it('sends a debtor with 17 bills one e-mail, however many of the claims and strategies come to it in one second', async () => {
    const strategies = [await house.saved([email('mail', 'end'), end]), await house.saved([email('again', 'end'), end])];
    const first = await house.newClaim();
    const claims = [first];
    while (claims.length < 17) claims.push(await house.newClaim(first.accountId));
    await house.command('startStrategy', claims.slice(0, 9), strategies[0]);
    await house.command('startStrategy', claims.slice(9), strategies[1]);
    // Two drivers at once, and a batch that is smaller than the account.
    await Promise.all([advanceDue(house.database, house.clientA, 5), advanceDue(house.database, house.clientA, 3)]);
    const states = await Promise.all(claims.map(house.current));
    expect((await Promise.all(claims.map(house.queued))).flat()).toHaveLength(1);
    const waiting = states.filter((state) => state.status === 'waiting');
    expect(waiting).toHaveLength(16);
    for (const state of waiting) {
      expect(state.reason?.key).toBe('gate.sameContent');
      expect(state.currentStep?.wakeAt).toBe('2026-03-04T10:00:00.000Z');
    }
    // Nobody waits for ever: each of the others has its turn, one a day.
    house.clock.time = instant(house.clock.time + DAY);
    await house.advance();
    expect((await Promise.all(claims.map(house.queued))).flat()).toHaveLength(2);
    const later = (await Promise.all(claims.map(house.current))).filter((state) => state.status === 'waiting');
    expect(later).toHaveLength(15);
    for (const state of later) expect(state.reason?.key).toBe('gate.sameContent');
  });

  it('goes on in another strategy, and ends with an event when strategies chase each other without a wait', async () => {
    const target = await house.saved([email('mail', 'end'), end]);
    const blueprintId = await house.saved([{ id: 'go', stepType: 'replaceStrategySteps', stepState: { blueprintId: target } }]);
    const claim = await house.newClaim();
    await house.command('startStrategy', [claim], blueprintId);
    await house.advance();
    expect(await house.current(claim)).toMatchObject({ blueprintId: target, status: 'completed' });
    expect(stepsOf(await house.current(claim))).toEqual(['go:switched', 'mail:done', 'end:ended']);

    const circle = await house.saved([end]);
    const round = Array.from(
      { length: 99 },
      (_, n): TreeStep => ({ id: `s${n}`, stepType: 'enablePromiseToPay', stepState: {}, down: n === 98 ? 'again' : `s${n + 1}` }),
    );
    const chased = [...round, { id: 'again', stepType: 'replaceStrategySteps', stepState: { blueprintId: circle } }];
    // Saving refuses it, so this is one that was saved before that rule.
    expect((await house.save(chased, circle)).problems).toMatchObject([{ stepId: 'again', key: 'blueprint.circle' }]);
    await house.inA(async (tx) => {
      await tx.sql(
        'insert into strategy_version (client_id, blueprint_id, version, steps, saved_at) select client_id, blueprint_id, 2, $3, saved_at from strategy_version where client_id = $1 and blueprint_id = $2',
        [tx.clientId, circle, JSON.stringify(chased)],
      );
      await tx.sql('update strategy_blueprint set current_version = 2 where client_id = $1 and blueprint_id = $2', [tx.clientId, circle]);
    });
    const runaway = await house.newClaim();
    await house.command('startStrategy', [runaway], circle);
    await house.advance();
    const state = await house.current(runaway);
    expect(state).toMatchObject({ status: 'stopped', reason: { key: 'run.runaway' } });
    expect(state.history[0]?.messageType).toBe('strategyRunaway');
  });

  it('writes once to an account with 17 claims where its message is about the whole account, as the forecast says', async () => {
    const message = { ...email('mail', 'end'), stepState: { bundleName: 'reminder', wholeAccount: true } };
    const blueprintId = await house.saved([message, end]);
    const first = await house.newClaim();
    const claims = [first];
    for (let more = 0; more < 16; more++) claims.push(await house.newClaim(first.accountId));
    const refs = claims.map((claim) => claim.externalClaimRef);
    expect(await house.inA((tx) => forecastFirstHour(tx, blueprintId, refs, false))).toMatchObject({ email: 1, sms: 0 });
    await house.command('startStrategy', claims, blueprintId);
    await house.advance();
    // Nor does a later day bring the others' messages.
    house.clock.time = instant(house.clock.time + 7 * DAY);
    await house.advance();
    const queued = await Promise.all(claims.map((claim) => house.queued(claim)));
    expect(queued.flat()).toHaveLength(1);
    const states = await Promise.all(claims.map((claim) => house.current(claim)));
    expect(states.map(({ status }) => status)).toEqual(claims.map(() => 'completed'));
    const told = states.filter(({ history }) => history.some(({ why }) => why?.key === 'step.toldForAccount'));
    expect(told).toHaveLength(16);
  });

  it('performs each effect of a step', async () => {
    const blueprintId = await house.saved([
      {
        id: 'task',
        stepType: 'createCaseManagementTask',
        stepState: { topicId: 'calls', note: 'Call "them", {now}', tags: ['URGENT', 'a "b"'], dueInDays: 2 },
        down: 'meta',
      },
      { id: 'meta', stepType: 'setClaimMetaFields', stepState: { values: { stage: 'soft', level: 2 } }, down: 'account' },
      { id: 'account', stepType: 'setAccountMetaField', stepState: { field: 'vip', value: true }, down: 'assign' },
      { id: 'assign', stepType: 'assignAccount', stepState: { userId: house.userA }, down: 'flag' },
      { id: 'flag', stepType: 'disablePromiseToPay', stepState: {}, down: 'mark' },
      { id: 'mark', stepType: 'checkpoint', stepState: { displayName: 'Soft phase' }, down: null },
    ]);
    await house.inA((tx) =>
      tx.sql(`insert into task_topic (client_id, topic_id, name, created_at) values ($1, 'calls', 'Calls', '2026-01-01Z')`, [tx.clientId]),
    );
    const claim = await house.newClaim();
    await house.command('startStrategy', [claim], blueprintId);
    await house.advance();
    const [row] = await house.inA((tx) =>
      tx.sql<Record<string, unknown>>(
        `select c.meta, c.promise_to_pay_enabled, a.meta as account_meta, a.assignee_user_id, t.topic_id, t.note, t.tags, t.due_date, t.status
         from claim c join account a on a.account_id = c.account_id join case_task t on t.external_claim_ref = c.external_claim_ref
         where c.external_claim_ref = $1`,
        [claim.externalClaimRef],
      ),
    );
    expect(row).toEqual({
      meta: { stage: 'soft', level: 2 },
      promise_to_pay_enabled: false,
      account_meta: { vip: true },
      assignee_user_id: house.userA,
      topic_id: 'calls',
      note: 'Call "them", {now}',
      tags: ['URGENT', 'a "b"'],
      due_date: '2026-03-05',
      status: 'new',
    });
    const { history, status } = await house.current(claim);
    expect(status).toBe('completed');
    expect(history.map((item) => item.messageType)).toContain('checkpointReached');
  });
});

describe('the driver', () => {
  it('fails a run whose values the database refuses, alone', async () => {
    const poison = await house.saved([
      { id: 'meta', stepType: 'setClaimMetaFields', stepState: { values: { note: 'x' } }, down: 'end' },
      end,
    ]);
    const claims = await Promise.all(Array.from({ length: 9 }, () => house.newClaim()));
    await house.command('startStrategy', claims, poison);
    // Stands for any value that only the database refuses, at the moment it is written.
    await house.database.owner.query(
      `alter table claim add constraint no_poison check (not (external_claim_ref = '${claims[4]!.externalClaimRef}' and meta ? 'note'))`,
    );
    await house.advance();
    await house.database.owner.query('alter table claim drop constraint no_poison');
    const states = await Promise.all(claims.map(house.current));
    expect(states.map((state) => state.status)).toEqual(claims.map((_, index) => (index === 4 ? 'failed' : 'completed')));
    expect(states[4]).toMatchObject({ reason: { key: 'run.dataRefused' } });
    expect(states[4]!.history[0]?.messageType).toBe('strategyFailed');
    expect(await house.command('resumeStrategy', [claims[4]!])).toEqual({ done: 1, skipped: 0 });
    await house.advance();
    expect((await house.current(claims[4]!)).status).toBe('completed');
  });

  it('advances each run once however many drivers there are', async () => {
    const blueprintId = await house.saved([email('mail', 'w'), wait('w', 1, 'mail2'), email('mail2', 'end'), end]);
    const claims = await Promise.all(Array.from({ length: 120 }, () => house.newClaim()));
    await house.command('startStrategy', claims, blueprintId);
    await Promise.all([1, 2, 3].map(() => advanceDue(house.database, house.clientA, 7)));
    house.clock.time = instant(house.clock.time + DAY + HOUR);
    await Promise.all([1, 2, 3].map(() => advanceDue(house.database, house.clientA, 11)));
    const rows = await house.inA((tx) =>
      tx.sql<{ step: string; outcome: string; count: number }>(
        `select payload ->> 'stepId' as step, payload ->> 'outcome' as outcome, count(*)::int as count from event
         where actor_id = $1 and payload -> 'stepId' is not null group by 1, 2 order by 1, 2`,
        [blueprintId],
      ),
    );
    expect(rows).toEqual([
      { step: 'end', outcome: 'ended', count: 120 },
      { step: 'mail', outcome: 'done', count: 120 },
      { step: 'mail2', outcome: 'done', count: 120 },
      { step: 'w', outcome: 'done', count: 120 },
    ]);
    const [sent] = await house.inA((tx) =>
      tx.sql<{ count: number }>(`select count(*)::int as count from outbox where request ->> 'blueprintId' = $1`, [blueprintId]),
    );
    expect(sent?.count).toBe(240);
  });
});
