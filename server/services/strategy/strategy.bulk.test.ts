/** Strategy commands over many accounts, as people schedule them: permission, progress, a killed worker, another client's accounts. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { instant } from '../../../core/time.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { inClient } from '../../platform/tenancy.ts';
import { addSampleAccounts } from '../account/account.sample.ts';
import { advanceBulkAction } from '../account/bulk/bulk.run.logic.ts';
import { saveBlueprint } from './strategy.blueprint.logic.ts';
import { email, end, openStrategyHouse, type StrategyHouse, wait } from './strategy.testing.ts';
import { saveTrigger } from './strategy.trigger.logic.ts';

const SCHEDULE = `mutation ($clientId: ID!, $action: String!, $accountIds: [ID!], $filter: AccountFilter, $externalClaimRefs: [String!], $claimFilter: ClaimFilter, $params: JSON) {
  scheduleBulkAction(clientId: $clientId, action: $action, accountIds: $accountIds, filter: $filter, externalClaimRefs: $externalClaimRefs, claimFilter: $claimFilter, params: $params) { bulkActionId } }`;
/** More than two transactions' worth. */
const MANY = 1100;

let house: StrategyHouse;
let first: Uuid;
let second: Uuid;

beforeAll(async () => {
  house = await openStrategyHouse();
  [first, second] = [await house.saved([wait('w', 9, 'end'), end]), await house.saved([wait('w', 5, 'end'), end])];
  await house.inA(async (tx) => {
    await tx.sql(
      `with made as (
         insert into account (client_id, account_id, external_account_ref, currency, debtor_name, created_at, updated_at)
         select $1, gen_random_uuid(), 'MANY-' || n, 'EUR', 'Debtor ' || n, '2026-01-01', '2026-01-01' from generate_series(1, ${MANY}) n returning account_id, external_account_ref)
       insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, status, due_date, created_at, updated_at)
       select $1, external_account_ref || status, account_id, 'EUR', 100, 100, status, '2026-01-01', '2026-01-01', '2026-01-01' from made, unnest(array['open', 'resolved']) status`,
      [tx.clientId],
    );
  });
});
afterAll(() => house.close());

const schedule = async (action: string, variables: object, token?: string) =>
  (
    await house.call<{ scheduleBulkAction: { bulkActionId: Uuid } }>(
      'account',
      SCHEDULE,
      { clientId: house.clientA, action, ...variables },
      token,
    )
  ).scheduleBulkAction.bulkActionId;
const progress = async (bulkActionId: Uuid) =>
  (
    await house.call<{ getBulkAction: { status: string; total: number; done: number; messagesSent: number; lastError: string | null } }>(
      'account',
      'query ($clientId: ID!, $id: ID!) { getBulkAction(clientId: $clientId, bulkActionId: $id) { status total done failed messagesSent lastError errorKey } }',
      { clientId: house.clientA, id: bulkActionId },
    )
  ).getBulkAction;
/** Claims by the status and strategy of their run; every account has one open claim and one that is paid. */
const runs = () =>
  house.inA((tx) =>
    tx.sql<{ status: string; blueprintId: Uuid; claims: number }>(
      `select r.status, blueprint_id as "blueprintId", count(*)::int as claims from strategy_run r
       join claim c on c.client_id = r.client_id and c.external_claim_ref = r.external_claim_ref and c.status = 'open' group by 1, 2 order by 1, 2`,
    ),
  );

it('each command works on the open claims of all accounts of a search, and shows how far it is', async () => {
  const command = async (action: string, params: object = {}) => {
    const bulkActionId = await schedule(action, { filter: {}, params });
    await drainJobs(house.database);
    expect(await progress(bulkActionId)).toMatchObject({ status: 'done', total: MANY, done: MANY, failed: 0 });
    return (await runs()).map(({ status, blueprintId, claims }) => `${claims} ${status} ${blueprintId === first ? 'first' : 'second'}`);
  };
  expect(await command('startStrategy', { blueprintId: first })).toEqual([`${MANY} waiting first`]);
  expect(await command('startStrategy', { blueprintId: second })).toEqual([`${MANY} waiting first`]);
  expect(await command('pauseStrategy')).toEqual([`${MANY} paused first`]);
  expect(await command('resumeStrategy')).toEqual([`${MANY} waiting first`]);
  expect(await command('assignStrategy', { blueprintId: second })).toEqual([`${MANY} waiting second`]);
  expect(await command('stopStrategy')).toEqual([`${MANY} stopped second`]);
});

it('a worker that dies between two chunks leaves whole chunks, and the next one goes on: each claim is started once', async () => {
  const before = await started();
  const bulkActionId = await schedule('startStrategy', { filter: {}, params: { blueprintId: second } });
  expect(await advanceBulkAction(house.database, house.clientA, bulkActionId)).toBe('more');
  const half = await progress(bulkActionId);
  expect(half).toMatchObject({ status: 'running', total: MANY });
  expect(half.done).toBeLessThan(MANY);
  expect((await started()) - before).toBe(half.done);
  // The queue hands the job to two workers when it took the first one for dead.
  await Promise.all([drainJobs(house.database), advanceBulkAction(house.database, house.clientA, bulkActionId)]);
  await drainJobs(house.database);
  expect(await progress(bulkActionId)).toMatchObject({ status: 'done', done: MANY });
  expect((await started()) - before).toBe(MANY);
});

const started = async () =>
  (
    await house.inA((tx) => tx.sql<{ count: number }>(`select count(*)::int as count from event where message_type = 'strategyStarted'`))
  )[0]!.count;

it('a selection is only what was chosen', async () => {
  const [one] = await house.inA((tx) =>
    tx.sql<{ account_id: Uuid }>(`select account_id from account where external_account_ref = 'MANY-7'`),
  );
  const bulkActionId = await schedule('pauseStrategy', { accountIds: [one!.account_id] });
  await drainJobs(house.database);
  expect(await progress(bulkActionId)).toMatchObject({ status: 'done', total: 1, done: 1 });
  expect((await runs()).filter(({ status }) => status === 'paused')).toEqual([{ status: 'paused', blueprintId: second, claims: 1 }]);
});

it.each([
  ['startStrategy', 'AGENT', 'FORBIDDEN'],
  ['stopStrategy', 'AGENT', 'FORBIDDEN'],
])('%s by %s is refused', async (action, role, code) => {
  const token = await house.tokenFor(house.clientA, role);
  await expect(schedule(action, { filter: {}, params: { blueprintId: first } }, token)).rejects.toThrow(code);
});

it("knows neither a strategy that is not there nor another client's strategy and accounts", async () => {
  const theirs = await inClient(house.database, house.clientB, async (tx) => {
    const ids = await addSampleAccounts(tx, [{ ref: 'THEIRS', last: 'Brandt', claims: [{ ref: 'T-1', balance: 100 }] }]);
    const { blueprint } = await saveBlueprint(tx, { id: 'new', steps: JSON.stringify([wait('w', 1, 'end'), end]) });
    return { accountId: ids.get('THEIRS')!, blueprintId: blueprint!.id };
  });
  for (const blueprintId of [uuidv7(), theirs.blueprintId, null])
    await expect(schedule('assignStrategy', { filter: {}, params: { blueprintId } })).rejects.toThrow('NOT_FOUND');
  await expect(schedule('startStrategy', { accountIds: [theirs.accountId], params: { blueprintId: first } })).rejects.toThrow('NOT_FOUND');
  await schedule('assignStrategy', { filter: {}, params: { blueprintId: first } });
  await drainJobs(house.database);
  expect(await house.inB((tx) => tx.sql('select 1 from strategy_run'))).toEqual([]);
});

const undo = async (bulkActionId: Uuid) => {
  const { undoBulkAction } = await house.call<{ undoBulkAction: { bulkActionId: Uuid } }>(
    'account',
    'mutation ($clientId: ID!, $id: ID!) { undoBulkAction(clientId: $clientId, bulkActionId: $id) { bulkActionId } }',
    { clientId: house.clientA, id: bulkActionId },
  );
  return undoBulkAction.bulkActionId;
};
const failed = async (bulkActionId: Uuid) =>
  (
    await house.call<{ getBulkActionItems: { results: { itemId: string; reason: string }[] } }>(
      'account',
      'query ($clientId: ID!, $id: ID!) { getBulkActionItems(clientId: $clientId, bulkActionId: $id, outcome: failed) { results { itemId reason } } }',
      { clientId: house.clientA, id: bulkActionId },
    )
  ).getBulkActionItems.results;
const run = (ref: string) =>
  house.inA(async (tx) => {
    const rows = await tx.sql<{ runId: Uuid; status: string; blueprintId: Uuid; stepId: string; key: string | null }>(
      `select run_id as "runId", status, blueprint_id as "blueprintId", step_id as "stepId", reason ->> 'key' as key from strategy_run where external_claim_ref = $1`,
      [ref],
    );
    return rows[0]!;
  });

it('processes claims of a search, is killed, continues, and can be undone the same way', async () => {
  await schedule('assignStrategy', { claimFilter: {}, params: { blueprintId: first } });
  await drainJobs(house.database);
  const before = await run('MANY-7open');
  const bulkActionId = await schedule('assignStrategy', {
    claimFilter: { statuses: ['open', 'resolved'] },
    params: { blueprintId: second },
  });
  expect(await advanceBulkAction(house.database, house.clientA, bulkActionId)).toBe('more');
  // The process is gone; the queue hands the job to another one.
  await drainJobs(house.database);
  expect(await progress(bulkActionId)).toMatchObject({ status: 'done', total: 2 * MANY, done: MANY, failed: MANY });
  expect((await failed(bulkActionId))[0]).toEqual({ itemId: 'MANY-1000resolved', reason: 'notOpen' });
  expect(await run('MANY-7open')).toMatchObject({ blueprintId: second, status: 'waiting' });
  // One has moved on since: somebody stopped it.
  await schedule('stopStrategy', { externalClaimRefs: ['MANY-9open'] });
  await drainJobs(house.database);
  const undone = await undo(bulkActionId);
  expect(await advanceBulkAction(house.database, house.clientA, undone)).toBe('more');
  await drainJobs(house.database);
  expect(await progress(undone)).toMatchObject({ status: 'done', total: MANY, done: MANY - 1, failed: 1 });
  expect(await failed(undone)).toEqual([{ itemId: 'MANY-9open', reason: 'changedSince' }]);
  expect(await run('MANY-7open')).toEqual(before);
  expect(await run('MANY-9open')).toMatchObject({ blueprintId: second, status: 'stopped' });
});

it('undoes an assignment over accounts in accounts: withdraws what is queued, and counts what had left', async () => {
  const mails = await house.saved([email('mail', 'w'), wait('w', 5, 'end'), end]);
  const claims = [await house.newClaim(), await house.newClaim(), await house.newClaim()];
  // The first account has three claims: still one account, and by the gate one message.
  claims.push(await house.newClaim(claims[0]!.accountId), await house.newClaim(claims[0]!.accountId));
  const bulkActionId = await schedule('assignStrategy', {
    accountIds: claims.slice(0, 3).map((claim) => claim.accountId),
    params: { blueprintId: mails },
  });
  await drainJobs(house.database);
  await house.advance();
  const statuses = () =>
    house.inA((tx) =>
      tx.sql<{ status: string }>('select status from outbox where account_id = any($1::uuid[]) order by status', [
        claims.map((claim) => claim.accountId),
      ]),
    );
  await house.inA((tx) =>
    tx.sql(`update outbox set status = case when account_id = $1 then 'sent' else 'queued' end where account_id = any($2::uuid[])`, [
      claims[0]!.accountId,
      claims.map((claim) => claim.accountId),
    ]),
  );
  expect(await progress(bulkActionId)).toMatchObject({ total: 3, done: 3, messagesSent: 0 });
  const undone = await undo(bulkActionId);
  await drainJobs(house.database);
  expect(await progress(undone)).toMatchObject({ status: 'done', total: 3, done: 3, failed: 0, messagesSent: 1 });
  expect((await statuses()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'sent']);
  const events = await house.inA((tx) =>
    tx.sql(
      `select payload ->> 'rule' as rule, payload ->> 'bundleName' as bundle from event where message_type = 'communicationCancelled'`,
    ),
  );
  expect(events).toEqual([
    { rule: 'undone', bundle: 'reminder' },
    { rule: 'undone', bundle: 'reminder' },
  ]);
  await expect(undo(bulkActionId)).rejects.toThrow('CONFLICT');
});

it('says how many messages would leave in the first hour, as the gate and siblings allow', async () => {
  const mails = await house.saved([
    email('mail', 'sms'),
    { id: 'sms', stepType: 'sendSMS', stepState: { bundleName: 'short' }, down: 'w' },
    wait('w', 1, 'late'),
    email('late', 'end'),
    end,
  ]);
  const onward = await house.saved([{ id: 'go', stepType: 'replaceStrategySteps', stepState: { blueprintId: mails } }]);
  const [one, two] = [await house.newClaim(), await house.newClaim()];
  const sibling = await house.newClaim(one.accountId);
  const forecast = async (variables: object, blueprintId: Uuid, action = 'assignStrategy') =>
    (
      await house.call<{ forecastBulkAction: object | null }>(
        'account',
        `query ($clientId: ID!, $action: String!, $accountIds: [ID!], $filter: AccountFilter, $externalClaimRefs: [String!], $params: JSON) {
          forecastBulkAction(clientId: $clientId, action: $action, accountIds: $accountIds, filter: $filter, externalClaimRefs: $externalClaimRefs, params: $params) { emails textMessages isEstimate } }`,
        { clientId: house.clientA, action, params: { blueprintId }, ...variables },
      )
    ).forecastBulkAction;
  const accountIds = [one.accountId, two.accountId];
  await house.inA((tx) =>
    tx.sql(
      `insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at)
       select $1, account_id, debtor_id, 'mobile', '+4915112345678', '+4915112345678', '2026-01-01' from debtor where account_id = $2`,
      [tx.clientId, two.accountId],
    ),
  );
  // The first account has no number, and its second claim waits for the day after the same template.
  const expected = { emails: 2, textMessages: 1, isEstimate: false };
  expect(await forecast({ accountIds }, mails)).toEqual(expected);
  expect(await forecast({ externalClaimRefs: [one, two, sibling].map((claim) => claim.externalClaimRef) }, onward)).toEqual(expected);
  expect(await forecast({ filter: {} }, first)).toEqual({ emails: 0, textMessages: 0, isEstimate: true });
  expect(await forecast({ accountIds, params: {} }, mails, 'pauseStrategy')).toBeNull();
  await expect(forecast({ accountIds }, uuidv7())).rejects.toThrow('NOT_FOUND');
  // What it says is what happens.
  await schedule('assignStrategy', { accountIds, params: { blueprintId: mails } });
  await drainJobs(house.database);
  await house.advance();
  const queued = await house.inA((tx) =>
    tx.sql(`select channel, count(*)::int as count from outbox where account_id = any($1::uuid[]) group by 1 order by 1`, [accountIds]),
  );
  expect(queued).toEqual([
    { channel: 'email', count: 2 },
    { channel: 'sms', count: 1 },
  ]);
  // At night nothing leaves within the hour.
  house.clock.time = instant('2026-03-03T22:00:00Z');
  const [three] = [await house.newClaim()];
  expect(await forecast({ accountIds: [three.accountId] }, mails)).toMatchObject({ textMessages: 0 });
  house.rewind();
});

it('undoes pauses, stops and resumes that are still in effect', async () => {
  const refs = ['MANY-20open', 'MANY-21open'];
  const act = async (action: string) => {
    const bulkActionId = await schedule(action, { externalClaimRefs: refs });
    await drainJobs(house.database);
    return bulkActionId;
  };
  const takeBack = async (bulkActionId: Uuid) => {
    await undo(bulkActionId);
    await drainJobs(house.database);
    return Promise.all(refs.map(async (ref) => (await run(ref)).status));
  };
  await house.inA((tx) =>
    tx.sql(
      `update strategy_run set status = 'paused', wake_at = null, reason = '{"key":"run.pausedByPromise"}' where external_claim_ref = $1`,
      [refs[1]],
    ),
  );
  expect(await takeBack(await act('pauseStrategy'))).toEqual(['waiting', 'paused']);
  // What a promise had halted is halted by the promise again, not by hand.
  expect((await run(refs[1]!)).key).toBe('run.pausedByPromise');
  expect(await takeBack(await act('stopStrategy'))).toEqual(['waiting', 'paused']);
  const resumed = await act('resumeStrategy');
  expect(await failed(resumed)).toEqual([{ itemId: refs[0], reason: 'notPaused' }]);
  expect(await takeBack(resumed)).toEqual(['waiting', 'paused']);
  expect((await run(refs[1]!)).key).toBe('run.pausedByPromise');
});

it('fires a custom trigger on each open claim, which can’t be undone', async () => {
  await house.inA((tx) => saveTrigger(tx, { name: 'call-back', description: '', fields: [{ name: 'day', type: 'date', required: true }] }));
  const bulkActionId = await schedule('customTrigger', {
    externalClaimRefs: ['MANY-30open', 'MANY-30resolved'],
    params: { trigger: 'call-back', values: { day: '2026-03-09' } },
  });
  await drainJobs(house.database);
  expect(await progress(bulkActionId)).toMatchObject({ status: 'done', done: 1, failed: 1 });
  const events = await house.inA((tx) => tx.sql(`select external_claim_ref, payload from event where message_type = 'customTriggerFired'`));
  expect(events).toEqual([{ external_claim_ref: 'MANY-30open', payload: { trigger: 'call-back', values: { day: '2026-03-09' } } }]);
  await expect(undo(bulkActionId)).rejects.toThrow('CONFLICT');
  await expect(schedule('customTrigger', { claimFilter: {}, params: { trigger: 'two words' } })).rejects.toThrow('INVALID_INPUT');
  await expect(schedule('customTrigger', { claimFilter: {}, params: { trigger: 'nobody-declared' } })).rejects.toThrow('NOT_FOUND');
  await expect(schedule('customTrigger', { claimFilter: {}, params: { trigger: 'call-back' } })).rejects.toThrow('This field is required');
});

it('ends with the reason when its strategy is deleted before its turn', async () => {
  const gone = await house.saved([wait('w', 1, 'end'), end]);
  const bulkActionId = await schedule('startStrategy', { filter: {}, params: { blueprintId: gone } });
  await house.ask('mutation ($clientId: ID!, $id: ID!) { deleteStrategyBlueprint(clientId: $clientId, blueprintId: $id) { id } }', {
    id: gone,
  });
  await drainJobs(house.database);
  expect(await progress(bulkActionId)).toMatchObject({
    status: 'failed',
    done: 0,
    lastError: expect.stringContaining('Strategy'),
    errorKey: expect.any(String),
  });
});
