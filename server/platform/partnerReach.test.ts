/** What a partner's people see: what is with their partner now, whichever way they ask, and held by the database itself. */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../core/id.ts';
import { mountExports } from '../exports.ts';
import { addSampleAccounts } from '../services/account/account.sample.ts';
import type { Group } from './caller.ts';
import { connectDuties } from './testing.logins.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

let house: TestHouse;
let ids: Map<string, Uuid>;
const [north, south] = [uuidv7(), uuidv7()];

beforeAll(async () => {
  house = await openTestHouse(mountExports);
  ids = await house.inA((tx) =>
    addSampleAccounts(tx, [
      { ref: 'GIVEN', first: 'Anna', last: 'Brandt', claims: [{ ref: 'C-1', balance: 5000, due: '2026-01-01', product: 'Gas' }] },
      { ref: 'KEPT', first: 'Anna', last: 'Kern', claims: [{ ref: 'C-2', balance: 7000, due: '2026-01-01', product: 'Power' }] },
      { ref: 'SOUTHS', first: 'Anna', last: 'Lang', claims: [{ ref: 'C-3', balance: 9000, due: '2026-01-01', product: 'Water' }] },
    ]),
  );
  await give(north, 'GIVEN', 'C-1');
  await give(south, 'SOUTHS', 'C-3');
});
afterAll(() => house.close());

const give = (partnerId: Uuid, account: string, claim: string) =>
  house.inA((tx) =>
    tx.sql(
      `insert into claim_assignment (client_id, assignment_id, partner_id, account_id, external_claim_ref, currency, amount, outsource_method, request_key, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'EUR', 1, 'manual', $2::uuid::text, now(), now())`,
      [tx.clientId, uuidv7(), partnerId, ids.get(account), claim],
    ),
  );
const recall = (claim: string) =>
  house.inA((tx) =>
    tx.sql(`update claim_assignment set ended_at = now(), status = 'reverted' where client_id = $1 and external_claim_ref = $2`, [
      tx.clientId,
      claim,
    ]),
  );

/** @returns a token of somebody with these memberships of client A. */
const tokenOf = async (groups: readonly Omit<Group, 'clientId'>[]) =>
  (
    await house.tokens.sign({
      userId: uuidv7(),
      email: 'p@partner.example',
      name: 'P',
      groups: groups.map((group) => ({ clientId: house.clientA, ...group })),
    })
  ).token;

const SEARCH = 'query ($c: ID!) { searchAccounts(clientId: $c, queryText: "anna") { totalResults results { externalAccountRef } } }';
async function found(token: string): Promise<string[]> {
  const answer = await house.raw('account', SEARCH, { c: house.clientA }, token);
  const page = (answer.data as { searchAccounts: { totalResults: number; results: { externalAccountRef: string }[] } } | null)
    ?.searchAccounts;
  expect(answer.errors ?? []).toEqual([]);
  expect(page?.totalResults).toBe(page?.results.length);
  return page!.results.map(({ externalAccountRef }) => externalAccountRef).sort();
}

describe('a partner’s people', () => {
  it('find what is with their partner, of several partners together, and nothing by a name that is no partner', async () => {
    expect(await found(await tokenOf([{ role: 'DCA_AGENT', partnerId: north }]))).toEqual(['GIVEN']);
    expect(await found(await tokenOf([{ role: 'ADMINISTRATOR', partnerId: north }]))).toEqual(['GIVEN']);
    const both = [north, south].map((partnerId) => ({ role: 'DCA_AGENT', partnerId }));
    expect(await found(await tokenOf(both))).toEqual(['GIVEN', 'SOUTHS']);
    for (const partnerId of ['north', "x','y", '*', uuidv7()])
      expect(await found(await tokenOf([{ role: 'ADMINISTRATOR', partnerId }]))).toEqual([]);
  });

  it('who work for the client too see all of it, by the rights of that role alone', async () => {
    const mixed = (role: string) =>
      tokenOf([
        { role, partnerId: null },
        { role: 'ADMINISTRATOR', partnerId: north },
      ]);
    expect(await found(await mixed('AGENT'))).toEqual(['GIVEN', 'KEPT', 'SOUTHS']);
    const answer = await house.raw('account', SEARCH, { c: house.clientA }, await mixed('NOBODY'));
    expect(answer.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
  });

  it('lose sight of an account when it is recalled, and see it again when it is given again', async () => {
    const token = await tokenOf([{ role: 'DCA_AGENT', partnerId: north }]);
    await recall('C-1');
    expect(await found(token)).toEqual([]);
    await give(north, 'GIVEN', 'C-1');
    expect(await found(token)).toEqual(['GIVEN']);
  });

  it('take away in a file what they see', async () => {
    const answer = await house.app.inject({
      method: 'POST',
      url: '/api/export/accounts',
      headers: { authorization: await tokenOf([{ role: 'ADMINISTRATOR', partnerId: north }]) },
      payload: { clientId: house.clientA },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('GIVEN');
    expect(answer.body).not.toMatch(/KEPT|SOUTHS/);
  });

  it('are told apart from the client’s own staff, whose screens offer what is closed to them', async () => {
    const isOfPartner = async (groups: Parameters<typeof tokenOf>[0]) =>
      (
        await house.call<{ getCurrentClientRole: { isOfPartner: boolean } }>(
          'backoffice',
          'query ($c: ID!) { getCurrentClientRole(clientId: $c) { isOfPartner } }',
          { c: house.clientA },
          await tokenOf(groups),
        )
      ).getCurrentClientRole.isOfPartner;
    expect(await isOfPartner([{ role: 'SUPERVISOR', partnerId: north }])).toBe(true);
    expect(await isOfPartner([{ role: 'SUPERVISOR', partnerId: null }])).toBe(false);
  });

  it('change nothing of the client’s settings, whatever their role holds', async () => {
    const answer = await house.raw(
      'account',
      `mutation ($c: ID!) { createCaseManagementTaskTopic(clientId: $c, topic: { name: "Theirs", userIds: [] }) { topicId } }`,
      { c: house.clientA },
      await tokenOf([{ role: 'ADMINISTRATOR', partnerId: north }]),
    );
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', key: 'partnerReach' });
  });
});

describe('the login of partners’ people', () => {
  let login: pg.Client;
  beforeAll(async () => {
    const { partner, ...others } = await connectDuties(house);
    login = partner;
    for (const other of Object.values(others)) await other.end();
  });
  afterAll(() => login.end());
  const seen = async (table: string) => {
    const { rows } = await login.query(`select ${table.includes('label') ? 'name' : 'account_id'} as id from ${table}`);
    return rows.map(({ id }) => id);
  };

  it('sees of every table what is with the partner it names, and nothing when it names none', async () => {
    for (const partnerIds of ['', uuidv7()]) {
      await login.query(`begin; set local app.client_id = '${house.clientA}'; set local app.partner_ids = '${partnerIds}'`);
      for (const table of ['account', 'claim', 'debtor', 'searchable_account', 'searchable_claim', 'published.account', 'account_label'])
        expect(await seen(table), table).toEqual([]);
      await login.query('rollback');
    }
    await login.query(`begin; set local app.client_id = '${house.clientA}'; set local app.partner_ids = '${north},${uuidv7()}'`);
    for (const table of ['account', 'claim', 'debtor', 'searchable_account', 'searchable_claim', 'published.account', 'published.claim'])
      expect(await seen(table), table).toEqual([ids.get('GIVEN')]);
    expect(await seen('account_label')).toEqual(['Gas']);
    await login.query('rollback');
  });

  it('gives itself no account, and finds none past the views that search reads', async () => {
    const attempts = [
      `insert into claim_assignment select gen_random_uuid()`,
      `update claim_assignment set partner_id = '${north}'`,
      `delete from claim_assignment`,
      'select * from public.searchable_account',
      'select * from public.searchable_claim',
      'select * from api_key',
      'select * from bulk_action',
      'select * from import_run',
      'select * from bank_statement',
      'update client set name = name',
      'update client_role set permissions = permissions',
      'update client_user set groups = groups',
      'delete from event',
      'update ledger_entry set amount = amount',
      'select erase_texts(null, null, null)',
      'select refresh_statistics()',
    ];
    for (const text of attempts) {
      const code = await login.query(text).then(
        () => 'none',
        (error: { code?: string }) => error.code,
      );
      // Tables that are not there yet are no way either.
      expect(code, text).toMatch(/42501|42P01/);
    }
    const { rowCount } = await login.query(`update account set debtor_name = debtor_name where account_id = any($1::uuid[])`, [
      [...ids.values()],
    ]);
    expect(rowCount).toBe(0);
  });

  it('runs two functions with more rights than its own', async () => {
    const { rows } = await login.query(
      `select p.proname from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace
         and has_function_privilege(session_user, p.oid, 'execute') order by 1`,
    );
    expect(rows.map(({ proname }) => proname)).toEqual(['enqueue_job', 'settle_search_words']);
  });
});
