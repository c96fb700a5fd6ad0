import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { DAY, HOUR, type Instant, instant } from '../../../core/time.ts';
import type { TreeStep } from '../../../engine/types.ts';
import { useClock } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { advanceDue } from './strategy.engine.logic.ts';
import { mountStrategyUploads } from './strategy.upload.ts';

let house: TestHouse;
let time: Instant;
let restoreClock: () => void;
let claimNumber = 0;

beforeAll(async () => {
  house = await openTestHouse((app, { database }) => mountStrategyUploads(app, { database }));
  restoreClock = useClock(() => time);
});
afterAll(async () => {
  restoreClock();
  await house.close();
});
beforeEach(() => {
  time = instant('2026-03-03T10:00:00Z'); // a Tuesday, 11:00 in Berlin
});

interface TestClaim {
  accountId: Uuid;
  externalClaimRef: string;
}

async function newClaim(account?: Uuid): Promise<TestClaim> {
  const accountId = account ?? uuidv7();
  const number = ++claimNumber;
  const externalClaimRef = `R-${number}`;
  await house.inA(async (tx) => {
    if (!account) {
      const debtorId = uuidv7();
      await tx.sql(
        `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at) values ($1, $2, $3, 'EUR', $4, $4)`,
        [tx.clientId, accountId, `A-${number}`, new Date(time)],
      );
      await tx.sql(
        `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, last_name) values ($1, $2, $3, $4, 'person', 'Muster')`,
        [tx.clientId, accountId, debtorId, `D-${number}`],
      );
      await tx.sql(
        `insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at) values ($1, $2, $3, 'email', $4, $4, $5)`,
        [tx.clientId, accountId, debtorId, `d${number}@debtor.example`, new Date(time)],
      );
    }
    await tx.sql(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at)
       values ($1, $2, $3, 'EUR', 10000, 10000, '2026-02-01', $4, $4)`,
      [tx.clientId, externalClaimRef, accountId, new Date(time)],
    );
  });
  return { accountId, externalClaimRef };
}

const call = <Data>(document: string, variables: object) =>
  house.call<Data>('strategy', document, { clientId: house.clientA, ...variables });

async function save(steps: TreeStep[], id = 'new', more: object = {}) {
  const { saveStrategyBlueprint: saved } = await call<{
    saveStrategyBlueprint: {
      blueprint: { id: Uuid; version: number; displayName: string } | null;
      problems: { stepId: string; severity: string; key: string }[];
    };
  }>(
    `mutation ($clientId: ID!, $id: ID!, $steps: String!, $displayName: String, $expectedVersion: Int, $previewId: ID) {
      saveStrategyBlueprint(clientId: $clientId, id: $id, steps: $steps, displayName: $displayName, expectedVersion: $expectedVersion, previewId: $previewId) {
        blueprint { id version displayName previewUrl } problems { stepId severity key values } } }`,
    { id, steps: JSON.stringify(steps), ...more },
  );
  return saved;
}

async function saved(steps: TreeStep[], id = 'new', more: object = {}): Promise<Uuid> {
  const { blueprint, problems } = await save(steps, id, more);
  if (!blueprint) throw new Error(JSON.stringify(problems));
  return blueprint.id;
}

async function command(name: string, claims: TestClaim[], blueprintId?: Uuid): Promise<{ done: number; skipped: number }> {
  const data = await call<Record<string, { done: number; skipped: number }>>(
    `mutation ($clientId: ID!, $refs: [String!]!${blueprintId ? ', $blueprintId: ID!' : ''}) {
      ${name}(clientId: $clientId, externalClaimRefs: $refs${blueprintId ? ', blueprintId: $blueprintId' : ''}) { done skipped } }`,
    { refs: claims.map((claim) => claim.externalClaimRef), blueprintId },
  );
  return data[name]!;
}

interface Current {
  runId: Uuid;
  blueprintId: Uuid;
  version: number;
  currentVersion: number;
  status: string;
  reason: { key: string } | null;
  currentStep: { stepId: string; wakeAt: string | null } | null;
  nextSteps: { stepId: string; at: string; outcome: string }[];
  history: {
    messageType: string;
    stepId: string | null;
    outcome: string | null;
    why: { key: string; values: Record<string, unknown> } | null;
    at: string;
  }[];
}

async function current({ externalClaimRef }: TestClaim): Promise<Current> {
  const data = await call<{ getCurrentStrategy: Current }>(
    `query ($clientId: ID!, $ref: String!) { getCurrentStrategy(clientId: $clientId, externalClaimRef: $ref) {
      runId blueprintId version currentVersion status reason { key values } currentStep { stepId wakeAt } nextSteps { stepId at outcome }
      history { messageType stepId outcome why { key values } at } } }`,
    { ref: externalClaimRef },
  );
  return data.getCurrentStrategy;
}

const advance = () => advanceDue(house.database, house.clientA);
const stepsOf = ({ history }: Current) =>
  history
    .filter((item) => item.stepId)
    .map((item) => `${item.stepId}:${item.outcome}`)
    .reverse();
const event = (claim: TestClaim, messageType: string, payload = {}) =>
  house.inA((tx) => appendEvents(tx, [{ messageType, ...claim, payload }]));
async function queued(claim: TestClaim): Promise<string[]> {
  return (
    await house.inA((tx) =>
      tx.sql<{ key: string }>('select key from outbox where external_claim_ref = $1 order by created_at', [claim.externalClaimRef]),
    )
  ).map((row) => row.key);
}

const email = (id: string, down: string | null): TreeStep => ({ id, stepType: 'sendEmail', stepState: { bundleName: 'reminder' }, down });
const wait = (id: string, days: number, down: string | null): TreeStep => ({ id, stepType: 'delay', stepState: { days }, down });
const end: TreeStep = { id: 'end', stepType: 'expired', stepState: {} };
const bigClaim = (id: string, left: string | null, right: string | null): TreeStep => ({
  id,
  stepType: 'evaluateIfCondition',
  stepState: { mode: 'advanced', expression: 'claimBalance >= money("50.00", "EUR")' },
  left,
  right,
});

describe('a saved strategy', () => {
  it('receives a fresh id, and each save is a version that stays', async () => {
    const id = await saved([wait('w', 1, 'end'), end]);
    expect(await saved([wait('w', 2, 'end'), end], id)).toBe(id);
    const read = (version?: number) =>
      call<{ getStrategyBlueprint: { version: number; currentVersion: number; steps: TreeStep[] } }>(
        'query ($clientId: ID, $id: ID!, $version: Int) { getStrategyBlueprint(clientId: $clientId, id: $id, version: $version) { version currentVersion steps } }',
        { id, version },
      );
    expect((await read(1)).getStrategyBlueprint).toMatchObject({ version: 1, currentVersion: 2, steps: [{ stepState: { days: 1 } }, {}] });
    expect((await read()).getStrategyBlueprint).toMatchObject({ version: 2, steps: [{ stepState: { days: 2 } }, {}] });
    expect((await save([wait('w', 2, 'end'), end], id)).blueprint?.version).toBe(2);
  });

  it('is not saved while a step is wrong, and says which and why', async () => {
    const { blueprint, problems } = await save([
      { id: 'mail', stepType: 'sendEmail', stepState: {}, down: 'nowhere' },
      { id: 'x', stepType: 'unheardOf', stepState: {} },
    ]);
    expect(blueprint).toBeNull();
    expect(problems.filter((problem) => problem.severity === 'error').map((problem) => `${problem.stepId} ${problem.key}`)).toEqual(
      expect.arrayContaining(['mail step.invalidState', 'mail blueprint.dangling', 'x step.unknownType', 'x blueprint.unreachable']),
    );
    const answer = await house.raw(
      'strategy',
      'mutation ($clientId: ID!) { saveStrategyBlueprint(clientId: $clientId, id: "new", steps: "{") { problems { key } } }',
      { clientId: house.clientA },
    );
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'steps' });
  });

  it('is not overwritten by an editor that began at an older version', async () => {
    const id = await saved([end]);
    await saved([wait('w', 1, 'end'), end], id, { expectedVersion: 1 });
    await expect(save([wait('w', 9, 'end'), end], id, { expectedVersion: 1 })).rejects.toThrow(/CONFLICT.*version 2/);
  });

  it('has a name of its own, letters in any case', async () => {
    await saved([end], 'new', { displayName: 'Soft reminders' });
    await expect(save([end], 'new', { displayName: 'SOFT reminders' })).rejects.toThrow(/CONFLICT/);
    const { checkStrategyBlueprintDisplayNameAvailability: free } = await call<{ checkStrategyBlueprintDisplayNameAvailability: boolean }>(
      'query ($clientId: ID!) { checkStrategyBlueprintDisplayNameAvailability(clientId: $clientId, displayName: "soft Reminders") }',
      {},
    );
    expect(free).toBe(false);
  });
});

describe('a claim in a strategy', () => {
  it('takes its steps, waits, and tells why', async () => {
    const blueprintId = await saved([bigClaim('if', null, 'mail'), email('mail', 'w'), wait('w', 3, 'end'), end]);
    const claim = await newClaim();
    expect(await command('startStrategy', [claim], blueprintId)).toEqual({ done: 1, skipped: 0 });
    await advance();
    const waiting = await current(claim);
    expect(waiting).toMatchObject({
      status: 'waiting',
      currentStep: { stepId: 'w', wakeAt: '2026-03-06T10:00:00.000Z' },
      reason: { key: 'wait.delay' },
    });
    expect(waiting.nextSteps.map((step) => `${step.stepId} ${step.at}`)).toEqual([
      'w 2026-03-06T10:00:00.000Z',
      'end 2026-03-06T10:00:00.000Z',
    ]);
    expect(stepsOf(waiting)).toEqual(['if:right', 'mail:done']);
    expect(waiting.history.find((item) => item.stepId === 'if')?.why?.key).toBeTruthy();
    expect(await queued(claim)).toHaveLength(1);
    time = instant(time + 3 * DAY - 1);
    expect((await advance()).runs).toBe(0);
    time = instant(time + 1);
    await advance();
    const ended = await current(claim);
    expect(ended).toMatchObject({ status: 'completed', currentStep: null, nextSteps: [], reason: { key: 'run.expired' } });
    expect(stepsOf(ended)).toEqual(['if:right', 'mail:done', 'w:done', 'end:ended']);
  });

  it('keeps its version when the strategy is saved again, until it is moved', async () => {
    const blueprintId = await saved([wait('w', 1, 'mail'), email('mail', 'end'), end]);
    const [stays, moves] = [await newClaim(), await newClaim()];
    await command('startStrategy', [stays, moves], blueprintId);
    await advance();
    await saved([wait('w', 1, 'end'), end], blueprintId);
    expect(await command('moveStrategyRunsToCurrentVersion', [moves], blueprintId)).toEqual({ done: 1, skipped: 0 });
    expect(await current(stays)).toMatchObject({ version: 1, currentVersion: 2 });
    time = instant(time + DAY);
    await advance();
    expect(stepsOf(await current(stays))).toContain('mail:done');
    expect(stepsOf(await current(moves))).not.toContain('mail:done');
    expect(await current(moves)).toMatchObject({ version: 2, status: 'completed' });
  });

  it('pauses, resumes where it stood, and stops', async () => {
    const blueprintId = await saved([wait('w', 2, 'mail'), email('mail', 'end'), end]);
    const claim = await newClaim();
    await command('startStrategy', [claim], blueprintId);
    await advance();
    expect(await command('pauseStrategy', [claim])).toEqual({ done: 1, skipped: 0 });
    time = instant(time + 5 * DAY);
    await advance();
    expect(await current(claim)).toMatchObject({ status: 'paused', currentStep: { stepId: 'w', wakeAt: null } });
    expect(await queued(claim)).toEqual([]);
    expect(await command('resumeStrategy', [claim])).toEqual({ done: 1, skipped: 0 });
    await advance();
    expect(stepsOf(await current(claim))).toContain('w:done');
    const other = await newClaim();
    await command('startStrategy', [other], blueprintId);
    await advance();
    expect(await command('stopStrategy', [other])).toEqual({ done: 1, skipped: 0 });
    time = instant(time + 30 * DAY);
    await advance();
    expect(await current(other)).toMatchObject({ status: 'stopped', currentStep: { stepId: 'w' }, reason: { key: 'run.stopped' } });
    expect(await command('stopStrategy', [other])).toEqual({ done: 0, skipped: 1 });
  });

  it('is in one strategy at a time: start skips it, assign replaces', async () => {
    const [first, second] = [await saved([wait('w', 1, 'end'), end]), await saved([wait('w', 1, 'end'), end])];
    const claim = await newClaim();
    await command('startStrategy', [claim], first);
    expect(await command('startStrategy', [claim], second)).toEqual({ done: 0, skipped: 1 });
    expect(await command('assignStrategy', [claim], second)).toEqual({ done: 1, skipped: 0 });
    expect((await current(claim)).blueprintId).toBe(second);
  });

  it('ends when it is resolved, halts while it is promised or disputed, and goes on after', async () => {
    const blueprintId = await saved([wait('w', 2, 'mail'), email('mail', 'end'), end]);
    const [paid, promised, disputed, held] = [await newClaim(), await newClaim(), await newClaim(), await newClaim()];
    await command('startStrategy', [paid, promised, disputed, held], blueprintId);
    await advance();
    await event(paid, 'claimResolved');
    await event(promised, 'promiseToPayCreated');
    await event(disputed, 'claimDisputed');
    await command('pauseStrategy', [held]);
    await event(held, 'promiseToPayCreated');
    time = instant(time + 2 * DAY);
    await advance();
    expect(await current(paid)).toMatchObject({ status: 'completed', reason: { key: 'run.claimResolved' } });
    expect(await current(promised)).toMatchObject({ status: 'paused', reason: { key: 'run.pausedByPromise' } });
    expect(await current(disputed)).toMatchObject({ status: 'paused', reason: { key: 'run.pausedByDispute' } });
    await event(promised, 'promiseToPayBroken');
    await event(disputed, 'disputeClosed');
    await event(held, 'promiseToPayBroken');
    await advance();
    expect(await current(promised)).toMatchObject({ status: 'completed' });
    expect(await queued(promised)).toHaveLength(1);
    expect(await queued(disputed)).toHaveLength(1);
    expect(await current(held)).toMatchObject({ status: 'paused', reason: { key: 'run.paused' } });
    expect(await queued(paid)).toEqual([]);
  });

  it('halts for a promise that is made through the API, and goes on when it is cancelled', async () => {
    const blueprintId = await saved([wait('w', 2, 'mail'), email('mail', 'end'), end]);
    const claim = await newClaim();
    await command('startStrategy', [claim], blueprintId);
    await advance();
    const { createPromiseToPay: promise } = await house.call<{ createPromiseToPay: { id: Uuid } }>(
      'finance',
      'mutation ($clientId: ID!, $ref: String!) { createPromiseToPay(clientId: $clientId, externalClaimRef: $ref, amount: "100.00", dueDate: "2026-03-20") { id } }',
      { clientId: house.clientA, ref: claim.externalClaimRef },
    );
    expect(await current(claim)).toMatchObject({ status: 'paused', reason: { key: 'run.pausedByPromise' } });
    await house.call(
      'finance',
      'mutation ($clientId: ID!, $id: ID!) { cancelPromiseToPay(clientId: $clientId, promiseToPayId: $id) { id } }',
      {
        clientId: house.clientA,
        id: promise.id,
      },
    );
    time = instant(time + 2 * DAY);
    await advance();
    expect(await current(claim)).toMatchObject({ status: 'completed' });
    expect(await queued(claim)).toHaveLength(1);
  });

  it('moves its wait when the due date moves', async () => {
    const blueprintId = await saved([{ id: 'w', stepType: 'waitDaysPastDue', stepState: { days: 40 }, down: 'end' }, end]);
    const claim = await newClaim();
    await command('startStrategy', [claim], blueprintId);
    await advance();
    expect((await current(claim)).currentStep?.wakeAt).toBe('2026-03-12T23:00:00.000Z');
    await house.inA((tx) => tx.sql(`update claim set due_date = '2026-02-11' where external_claim_ref = $1`, [claim.externalClaimRef]));
    await event(claim, 'claimChanged');
    await advance();
    expect((await current(claim)).currentStep?.wakeAt).toBe('2026-03-22T23:00:00.000Z');
  });

  it('is put off or refused by the gate, with the rule that decided', async () => {
    const blueprintId = await saved([
      email('mail', 'sms'),
      { id: 'sms', stepType: 'sendSMS', stepState: { bundleName: 'short' }, down: 'end' },
      end,
    ]);
    const opted = await newClaim();
    await house.inA((tx) => tx.sql(`update account set opted_out = '{email}' where account_id = $1`, [opted.accountId]));
    const account = await newClaim();
    const others = [await newClaim(account.accountId), await newClaim(account.accountId)];
    await command('startStrategy', [opted, account, ...others], blueprintId);
    await advance();
    expect((await current(opted)).history.map((item) => item.messageType)).toContain('contactDenied');
    // Two contacts a day and account: the third claim's message waits for tomorrow although all three were decided in one batch.
    const states = await Promise.all([account, ...others].map(current));
    expect(states.map((state) => state.status).sort()).toEqual(['completed', 'completed', 'waiting']);
    const deferred = states.find((state) => state.status === 'waiting')!;
    expect(deferred.history[0]).toMatchObject({ messageType: 'contactDeferred', stepId: 'mail', why: { key: 'gate.capDay' } });
  });

  it('goes on in another strategy, and ends with an event when strategies chase each other without a wait', async () => {
    const target = await saved([email('mail', 'end'), end]);
    const blueprintId = await saved([{ id: 'go', stepType: 'replaceStrategySteps', stepState: { blueprintId: target } }]);
    const claim = await newClaim();
    await command('startStrategy', [claim], blueprintId);
    await advance();
    expect(await current(claim)).toMatchObject({ blueprintId: target, status: 'completed' });
    expect(stepsOf(await current(claim))).toEqual(['go:switched', 'mail:done', 'end:ended']);

    const circle = await saved([end]);
    const round = Array.from(
      { length: 99 },
      (_, n): TreeStep => ({ id: `s${n}`, stepType: 'enablePromiseToPay', stepState: {}, down: n === 98 ? 'again' : `s${n + 1}` }),
    );
    await saved([...round, { id: 'again', stepType: 'replaceStrategySteps', stepState: { blueprintId: circle } }], circle);
    const runaway = await newClaim();
    await command('startStrategy', [runaway], circle);
    await advance();
    const state = await current(runaway);
    expect(state).toMatchObject({ status: 'stopped', reason: { key: 'run.runaway' } });
    expect(state.history[0]?.messageType).toBe('strategyRunaway');
  });

  it('performs each effect of a step', async () => {
    const blueprintId = await saved([
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
    const claim = await newClaim();
    await command('startStrategy', [claim], blueprintId);
    await advance();
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
    const { history, status } = await current(claim);
    expect(status).toBe('completed');
    expect(history.map((item) => item.messageType)).toContain('checkpointReached');
  });
});

describe('the driver', () => {
  it('fails a run whose values the database refuses, alone', async () => {
    const poison = await saved([{ id: 'meta', stepType: 'setClaimMetaFields', stepState: { values: { note: 'x' } }, down: 'end' }, end]);
    const claims = await Promise.all(Array.from({ length: 9 }, () => newClaim()));
    await command('startStrategy', claims, poison);
    // Stands for any value that only the database refuses, at the moment it is written.
    await house.database.owner.query(
      `alter table claim add constraint no_poison check (not (external_claim_ref = '${claims[4]!.externalClaimRef}' and meta ? 'note'))`,
    );
    await advance();
    await house.database.owner.query('alter table claim drop constraint no_poison');
    const states = await Promise.all(claims.map(current));
    expect(states.map((state) => state.status)).toEqual(claims.map((_, index) => (index === 4 ? 'failed' : 'completed')));
    expect(states[4]).toMatchObject({ reason: { key: 'run.dataRefused' } });
    expect(states[4]!.history[0]?.messageType).toBe('strategyFailed');
    expect(await command('resumeStrategy', [claims[4]!])).toEqual({ done: 1, skipped: 0 });
    await advance();
    expect((await current(claims[4]!)).status).toBe('completed');
  });

  it('advances each run once however many drivers there are', async () => {
    const blueprintId = await saved([email('mail', 'w'), wait('w', 1, 'mail2'), email('mail2', 'end'), end]);
    const claims = await Promise.all(Array.from({ length: 120 }, () => newClaim()));
    await command('startStrategy', claims, blueprintId);
    await Promise.all([1, 2, 3].map(() => advanceDue(house.database, house.clientA, 7)));
    time = instant(time + DAY + HOUR);
    await Promise.all([1, 2, 3].map(() => advanceDue(house.database, house.clientA, 11)));
    const rows = await house.inA((tx) =>
      tx.sql<{ step: string; outcome: string; count: number }>(
        `select payload ->> 'stepId' as step, payload ->> 'outcome' as outcome, count(*)::int as count from event
         where payload ->> 'blueprintId' = $1 and payload ? 'stepId' group by 1, 2 order by 1, 2`,
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

describe('the drawing of a strategy', () => {
  it('is uploaded once to its own address and saved with the strategy', async () => {
    const app = house.app;
    const { createStrategyPreviewFileURL: upload } = await call<{ createStrategyPreviewFileURL: { previewId: Uuid; url: string } }>(
      'mutation ($clientId: ID!) { createStrategyPreviewFileURL(clientId: $clientId) { previewId url } }',
      {},
    );
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==', 'base64');
    const put = (url: string, payload: Buffer) => app.inject({ method: 'PUT', url, headers: { 'content-type': 'image/png' }, payload });
    expect((await put(upload.url, Buffer.from('<svg onload="alert(1)"/>'))).statusCode).toBe(400);
    expect((await put(`${upload.url}x`, png)).statusCode).toBe(404);
    expect((await put(upload.url, png)).statusCode).toBe(204);
    expect((await put(upload.url, png)).statusCode).toBe(404);
    const { blueprint } = await save([end], 'new', { previewId: upload.previewId });
    expect(blueprint).toMatchObject({ previewUrl: `data:image/png;base64,${png.toString('base64')}` });
  });
});

describe('deleting a strategy', () => {
  const remove = (blueprintId: Uuid, replacementBlueprintId?: Uuid) =>
    call<{ deleteStrategyBlueprint: { changedStrategies: number; movedClaims: number } }>(
      `mutation ($clientId: ID!, $blueprintId: ID!, $replacementBlueprintId: ID) {
        deleteStrategyBlueprint(clientId: $clientId, blueprintId: $blueprintId, replacementBlueprintId: $replacementBlueprintId) { changedStrategies movedClaims } }`,
      { blueprintId, replacementBlueprintId },
    );

  it('needs a replacement while it is used, and moves claims and references there', async () => {
    const [old, replacement] = [await saved([wait('w', 1, 'end'), end]), await saved([wait('w', 5, 'end'), end])];
    const leading = await saved([{ id: 'go', stepType: 'replaceStrategySteps', stepState: { blueprintId: old } }]);
    const claim = await newClaim();
    await command('startStrategy', [claim], old);
    await expect(remove(old)).rejects.toThrow(/CONFLICT.*1 running claims.*1 other strategies/);
    expect((await remove(old, replacement)).deleteStrategyBlueprint).toEqual({ changedStrategies: 1, movedClaims: 1 });
    expect(await current(claim)).toMatchObject({ blueprintId: replacement, status: 'active' });
    const { getStrategyFlow: flow } = await call<{ getStrategyFlow: { nextBlueprints: { id: Uuid }[] } }>(
      'query ($clientId: ID!, $id: ID!) { getStrategyFlow(clientId: $clientId, blueprintId: $id) { nextBlueprints { id } } }',
      { id: leading },
    );
    expect(flow.nextBlueprints.map((each) => each.id)).toEqual([replacement]);
    const answer = await house.raw(
      'strategy',
      'query ($clientId: ID, $id: ID!) { getStrategyBlueprint(clientId: $clientId, id: $id) { id } }',
      {
        clientId: house.clientA,
        id: old,
      },
    );
    expect(answer.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });
});
