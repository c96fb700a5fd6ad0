import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../../core/id.ts';
import type { World } from '../../../platform/cases.ts';
import { now } from '../../../platform/clock.ts';
import { observeStatements } from '../../../platform/statements.ts';
import { at, openTestHouse, type TestHouse } from '../../../platform/testing.ts';
import { book } from '../../finance/ledger/ledger.logic.ts';
import { seedDetail } from '../account.detail.cases.ts';

let house: TestHouse;
const world: World = {};
const client = () => ({ clientId: house.clientA, accountId: world.accountId });

beforeAll(async () => {
  house = await openTestHouse();
  await house.inA((tx) => seedDetail(tx, world));
});
afterAll(() => house.close());

const DETAIL = `query ($clientId: ID!, $accountId: ID!, $fields: [String!]) { getAccountDataV2(clientId: $clientId, accountId: $accountId, fields: $fields) {
  id revision debtorFullName totalAmount paidAmount promisedAmount meta optedOut ceaseRequestedAt assignee { userId }
  debtors { firstName birthday contactInformation { city email } phones { contactPhoneNumber contactPhoneNumberState } emails { email emailState } }
  claims { externalClaimRef amount totalAmount } tasks { note status } ledgerEntries { amount } contactSafety { channel answer rules { rule ok } } widgetGrid { isDefault widgets { widgetId } } } }`;
interface Detail {
  getAccountDataV2: {
    revision: number;
    totalAmount: string;
    paidAmount: string;
    meta: Record<string, unknown>;
    optedOut: string[];
    debtors: {
      firstName: string;
      contactInformation: { city: string; email: string };
      phones: { contactPhoneNumber: string; contactPhoneNumberState: string }[];
    }[];
    claims: { externalClaimRef: string; amount: string; totalAmount: string }[];
    tasks: { note: string }[];
    ledgerEntries: { amount: string }[];
    contactSafety: { channel: string; answer: string; rules: { rule: string; ok: boolean }[] }[];
  };
}
const detail = async (fields?: string[]) => (await house.call<Detail>('account', DETAIL, { ...client(), fields })).getAccountDataV2;

describe('account detail', () => {
  it('shows debtor, contacts, claims, tasks and what the gate says, and the ledger when asked', async () => {
    const all = await detail();
    expect(all).toMatchObject({
      debtorFullName: 'Hannah Brandt',
      totalAmount: '100.00',
      debtors: [{ firstName: 'Hannah', birthday: '1988-03-14', contactInformation: { city: 'Berlin', email: 'hannah@debtor.example' } }],
      claims: [{ externalClaimRef: world.externalClaimRef, amount: '100.00', totalAmount: '100.00' }],
      tasks: [{ note: 'Call back', status: 'new' }],
      ledgerEntries: [],
    });
    const email = all.contactSafety.find((each) => each.channel === 'email');
    expect(email?.rules.find((rule) => rule.rule === 'contactData')?.ok).toBe(true);
    expect(all.contactSafety.find((each) => each.channel === 'sms')?.answer).toBe('deny'); // no mobile number
    const some = await detail(['ledgerEntries']);
    expect(some.ledgerEntries).toEqual([{ amount: '100.00' }]);
    expect(some.debtors).toEqual([]);
    const answer = await house.raw('account', DETAIL, { ...client(), fields: ['everything'] });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'fields' });
  });

  it('lists open claims by their reference, then the others, newest due date first', async () => {
    await house.inA((tx) =>
      tx.sql(
        `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, status, created_at, updated_at)
         select $1, ref, $2, 'EUR', 1, 1, due::date, status, $3, $3 from (values ('Z-B', '2020-01-01', 'open'), ('Z-A', '2026-01-01', 'open'),
           ('A-OLD', '2019-01-01', 'resolved'), ('A-NEW', '2021-01-01', 'resolved')) as given (ref, due, status)`,
        [tx.clientId, world.accountId, new Date(now())],
      ),
    );
    const refs = (await detail()).claims.map((each) => each.externalClaimRef).filter((ref) => ref !== world.externalClaimRef);
    expect(refs).toEqual(['Z-A', 'Z-B', 'A-NEW', 'A-OLD']);
    await house.inA((tx) => tx.sql(`delete from claim where client_id = $1 and external_claim_ref = any($2)`, [tx.clientId, refs]));
  });

  it("hides claims that are the account's own bookkeeping", async () => {
    await house.inA((tx) =>
      tx.sql(
        `insert into claim (client_id, external_claim_ref, account_id, type, currency, amount, balance, created_at, updated_at) values ($1, 'HIDDEN', $2, 'accountRestructuring', 'EUR', 1, 1, $3, $3)`,
        [tx.clientId, world.accountId, new Date(now())],
      ),
    );
    expect((await detail()).claims.map((each) => each.externalClaimRef)).not.toContain('HIDDEN');
  });

  it('reads the whole screen with at most five statements', async () => {
    const statements: string[] = [];
    observeStatements((text) => statements.push(text));
    await house.call('account', DETAIL, client());
    await house.call(
      'events',
      `query ($clientId: ID!, $accountId: ID!) { getAllDiaryEvents(clientId: $clientId, accountId: $accountId) { events { payload } searchAfter } }`,
      client(),
    );
    await house.call(
      'strategy',
      `query ($clientId: ID!, $accountId: ID!) { getAccountStrategies(clientId: $clientId, accountId: $accountId) { externalClaimRef displayName } }`,
      client(),
    );
    observeStatements(null);
    expect(statements.length).toBeGreaterThan(2);
    expect(statements.length).toBeLessThanOrEqual(5);
  });
});

describe('the ledger', () => {
  it('adds up to the balance, entry by entry', async () => {
    await house.inA((tx) =>
      book(tx, [
        {
          key: 'fee',
          accountId: world.accountId!,
          externalClaimRef: world.externalClaimRef!,
          kind: 'fee',
          amount: 250n,
          currency: 'EUR',
          valueDate: '2026-10-01' as never,
          bookedAt: at(now() + 1000),
          description: 'Reminder fee',
        },
        {
          key: 'pay',
          accountId: world.accountId!,
          externalClaimRef: world.externalClaimRef!,
          kind: 'payment',
          amount: -3333n,
          currency: 'EUR',
          valueDate: '2026-10-02' as never,
          bookedAt: at(now() + 2000),
          description: 'SEPA transfer',
        },
      ]),
    );
    const document = `query ($clientId: ID!, $accountId: ID!, $ref: String) { getAccountLedgerEntries(clientId: $clientId, accountId: $accountId, externalClaimRef: $ref) { balance entries { kind amount runningBalance description } } }`;
    type Ledger = { getAccountLedgerEntries: { balance: string; entries: { amount: string; runningBalance: string }[] } };
    const { getAccountLedgerEntries: ledger } = await house.call<Ledger>('account', document, client());
    expect(ledger.entries.map((entry) => entry.runningBalance)).toEqual(['100.00', '102.50', '69.17']);
    expect(ledger.balance).toBe('69.17');
    const after = await detail();
    expect(after.claims[0]?.totalAmount).toBe('69.17');
    expect(after.paidAmount).toBe('33.33');
    const answer = await house.raw('account', document, { ...client(), ref: 'NOBODYS' });
    expect(answer.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });
});

describe('edits', () => {
  const META = `mutation ($clientId: ID!, $accountId: ID!, $meta: JSON!, $revision: Int) { setAccountMeta(clientId: $clientId, accountId: $accountId, meta: $meta, revision: $revision) { revision meta } }`;

  it('of an older state are refused and lose nothing', async () => {
    const { revision } = await detail();
    await house.call('account', META, { ...client(), meta: { shift: 'late', pets: 2 }, revision });
    const answer = await house.raw('account', META, { ...client(), meta: { shift: 'early' }, revision });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', field: 'revision' });
    const after = await detail();
    expect(after).toMatchObject({ revision: revision + 1, meta: { shift: 'late', pets: 2 } });
    await house.call('account', META, { ...client(), meta: { pets: null }, revision: revision + 1 });
    expect((await detail()).meta).toEqual({ shift: 'late' });
  });

  it('made at once on one state: one wins, the others are told', async () => {
    const { revision } = await detail();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => house.raw('account', META, { ...client(), meta: { winner: index }, revision })),
    );
    expect(answers.filter((answer) => !answer.errors)).toHaveLength(1);
    expect(answers.filter((answer) => answer.errors?.[0]?.extensions?.code === 'CONFLICT')).toHaveLength(5);
  });

  it('of a debtor leave out empty values, keep the rest, and tell the timeline what changed', async () => {
    const document = `mutation ($clientId: ID!, $accountId: ID!, $debtor: DebtorInput!) { updateAccountDebtor(clientId: $clientId, accountId: $accountId, externalDebtorRef: "DEBTOR-1", debtor: $debtor) { debtorFullName debtors { firstName lastName contactInformation { city addressLine1 } phones { contactPhoneNumber type } } } }`;
    const data = await house.call('account', document, {
      ...client(),
      debtor: { firstName: 'Johanna', lastName: '  ', city: '', mobileNumber: '0151 23456789' },
    });
    expect(data).toMatchObject({
      updateAccountDebtor: {
        debtorFullName: 'Johanna Brandt',
        debtors: [
          {
            firstName: 'Johanna',
            lastName: 'Brandt',
            contactInformation: { city: 'Berlin', addressLine1: 'Torstraße' },
            phones: expect.arrayContaining([{ contactPhoneNumber: '0151 23456789', type: 'mobile' }]),
          },
        ],
      },
    });
    const events = await house.inA((tx) =>
      tx.sql<{ payload: { changed: object } }>(`select payload from event where client_id = $1 and message_type = 'debtorChanged'`, [
        tx.clientId,
      ]),
    );
    expect(events[0]?.payload.changed).toEqual({
      firstName: { from: 'Hannah', to: 'Johanna' },
      mobileNumber: { from: null, to: '0151 23456789' },
    });
    const bad = await house.raw('account', document, { ...client(), debtor: { mobileNumber: 'call me' } });
    expect(bad.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'debtor.mobileNumber' });
  });

  it('of consent and contact state reach the gate', async () => {
    const safety = async (channel: string) => (await detail()).contactSafety.find((each) => each.channel === channel);
    expect((await safety('email'))?.rules.find((rule) => rule.rule === 'contactData')?.ok).toBe(true);
    await house.call(
      'account',
      `mutation ($clientId: ID!, $accountId: ID!) { setAccountDebtorEmailState(clientId: $clientId, accountId: $accountId, externalDebtorRef: "DEBTOR-1", email: "hannah@debtor.example", emailState: wrong) { emailState } }`,
      client(),
    );
    expect((await safety('email'))?.rules.find((rule) => rule.rule === 'contactData')?.ok).toBe(false);
    await house.call(
      'account',
      `mutation ($clientId: ID!, $accountId: ID!) { setAccountContactConsent(clientId: $clientId, accountId: $accountId, channel: phone, optedOut: true) { optedOut } }`,
      client(),
    );
    expect(await safety('phone')).toMatchObject({
      answer: 'deny',
      rules: expect.arrayContaining([expect.objectContaining({ rule: 'optOut', ok: false })]),
    });
    await house.call(
      'account',
      `mutation ($clientId: ID!, $accountId: ID!) { setAccountCeaseRequest(clientId: $clientId, accountId: $accountId, ceaseRequested: true) { ceaseRequestedAt } }`,
      client(),
    );
    expect(await safety('letter')).toMatchObject({ answer: 'deny' });
  });

  it('of a dispute need words, and open and close it', async () => {
    const open = `mutation ($clientId: ID!, $ref: String!, $reason: String!) { openClaimDispute(clientId: $clientId, externalClaimRef: $ref, reason: $reason) { disputedAt } }`;
    const ids = { clientId: house.clientA, ref: world.externalClaimRef };
    const silent = await house.raw('account', open, { ...ids, reason: '  ' });
    expect(silent.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'reason' });
    expect(await house.call('account', open, { ...ids, reason: 'Wrong meter' })).toMatchObject({
      openClaimDispute: { disputedAt: expect.any(String) },
    });
    const close = `mutation ($clientId: ID!, $ref: String!) { closeClaimDispute(clientId: $clientId, externalClaimRef: $ref, outcome: "Meter was right") { disputedAt } }`;
    expect(await house.call('account', close, ids)).toEqual({ closeClaimDispute: { disputedAt: null } });
  });

  it('are refused to a role that may only read', async () => {
    const token = await house.tokenFor(house.clientA, 'READ_ONLY', uuidv7());
    const answer = await house.raw('account', META, { ...client(), meta: { a: 1 } }, token);
    expect(answer.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
  });
});
