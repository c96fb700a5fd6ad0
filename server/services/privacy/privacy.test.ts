/** Retention, erasure, holds and the list outside the database, through GraphQL on a real Postgres. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { RETENTION_KINDS } from '../../../core/retention.ts';
import { sealClient } from '../../platform/events.seal.ts';
import { verifyClient } from '../../platform/events.verify.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { allErasables, NOT_PERSONAL } from '../../platform/personal.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { retentionJob } from './privacy.jobs.ts';
import { reapplyErasures } from './privacy.restore.logic.ts';
import { createTestPerson, NAMES, tablesNaming } from './privacy.testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const LONG_AGO = '2010-05-05T10:00:00Z';
const call = <Data>(document: string, variables: object = {}, token?: string) =>
  house.call<Data>('privacy', document, { clientId: house.clientA, ...variables }, token);
const someone = (options: Parameters<typeof createTestPerson>[3] & { at?: string } = {}) =>
  house.inA((tx) => createTestPerson(tx, `D-${uuidv7().slice(-8)}`, options.at ?? LONG_AGO, options));

const tablesWith = (accountId: string, words: readonly string[]) => tablesNaming(house.database.owner, accountId, words);

async function setRule(kind: string, months: number, isActive = true): Promise<void> {
  const { listRetentionRules } = await call<{ listRetentionRules: { kind: string; revision: number }[] }>(
    'query ($clientId: ID!) { listRetentionRules(clientId: $clientId) { kind revision } }',
  );
  const revision = listRetentionRules.find((rule) => rule.kind === kind)!.revision;
  await call('mutation ($clientId: ID!, $rule: RetentionRuleInput!) { setRetentionRule(clientId: $clientId, rule: $rule) { kind } }', {
    rule: { kind, months, fromYearEnd: true, isDuty: false, ground: 'Test', isActive, revision },
  });
}

const runNight = () => retentionJob.run({}, house.database, undefined);
const money = () =>
  house.database.owner
    .query(
      `select (select json_agg(json_build_array(key, amount, currency, value_date, account_id) order by key) from ledger_entry where client_id = $1) as ledger,
         (select json_agg(json_build_array(external_claim_ref, balance, status) order by external_claim_ref) from claim where client_id = $1) as claims`,
      [house.clientA],
    )
    .then(({ rows }) => rows[0]);

async function chain() {
  const findings: string[] = [];
  await sealClient(house.database, house.clientA);
  const verified = await verifyClient(house.database, house.clientA, [], (finding) => findings.push(finding.what));
  return { erased: verified.erased, findings };
}

describe('every table of tenant data', () => {
  it('says what of it is personal and how it goes, or why it holds nothing of debtors', async () => {
    const { rows } = await house.database.owner.query<{ table_name: string }>(
      `select c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where table_schema = 'public' and column_name = 'client_id' and table_type = 'BASE TABLE' and table_name not like 'pool%' order by 1`,
    );
    const declared = new Set([...allErasables().map((each) => each.table), ...Object.keys(NOT_PERSONAL), 'event']);
    expect(rows.map((row) => row.table_name).filter((name) => !declared.has(name))).toEqual([]);
  });
});

describe('rules', () => {
  it('erase nothing until somebody switches them on, and say before what they would erase', async () => {
    const { accountId } = await someone();
    await runNight();
    expect(await tablesWith(accountId, ['Zebulon'])).toContain('note');
    const preview = await call<{ previewRetentionRule: { accounts: number; held: number; counts: { name: string; count: number }[] } }>(
      `query ($clientId: ID!) { previewRetentionRule(clientId: $clientId, kind: "notes", months: 36, fromYearEnd: true) { accounts held counts { name count } } }`,
    );
    expect(preview.previewRetentionRule).toMatchObject({ accounts: 1, held: 0 });
    expect(preview.previewRetentionRule.counts).toContainEqual({ name: 'notes', count: 1 });
    expect(await tablesWith(accountId, ['Zebulon'])).toContain('note');
  });

  it('erase everything that named the person, in every table, and keep money and the chain of seals', async () => {
    const { accountId } = await someone();
    const open = await someone({ open: true });
    const [before, filesBefore] = [await money(), await bytesOf(accountId)];
    expect(filesBefore).toHaveLength(1);
    await chain();
    for (const kind of RETENTION_KINDS) await setRule(kind, 120);
    await runNight();
    expect(await tablesWith(accountId, NAMES)).toEqual([]);
    expect(await tablesWith(open.accountId, NAMES)).toContain('debtor');
    expect(await money()).toEqual(before);
    expect(await bytesOf(accountId)).toEqual([]);
    expect(await bytesOf(open.accountId)).toHaveLength(1);
    const { erased, findings } = await chain();
    expect(findings).toEqual([]);
    expect(erased).toBeGreaterThan(3);
    // What nobody's data are in stays readable.
    const { rows } = await house.database.owner.query(
      `select payload from event where client_id = $1 and account_id = $2 and message_type = 'accountAssigned'`,
      [house.clientA, accountId],
    );
    expect(rows[0].payload).toHaveProperty('userId');
  });

  it('run twice, or at once, and record each erasure once', async () => {
    const { accountId } = await someone();
    await Promise.all([runNight(), runNight()]);
    const count = () =>
      house.database.owner
        .query(`select count(*)::int as n from erasure where client_id = $1 and $2 = any(account_ids) and kind = 'notes'`, [
          house.clientA,
          accountId,
        ])
        .then(({ rows }) => rows[0].n);
    expect(await count()).toBe(1);
    await runNight();
    expect(await count()).toBe(1);
    expect((await chain()).findings).toEqual([]);
  });

  it('leave what ended later alone', async () => {
    const { accountId } = await someone({ at: new Date(Date.now() - 86_400_000 * 400).toISOString() });
    await runNight();
    expect(await tablesWith(accountId, NAMES)).toContain('note');
  });
});

describe('a legal hold', () => {
  const place = (accountId: string, more: object = {}) =>
    call<{ placeLegalHold: { id: string; isInForce: boolean } }>(
      'mutation ($clientId: ID!, $accountId: ID!, $until: Date) { placeLegalHold(clientId: $clientId, accountId: $accountId, reason: "Lawsuit 4 O 12/26", until: $until) { id isInForce } }',
      { accountId, ...more },
    );

  it('stops rules and wishes until it is released', async () => {
    const person = await someone();
    const { placeLegalHold: hold } = await place(person.accountId);
    expect(hold.isInForce).toBe(true);
    await runNight();
    expect(await tablesWith(person.accountId, NAMES)).toContain('note');
    const plan = await call<{ getErasurePlan: { kind: string; stays: string | null }[] }>(
      'query ($clientId: ID!, $persons: [PersonInput!]!) { getErasurePlan(clientId: $clientId, persons: $persons) { kind stays } }',
      { persons: [person] },
    );
    expect(new Set(plan.getErasurePlan.map((line) => line.stays))).toEqual(new Set(['held']));
    const erase = () =>
      call<{ erasePersonalData: { kind: string }[] }>(
        'mutation ($clientId: ID!, $persons: [PersonInput!]!) { erasePersonalData(clientId: $clientId, persons: $persons) { kind } }',
        { persons: [person] },
      );
    expect((await erase()).erasePersonalData).toEqual([]);
    await call(
      'mutation ($clientId: ID!, $holdId: ID!) { releaseLegalHold(clientId: $clientId, holdId: $holdId, reason: "Settled") { id } }',
      {
        holdId: hold.id,
      },
    );
    expect((await erase()).erasePersonalData.map((each) => each.kind)).toContain('notes');
    expect(await tablesWith(person.accountId, NAMES)).toEqual([]);
  });

  it('needs its right to be placed and released', async () => {
    const { accountId } = await someone();
    const agent = await house.tokenFor(house.clientA, 'AGENT');
    await expect(
      call(
        'mutation ($clientId: ID!, $a: ID!) { placeLegalHold(clientId: $clientId, accountId: $a, reason: "x") { id } }',
        { a: accountId },
        agent,
      ),
    ).rejects.toThrow('FORBIDDEN');
  });
});

describe('a wish to be erased', () => {
  const erase = (persons: object[]) =>
    call<{ erasePersonalData: { kind: string }[] }>(
      'mutation ($clientId: ID!, $persons: [PersonInput!]!) { erasePersonalData(clientId: $clientId, persons: $persons) { kind } }',
      { persons },
    );
  const plan = (persons: object[]) =>
    call<{ getErasurePlan: { kind: string; stays: string | null; until: string | null }[] }>(
      'query ($clientId: ID!, $persons: [PersonInput!]!) { getErasurePlan(clientId: $clientId, persons: $persons) { kind stays until ground } }',
      { persons },
    ).then((data) => data.getErasurePlan);

  it('leaves what a law demands, and says until when', async () => {
    await call('mutation ($clientId: ID!, $rule: RetentionRuleInput!) { setRetentionRule(clientId: $clientId, rule: $rule) { kind } }', {
      rule: { kind: 'messages', months: 72, fromYearEnd: true, isDuty: true, ground: '§ 147 AO', isActive: false, revision: 1 },
    });
    const year = new Date().getUTCFullYear();
    const person = await someone({ at: `${year - 2}-06-01T10:00:00Z` });
    const lines = await plan([person]);
    expect(lines.find((line) => line.kind === 'messages')).toMatchObject({ stays: 'duty', until: `${year + 5}-01-01` });
    expect((await erase([person])).erasePersonalData.map((each) => each.kind).sort()).toEqual([
      'accounting',
      'details',
      'files',
      'identity',
      'notes',
    ]);
    expect(await tablesWith(person.accountId, ['Zebulon'])).toEqual(['communication']);
  });

  it('waits for open claims', async () => {
    const person = await someone({ open: true });
    expect(new Set((await plan([person])).map((line) => line.stays))).toEqual(new Set(['openClaims']));
    expect((await erase([person])).erasePersonalData).toEqual([]);
  });

  it('spares the other debtors of the account', async () => {
    const person = await someone({ second: 'D-other' });
    await erase([person]);
    const left = await tablesWith(person.accountId, ['Wilhelmine']);
    expect(left).toEqual(expect.arrayContaining(['debtor', 'note', 'communication', 'print_batch_letter', 'add_on_file']));
    // Letters are known by the name on them.
    const letters = await house.database.owner.query<{ recipient: string; text_content: string; name: string }>(
      `select c.recipient, c.text_content, f.name from communication c join add_on_file f on f.file_id = c.outbox_id
       where c.account_id = $1 and c.channel = 'letter' order by c.recipient`,
      [person.accountId],
    );
    expect(letters.rows).toEqual([
      { recipient: '', text_content: '', name: '' },
      {
        recipient: expect.stringMatching(/^Dr\. Wilhelmine/),
        text_content: 'Dear Dr. Wilhelmine Otterstein',
        name: 'Wilhelmine letter.txt',
      },
    ]);
    expect(await tablesWith(person.accountId, ['Quastenberg'])).not.toContain('print_batch_letter');
    const { rows } = await house.database.owner.query(
      'select external_debtor_ref, first_name, birthday from debtor where client_id = $1 and account_id = $2 order by position',
      [house.clientA, person.accountId],
    );
    expect(rows[0]).toMatchObject({ first_name: null, birthday: null });
    expect(rows[1]).toMatchObject({ first_name: 'Wilhelmine' });
    expect(rows[1].birthday).not.toBeNull();
    expect((await chain()).findings).toEqual([]);
  });

  it('names at least one account, of the client, with this debtor', async () => {
    await expect(erase([])).rejects.toThrow('Select at least one account');
    await expect(erase([{ accountId: uuidv7(), externalDebtorRef: 'D' }])).rejects.toThrow('NOT_FOUND');
  });
});

describe('a restored backup', () => {
  it('is erased again by the list outside the database, and once', async () => {
    const person = await someone();
    await setRule('messages', 120);
    // What a backup holds: rows as they were before the night, and no record of what the night did.
    const backup = async (table: string) =>
      (
        await house.database.owner.query(`select to_jsonb(t) as row from ${table} t where client_id = $1 and account_id = $2`, [
          house.clientA,
          person.accountId,
        ])
      ).rows;
    const kept = { note: await backup('note'), debtor: await backup('debtor'), contact_point: await backup('contact_point') };
    await runNight();
    expect(await tablesWith(person.accountId, NAMES)).toEqual([]);
    const owner = (text: string, values: unknown[] = []) => house.database.owner.query(text, values);
    await owner('delete from erasure where client_id = $1 and $2 = any(account_ids)', [house.clientA, person.accountId]);
    for (const [table, rows] of Object.entries(kept)) {
      await owner(`delete from ${table} where client_id = $1 and account_id = $2`, [house.clientA, person.accountId]);
      for (const { row } of rows)
        await owner(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [JSON.stringify(row)]);
    }
    expect(await tablesWith(person.accountId, NAMES)).toEqual(expect.arrayContaining(['debtor', 'note', 'contact_point']));
    expect((await reapplyErasures(house.database, house.config)).applied).toBeGreaterThanOrEqual(3);
    expect(await tablesWith(person.accountId, NAMES)).toEqual([]);
    expect((await reapplyErasures(house.database, house.config)).applied).toBe(0);
    expect((await chain()).findings).toEqual([]);
  });

  it('needs a list that can be written: else nothing is erased', async () => {
    const person = await someone();
    const { configurePrivacy } = await import('./privacy.settings.ts');
    // A file where the folder should be.
    configurePrivacy({ ...house.config, erasureFolder: path.join(import.meta.dirname, 'privacy.test.ts') });
    try {
      await expect(
        call(
          'mutation ($clientId: ID!, $persons: [PersonInput!]!) { erasePersonalData(clientId: $clientId, persons: $persons) { kind } }',
          {
            persons: [person],
          },
        ),
      ).rejects.toThrow();
    } finally {
      configurePrivacy(house.config);
    }
    expect(await tablesWith(person.accountId, NAMES)).toContain('note');
  });

  it('keeps ids in the list and nothing of what was erased', async () => {
    const folder = path.join(house.config.erasureFolder, house.clientA);
    const texts = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')));
    expect(texts.length).toBeGreaterThan(3);
    for (const name of NAMES) expect(texts.join('\n')).not.toContain(name);
    await drainJobs(house.database);
  });
});

/** Files of an account whose bytes lie on the disk. */
async function bytesOf(accountId: string): Promise<string[]> {
  const { rows } = await house.database.owner.query<{ file_id: string }>(
    'select file_id from add_on_file where client_id = $1 and account_id = $2',
    [house.clientA, accountId],
  );
  const names = await readdir(path.join(house.config.dataFolder, 'files', house.clientA)).catch((): string[] => []);
  return rows.map((row) => row.file_id).filter((id) => names.includes(id));
}
