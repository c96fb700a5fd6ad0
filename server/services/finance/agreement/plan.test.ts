import { beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { DAY, instant, isoInstant } from '../../../../core/time.ts';
import { bankOf } from '../bank/camt.testing.ts';
import { reviewDirectDebits } from '../finance.bank.jobs.ts';
import { reviewDueAgreements } from '../finance.jobs.ts';
import { count, financeFixture } from '../finance.testing.ts';

const fixture = financeFixture();
const { accountWith, claimOf, typesOf } = fixture;
const OWN = 'DE02120300000000202051';
const client = () => ({ clientId: fixture.house.clientA });
const ask = <Name extends string, Result>(name: Name, types: string, selection: string, variables: object) =>
  fixture.house
    .call<Record<Name, Result>>('finance', operation(name, types, selection), { ...client(), ...variables })
    .then((data) => data[name]);
const refusal = async (name: string, types: string, selection: string, variables: object) =>
  (await fixture.house.raw('finance', operation(name, types, selection), { ...client(), ...variables })).errors?.[0]?.extensions;
/** @param types "query accountId: ID!, …": what the operation takes beside the client. */
function operation(name: string, types: string, selection: string): string {
  const [kind, ...rest] = types.split(' ');
  const taken = ['clientId: ID!', ...rest.join(' ').split(', ').filter(Boolean)];
  const given = taken.map((each) => each.split(':')[0]).map((each) => `${each}: $${each}`);
  return `${kind} (${taken.map((each) => `$${each}`).join(', ')}) { ${name}(${given.join(', ')}) ${selection} }`;
}

interface Plan {
  id: Uuid;
  amount: string;
  status: string;
  replacesPlanId: Uuid | null;
  mandateId: Uuid | null;
  instalments: { amount: string; dueDate: string; status: string }[];
}
const PLAN = '{ id amount status replacesPlanId mandateId instalments { amount dueDate status } }';
const CREATE =
  'mutation accountId: ID!, externalClaimRefs: [String!]!, interval: String!, firstDueDate: Date, parts: Int, downPayment: Money, idempotencyKey: ID';
const plansOf = (accountId: Uuid) =>
  ask<'getAccountInstalmentsPlans', Plan[]>('getAccountInstalmentsPlans', 'query accountId: ID!', PLAN, { accountId });
const setting = async (change: object) => {
  const { settings, revision } = await ask<'getFinanceSetting', { settings: object; revision: number }>(
    'getFinanceSetting',
    'query',
    '{ settings revision }',
    {},
  );
  await ask('setFinanceSetting', 'mutation settings: JSON!, revision: Int!', '{ revision }', {
    settings: { ...settings, ...change },
    revision,
  });
};
const staffPlans = { minParts: 2, maxParts: 6, intervals: ['monthly'], minPart: null, maxFirstDays: 45, downPayment: true };

describe('what a client allows for plans', () => {
  it('is told, previewed to the cent, and held to beside the field', async () => {
    await setting({ staffPlans: { ...staffPlans, maxParts: 4, minPart: '20.00', maxFirstDays: 30, downPayment: false } });
    const { accountId, refs } = await accountWith([4_001n, 2_000n]);
    expect(
      await ask('getPlanLimits', 'query accountId: ID!', '{ minParts maxParts intervals minPart maxFirstDays downPayment }', { accountId }),
    ).toEqual({ minParts: 2, maxParts: 4, intervals: ['monthly'], minPart: '20.00', maxFirstDays: 30, downPayment: false });
    const wish = { accountId, externalClaimRefs: refs, interval: 'monthly', parts: 3 };
    for (const [wrong, field] of [
      [{ parts: 5 }, 'parts'],
      [{ parts: 1 }, 'parts'],
      [{ parts: 4 }, 'parts'],
      [{ interval: 'weekly' }, 'interval'],
      [{ downPayment: '10.00' }, 'downPayment'],
      [{ firstDueDate: '2026-12-22' }, 'firstDueDate'],
      [{ firstDueDate: '2026-11-20' }, 'firstDueDate'],
    ] as const)
      expect(await refusal('createInstalmentsPlan', CREATE, PLAN, { ...wish, ...wrong }), JSON.stringify(wrong)).toMatchObject({
        code: 'INVALID_INPUT',
        field,
      });
    const shown = await ask<'previewInstalmentsPlan', Plan>(
      'previewInstalmentsPlan',
      'query accountId: ID!, externalClaimRefs: [String!]!, interval: String!, parts: Int',
      '{ amount instalments { amount dueDate } }',
      wish,
    );
    const made = await ask<'createInstalmentsPlan', Plan>('createInstalmentsPlan', CREATE, PLAN, wish);
    expect(made.instalments.map(({ amount, dueDate }) => ({ amount, dueDate }))).toEqual(shown.instalments);
    expect(shown).toEqual({
      amount: '60.01',
      instalments: [
        { amount: '20.01', dueDate: '2026-12-01' },
        { amount: '20.00', dueDate: '2027-01-01' },
        { amount: '20.00', dueDate: '2027-02-01' },
      ],
    });
    await setting({ staffPlans });
  });
});

describe('planning anew', () => {
  it('ends a plan once and agrees on another over what is left', async () => {
    const { accountId, refs } = await accountWith([1_000n]);
    const first = await ask<'createInstalmentsPlan', Plan>('createInstalmentsPlan', CREATE, PLAN, {
      accountId,
      externalClaimRefs: refs,
      interval: 'monthly',
      parts: 3,
    });
    await ask('recordPayment', 'mutation accountId: ID!, externalClaimRefs: [String!]!, amount: Money!', '{ id }', {
      accountId,
      externalClaimRefs: refs,
      amount: '3.34',
    });
    const again = { instalmentsPlanId: first.id, interval: 'monthly', parts: 4, downPayment: '0.66', idempotencyKey: uuidv7() };
    const types = 'mutation instalmentsPlanId: ID!, interval: String!, parts: Int, downPayment: Money, idempotencyKey: ID';
    const made = await Promise.all(
      Array.from({ length: 5 }, () => ask<'replanInstalments', Plan>('replanInstalments', types, PLAN, again)),
    );
    expect(new Set(made.map((plan) => plan.id)).size).toBe(1);
    expect(made[0]).toMatchObject({ amount: '6.66', status: 'active', replacesPlanId: first.id });
    expect(made[0]?.instalments.map((each) => each.amount)).toEqual(['0.66', '1.50', '1.50', '1.50', '1.50']);
    expect((await plansOf(accountId)).map((plan) => plan.status)).toEqual(['active', 'canceled']);
    expect((await refusal('replanInstalments', types, PLAN, { ...again, idempotencyKey: uuidv7() }))?.code).toBe('CONFLICT');
    expect(count(await typesOf(accountId), 'instalmentsPlanCreated')).toBe(2);
  });
});

describe('planning anew after a missed instalment', () => {
  it('is over what is left, begins with a clean sheet, and is kept by money of its own alone', async () => {
    await setting({ staffPlans: { ...staffPlans, intervals: ['weekly', 'monthly'] } });
    const { accountId, refs } = await accountWith([1_000n]);
    const first = await ask<'createInstalmentsPlan', Plan>('createInstalmentsPlan', CREATE, PLAN, {
      accountId,
      externalClaimRefs: refs,
      interval: 'monthly',
      parts: 3,
    });
    const pay = (amount: string) =>
      ask('recordPayment', 'mutation accountId: ID!, externalClaimRefs: [String!]!, amount: Money!', '{ id }', {
        accountId,
        externalClaimRefs: refs,
        amount,
      });
    const statuses = async () => (await plansOf(accountId)).map((plan) => [plan.status, ...plan.instalments.map((each) => each.status)]);
    const before = fixture.clock;
    try {
      await pay('3.34');
      fixture.clock = instant(Date.parse('2027-01-05T10:00:00Z'));
      await reviewDueAgreements(fixture.house.database, fixture.house.clientA);
      expect(await statuses()).toEqual([['active', 'paid', 'missed', 'pending']]);
      const types = 'mutation instalmentsPlanId: ID!, interval: String!, firstDueDate: Date, parts: Int, idempotencyKey: ID';
      const again = { instalmentsPlanId: first.id, interval: 'weekly', firstDueDate: '2027-01-10', parts: 4, idempotencyKey: uuidv7() };
      const next = await ask<'replanInstalments', Plan>('replanInstalments', types, PLAN, again);
      // 6.66 in four parts: the first ones carry the odd cents.
      expect(next.instalments).toMatchObject([
        { amount: '1.67', dueDate: '2027-01-10', status: 'pending' },
        { amount: '1.67', dueDate: '2027-01-17', status: 'pending' },
        { amount: '1.66', dueDate: '2027-01-24', status: 'pending' },
        { amount: '1.66', dueDate: '2027-01-31', status: 'pending' },
      ]);
      await pay('1.67');
      fixture.clock = instant(Date.parse('2027-01-18T10:00:00Z'));
      await reviewDueAgreements(fixture.house.database, fixture.house.clientA);
      const [now, old] = await statuses();
      expect(now).toEqual(['active', 'paid', 'missed', 'pending', 'pending']);
      expect(old?.[0]).toBe('canceled');
      await pay('4.99');
      expect((await statuses())[0]).toEqual(['completed', 'paid', 'paid', 'paid', 'paid']);
      expect(await claimOf(refs[0] ?? '')).toMatchObject({ balance: 0n, ledger: 0n, status: 'resolved' });
    } finally {
      fixture.clock = before;
      await setting({ staffPlans });
    }
  });
});

describe('a plan that is collected under a mandate', () => {
  let bankAccountId: Uuid;
  const told = bankOf(fixture, OWN);
  beforeAll(async () => {
    const bankAccount = {
      name: 'Main',
      holder: 'Nordlicht',
      iban: OWN,
      bic: 'BYLADEM1001',
      creditorId: 'DE98ZZZ09999999999',
      preNotificationDays: 5,
    };
    ({ bankAccountId } = await ask<'saveBankAccount', { bankAccountId: Uuid }>(
      'saveBankAccount',
      'mutation bankAccount: BankAccountInput!',
      '{ bankAccountId }',
      { bankAccount },
    ));
    await setting({ staffPlans, returnFee: 'bankCharge' });
  });

  it('is announced by e-mail, written into a file, comes in, comes back, and costs what the bank took', async () => {
    const [{ accountId, refs }, stranger] = [await accountWith([9_000n]), await accountWith([100n])];
    const debtorId = uuidv7();
    await fixture.house.inA(async (tx) => {
      await tx.sql(
        `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, last_name) values ($1, $2, $3, 'D', 'person', 'Hannah', 'Brandt')`,
        [tx.clientId, accountId, debtorId],
      );
      await tx.sql(
        `insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, state, updated_at) values ($1, $2, $3, 'email', 'h@example.org', 'h@example.org', 'valid', $4)`,
        [tx.clientId, accountId, debtorId, isoInstant(fixture.clock)],
      );
    });
    const plan = await ask<'createInstalmentsPlan', Plan>('createInstalmentsPlan', CREATE, PLAN, {
      accountId,
      externalClaimRefs: refs,
      interval: 'monthly',
      parts: 3,
      firstDueDate: '2026-11-30',
    });
    const give = (owner: Uuid) =>
      ask<'createRecurringPaymentMandate', { mandateId: Uuid }>(
        'createRecurringPaymentMandate',
        'mutation accountId: ID!, mandate: RecurringPaymentMandateInput!',
        '{ mandateId }',
        {
          accountId: owner,
          mandate: { providerName: 'sepaDirectDebit', holder: 'Hannah Brandt', iban: 'DE02500105170137075030', signedOn: '2026-11-01' },
        },
      );
    const [{ mandateId }, foreign] = [await give(accountId), await give(stranger.accountId)];
    const under = 'mutation instalmentsPlanId: ID!, mandateId: ID';
    expect(
      (await refusal('setInstalmentsPlanMandate', under, PLAN, { instalmentsPlanId: plan.id, mandateId: foreign.mandateId }))?.code,
    ).toBe('NOT_FOUND');
    for (const chosen of [mandateId, null, mandateId])
      expect(await ask('setInstalmentsPlanMandate', under, PLAN, { instalmentsPlanId: plan.id, mandateId: chosen })).toMatchObject({
        mandateId: chosen,
      });

    // The hourly round plans the first instalment once, and pre-notifies it.
    for (const _ of [1, 2]) await reviewDirectDebits(fixture.house.database, fixture.house.clientA);
    const debits = () =>
      ask<'getDirectDebits', { paymentId: Uuid; status: string; amount: string; collectionDate: string; announcement: string | null }[]>(
        'getDirectDebits',
        'query accountId: ID',
        '{ paymentId status amount collectionDate announcement }',
        { accountId },
      );
    expect(await debits()).toMatchObject([{ status: 'announced', amount: '30.00', collectionDate: '2026-11-30', announcement: 'queued' }]);
    expect(await ask('announceDirectDebits', 'mutation', '', {})).toBe(0);
    const [message] = await fixture.house.inA((tx) =>
      tx.sql<{ channel: string; request: { text: string; purpose: string } }>(
        `select channel, request from outbox where client_id = $1 and account_id = $2 and key like 'prenotification:%'`,
        [tx.clientId, accountId],
      ),
    );
    expect(message).toMatchObject({ channel: 'email', request: { purpose: 'service' } });
    for (const told of ['30', 'DE98ZZZ09999999999', refs[0]]) expect(message?.request.text).toContain(told);
    expect(message?.request.text).not.toContain('DE02500105170137075030');

    await fixture.house.inA((tx) => tx.sql(`update outbox set status = 'delivered' where client_id = $1`, [tx.clientId]));
    const file = await ask<'exportDirectDebits', { fileId: Uuid; count: number; amount: string }>(
      'exportDirectDebits',
      'mutation bankAccountId: ID!',
      '{ fileId count amount }',
      { bankAccountId },
    );
    expect(file).toMatchObject({ count: 1, amount: '30.00' });
    const { xml } = await ask<'downloadDirectDebitFile', { xml: string }>('downloadDirectDebitFile', 'mutation fileId: ID!', '{ xml }', {
      fileId: file.fileId,
    });
    const endToEndId = /<EndToEndId>([^<]+)</.exec(xml)?.[1] ?? '';
    fixture.clock = instant(fixture.clock + 10 * DAY);
    await told([{ amount: '30.00', endToEndId, valueDate: '2026-12-01', bankRef: 'IN' }]);
    expect((await plansOf(accountId))[0]?.instalments.map((each) => each.status)).toEqual(['paid', 'pending', 'pending']);
    expect((await debits())[0]?.status).toBe('settled');
    // The same end-to-end id a second time is no second collection.
    await told([{ amount: '30.00', endToEndId, valueDate: '2026-12-01', bankRef: 'IN AGAIN' }]);
    const open = await ask<'getBankEntries', { total: number }>('getBankEntries', 'query statuses: [String!]', '{ total }', {
      statuses: ['ambiguous', 'unmatched'],
    });
    expect(open.total).toBe(1);
    expect((await claimOf(refs[0] ?? '')).balance).toBe(6_000n);

    const back = { amount: '-34.50', original: '30.00', endToEndId, returnReason: 'AM04', valueDate: '2026-12-01', bankRef: 'OUT' };
    for (const _ of [1, 2]) await told([back]);
    // 90.00 are due again, and the 4.50 that the bank took.
    expect(await claimOf(refs[0] ?? '')).toMatchObject({ balance: 9_450n, ledger: 9_450n, status: 'open' });
    await reviewDueAgreements(fixture.house.database, fixture.house.clientA);
    expect((await plansOf(accountId))[0]?.instalments[0]?.status).toMatch(/pending|missed/);
    expect(count(await typesOf(accountId), 'paymentChargedBack')).toBe(1);
  });
});
