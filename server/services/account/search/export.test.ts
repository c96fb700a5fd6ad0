import { parse } from 'csv-parse/sync';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { mountExports } from '../../../exports.ts';
import { openTestHouse, type TestHouse } from '../../../platform/testing.ts';
import { addSampleAccounts } from '../account.sample.ts';
import { refreshOutsourced } from '../ground/outsourced.logic.ts';
import { refreshAccounts } from '../ground/projection.logic.ts';

let house: TestHouse;
let ids: Map<string, Uuid>;

beforeAll(async () => {
  house = await openTestHouse(mountExports);
  ids = await house.inA((tx) =>
    addSampleAccounts(tx, [
      {
        ref: '0007900770',
        first: '=HYPERLINK("http://evil.example")',
        last: 'Brandt',
        city: '+Berlin, "Mitte"',
        assignee: house.userA,
        claims: [{ ref: 'C-1', balance: 128460, due: '2026-01-01', product: 'Gas, June' }],
      },
      { ref: 'YEN', company: 'Kitsune KK', currency: 'JPY', claims: [{ ref: 'C-2', balance: 500, due: '2026-02-01' }] },
      { ref: 'DINAR', company: 'Gulf Trading', currency: 'KWD', claims: [{ ref: 'C-3', balance: -1234567, due: '2026-03-01' }] },
    ]),
  );
  await house.inB((tx) => addSampleAccounts(tx, [{ ref: 'STRANGER', first: 'Some', last: 'Body' }]));
});
afterAll(() => house.close());

async function post(body: object, token?: string, list = 'accounts') {
  return house.app.inject({
    method: 'POST',
    url: `/api/export/${list}`,
    headers: { authorization: token ?? (await house.tokenFor(house.clientA)) },
    payload: { clientId: house.clientA, ...body },
  });
}
const rowsOf = (body: string) => parse(body, { bom: true, columns: true }) as Record<string, string>[];

describe('accounts as CSV', () => {
  it('hold every value to the byte, amounts in their currency’s digits, and no formula', async () => {
    const answer = await post({ orderFields: [{ field: 'oldestClaimDPD', descending: true }] });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="accounts-\d{4}-\d\d-\d\d\.csv"$/);
    expect(answer.body.startsWith('\ufeffaccount,debtor,')).toBe(true);
    const rows = rowsOf(answer.body);
    expect(rows.map((row) => [row.account, row.currency, row.balance])).toEqual([
      ['0007900770', 'EUR', '1284.60'],
      ['YEN', 'JPY', '500'],
      ['DINAR', 'KWD', '-1234.567'],
    ]);
    expect(rows[0]).toMatchObject({ city: `'+Berlin, "Mitte"`, products: 'Gas, June', oldestDueDate: '2026-01-01' });
    expect(rows[0]!.debtor).toMatch(/^'=HYPERLINK/);
    expect(rows[0]!.agent).not.toBe('');
  });

  it('follow the search or the choice', async () => {
    const refs = async (filter: object) => rowsOf((await post({ filter })).body).map((row) => row.account);
    expect(await refs({ queryText: 'kitsune' })).toEqual(['YEN']);
    expect(await refs({ accountIds: [ids.get('DINAR')] })).toEqual(['DINAR']);
    expect(await refs({ exceptAccountIds: [ids.get('DINAR'), ids.get('YEN')] })).toEqual(['0007900770']);
    expect(await refs({ oldestDueDateRange: { from: '2026-02-01', to: '2026-02-28' } })).toEqual(['YEN']);
  });

  it('name the partner who has them, as their claims do', async () => {
    const { accountId, partnerId } = { accountId: ids.get('YEN')!, partnerId: uuidv7() };
    await house.inA(async (tx) => {
      await tx.sql(`insert into partner (client_id, partner_id, name, created_at, updated_at) values ($1, $2, 'Nordstern', now(), now())`, [
        tx.clientId,
        partnerId,
      ]);
      await tx.sql(
        `insert into claim_assignment (client_id, assignment_id, partner_id, account_id, external_claim_ref, currency, amount, outsource_method, created_at, updated_at)
         values ($1, gen_random_uuid(), $2, $3, 'C-2', 'JPY', 500, 'manual', now(), now())`,
        [tx.clientId, partnerId, accountId],
      );
      await refreshOutsourced(tx, [accountId]);
    });
    const columns = (key: string) => [{ key }, { key: 'partner', header: 'Bei' }];
    const csv = rowsOf((await post({ columns: columns('account') })).body);
    expect(csv.filter(({ Bei }) => Bei !== '')).toEqual([{ account: 'YEN', Bei: 'Nordstern' }]);
    const workbook = await post({ format: 'xlsx', columns: columns('claim') }, undefined, 'claims');
    const [sheet] = await readWorkbook(workbook.rawPayload);
    expect(sheet!.data).toContainEqual(['C-2', 'Nordstern']);
    expect(sheet!.data).toContainEqual(['C-1', null]);
  });

  it('come whole when there are many', async () => {
    await house.inA(async (tx) => {
      const rows = await tx.sql<{ account_id: Uuid }>(
        `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at)
         select $1, gen_random_uuid(), 'MANY-' || n, 'USD', '2026-01-01', '2026-01-01' from generate_series(1, 4500) n returning account_id`,
        [tx.clientId],
      );
      await refreshAccounts(
        tx,
        rows.map((row) => row.account_id),
      );
    });
    const rows = rowsOf((await post({ filter: { queryText: 'MANY' } })).body);
    expect(new Set(rows.map((row) => row.account)).size).toBe(4500);
  });

  it('leave a note of who took what', async () => {
    await post({ filter: { products: ['Gas, June'] } });
    const events = await house.inA((tx) =>
      tx.sql(
        `select actor_id, payload from event where client_id = $1 and message_type = 'accountsExported' order by emit_time desc, message_id desc limit 1`,
        [tx.clientId],
      ),
    );
    expect(events).toEqual([
      {
        actor_id: house.userA,
        payload: { list: 'accounts', format: 'csv', columns: expect.arrayContaining(['debtor']), filter: { products: ['Gas, June'] } },
      },
    ]);
  });

  it('come as a workbook with real numbers, amounts and days', async () => {
    const answer = await post({
      format: 'xlsx',
      orderFields: [{ field: 'oldestClaimDPD', descending: true }],
      columns: [
        { key: 'debtor', header: 'Schuldner' },
        { key: 'balance', header: 'Saldo' },
        { key: 'oldestDueDate', header: 'Fällig' },
        { key: 'debtorType', header: 'Art', words: { person: 'Mensch', company: 'Firma' } },
        { key: 'created', header: '<Angelegt & "so">' },
      ],
    });
    expect(answer.headers['content-disposition']).toMatch(/filename="accounts-\d{4}-\d\d-\d\d\.xlsx"$/);
    const [sheet] = await readWorkbook(answer.rawPayload);
    // The reader leaves out fractions of a millisecond.
    const rounded = sheet!.data.map((row) =>
      row.map((cell) => (cell instanceof Date ? new Date(Math.round(cell.getTime() / 1000) * 1000) : cell)),
    );
    expect(rounded.slice(0, 4)).toEqual([
      ['Schuldner', 'Saldo', 'Fällig', 'Art', '<Angelegt & "so">'],
      ['=HYPERLINK("http://evil.example") Brandt', 1284.6, new Date('2026-01-01'), 'Mensch', new Date('2026-01-05T11:00:00Z')],
      ['Kitsune KK', 500, new Date('2026-02-01'), 'Firma', new Date('2026-01-05T11:00:00Z')],
      ['Gulf Trading', -1234.567, new Date('2026-03-01'), 'Firma', new Date('2026-01-05T11:00:00Z')],
    ]);
    expect(sheet!.data).toHaveLength(4504);
    expect((await post({ columns: [{ key: 'shoeSize' }] })).json()).toMatchObject({ code: 'INVALID_INPUT', field: 'columns' });
    expect((await post({ format: 'pdf' })).json()).toMatchObject({ code: 'INVALID_INPUT', field: 'format' });
    expect((await post({}, undefined, 'nothing')).statusCode).toBe(404);
  });

  it('are refused to whoever may not have them, and for what cannot be', async () => {
    expect((await post({}, 'MISSING_TOKEN')).statusCode).toBe(401);
    expect((await post({}, await house.tokenFor(house.clientB))).statusCode).toBe(404);
    expect((await post({ clientId: house.clientB })).statusCode).toBe(404);
    for (const role of ['AGENT', 'READ_ONLY']) expect((await post({}, await house.tokenFor(house.clientA, role))).statusCode).toBe(403);
    const stranger = await house.inB((tx) => tx.sql<{ account_id: Uuid }>('select account_id from account'));
    expect(rowsOf((await post({ filter: { accountIds: [stranger[0]!.account_id] } })).body)).toEqual([]);
    expect((await post({ filter: { amountRange: { from: 'much' } } })).json()).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'filter.amountRange.from',
    });
    expect((await post({ filter: { colour: 'red' } })).statusCode).toBe(400);
    expect((await post({ orderFields: [{ field: 'shoeSize' }] })).statusCode).toBe(400);
  });
});
