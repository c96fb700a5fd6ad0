import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../../core/id.ts';
import { DEFAULT_WIDGETS } from '../../../../core/widgets.ts';
import type { World } from '../../../platform/cases.ts';
import { openTestHouse, type TestHouse } from '../../../platform/testing.ts';
import { seedDetail } from '../account.detail.cases.ts';

let house: TestHouse;
const world: World = {};
const client = () => ({ clientId: house.clientA, accountId: world.accountId });
const ids = (externalDebtorRef = 'DEBTOR-1') => ({ ...client(), externalDebtorRef });

beforeAll(async () => {
  house = await openTestHouse();
  await house.inA((tx) => seedDetail(tx, world));
});
afterAll(() => house.close());

const WHOLE = `revision debtorFullName portfolios scores { type value meta } products { productReference name type code meta }
  debtors { externalDebtorRef type firstName middleName lastName companyName birthday placeOfBirth SSN IBAN
    contactInformation { city suburb additionalAddresses { addressLine1 city } additionalContactInformation { type value note } }
    emails { email } debtorFinancialInformation { incomes { source amount currency } expenses { amount } surplus { currency incomes expenses surplus } } }
  claims { compoundClaimRefs scores { type value } }`;
const READ = `query ($clientId: ID!, $accountId: ID!) { getAccountDataV2(clientId: $clientId, accountId: $accountId) { ${WHOLE} } }`;
interface Whole {
  revision: number;
  debtorFullName: string;
  debtors: ({ externalDebtorRef: string; firstName: string | null; SSN: string | null; IBAN: string | null } & Record<string, unknown>)[];
}
const read = async () => (await house.call<{ getAccountDataV2: Whole }>('account', READ, client())).getAccountDataV2;
const UPDATE = `mutation ($clientId: ID!, $accountId: ID!, $externalDebtorRef: String!, $debtor: DebtorInput!, $clear: [DebtorField!], $revision: Int) {
  updateAccountDebtor(clientId: $clientId, accountId: $accountId, externalDebtorRef: $externalDebtorRef, debtor: $debtor, clear: $clear, revision: $revision) { ${WHOLE} } }`;
const update = async (debtor: object, rest: object = {}) =>
  (await house.call<{ updateAccountDebtor: Whole }>('account', UPDATE, { ...ids(), debtor, ...rest })).updateAccountDebtor;
const refusal = async (document: string, variables: object) => (await house.raw('account', document, variables)).errors?.[0]?.extensions;
const events = (type: string) =>
  house.inA((tx) =>
    tx.sql<{ payload: Record<string, unknown> }>(
      'select payload from event where client_id = $1 and message_type = $2 order by message_id',
      [tx.clientId, type],
    ),
  );

describe('a debtor', () => {
  it('is saved without empty values, and shows only the last four characters of confidential ones', async () => {
    const after = await update({
      middleName: 'Maria',
      placeOfBirth: 'Kiel',
      SSN: '65070649B123',
      IBAN: 'de89 3704 0044 0532 0130 00',
      city: '',
      suburb: 'Mitte',
      additionalAddresses: [{ addressLine1: 'Hafen 1', city: 'Kiel' }, { city: ' ' }],
      additionalContactInformation: [{ type: 'employer', value: '+49 431 1234', note: 'after 17:00' }],
    });
    expect(after.debtors[0]).toMatchObject({
      middleName: 'Maria',
      SSN: '•••• B123',
      IBAN: '•••• 3000',
      contactInformation: {
        city: 'Berlin',
        suburb: 'Mitte',
        additionalAddresses: [{ addressLine1: 'Hafen 1', city: 'Kiel' }],
        additionalContactInformation: [{ type: 'employer', value: '+49 431 1234', note: 'after 17:00' }],
      },
    });
    const [event] = await events('debtorChanged');
    expect(event?.payload.changed).toMatchObject({ IBAN: { from: null, to: '•••• 3000' }, suburb: { from: null, to: 'Mitte' } });
    expect(JSON.stringify(event)).not.toContain('DE8937');
    expect(JSON.stringify(event)).not.toContain('65070649');
  });

  it('shows an IBAN in full to who asks, and that stays on record', async () => {
    const reveal = `mutation ($clientId: ID!, $accountId: ID!, $externalDebtorRef: String!) { revealAccountDebtorField(clientId: $clientId, accountId: $accountId, externalDebtorRef: $externalDebtorRef, field: IBAN) }`;
    expect(await house.call('account', reveal, ids())).toEqual({ revealAccountDebtorField: 'DE89370400440532013000' });
    expect((await events('debtorDataRevealed')).map((each) => each.payload)).toEqual([{ externalDebtorRef: 'DEBTOR-1', field: 'IBAN' }]);
    const token = await house.tokenFor(house.clientA, 'READ_ONLY', uuidv7());
    expect((await house.raw('account', reveal, ids(), token)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
  });

  it('is emptied where that is said, but keeps a name', async () => {
    const after = await update({}, { clear: ['middleName', 'IBAN', 'suburb'] });
    expect(after.debtors[0]).toMatchObject({ middleName: null, IBAN: null, contactInformation: { suburb: null, city: 'Berlin' } });
    expect(await refusal(UPDATE, { ...ids(), debtor: {}, clear: ['firstName', 'lastName'] })).toMatchObject({ field: 'debtor.lastName' });
    expect((await read()).debtorFullName).toBe('Hannah Brandt');
  });

  it('is refused beside the field that is wrong', async () => {
    const fields = async (debtor: object) => (await refusal(UPDATE, { ...ids(), debtor }))?.field;
    expect(await fields({ IBAN: 'DE89370400440532013001' })).toBe('debtor.IBAN');
    expect(await fields({ birthday: '2999-01-01' })).toBe('debtor.birthday');
    expect(await fields({ email: 'nobody' })).toBe('debtor.email');
    expect(await fields({ mobileNumber: '12' })).toBe('debtor.mobileNumber');
    expect(await fields({ additionalContactInformation: [{ type: '', value: 'x' }] })).toBe('debtor.additionalContactInformation.0.type');
  });

  it('is refused with every field that is wrong, each with its reason, and nothing is changed', async () => {
    const before = await read();
    const wrong = await refusal(UPDATE, {
      ...ids(),
      debtor: {
        firstName: 'x'.repeat(300),
        lastName: 'Two\nlines',
        birthday: '1790-05-01',
        country: 'Atlantis',
        email: 'nobody',
        mobileNumber: '12',
        IBAN: 'DE89370400440532013001',
        city: 'Berlin',
        additionalAddresses: [{ city: 'Kiel', country: 'XX' }, { city: 'y'.repeat(101) }],
        additionalContactInformation: [{ type: '', value: 'z'.repeat(255) }],
      },
    });
    expect(wrong).toMatchObject({ code: 'INVALID_INPUT', field: 'debtor.firstName', key: 'nameLong' });
    expect(Object.fromEntries((wrong?.fields ?? []).map(({ field, key }) => [field, key]))).toEqual({
      'debtor.firstName': 'nameLong',
      'debtor.lastName': 'nameLong',
      'debtor.birthday': 'bornLongAgo',
      'debtor.country': 'countryUnknown',
      'debtor.email': 'noAddress',
      'debtor.mobileNumber': 'phoneUnknown',
      'debtor.IBAN': 'ibanWrong',
      'debtor.additionalAddresses.0.country': 'countryUnknown',
      'debtor.additionalAddresses.1.city': 'nameLong',
      'debtor.additionalContactInformation.0.value': 'nameLong',
    });
    expect(await read()).toEqual(before);
  });

  it('is not held up by what an import brought: only what changes is checked', async () => {
    const odd = { country: 'Deutschland', city: 'y'.repeat(200) };
    await house.inA((tx) =>
      tx.sql(`update debtor set address = address || $2, last_name = $3 where client_id = $1 and external_debtor_ref = 'DEBTOR-1'`, [
        tx.clientId,
        JSON.stringify(odd),
        'x'.repeat(300),
      ]),
    );
    await update({ ...odd, lastName: 'x'.repeat(300), addressLine1: 'Am Hafen' });
    expect(await refusal(UPDATE, { ...ids(), debtor: { ...odd, country: 'Schland' } })).toMatchObject({ field: 'debtor.country' });
    const after = await update({ country: 'de', city: 'Berlin', lastName: 'Brandt' });
    expect(after.debtors[0]).toMatchObject({ lastName: 'Brandt', contactInformation: { city: 'Berlin' } });
  });

  it('shows telephone numbers in the international way, however they were typed', async () => {
    await update({ mobileNumber: '0151/123 456 78', landLine: '+493012345678' });
    const phones = `query ($clientId: ID!, $accountId: ID!) { getAccountDebtorContactPhoneNumbers(clientId: $clientId, accountId: $accountId) { contactPhoneNumber formatted } }`;
    const { getAccountDebtorContactPhoneNumbers: list } = await house.call<{ getAccountDebtorContactPhoneNumbers: object[] }>(
      'account',
      phones,
      client(),
    );
    expect(list).toContainEqual({ contactPhoneNumber: '0151/123 456 78', formatted: '+49 1511 2345678' });
    expect(list).toContainEqual({ contactPhoneNumber: '+493012345678', formatted: '+49 30 12345678' });
  });
});

describe('several debtors', () => {
  const add = `mutation ($clientId: ID!, $accountId: ID!, $ref: String, $debtor: DebtorInput!) { addAccountDebtor(clientId: $clientId, accountId: $accountId, externalDebtorRef: $ref, type: company, debtor: $debtor) { debtors { externalDebtorRef } } }`;
  const main = `mutation ($clientId: ID!, $accountId: ID!, $externalDebtorRef: String!) { setAccountMainDebtor(clientId: $clientId, accountId: $accountId, externalDebtorRef: $externalDebtorRef) { debtorFullName debtors { externalDebtorRef } } }`;
  const remove = `mutation ($clientId: ID!, $accountId: ID!, $externalDebtorRef: String!) { removeAccountDebtor(clientId: $clientId, accountId: $accountId, externalDebtorRef: $externalDebtorRef) { debtorFullName debtors { externalDebtorRef } } }`;

  it('are added, one is the main one, and others can be removed', async () => {
    const named = { ...client(), ref: 'FIRM', debtor: { companyName: 'Brandt GmbH', email: 'office@brandt.example' } };
    expect(await house.call('account', add, named)).toMatchObject({
      addAccountDebtor: { debtors: [{ externalDebtorRef: 'DEBTOR-1' }, { externalDebtorRef: 'FIRM' }] },
    });
    expect(await refusal(add, named)).toMatchObject({ field: 'externalDebtorRef' });
    expect(await refusal(add, { ...named, ref: null, debtor: {} })).toMatchObject({ field: 'debtor.companyName' });
    expect(await house.call('account', main, ids('FIRM'))).toEqual({
      setAccountMainDebtor: { debtorFullName: 'Brandt GmbH', debtors: [{ externalDebtorRef: 'FIRM' }, { externalDebtorRef: 'DEBTOR-1' }] },
    });
    expect(await refusal(remove, ids('FIRM'))).toMatchObject({ code: 'CONFLICT', field: 'externalDebtorRef' });
    await house.call('account', main, ids('DEBTOR-1'));
    expect(await house.call('account', remove, ids('FIRM'))).toEqual({
      removeAccountDebtor: { debtorFullName: 'Hannah Brandt', debtors: [{ externalDebtorRef: 'DEBTOR-1' }] },
    });
    expect(
      await house.inA((tx) => tx.sql(`select 1 from contact_point where client_id = $1 and value like '%brandt.example'`, [tx.clientId])),
    ).toEqual([]);
    for (const type of ['debtorAdded', 'debtorRemoved']) expect(await events(type)).toHaveLength(1);
    expect(await events('mainDebtorChanged')).toHaveLength(2);
  });
});

describe('financial information', () => {
  const SET = `mutation ($clientId: ID!, $accountId: ID!, $externalDebtorRef: String!, $info: DebtorFinancialInformationInput!) { setAccountDebtorFinancialInformation(clientId: $clientId, accountId: $accountId, externalDebtorRef: $externalDebtorRef, debtorFinancialInformation: $info) { ${WHOLE} } }`;

  it('gives a monthly surplus to the cent, per currency', async () => {
    const info = {
      incomes: [
        { source: 'Wage', amount: '1850.10' },
        { source: 'Pension', amount: '40000', currency: 'JPY' },
      ],
      expenses: [{ source: 'Flat', amount: '1850.31' }],
    };
    const { setAccountDebtorFinancialInformation: after } = await house.call<{ setAccountDebtorFinancialInformation: Whole }>(
      'account',
      SET,
      {
        ...ids(),
        info,
      },
    );
    expect(after.debtors[0]?.debtorFinancialInformation).toEqual({
      incomes: [
        { source: 'Wage', amount: '1850.10', currency: 'EUR' },
        { source: 'Pension', amount: '40000', currency: 'JPY' },
      ],
      expenses: [{ amount: '1850.31' }],
      surplus: [
        { currency: 'EUR', incomes: '1850.10', expenses: '1850.31', surplus: '-0.21' },
        { currency: 'JPY', incomes: '40000', expenses: '0', surplus: '40000' },
      ],
    });
    expect(JSON.stringify(await events('financialInformationChanged'))).not.toContain('1850');
  });

  it('is refused with every item that is wrong', async () => {
    const items = [
      { source: ' ', amount: '1.005' },
      { source: 'Flat', amount: '1' },
      { source: 'Gas', amount: '-1' },
    ];
    const wrong = await refusal(SET, { ...ids(), info: { incomes: [{ source: '', amount: '1' }], expenses: items } });
    expect(wrong?.fields?.map(({ field }) => field.slice('debtorFinancialInformation.'.length))).toEqual([
      'incomes.0.source',
      'expenses.0.source',
      'expenses.0.amount',
      'expenses.2.amount',
    ]);
  });

  it('is refused beside the item that is wrong, and gone when nothing is left', async () => {
    const wrong = async (item: object) => (await refusal(SET, { ...ids(), info: { incomes: [], expenses: [item] } }))?.field;
    expect(await wrong({ source: 'Flat', amount: '-1' })).toBe('debtorFinancialInformation.expenses.0.amount');
    expect(await wrong({ source: 'Flat', amount: '1.005' })).toBe('debtorFinancialInformation.expenses.0.amount');
    expect(await wrong({ source: ' ', amount: '1' })).toBe('debtorFinancialInformation.expenses.0.source');
    expect(await wrong({ source: 'Flat', amount: '1', currency: 'euro' })).toBe('debtorFinancialInformation.expenses.0.currency');
    await house.call('account', SET, { ...ids(), info: { incomes: [], expenses: [] } });
    expect((await read()).debtors[0]?.debtorFinancialInformation).toBeNull();
  });
});

it('shows what the account holds of scores, products and portfolios, and the claims that one stands for', async () => {
  await house.inA(async (tx) => {
    await tx.sql(
      `update account set scores = '{"payment": 0.7}', score_meta = '{"payment": {"model": "v3"}}', portfolios = '{P1}' where client_id = $1 and account_id = $2`,
      [tx.clientId, world.accountId],
    );
    await tx.sql(
      `update claim set product_reference = 'GAS', product_name = 'Gas', compound_claim_refs = '{A,B}', scores = '{"risk": 2}' where client_id = $1 and account_id = $2`,
      [tx.clientId, world.accountId],
    );
    await tx.sql(
      `insert into account_product (client_id, account_id, product_reference, code, meta, updated_at) values ($1, $2, 'GAS', 'G-12', '{"meter": 4}', now()), ($1, $2, 'OLD', null, '{}', now())`,
      [tx.clientId, world.accountId],
    );
  });
  expect(await read()).toMatchObject({
    scores: [{ type: 'payment', value: 0.7, meta: { model: 'v3' } }],
    portfolios: ['P1'],
    products: [
      { productReference: 'GAS', name: 'Gas', code: 'G-12', meta: { meter: 4 } },
      { productReference: 'OLD', name: 'OLD', code: null },
    ],
    claims: [{ compoundClaimRefs: ['A', 'B'], scores: [{ type: 'risk', value: 2 }] }],
  });
});

describe('the widget grid', () => {
  const GET = `query ($clientId: ID!) { getAccountWidgetGrid(clientId: $clientId) { revision isDefault widgets { widgetId type label col row colSpan active props fields { fieldId label path } } } }`;
  const SET = `mutation ($clientId: ID!, $widgets: [AccountWidgetInput!]!, $revision: Int) { setAccountWidgetGrid(clientId: $clientId, widgets: $widgets, revision: $revision) { revision isDefault widgets { widgetId fields { path } } } }`;
  const activity = { widgetId: 'activity', type: 'activity', col: 0, row: 0, colSpan: 9 };
  const fields = (path: string) => ({
    widgetId: 'mine',
    type: 'fields',
    label: 'At a glance',
    col: 9,
    row: 0,
    colSpan: 3,
    fields: [{ fieldId: 'a', label: 'Born', path }],
  });
  const refused = async (...widgets: object[]) => (await refusal(SET, { clientId: house.clientA, widgets }))?.field;

  it('is the product’s own until one is saved for the client, and again when none is', async () => {
    const clientId = house.clientA;
    expect(await house.call('account', GET, { clientId })).toEqual({
      getAccountWidgetGrid: { revision: 0, isDefault: true, widgets: DEFAULT_WIDGETS },
    });
    const widgets = [activity, fields('debtors.0.birthday')];
    expect(await house.call('account', SET, { clientId, widgets, revision: 0 })).toEqual({
      setAccountWidgetGrid: {
        revision: 1,
        isDefault: false,
        widgets: [
          { widgetId: 'activity', fields: [] },
          { widgetId: 'mine', fields: [{ path: 'debtors.0.birthday' }] },
        ],
      },
    });
    for (const revision of [0, 7])
      expect(await refusal(SET, { clientId, widgets, revision })).toMatchObject({ code: 'CONFLICT', field: 'revision' });
    expect(await house.call('account', SET, { clientId, widgets: [], revision: 1 })).toMatchObject({
      setAccountWidgetGrid: { revision: 2, isDefault: true },
    });
    expect(await events('accountLayoutChanged')).toHaveLength(2);
  });

  it('saved by several at once keeps one and tells the others', async () => {
    const { getAccountWidgetGrid: grid } = await house.call<{ getAccountWidgetGrid: { revision: number } }>('account', GET, {
      clientId: house.clientA,
    });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => house.raw('account', SET, { clientId: house.clientA, widgets: [activity], revision: grid.revision })),
    );
    expect(answers.filter((answer) => !answer.errors)).toHaveLength(1);
    expect(answers.filter((answer) => answer.errors?.[0]?.extensions?.code === 'CONFLICT')).toHaveLength(4);
  });

  it('is refused beside the widget that is wrong', async () => {
    expect(await refused({ ...activity, type: 'weather' })).toBe('widgets.0.type');
    expect(await refused(activity, { ...activity, widgetId: 'other', col: 9, colSpan: 3 })).toBe('widgets.1.type');
    expect(await refused({ ...activity, col: 6 })).toBe('widgets.0.colSpan');
    expect(await refused(activity, { ...fields('meta.region'), col: 8 })).toBe('widgets.1.col');
    expect(await refused(activity, fields('secrets.0'))).toBe('widgets.1.fields.0.path');
    expect(await refused({ ...activity, active: false })).toBe('widgets');
    expect(await refused({ ...activity, fields: [{ fieldId: 'a', path: 'meta.a' }] })).toBe('widgets.0.fields');
    const token = await house.tokenFor(house.clientA, 'READ_ONLY', uuidv7());
    const answer = await house.raw('account', SET, { clientId: house.clientA, widgets: [activity] }, token);
    expect(answer.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
  });
});

describe('20 writers with 20 edits each of one account', () => {
  const META = `mutation ($clientId: ID!, $accountId: ID!, $meta: JSON!, $revision: Int) { setAccountMeta(clientId: $clientId, accountId: $accountId, meta: $meta, revision: $revision) { revision } }`;
  const STATE = `query ($clientId: ID!, $accountId: ID!) { getAccountDataV2(clientId: $clientId, accountId: $accountId, fields: ["meta"]) { revision meta } }`;
  interface State {
    getAccountDataV2: { revision: number; meta: Record<string, unknown> };
  }
  const state = async () => (await house.call<State>('account', STATE, client())).getAccountDataV2;
  const WRITERS = 20;
  const EDITS = 20;
  const writers = (work: (writer: number) => Promise<void>) => Promise.all(Array.from({ length: WRITERS }, (_, writer) => work(writer)));

  it('lose nothing where each writes a field of its own, and are told of every conflict where all write one', async () => {
    await house.call('account', META, { ...client(), meta: { count: 0 } });
    const before = await state();
    let [agreed, refused] = [0, 0];
    await writers(async (writer) => {
      for (let edit = 1; edit <= EDITS; edit += 2) {
        await house.call('account', META, { ...client(), meta: { [`w${writer}`]: edit } });
        const seen = await state();
        const answer = await house.raw('account', META, {
          ...client(),
          meta: { count: (seen.meta.count as number) + 1 },
          revision: seen.revision,
        });
        if (answer.errors) {
          expect(answer.errors[0]?.extensions).toMatchObject({ code: 'CONFLICT', field: 'revision' });
          refused += 1;
        } else agreed += 1;
      }
    });
    const after = await state();
    expect(agreed + refused).toBe((WRITERS * EDITS) / 2);
    expect(agreed).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
    expect(after.meta.count).toBe(agreed);
    expect(after.revision).toBe(before.revision + agreed + (WRITERS * EDITS) / 2);
    for (let writer = 0; writer < WRITERS; writer++) expect(after.meta[`w${writer}`]).toBe(EDITS - 1);
    const changes = (await events('accountMetaChanged')).filter((each) => 'count' in (each.payload.changed as object));
    expect(changes).toHaveLength(agreed + 1);
  });
});
