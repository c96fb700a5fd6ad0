/** Partners and allocation rules, through the API on a real Postgres. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { claimAssignment } from './ground/partner.tables.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

interface Partner {
  partnerId: Uuid;
  name: string;
  email: string | null;
  phone: string | null;
  country: string | null;
  city: string | null;
  isSkipTracingDefault: boolean;
  itemCount: number;
  totalAmounts: { currency: string; totalAmount: string }[];
  attachmentSelectorList: { documentType: string; contextType: string | null; fileSelectionCriteria: string }[];
  revision: number;
}
const PARTNER =
  'partnerId name type email phone city country isSkipTracingDefault itemCount totalAmounts { currency totalAmount } attachmentSelectorList { documentType contextType fileSelectionCriteria } revision';
const CREATE = `mutation ($clientId: ID!, $partner: PartnerInput!) { createPartner(clientId: $clientId, partner: $partner) { ${PARTNER} } }`;
const UPDATE = `mutation ($clientId: ID!, $partnerId: ID, $partner: PartnerInput!) { updatePartner(clientId: $clientId, partnerId: $partnerId, partner: $partner) { ${PARTNER} } }`;
const DELETE = 'mutation ($clientId: ID!, $partnerId: ID!) { deletePartner(clientId: $clientId, partnerId: $partnerId) }';
const SAVE_RULE = `mutation ($clientId: ID!, $allocationId: ID, $name: String!, $shares: [PartnerShareInput!]!, $revision: Int) {
  savePartnerAllocation(clientId: $clientId, allocationId: $allocationId, name: $name, shares: $shares, revision: $revision) { allocationId revision shares { partnerName basisPoints } } }`;

const own = (more: object) => ({ clientId: house.clientA, ...more });
const create = async (partner: object) => (await house.call<{ createPartner: Partner }>('partner', CREATE, own({ partner }))).createPartner;
const update = async (partnerId: Uuid | null, partner: object) =>
  (await house.call<{ updatePartner: Partner }>('partner', UPDATE, own({ partnerId, partner }))).updatePartner;
const read = async (partnerId: Uuid) =>
  (
    await house.call<{ getPartner: Partner }>(
      'partner',
      `query ($clientId: ID!, $partnerId: ID!) { getPartner(clientId: $clientId, partnerId: $partnerId) { ${PARTNER} } }`,
      own({ partnerId }),
    )
  ).getPartner;
const refusal = async (document: string, variables: object) => {
  const { errors } = await house.raw('partner', document, own(variables));
  return errors?.[0];
};
const wrongOf = async (document: string, variables: object) => {
  const extensions = (await refusal(document, variables))?.extensions;
  return (extensions?.fields ?? [extensions]).map((each) => `${each?.field} ${each?.key}`);
};

let serial = 0;
/** Adds a claim with a balance and gives it to a partner. */
async function assign(partnerId: Uuid, balance: bigint, currency = 'EUR', endedAt: number | null = null) {
  const [ref, accountId] = [`C-${++serial}`, uuidv7()];
  await house.inA(async (tx) => {
    await tx.sql(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $5, '2026-01-01', now(), now())`,
      [tx.clientId, ref, accountId, currency, balance],
    );
    const at = Date.now() as never;
    await tx.db.insert(claimAssignment).values({
      clientId: tx.clientId,
      assignmentId: uuidv7(),
      partnerId,
      accountId,
      externalClaimRef: ref,
      currency,
      amount: balance,
      outsourceMethod: 'manual',
      createdAt: at,
      updatedAt: at,
      endedAt: endedAt as never,
    });
  });
}
const eventsOf = (messageType: string) =>
  house.inA((tx) =>
    tx.sql<{ payload: { partnerId: Uuid; changes?: { field: string; from: unknown; to: unknown }[] } }>(
      'select payload from event where client_id = $1 and message_type = $2 order by message_id',
      [tx.clientId, messageType],
    ),
  );

describe('a partner', () => {
  it('is added with what is said of it, in one way of writing', async () => {
    const added = await create({
      name: ' Nordstern Inkasso ',
      email: 'Post@Nordstern.Example',
      phone: '0431 5601230',
      country: 'de',
      attachmentSelectorList: [{ documentType: 'INVOICE', fileSelectionCriteria: 'latest' }],
    });
    expect(added).toMatchObject({
      name: 'Nordstern Inkasso',
      email: 'post@nordstern.example',
      phone: '+494315601230',
      country: 'DE',
      itemCount: 0,
      totalAmounts: [],
      attachmentSelectorList: [{ documentType: 'INVOICE', contextType: null, fileSelectionCriteria: 'latest' }],
      revision: 1,
    });
    expect((await eventsOf('partnerCreated')).map(({ payload }) => payload.partnerId)).toEqual([added.partnerId]);
  });

  it('is refused with every wrong field at once', async () => {
    const partner = {
      name: ' ',
      type: 'bank',
      email: 'nobody',
      phone: '12',
      country: 'UK',
      city: 'x'.repeat(121),
      attachmentSelectorList: [{ documentType: '', fileSelectionCriteria: 'all' }],
    };
    expect(await wrongOf(CREATE, { partner })).toEqual([
      'country countryUnknown',
      'name nameUpTo',
      'type oneOf',
      'email noAddress',
      'phone phoneUnknown',
      'city nameLong',
      'attachmentSelectorList.0.documentType selectorKind',
    ]);
  });

  it('has a name of its own, whatever its letters', async () => {
    await create({ name: 'Twin' });
    expect((await refusal(CREATE, { partner: { name: 'TWIN' } }))?.extensions).toMatchObject({ code: 'CONFLICT', key: 'partnerNameTaken' });
  });

  it('is not updated without a partner, nor without a changed field', async () => {
    const { partnerId } = await create({ name: 'Unchanged', city: 'Kiel' });
    expect((await refusal(UPDATE, { partner: { city: 'Bonn' } }))?.message).toBe('No partner to update');
    const same = {
      name: 'Unchanged',
      city: 'Kiel',
      partnerId: uuidv7(),
      createdAt: '2020-01-01T00:00:00Z',
      updatedAt: '2020-01-01T00:00:00Z',
    };
    expect((await refusal(UPDATE, { partnerId, partner: same }))?.message).toBe('No data sent to update');
    expect((await refusal(UPDATE, { partnerId, partner: {} }))?.message).toBe('No data sent to update');
    expect((await read(partnerId)).revision).toBe(1);
  });

  it('changes in the fields that were sent, and the log says which', async () => {
    const { partnerId } = await create({ name: 'Changing', city: 'Kiel', email: 'a@b.example' });
    const after = await update(partnerId, { city: 'Bonn', email: '', updatedAt: '2020-01-01T00:00:00Z' });
    expect(after).toMatchObject({ partnerId, name: 'Changing', city: 'Bonn', email: null, revision: 2 });
    const told = (await eventsOf('partnerChanged')).filter(({ payload }) => payload.partnerId === partnerId);
    expect(told.map(({ payload }) => payload.changes)).toEqual([
      [
        { field: 'email', from: 'a@b.example', to: null },
        { field: 'city', from: 'Kiel', to: 'Bonn' },
      ],
    ]);
  });

  it('is not overwritten by an edit of an older state', async () => {
    const { partnerId } = await create({ name: 'Contested' });
    await update(partnerId, { city: 'Bonn', revision: 1 });
    expect((await refusal(UPDATE, { partnerId, partner: { city: 'Köln', revision: 1 } }))?.extensions).toMatchObject({
      code: 'CONFLICT',
      key: 'partnerChanged',
    });
    expect((await read(partnerId)).city).toBe('Bonn');
  });

  it('finds debtors by default in place of another', async () => {
    const one = await create({ name: 'Tracer one', isSkipTracingDefault: true });
    const other = await create({ name: 'Tracer other', isSkipTracingDefault: true });
    expect([await read(one.partnerId), await read(other.partnerId)].map((each) => each.isSkipTracingDefault)).toEqual([false, true]);
  });

  it('counts the claims that are with it now, and what is owed on them by currency', async () => {
    const { partnerId } = await create({ name: 'Loaded' });
    await assign(partnerId, 10_000n);
    await assign(partnerId, -500n);
    await assign(partnerId, 2_050n);
    await assign(partnerId, 700n, 'CHF');
    await assign(partnerId, 9_900n, 'EUR', Date.now());
    expect(await read(partnerId)).toMatchObject({
      itemCount: 4,
      totalAmounts: [
        { currency: 'CHF', totalAmount: '7.00' },
        { currency: 'EUR', totalAmount: '120.50' },
      ],
    });
  });

  it('stays while claims are with it, and is gone once they are back', async () => {
    const { partnerId } = await create({ name: 'Busy' });
    await assign(partnerId, 100n);
    const refused = await refusal(DELETE, { partnerId });
    expect(refused?.message).toBe('“Busy” still has claims (1). Recall them first.');
    await house.inA((tx) => tx.sql('update claim_assignment set ended_at = now() where partner_id = $1', [partnerId]));
    await house.call('partner', DELETE, own({ partnerId }));
    await expect(read(partnerId)).rejects.toThrow('Partner not found');
    await create({ name: 'Busy' });
  });

  it('is found by its name, place, address and number, and by type and country', async () => {
    const { partnerId } = await create({
      name: 'Fundbüro',
      type: 'skipTracing',
      city: 'Zwolle',
      email: 'find@fund.example',
      phone: '+31 38 421 0000',
      country: 'NL',
    });
    const SEARCH = `query ($clientId: ID!, $queryText: String, $types: [String!], $country: String, $size: Int, $from: Int) {
      searchPartners(clientId: $clientId, queryText: $queryText, types: $types, country: $country, size: $size, from: $from) { totalResults results { partnerId } } }`;
    const search = async (wanted: object) =>
      (await house.call<{ searchPartners: { totalResults: number; results: { partnerId: Uuid }[] } }>('partner', SEARCH, own(wanted)))
        .searchPartners;
    for (const wanted of [
      { queryText: 'fundb' },
      { queryText: 'zwol' },
      { queryText: 'find@' },
      { queryText: '038 421' },
      { types: ['skipTracing'], country: 'NL' },
    ])
      expect((await search(wanted)).results, JSON.stringify(wanted)).toEqual([{ partnerId }]);
    expect((await search({ queryText: '%' })).totalResults).toBe(0);
    const all = await search({ size: 2 });
    expect([all.results.length, all.totalResults > 4]).toEqual([2, true]);
    expect((await search({ size: 1, from: 1 })).results).toEqual([all.results[1]]);
    expect(await wrongOf(SEARCH, { size: 201 })).toEqual(['size pageSize']);
  });
});

describe('an allocation rule', () => {
  it('is refused unless its shares are whole and each partner is named once', async () => {
    const [one, other] = [await create({ name: 'Share one' }), await create({ name: 'Share other' })].map(({ partnerId }) => partnerId);
    const wrong = (shares: object[], name = 'Rule') => wrongOf(SAVE_RULE, { name, shares });
    expect(await wrong([], '')).toEqual(['name nameUpTo', 'shares allocationEmpty']);
    expect(await wrong([{ partnerId: one, basisPoints: 9_999 }])).toEqual(['shares allocationSum']);
    expect(
      await wrong([
        { partnerId: one, basisPoints: 10_000 },
        { partnerId: other, basisPoints: 0 },
      ]),
    ).toEqual(['shares allocationShare']);
    expect(
      await wrong([
        { partnerId: one, basisPoints: 5_000 },
        { partnerId: one, basisPoints: 5_000 },
      ]),
    ).toEqual(['shares sharesTwice']);
    expect((await refusal(SAVE_RULE, { name: 'Rule', shares: [{ partnerId: uuidv7(), basisPoints: 10_000 }] }))?.message).toBe(
      'Partner not found',
    );
  });

  it('is saved over what was read, keeps its partners from being deleted, and goes', async () => {
    const { partnerId } = await create({ name: 'Kept by a rule' });
    const shares = [{ partnerId, basisPoints: 10_000 }];
    const { savePartnerAllocation: saved } = await house.call<{
      savePartnerAllocation: { allocationId: Uuid; revision: number; shares: object[] };
    }>('partner', SAVE_RULE, own({ name: 'Everything', shares }));
    expect(saved.shares).toEqual([{ partnerName: 'Kept by a rule', basisPoints: 10_000 }]);
    const { allocationId } = saved;
    await house.call('partner', SAVE_RULE, own({ allocationId, name: 'All of it', shares, revision: 1 }));
    expect((await refusal(SAVE_RULE, { allocationId, name: 'Mine', shares, revision: 1 }))?.extensions?.key).toBe('allocationChanged');
    expect((await refusal(SAVE_RULE, { name: 'ALL OF IT', shares }))?.extensions?.key).toBe('allocationNameTaken');
    expect((await refusal(DELETE, { partnerId }))?.extensions?.key).toBe('partnerAllocated');
    await house.call(
      'partner',
      'mutation ($clientId: ID!, $allocationId: ID!) { deletePartnerAllocation(clientId: $clientId, allocationId: $allocationId) }',
      own({ allocationId }),
    );
    await house.call('partner', DELETE, own({ partnerId }));
  });
});
