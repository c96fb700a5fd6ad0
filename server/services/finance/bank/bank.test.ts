import { beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { drainJobs } from '../../../platform/jobs.ts';
import { sealDebtor } from '../../account/ground/debtor.secrets.ts';
import { financeFixture } from '../finance.testing.ts';
import { statementXml, type TestBankTransaction } from './camt.testing.ts';
import { mountStatementUploads } from './upload.ts';

const OWN = 'DE02120300000000202051';
const PAYER = 'DE02500105170137075030';

const fixture = financeFixture((app, { database, tokens }) => mountStatementUploads(app, { database, tokens, limit: 2 ** 20 }));
const { accountWith, claimOf, typesOf } = fixture;

const ENTRY = `entryId status doubt score amount valueDate counterpartyName counterpartyIban accountId paymentId revision note isReturn returnReason
  signs { sign weight detail } candidates { accountId score due claimRefs signs { sign } }`;
interface Entry {
  entryId: Uuid;
  status: string;
  doubt: string | null;
  score: number;
  amount: string;
  counterpartyIban: string;
  accountId: Uuid | null;
  paymentId: Uuid | null;
  revision: number;
  note: string | null;
  signs: { sign: string; weight: number; detail: string }[];
  candidates: { accountId: Uuid; score: number; due: string; signs: { sign: string }[] }[];
}

let serial = 0;
const upload = async (xml: string, clientId = fixture.house.clientA, role = 'ADMINISTRATOR') => {
  const answer = await fixture.house.app.inject({
    method: 'PUT',
    url: `/api/finance/statements?clientId=${clientId}&fileName=auszug.xml`,
    headers: { authorization: await fixture.house.tokenFor(clientId, role), 'content-type': 'application/xml' },
    payload: Buffer.from(xml),
  });
  return {
    status: answer.statusCode,
    body: answer.json() as {
      statements?: { statementId: Uuid; entryCount: number; repeatedCount: number }[];
      message?: string;
      field?: string;
    },
  };
};
/** Uploads, matches, and gives the bank transactions. */
const read = async (movements: readonly TestBankTransaction[], options?: Parameters<typeof statementXml>[3]): Promise<Entry[]> => {
  const { status, body } = await upload(statementXml(OWN, `S-${++serial}`, movements, options));
  expect({ status, message: body.message }).toEqual({ status: 200, message: undefined });
  await drainJobs(fixture.house.database);
  return entriesOf(body.statements?.[0]?.statementId ?? '');
};
const entriesOf = async (statementId: Uuid) =>
  (
    await fixture.house.call<{ getBankEntries: { entries: Entry[] } }>(
      'finance',
      `query ($clientId: ID!, $statementId: ID!) { getBankEntries(clientId: $clientId, statementId: $statementId) { total entries { ${ENTRY} } } }`,
      { clientId: fixture.house.clientA, statementId },
    )
  ).getBankEntries.entries;
const act = (name: string, entry: Entry, more: string, variables: Record<string, unknown> = {}) =>
  fixture.house.raw(
    'finance',
    `mutation ($clientId: ID!, $entryId: ID!, $revision: Int!${more.split('|')[0]}) { ${name}(clientId: $clientId, entryId: $entryId, revision: $revision${more.split('|')[1]}) { ${ENTRY} } }`,
    {
      clientId: fixture.house.clientA,
      entryId: entry.entryId,
      revision: entry.revision,
      ...variables,
    },
  );
/** Names the account's debtor, as search knows it too. */
const named = (accountId: Uuid, first: string, last: string) =>
  fixture.house.inA(async (tx) => {
    await tx.sql(
      `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, last_name) values ($1, $2, $3, $4, 'person', $5, $6)`,
      [tx.clientId, accountId, uuidv7(), `D-${accountId}`, first, last],
    );
    const { refreshAccounts } = await import('../../account/ground/projection.logic.ts');
    await refreshAccounts(tx, [accountId]);
  });
const rename = (ref: string, to: string) =>
  fixture.house.inA((tx) =>
    tx.sql('update claim set payment_reference = $3 where client_id = $1 and external_claim_ref = $2', [tx.clientId, ref, to]),
  );

const SAVE = `mutation ($clientId: ID!, $bankAccount: BankAccountInput!) { saveBankAccount(clientId: $clientId, bankAccount: $bankAccount) { bankAccountId iban revision } }`;
beforeAll(async () => {
  await fixture.house.call('finance', SAVE, {
    clientId: fixture.house.clientA,
    bankAccount: { name: 'Main', holder: 'Nordlicht Energie', iban: OWN },
  });
});

describe('a bank account', () => {
  it('is refused with wrong check digits, and when somebody else saved it meanwhile', async () => {
    const save = (bankAccount: object) => fixture.house.raw('finance', SAVE, { clientId: fixture.house.clientA, bankAccount });
    const base = { name: 'Second', holder: 'Nordlicht Energie', iban: 'DE89370400440532013000' };
    expect((await save({ ...base, iban: 'DE89370400440532013001' })).errors?.[0]?.extensions?.field).toBe('iban');
    expect((await save({ ...base, creditorId: 'DE97ZZZ09999999999' })).errors?.[0]?.extensions?.field).toBe('creditorId');
    expect((await save({ ...base, iban: OWN })).errors?.[0]?.extensions?.field).toBe('iban');
    const first = (await save({ ...base, creditorId: 'DE98 ZZZ 0999 9999 999' })).data?.saveBankAccount as { bankAccountId: Uuid };
    expect((await save({ ...base, bankAccountId: first.bankAccountId, revision: 1, name: 'A' })).errors).toBeUndefined();
    expect((await save({ ...base, bankAccountId: first.bankAccountId, revision: 1, name: 'B' })).errors?.[0]?.extensions?.code).toBe(
      'CONFLICT',
    );
  });
});

describe('a statement', () => {
  it('is told apart from what cannot be read, and nothing of it stays then', async () => {
    const good = statementXml(OWN, 'REFUSED', [{ amount: '1.00' }]);
    const refused = async (xml: string) => {
      const { status, body } = await upload(xml);
      expect(status).toBe(400);
      expect(body.field).toBe('file');
      return body.message;
    };
    expect(await refused('<html></html>')).toContain('Choose a camt.053');
    expect(await refused(good.slice(0, -60))).toContain('is incomplete');
    expect(await refused(good.replace('</Nm>', '').replace('<Amt Ccy="EUR">1.00</Amt>', '<Amt Ccy="EUR">1.00'))).toContain('well-formed');
    expect(
      await refused(
        statementXml('DE89370400440532013000', 'X', [{ amount: '1.00' }]).replace('DE89370400440532013000', 'DE75512108001245126199'),
      ),
    ).toContain('isn’t one of your');
    expect(await refused(statementXml(OWN, 'SUMS', [{ amount: '1.00' }], { closing: 100_000 }))).toContain(
      'don’t add up: 1000.00 plus transactions of 1.00 is 1001.00',
    );
    expect(await refused(good.replace('<Document', '<!DOCTYPE x [<!ENTITY a "b">]>\n<Document').replace('REFUSED', '&a;'))).toContain(
      'document type',
    );
    expect(await refused(`${good.slice(0, 400)}<!--${'x'.repeat(2 ** 20)}-->${good.slice(400)}`)).toContain('larger than');
    expect((await upload(good, fixture.house.clientB)).status).toBe(400);
    expect((await upload(good)).status).toBe(200);
    expect(await refused(good)).toContain('already been imported');
  });

  it('counts a bank transaction in two files once, and two equal ones in one file twice', async () => {
    const twin = { amount: '7.00', text: 'coffee', bankRef: 'TWIN' };
    const first = await upload(statementXml(OWN, 'T-1', [twin, twin, { amount: '3.00', text: 'tea' }]));
    expect(first.body.statements?.[0]).toMatchObject({ entryCount: 3, repeatedCount: 0 });
    const second = await upload(statementXml(OWN, 'T-2', [twin, { amount: '3.00', text: 'tea' }, { amount: '4.00', text: 'milk' }]));
    expect(second.body.statements?.[0]).toMatchObject({ entryCount: 1, repeatedCount: 2 });
    await drainJobs(fixture.house.database);
  });

  it('treats equal bank transactions as one in statements for the same time, and as several in consecutive ones', async () => {
    const twin = { amount: '7.00', text: 'parking' };
    const told = async (ref: string, movements: readonly TestBankTransaction[], options: Parameters<typeof statementXml>[3]) =>
      (await upload(statementXml(OWN, ref, movements, options))).body.statements?.[0];
    const day = ['2026-11-20', '2026-11-20'] as const;
    expect(await told('P-1', [twin], { days: day })).toMatchObject({ entryCount: 1, repeatedCount: 0 });
    // The bank closed a second time on that day.
    expect(await told('P-2', [twin], { days: day, opening: 100_700 })).toMatchObject({ entryCount: 1, repeatedCount: 0 });
    // The whole day, exported by hand, and the whole week.
    expect(await told('P-3', [twin, twin], { days: day })).toMatchObject({ entryCount: 0, repeatedCount: 2 });
    expect(await told('P-4', [twin, twin, twin], { days: ['2026-11-16', '2026-11-22'], opening: 90_000 })).toMatchObject({
      entryCount: 1,
      repeatedCount: 2,
    });
    expect(await told('P-5', [twin], { days: ['2026-11-23', '2026-11-23'] })).toMatchObject({ entryCount: 1, repeatedCount: 0 });
    await drainJobs(fixture.house.database);
  });

  it('is read with name spaces, comments, CDATA, as .02 and .08, and split into the transactions of a batch', async () => {
    for (const options of [{ version: '02' }, { version: '08', prefix: 'ns' }] as const) {
      const parts = [
        { amount: '1.10', name: 'A & B', text: `one <two> ${options.version}` },
        { amount: '2.20', name: 'C', text: `three ${options.version}` },
      ];
      const xml = statementXml(
        OWN,
        `B-${++serial}`,
        [
          { amount: '3.30', parts },
          { amount: '9.00', status: 'PDNG' },
        ],
        options,
      );
      const odd = xml.replace(/(<(?:ns:)?Ntry>)/, '<!-- </Ntry> -->$1').replace('three', '<![CDATA[</Ntry> & four]]>');
      const { status, body } = await upload(odd);
      expect({ status, message: body.message }).toEqual({ status: 200, message: undefined });
      await drainJobs(fixture.house.database);
      const entries = await entriesOf(body.statements?.[0]?.statementId ?? '');
      expect(entries.map((each) => each.amount)).toEqual(['1.10', '2.20']);
    }
  });
});

describe('a movement', () => {
  it('is booked automatically if reference and amount match, with its value date and reasons', async () => {
    const { accountId, refs } = await accountWith([12_345n, 5_000n]);
    await rename(refs[0] ?? '', 'INV-2026-0815');
    const [entry] = await read([
      { amount: '123.45', iban: PAYER, name: 'Whoever', text: 'Rechnung INV 2026 08 15 danke', valueDate: '2026-11-18' },
    ]);
    expect(entry).toMatchObject({ status: 'booked', accountId, score: 85, counterpartyIban: 'DE02 •••• 5030' });
    expect(entry?.signs).toEqual([
      { sign: 'paymentReference', weight: 60, detail: 'INV-2026-0815' },
      { sign: 'amount', weight: 25, detail: '123.45' },
    ]);
    expect(await claimOf(refs[0] ?? '')).toMatchObject({ balance: 0n, ledger: 0n, status: 'resolved' });
    const [booked] = await fixture.house.inA((tx) =>
      tx.sql(`select value_date, kind from ledger_entry where client_id = $1 and payment_id = $2`, [tx.clientId, entry?.paymentId]),
    );
    expect(booked).toEqual({ value_date: '2026-11-18', kind: 'payment' });
    expect(await typesOf(accountId)).toContain('paymentSettled');
  });

  it('is found by an ISO 11649 reference, by a known IBAN with name and sum, and not by a name alone', async () => {
    const rf = await accountWith([1_000n]);
    await rename(rf.refs[0] ?? '', '539007547034');
    const known = await accountWith([2_000n, 3_000n]);
    await named(known.accountId, 'Hannelore', 'Überschär');
    await fixture.house.inA(async (tx) => {
      const [debtor] = await tx.sql<{ client_id: Uuid; debtor_id: Uuid }>('select * from debtor where client_id = $1 and account_id = $2', [
        tx.clientId,
        known.accountId,
      ]);
      if (!debtor) throw new Error('no debtor');
      const { iban, iban_digest } = sealDebtor({ ssn: null, iban: PAYER }, debtor);
      await tx.sql('update debtor set iban = $3, iban_digest = $4 where client_id = $1 and account_id = $2', [
        tx.clientId,
        known.accountId,
        iban,
        iban_digest,
      ]);
    });
    const entries = await read([
      { amount: '10.00', reference: 'RF18539007547034' },
      { amount: '20.00', iban: PAYER, name: 'UEBERSCHAER, HANNELORE' },
      { amount: '11.11', name: 'Hannelore Ueberschaer', text: 'Miete' },
      { amount: '66.60', name: 'Nobody Known', text: 'thanks' },
    ]);
    expect(entries.map((each) => [each.status, each.doubt])).toEqual([
      ['booked', null],
      ['booked', null],
      ['ambiguous', 'tooWeak'],
      ['unmatched', 'nothingFits'],
    ]);
    expect(entries[1]?.signs.map((each) => each.sign)).toEqual(['iban', 'amount', 'name']);
    expect(entries[2]?.candidates.map((each) => each.accountId)).toEqual([known.accountId]);
  });

  it('is left to staff if it exceeds what is due or two accounts match equally', async () => {
    const [a, b, c] = [await accountWith([1_000n]), await accountWith([1_000n]), await accountWith([500n])];
    for (const { refs } of [a, b]) await rename(refs[0] ?? '', 'SAME-REF-77');
    await rename(c.refs[0] ?? '', 'OVER-REF-88');
    await named(c.accountId, 'Carla', 'Overpay');
    const entries = await read([
      { amount: '10.00', text: 'SAME-REF-77' },
      { amount: '7.50', text: 'OVER-REF-88', name: 'Carla Overpay' },
    ]);
    expect(entries.map((each) => each.doubt)).toEqual(['severalFit', 'moreThanDue']);
    expect(entries[0]?.candidates.map((each) => each.accountId).sort()).toEqual([a.accountId, b.accountId].sort());
    expect((await claimOf(c.refs[0] ?? '')).balance).toBe(500n);
  });

  it('books what people decide, once, over several accounts, and back again', async () => {
    const [a, b] = [await accountWith([1_000n]), await accountWith([2_000n])];
    const [entry] = await read([{ amount: '30.50', text: 'for two' }]);
    if (!entry) throw new Error('no entry');
    const parts = [
      { accountId: a.accountId, amount: '10.00' },
      { accountId: b.accountId, externalClaimRefs: b.refs, amount: '20.50' },
    ];
    const more = ', $parts: [BankEntryPart!]!|, parts: $parts';
    const wrong = await act('bookBankEntry', entry, more, { parts: parts.slice(0, 1) });
    expect(wrong.errors?.[0]).toMatchObject({ extensions: { field: 'parts' } });
    const both = await Promise.all([act('bookBankEntry', entry, more, { parts }), act('bookBankEntry', entry, more, { parts })]);
    expect(both.map((each) => each.errors?.[0]?.extensions?.code ?? 'ok').sort()).toEqual(['CONFLICT', 'ok']);
    expect((await claimOf(a.refs[0] ?? '')).balance).toBe(0n);
    expect((await claimOf(b.refs[0] ?? '')).balance).toBe(-50n);
    const booked = both.find((each) => !each.errors)?.data?.bookBankEntry as Entry;
    expect(booked).toMatchObject({ status: 'booked' });
    const undone = (await act('undoBankEntry', booked, '|')).data?.undoBankEntry as Entry;
    expect(undone).toMatchObject({ status: 'ambiguous', doubt: 'undone', accountId: null });
    expect((await claimOf(b.refs[0] ?? '')).balance).toBe(2_000n);
    const ignore = ', $note: String!|, note: $note';
    expect((await act('ignoreBankEntry', undone, ignore, { note: ' ' })).errors?.[0]?.extensions?.field).toBe('note');
    const ignored = (await act('ignoreBankEntry', undone, ignore, { note: 'a donation' })).data?.ignoreBankEntry as Entry;
    expect(ignored).toMatchObject({ status: 'ignored', note: 'a donation' });
    const again = (await act('bookBankEntry', ignored, more, { parts: [{ accountId: b.accountId, amount: '30.50' }] })).data
      ?.bookBankEntry as Entry;
    expect(again.status).toBe('booked');
    for (const { refs } of [a, b]) {
      const claim = await claimOf(refs[0] ?? '');
      expect(claim.balance).toBe(claim.ledger);
    }
  });

  it('books once when imported five times, shuffled, by twenty files at a time', async () => {
    const accounts = await Promise.all(Array.from({ length: 8 }, () => accountWith([10_000n])));
    for (const [index, { refs }] of accounts.entries()) await rename(refs[0] ?? '', `STORM-${1000 + index}`);
    const movements = accounts.map(
      (_, index): TestBankTransaction => ({ amount: '100.00', text: `STORM-${1000 + index}`, bankRef: `STORM${index}` }),
    );
    const shuffled = (from: number) => [...movements.slice(from), ...movements.slice(0, from)].toReversed();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => upload(statementXml(OWN, `STORM-${index}`, shuffled(index % 8)))),
    );
    expect(answers.every((each) => each.status === 200)).toBe(true);
    expect(answers.reduce((sum, each) => sum + (each.body.statements?.[0]?.entryCount ?? 0), 0)).toBe(8);
    await Promise.all([drainJobs(fixture.house.database), drainJobs(fixture.house.database), drainJobs(fixture.house.database)]);
    for (const { refs } of accounts) expect(await claimOf(refs[0] ?? '')).toMatchObject({ balance: 0n, ledger: 0n });
  });

  it('is nobody else’s, and not for who may not see banks', async () => {
    const [entry] = await read([{ amount: '1.23', text: 'secret' }]);
    const foreign = await fixture.house.raw(
      'finance',
      `query ($clientId: ID!, $entryId: ID!, $accountId: ID!) { weighBankEntry(clientId: $clientId, entryId: $entryId, accountId: $accountId) { score } }`,
      { clientId: fixture.house.clientB, entryId: entry?.entryId, accountId: uuidv7() },
      await fixture.house.tokenFor(fixture.house.clientB),
    );
    expect(foreign.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    expect((await upload('<x/>', fixture.house.clientA, 'CASE_MANAGER')).status).toBe(403);
  });
});
