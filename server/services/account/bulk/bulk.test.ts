import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { drainJobs } from '../../../platform/jobs.ts';
import { openTestHouse, type TestHouse } from '../../../platform/testing.ts';
import { addSampleAccounts } from '../account.sample.ts';
import { refreshAccounts } from '../ground/projection.logic.ts';
import { defineBulkAction } from './bulk.definition.logic.ts';
import { advanceBulkAction } from './bulk.run.logic.ts';

const SCHEDULE = `mutation ($clientId: ID!, $action: String!, $accountIds: [ID!], $filter: AccountFilter, $params: JSON) {
  scheduleBulkAction(clientId: $clientId, action: $action, accountIds: $accountIds, filter: $filter, params: $params) { bulkActionId action status total done failed } }`;
const GET =
  'query ($clientId: ID!, $bulkActionId: ID!) { getBulkAction(clientId: $clientId, bulkActionId: $bulkActionId) { status total done failed lastError finishedAt } }';
const UNDO =
  'mutation ($clientId: ID!, $bulkActionId: ID!) { undoBulkAction(clientId: $clientId, bulkActionId: $bulkActionId) { bulkActionId undoes canUndo } }';
const ITEMS =
  'query ($clientId: ID!, $bulkActionId: ID!) { getBulkActionItems(clientId: $clientId, bulkActionId: $bulkActionId) { results { itemId label outcome reason } } }';
const CANCEL =
  'mutation ($clientId: ID!, $bulkActionId: ID!) { cancelBulkAction(clientId: $clientId, bulkActionId: $bulkActionId) { status done } }';

let house: TestHouse;
/** Accounts that the actions of this test were given, chunk by chunk. */
let given: Uuid[][] = [];
let crashAt = Number.POSITIVE_INFINITY;

defineBulkAction({
  name: 'testTouch',
  permission: { domain: 'account', action: 'assignAccount' },
  accounts: async (tx, accountIds) => {
    await tx.sql('update account set revision = revision + 1 where account_id = any($1::uuid[])', [accountIds]);
    given.push([...accountIds]);
    if (given.length === crashAt) throw new Error('the process dies here');
    return { done: accountIds.length, failed: 0 };
  },
});

beforeAll(async () => {
  house = await openTestHouse();
  await house.inA(async (tx) => {
    await addSampleAccounts(tx, [
      { ref: 'ONE', first: 'Hannah', last: 'Brandt', claims: [{ ref: 'C-1', balance: 100, due: '2026-01-01' }] },
    ]);
    await tx.sql(
      `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at)
       select $1, gen_random_uuid(), 'MANY-' || n, 'USD', '2026-01-01', '2026-01-01' from generate_series(1, 1203) n`,
      [tx.clientId],
    );
    const rows = await tx.sql<{ account_id: Uuid }>(`select account_id from account`);
    await refreshAccounts(
      tx,
      rows.map((row) => row.account_id),
    );
  });
});
afterAll(() => house.close());

const schedule = async (variables: object, token?: string) =>
  (
    await house.call<{ scheduleBulkAction: { bulkActionId: Uuid; status: string; total: number | null } }>(
      'account',
      SCHEDULE,
      { clientId: house.clientA, ...variables },
      token,
    )
  ).scheduleBulkAction;
const get = async (bulkActionId: Uuid) =>
  (await house.call<{ getBulkAction: Record<string, unknown> }>('account', GET, { clientId: house.clientA, bulkActionId })).getBulkAction;
const idOf = async (ref: string) =>
  (await house.inA((tx) => tx.sql<{ account_id: Uuid }>('select account_id from account where external_account_ref = $1', [ref])))[0]!
    .account_id;

describe('a bulk action', () => {
  it('assigns chosen accounts and says so on each', async () => {
    const accountId = await idOf('ONE');
    const { bulkActionId, status, total } = await schedule({
      action: 'assignAccounts',
      accountIds: [accountId, accountId],
      params: { userId: house.userA },
    });
    expect({ status, total }).toEqual({ status: 'scheduled', total: 1 });
    await drainJobs(house.database);
    expect(await get(bulkActionId)).toMatchObject({ status: 'done', total: 1, done: 1, failed: 0 });
    const events = await house.inA((tx) =>
      tx.sql(`select actor_id, correlation_id, payload from event where message_type = 'accountAssigned' and account_id = $1`, [accountId]),
    );
    expect(events).toEqual([{ actor_id: house.userA, correlation_id: bulkActionId, payload: { from: null, userId: house.userA } }]);
    const [row] = await house.inA((tx) => tx.sql('select assignee_user_id from account where account_id = $1', [accountId]));
    expect(row).toEqual({ assignee_user_id: house.userA });
  });

  it('that dies in the middle goes on where it was and works on each account once', async () => {
    given = [];
    crashAt = 2;
    const { bulkActionId } = await schedule({ action: 'testTouch', filter: { queryText: 'many' } });
    await expect(drainJobs(house.database)).rejects.toThrow('the process dies here');
    expect(await get(bulkActionId)).toMatchObject({ status: 'running', total: 1203, done: 500 });
    crashAt = Number.POSITIVE_INFINITY;
    while ((await advanceBulkAction(house.database, house.clientA, bulkActionId)) === 'more');
    expect(await get(bulkActionId)).toMatchObject({ status: 'done', total: 1203, done: 1203 });
    const revisions = await house.inA((tx) =>
      tx.sql(`select revision, count(*)::int as accounts from account where external_account_ref like 'MANY-%' group by 1`),
    );
    expect(revisions).toEqual([{ revision: 2, accounts: 1203 }]);
    const finished = await house.inA((tx) =>
      tx.sql(`select payload->>'done' as done from event where message_type = 'bulkActionFinished' and payload->>'bulkActionId' = $1`, [
        bulkActionId,
      ]),
    );
    expect(finished).toEqual([{ done: '1203' }]);
  });

  it('undoes an assignment, unless the account was reassigned since', async () => {
    const [first, second] = [await idOf('MANY-1'), await idOf('MANY-2')];
    const agentOf = async (accountId: Uuid) =>
      (
        await house.inA((tx) => tx.sql<{ a: Uuid | null }>('select assignee_user_id as a from account where account_id = $1', [accountId]))
      )[0]!.a;
    const { bulkActionId } = await schedule({ action: 'assignAccounts', accountIds: [first, second], params: { userId: house.userA } });
    await drainJobs(house.database);
    expect([await agentOf(first), await agentOf(second)]).toEqual([house.userA, house.userA]);
    await schedule({ action: 'assignAccounts', accountIds: [second], params: { userId: null } });
    await drainJobs(house.database);

    const undo = async (id: Uuid) =>
      (
        await house.call<{ undoBulkAction: { bulkActionId: Uuid; undoes: Uuid; canUndo: boolean } }>('account', UNDO, {
          clientId: house.clientA,
          bulkActionId: id,
        })
      ).undoBulkAction;
    const undone = await undo(bulkActionId);
    expect(undone).toMatchObject({ undoes: bulkActionId, canUndo: false });
    await expect(undo(bulkActionId)).rejects.toThrow('CONFLICT');
    await drainJobs(house.database);
    expect(await get(undone.bulkActionId)).toMatchObject({ status: 'done', total: 2, done: 1, failed: 1 });
    expect([await agentOf(first), await agentOf(second)]).toEqual([null, null]);
    const { getBulkActionItems } = await house.call<{ getBulkActionItems: { results: object[] } }>('account', ITEMS, {
      clientId: house.clientA,
      bulkActionId: undone.bulkActionId,
    });
    expect(getBulkActionItems.results).toEqual([{ itemId: second, label: 'MANY-2', outcome: 'failed', reason: 'changedSince' }]);
    await expect(undo(undone.bulkActionId)).rejects.toThrow('CONFLICT');
    await expect(undo(uuidv7())).rejects.toThrow('NOT_FOUND');
  });

  it('stops when cancelled, and keeps what is done', async () => {
    given = [];
    const { bulkActionId } = await schedule({ action: 'testTouch', filter: {} });
    await advanceBulkAction(house.database, house.clientA, bulkActionId);
    const { cancelBulkAction } = await house.call<{ cancelBulkAction: object }>('account', CANCEL, {
      clientId: house.clientA,
      bulkActionId,
    });
    expect(cancelBulkAction).toEqual({ status: 'cancelled', done: 500 });
    await drainJobs(house.database);
    expect(given).toHaveLength(1);
    expect(await get(bulkActionId)).toMatchObject({ status: 'cancelled', done: 500 });
  });

  it.each<[object, string, string | undefined]>([
    [{ action: 'nothing', filter: {} }, 'INVALID_INPUT', 'action'],
    [{ action: 'assignAccounts' }, 'INVALID_INPUT', 'accountIds'],
    [{ action: 'assignAccounts', accountIds: [], params: { userId: null } }, 'INVALID_INPUT', 'accountIds'],
    [{ action: 'assignAccounts', accountIds: [uuidv7()], params: { userId: null } }, 'NOT_FOUND', undefined],
    [{ action: 'assignAccounts', filter: {}, params: { userId: uuidv7() } }, 'INVALID_INPUT', 'params.userId'],
    [
      { action: 'assignAccounts', filter: { amountRange: { from: '1.234' } }, params: { userId: null } },
      'INVALID_INPUT',
      'amountRange.from',
    ],
  ])('%j is refused', async (variables, code, field) => {
    const { errors } = await house.raw('account', SCHEDULE, { clientId: house.clientA, ...variables });
    expect(errors?.[0]?.extensions).toMatchObject({ code, ...(field ? { field } : {}) });
  });

  it('needs the permission of bulk actions', async () => {
    await expect(
      schedule({ action: 'assignAccounts', filter: {}, params: { userId: null } }, await house.tokenFor(house.clientA, 'AGENT')),
    ).rejects.toThrow('FORBIDDEN');
  });
});

describe('the projection', () => {
  it('rebuilt from claims, debtors and contacts is what is stored', async () => {
    const read = () => house.inA((tx) => tx.sql('select * from account order by account_id'));
    await house.inA((tx) =>
      addSampleAccounts(tx, [
        {
          ref: 'P-1',
          first: 'Zoë',
          last: 'Ünal',
          city: 'Köln',
          phone: '0151 23456789',
          email: 'Zoe@Post.example',
          claims: [
            { ref: 'C-2', balance: 700, due: '2026-02-01', product: 'Gas', portfolio: 'A' },
            { ref: 'C-3', balance: 300, product: 'Heat', promisedUntil: '2026-03-01' },
          ],
        },
        {
          ref: 'P-2',
          company: 'Lorenz KG',
          claims: [
            { ref: 'C-4', balance: 0, status: 'resolved' },
            { ref: 'C-5', balance: 50, status: 'deleted', product: 'Water' },
          ],
        },
      ]),
    );
    const stored = await read();
    const changed = await house.inA((tx) =>
      refreshAccounts(
        tx,
        stored.map((row) => row.account_id as Uuid),
      ),
    );
    expect(changed).toBe(0);
    await house.inA((tx) =>
      tx.sql(
        `update account set debtor_name = '', total_amount = 0, active_claims_count = 0, oldest_due_date = null, latest_due_date = null, products = '{}', portfolios = '{}', search_words = null, city = null, latest_claim_ref = null, latest_claim_portfolio = null, debtor_ref = '', debtor_type = 'person'`,
      ),
    );
    await house.inA(async (tx) => {
      await tx.sql('create temporary table touched on commit drop as select account_id from account');
      await refreshAccounts(tx, 'touched');
    });
    expect(await read()).toEqual(stored);
  });
});
