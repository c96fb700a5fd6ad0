/** Every list as CSV and XLSX: it opens, it holds what is its own client's and nothing of another's, and only who may see it gets it. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { uuidv7 } from '../core/id.ts';
import { mountExports } from './exports.ts';
import type { Cases, World } from './platform/cases.ts';
import { exportedLists } from './platform/listExport.ts';
import { openTestHouse, type TestHouse } from './platform/testing.ts';
import './services.ts';

/** What each list is asked with, and the columns whose words must stand in the file of a client that has one of everything. */
const LISTS: Readonly<Record<string, { wanted?: (world: World) => object; holds?: readonly string[] }>> = {
  accounts: { holds: ['account'] },
  audit: { holds: ['messageType'] },
  'bank-entries': {
    wanted: () => ({ statuses: ['ambiguous', 'unmatched', 'booked', 'new'] }),
    holds: ['valueDate', 'amount', 'statement'],
  },
  'bank-statements': { holds: ['statement', 'entries'] },
  'bulk-action-items': { wanted: ({ bulkActionId }) => ({ bulkActionId }) },
  claims: { holds: ['claim'] },
  communications: { holds: ['when', 'channel'] },
  'direct-debit-files': { holds: ['id', 'amount'] },
  'direct-debits': { holds: ['mandate', 'amount'] },
  files: { wanted: ({ accountId }) => ({ accountId }), holds: ['name'] },
  'import-rejections': { wanted: ({ importId }) => ({ importId }) },
  imports: { holds: ['file'] },
  instalments: { wanted: ({ accountId }) => ({ accountId }), holds: ['due', 'amount'] },
  ledger: { wanted: ({ accountId }) => ({ accountId }), holds: ['kind', 'balance'] },
  'partner-return-rows': { wanted: ({ returnId }) => ({ returnId }) },
  'partner-transactions': { holds: ['partner', 'commission'] },
  partners: { holds: ['name'] },
  payments: { wanted: ({ accountId }) => ({ accountId }), holds: ['amount', 'status'] },
  promises: { wanted: ({ accountId }) => ({ accountId }), holds: ['due', 'amount'] },
  roles: { holds: ['name', 'permissions'] },
  strategies: { holds: ['displayName'] },
  tasks: { holds: ['task'] },
  templates: { holds: ['name', 'locales'] },
  users: { holds: ['name', 'email'] },
  'workflow-blueprints': { holds: ['name'] },
};

const folder = path.join(import.meta.dirname, 'services');
const FIRST = ['account', 'finance'];
const names = [...new Set(globSync('*/*.cases.ts', { cwd: folder }).map((file) => path.dirname(file)))].sort(
  (a, b) => (FIRST.indexOf(a) + 1 || 99) - (FIRST.indexOf(b) + 1 || 99) || a.localeCompare(b),
);

let house: TestHouse;
const worldA: World = {};
const worldB: World = {};

beforeAll(async () => {
  house = await openTestHouse(mountExports);
  Object.assign(worldA, { clientId: house.clientA, userId: house.userA });
  Object.assign(worldB, { clientId: house.clientB, userId: house.userB });
  for (const name of names) {
    const { cases } = (await import(path.join(folder, name, `${name}.cases.ts`))) as { cases: Cases };
    await house.inA(async (tx) => cases.seed?.(tx, worldA));
    await house.inB(async (tx) => cases.seed?.(tx, worldB));
  }
  await house.inA((tx) =>
    tx.sql(
      `with plan as (
         insert into instalments_plan (client_id, instalments_plan_id, account_id, claim_refs, amount, currency, interval, status, requested_by, idempotency_key, created_at, updated_at)
         values ($1, gen_random_uuid(), $2, array[$3], 10000, 'EUR', 'monthly', 'active', 'debtor', 'exported', '2026-01-01', '2026-01-01') returning instalments_plan_id)
       insert into instalment (client_id, instalment_id, instalments_plan_id, position, amount, paid_amount, currency, start_date, due_date, status)
       select $1, gen_random_uuid(), instalments_plan_id, 1, 10000, 0, 'EUR', '2026-01-01', '2026-02-01', 'pending' from plan`,
      [tx.clientId, worldA.accountId, worldA.externalClaimRef],
    ),
  );
});
afterAll(() => house.close());

const post = async (list: string, body: object, token?: string) =>
  house.app.inject({
    method: 'POST',
    url: `/api/export/${list}`,
    headers: { authorization: token ?? (await house.tokenFor(house.clientA)) },
    payload: { clientId: house.clientA, ...body },
  });

it('is tried here', () => {
  expect(exportedLists()).toEqual(Object.keys(LISTS).sort());
});

describe.each(Object.entries(LISTS))('%s', (list, { wanted = () => ({}), holds = [] }) => {
  it('comes as CSV and as a workbook of the same rows', async () => {
    const compare = async () => {
      const csv = await post(list, wanted(worldA));
      expect(csv.statusCode).toBe(200);
      const rows = parse(csv.body, { bom: true, columns: true }) as Record<string, string>[];
      for (const column of holds) expect(rows[0]?.[column], column).toBeTruthy();
      const workbook = await post(list, { ...wanted(worldA), format: 'xlsx' });
      const [sheet] = await readWorkbook(workbook.rawPayload);
      // The audit grew by this very export.
      expect(sheet!.data.length - 1).toBe(list === 'audit' ? rows.length + 1 : rows.length);
    };
    // A refusal of the tests before is written down after its answer: it may come into the audit between the two.
    if (list === 'audit') await vi.waitFor(compare, { timeout: 60_000 });
    else await compare();
  });

  it('contains nothing of another client, for any id', async () => {
    const own = (await post(list, wanted(worldA))).body;
    for (const secret of ['accountId', 'externalClaimRef', 'email'] as const) {
      const theirs = worldB[secret];
      if (theirs && theirs !== worldA[secret]) expect(own).not.toContain(theirs);
    }
    expect((await post(list, { ...wanted(worldB), clientId: house.clientB })).statusCode).toBe(404);
    const [foreign, nowhere] = await Promise.all([
      post(list, wanted({ ...worldB })),
      post(list, wanted(Object.fromEntries(Object.keys(worldB).map((key) => [key, uuidv7()])))),
    ]);
    expect(foreign.statusCode).toBe(nowhere.statusCode);
  });

  it('is refused to a role without permissions', async () => {
    expect((await post(list, wanted(worldA), await house.tokenFor(house.clientA, 'NOBODY'))).statusCode).toBe(403);
  });
});

it('says reasons in the language that the reader’s texts bring, and in English where these have none', async () => {
  await house.inA((tx) =>
    tx.sql(
      `insert into import_rejection (client_id, import_id, row_number, reason, words, field, row, further)
       values ($1, $2, 7, '"soon" isn’t a date', '{"key": "cellDateYMD", "values": {"text": "soon"}}', 'claim.dueDate', '["soon"]',
               '[{"field": "account.ref", "reason": "is empty", "words": {"key": "cellEmpty", "values": {}}}]')`,
      [tx.clientId, worldA.importId],
    ),
  );
  const words = { cellDateYMD: '„{{text}}“ ist kein Datum', 'account.ref': 'Konto' };
  const columns = [{ key: 'row' }, { key: 'reason', header: 'Grund', words }];
  const asked = { importId: worldA.importId, columns };
  const rows = parse((await post('import-rejections', asked)).body, { bom: true, columns: true });
  expect(rows).toContainEqual({ row: '7', Grund: '„soon“ ist kein Datum; Konto: is empty' });
  const [sheet] = await readWorkbook((await post('import-rejections', { ...asked, format: 'xlsx' })).rawPayload);
  expect(sheet!.data).toContainEqual([7, '„soon“ ist kein Datum; Konto: is empty']);
});
