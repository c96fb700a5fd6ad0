import { beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { count, financeFixture, RECORD } from '../finance.testing.ts';
import { DEFAULT_SETTINGS, type FinanceSettings, readFinanceSetting, writeFinanceSetting } from '../ground/setting.logic.ts';

const fixture = financeFixture();
const { accountWith, claimOf, typesOf } = fixture;
/** Books money that has arrived. */
const pay = async (accountId: Uuid, refs: readonly string[], amount: string) =>
  (
    await fixture.house.call<{ recordPayment: { id: string } }>('finance', RECORD, {
      clientId: fixture.house.clientA,
      accountId,
      refs,
      amount,
      key: uuidv7(),
    })
  ).recordPayment.id;

const APPROVAL = 'id kind amount currency settlesFor status reason note requestedBy decidedBy claimRefs debtorName';
const WRITE_OFF = `mutation ($clientId: ID!, $accountId: ID!, $externalClaimRef: String!, $amount: Money, $description: String!) {
  writeOff(clientId: $clientId, accountId: $accountId, externalClaimRef: $externalClaimRef, amount: $amount, description: $description) { id } }`;
const CORRECT = `mutation ($clientId: ID!, $accountId: ID!, $entryId: ID!, $description: String!, $amount: Money) {
  correctLedgerEntry(clientId: $clientId, accountId: $accountId, entryId: $entryId, description: $description, amount: $amount) { id } }`;
const REFUND = `mutation ($clientId: ID!, $accountId: ID!, $paymentId: ID!, $amount: Money, $description: String!) {
  refundPayment(clientId: $clientId, accountId: $accountId, paymentId: $paymentId, amount: $amount, description: $description) { id } }`;
const SETTLE = `mutation ($clientId: ID!, $accountId: ID!, $externalClaimRefs: [String!]!, $amount: Money!, $validUntil: Date!) {
  createSettlementOffer(clientId: $clientId, accountId: $accountId, externalClaimRefs: $externalClaimRefs, amount: $amount, validUntil: $validUntil) { id } }`;
const REQUEST = `mutation ($clientId: ID!, $act: LimitedActInput!, $idempotencyKey: ID) { requestApproval(clientId: $clientId, act: $act, idempotencyKey: $idempotencyKey) { ${APPROVAL} } }`;
const DECIDE = `mutation ($clientId: ID!, $approvalId: ID!, $approves: Boolean!, $note: String) { decideApproval(clientId: $clientId, approvalId: $approvalId, approves: $approves, note: $note) { ${APPROVAL} } }`;
const WITHDRAW = `mutation ($clientId: ID!, $approvalId: ID!) { withdrawApproval(clientId: $clientId, approvalId: $approvalId) { ${APPROVAL} } }`;
const LIST = `query ($clientId: ID!, $waiting: Boolean!) { listApprovals(clientId: $clientId, waiting: $waiting) { total approvals { ${APPROVAL} } } }`;
const LIMITS = `query ($clientId: ID!, $accountId: ID!) { getOwnLimits(clientId: $clientId, accountId: $accountId) { writeOff settlement refund currency } }`;

const [clerk, lead, other] = [uuidv7(), uuidv7(), uuidv7()];
const CLERK = ['viewPayments', 'bookLedger', 'offerSettlement'];
const token = (role: string, userId: Uuid) => fixture.house.tokenFor(fixture.house.clientA, role, userId);
const call = async (document: string, variables: object, who = 'CLERK', userId: Uuid = clerk) =>
  fixture.house.raw('finance', document, { clientId: fixture.house.clientA, ...variables }, await token(who, userId));
const refusal = async (...asked: Parameters<typeof call>) => (await call(...asked)).errors?.[0]?.extensions;
type Approval = { id: string; status: string; amount: string; [field: string]: unknown };
const ask = async (act: object, key = uuidv7(), who?: string, userId?: Uuid) => {
  const answer = await call(REQUEST, { act: { description: 'Cannot be collected', ...act }, idempotencyKey: key }, who, userId);
  expect(answer.errors).toBeUndefined();
  return answer.data!.requestApproval as Approval;
};
const decide = (approvalId: string, approves: boolean, note = '', userId = lead, who = 'LEAD') =>
  call(DECIDE, { approvalId, approves, note }, who, userId);

async function limits(approvalLimits: FinanceSettings['approvalLimits']): Promise<void> {
  await fixture.house.inA(async (tx) =>
    writeFinanceSetting(tx, (await readFinanceSetting(tx)).revision, { ...DEFAULT_SETTINGS, approvalLimits }, fixture.house.userA),
  );
}

beforeAll(async () => {
  const role = (name: string, actions: readonly string[]) =>
    fixture.house.inA((tx) =>
      tx.sql(
        `insert into client_role (client_id, name, role_type, permissions, created_at, updated_at) values ($1, $2, 'WORK', $3, now(), now())`,
        [tx.clientId, name, JSON.stringify([{ domain: 'operations', actions }])],
      ),
    );
  await role('CLERK', CLERK);
  await role('LEAD', [...CLERK, 'decideApprovals']);
  await limits([
    { role: 'CLERK', writeOff: '50.00', settlement: '100', refund: '0' },
    { role: 'LEAD', writeOff: '500.00', settlement: null, refund: null },
  ]);
});

describe('limits by role', () => {
  it('let smaller sums pass and hold larger ones back, whatever way they are booked', async () => {
    const { accountId, refs } = await accountWith([20_000n]);
    const writeOff = { accountId, externalClaimRef: refs[0], description: 'Small rest' };
    expect((await call(WRITE_OFF, { ...writeOff, amount: '50.00' })).errors).toBeUndefined();
    expect(await refusal(WRITE_OFF, { ...writeOff, amount: '50.01' })).toMatchObject({
      code: 'CONFLICT',
      field: 'amount',
      key: 'approvalNeeded',
      values: { amount: '50.01 EUR', limit: '50.00 EUR' },
    });
    // All of it, without an amount.
    expect(await refusal(WRITE_OFF, writeOff)).toMatchObject({ key: 'approvalNeeded', values: { amount: '150.00 EUR' } });
    // An entry that is made smaller gives up as much.
    const [entry] = await fixture.house.inA((tx) =>
      tx.sql<{ entry_id: string }>(`select entry_id from ledger_entry where client_id = $1 and account_id = $2 and kind = 'principal'`, [
        tx.clientId,
        accountId,
      ]),
    );
    const correction = { accountId, entryId: entry?.entry_id, description: 'Wrong price' };
    expect(await refusal(CORRECT, { ...correction, amount: '149.99' })).toMatchObject({
      key: 'approvalNeeded',
      values: { amount: '50.01 EUR' },
    });
    expect((await call(CORRECT, { ...correction, amount: '150.00' })).errors).toBeUndefined();
    expect(await claimOf(refs[0]!)).toMatchObject({ balance: 10_000n, ledger: 10_000n });
    // A settlement is measured by what it forgives.
    const settle = { accountId, externalClaimRefs: refs, validUntil: '2026-12-01' };
    await limits([{ role: 'CLERK', writeOff: null, settlement: '40', refund: null }]);
    expect(await refusal(SETTLE, { ...settle, amount: '59.99' })).toMatchObject({ key: 'approvalNeeded', values: { amount: '40.01 EUR' } });
    expect((await call(SETTLE, { ...settle, amount: '60.00' })).errors).toBeUndefined();
    await limits([
      { role: 'CLERK', writeOff: '50.00', settlement: '100', refund: '0' },
      { role: 'LEAD', writeOff: '500.00', settlement: null, refund: null },
    ]);
    expect((await call(LIMITS, { accountId })).data?.getOwnLimits).toEqual({
      writeOff: '50.00',
      settlement: '100.00',
      refund: '0.00',
      currency: 'EUR',
    });
    expect((await call(LIMITS, { accountId }, 'ADMINISTRATOR')).data?.getOwnLimits).toMatchObject({ writeOff: null, refund: null });
  });

  it('hold everything back in a currency that they are not set in', async () => {
    const { accountId, refs } = await accountWith([20_000n]);
    await fixture.house.inA(async (tx) => {
      await tx.sql(`update account set currency = 'GBP' where client_id = $1 and account_id = $2`, [tx.clientId, accountId]);
      await tx.sql(`update claim set currency = 'GBP' where client_id = $1 and account_id = $2`, [tx.clientId, accountId]);
    });
    const asked = { accountId, externalClaimRef: refs[0], description: 'Small rest', amount: '1.00' };
    expect(await refusal(WRITE_OFF, asked)).toMatchObject({ key: 'approvalNeeded', values: { limit: '0.00 GBP' } });
    expect((await call(WRITE_OFF, asked, 'ADMINISTRATOR')).errors).toBeUndefined();
  });
});

describe('a request for approval', () => {
  it('books nothing until another person approves it, and then once', async () => {
    const { accountId, refs } = await accountWith([20_000n]);
    const act = { kind: 'writeOff', accountId, externalClaimRef: refs[0] };
    const key = uuidv7();
    const asked = await ask(act, key);
    expect(asked).toMatchObject({ kind: 'writeOff', amount: '200.00', status: 'waiting', requestedBy: clerk, claimRefs: refs });
    expect((await ask(act, key)).id).toBe(asked.id);
    expect(await claimOf(refs[0]!)).toMatchObject({ balance: 20_000n, ledger: 20_000n });
    expect((await call(LIST, { waiting: true }, 'LEAD', lead)).data?.listApprovals).toMatchObject({
      approvals: expect.arrayContaining([expect.objectContaining({ id: asked.id })]),
    });
    // Ten presses of two people at once.
    const answers = await Promise.all(Array.from({ length: 10 }, (_, place) => decide(asked.id, true, '', place % 2 === 0 ? lead : other)));
    expect(answers.filter((answer) => !answer.errors).length).toBe(5);
    expect(await claimOf(refs[0]!)).toMatchObject({ balance: 0n, ledger: 0n });
    const types = await typesOf(accountId);
    expect([count(types, 'approvalRequested'), count(types, 'approvalGranted')]).toEqual([1, 1]);
    expect(await refusal(WITHDRAW, { approvalId: asked.id })).toMatchObject({ code: 'CONFLICT', key: 'approvalOver' });
  });

  it('is nobody’s own to decide, nor above one’s own limit', async () => {
    const { accountId, refs } = await accountWith([100_000n]);
    const asked = await ask({ kind: 'writeOff', accountId, externalClaimRef: refs[0], amount: '500.01' }, uuidv7(), 'LEAD', lead);
    expect((await decide(asked.id, true)).errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', key: 'approvalOwn' });
    expect((await decide(asked.id, true, '', other)).errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', key: 'approvalAboveOwn' });
    expect((await decide(asked.id, true, '', other, 'CLERK')).errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
    expect((await decide(asked.id, true, '', other, 'ADMINISTRATOR')).errors).toBeUndefined();
    expect(await claimOf(refs[0]!)).toMatchObject({ balance: 49_999n });
  });

  it('is refused when the world has changed, and stays until it is rejected with a word', async () => {
    const { accountId, refs } = await accountWith([20_000n]);
    const asked = await ask({ kind: 'writeOff', accountId, externalClaimRef: refs[0] });
    await pay(accountId, refs, '50.00');
    expect((await decide(asked.id, true)).errors?.[0]?.extensions).toMatchObject({
      key: 'approvalChanged',
      values: { amount: '150.00 EUR', asked: '200.00 EUR' },
    });
    await pay(accountId, refs, '150.00');
    expect((await decide(asked.id, true)).errors?.[0]?.extensions?.code).toBe('CONFLICT');
    expect((await decide(asked.id, false)).errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'note' });
    expect((await decide(asked.id, false, 'It was paid')).data?.decideApproval).toMatchObject({
      status: 'rejected',
      note: 'It was paid',
      decidedBy: lead,
    });
    expect(count(await typesOf(accountId), 'approvalRejected')).toBe(1);
  });

  it('is for refunds and settlements too, and is its author’s to withdraw', async () => {
    const { accountId, refs } = await accountWith([20_000n, 10_000n]);
    const paymentId = await pay(accountId, [refs[0]!], '200.00');
    const refund = { kind: 'refund', accountId, paymentId, amount: '20.00' };
    expect(await refusal(REFUND, { accountId, paymentId, amount: '20.00', description: 'Paid twice' })).toMatchObject({
      key: 'approvalNeeded',
    });
    const asked = await ask(refund);
    expect((await decide(asked.id, true)).errors).toBeUndefined();
    expect(await claimOf(refs[0]!)).toMatchObject({ balance: 2_000n });
    const settlement = await ask(
      { kind: 'settlement', accountId, externalClaimRefs: [refs[1]], amount: '60.00', validUntil: '2026-12-01' },
      undefined,
      'LEAD',
      lead,
    ).catch(() => null);
    // The lead has no limit for settlements: there is nothing to approve.
    expect(settlement).toBeNull();
    await limits([{ role: 'CLERK', writeOff: '50.00', settlement: '10', refund: '0' }]);
    const offered = await ask({ kind: 'settlement', accountId, externalClaimRefs: [refs[1]], amount: '60.00', validUntil: '2026-12-01' });
    expect(offered).toMatchObject({ amount: '40.00', settlesFor: '60.00' });
    expect((await call(WITHDRAW, { approvalId: offered.id }, 'CLERK', other)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    expect((await call(WITHDRAW, { approvalId: offered.id })).data?.withdrawApproval).toMatchObject({ status: 'withdrawn' });
    expect((await decide(offered.id, true)).errors?.[0]?.extensions).toMatchObject({ key: 'approvalOver' });
  });

  it('needs the right of what it asks for, a reason, and something that can be done', async () => {
    const { accountId, refs } = await accountWith([20_000n]);
    const act = { kind: 'writeOff', accountId, externalClaimRef: refs[0], description: 'Cannot be collected' };
    expect(await refusal(REQUEST, { act }, 'READ_ONLY')).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(REQUEST, { act: { ...act, description: ' ' } })).toMatchObject({ field: 'description' });
    expect(await refusal(REQUEST, { act: { ...act, kind: 'gift' } })).toMatchObject({ field: 'kind' });
    expect(await refusal(REQUEST, { act: { ...act, amount: '500.00' } })).toMatchObject({ code: 'INVALID_INPUT', field: 'amount' });
    expect(await refusal(REQUEST, { act: { ...act, amount: '5.00' } })).toMatchObject({ key: 'approvalNotNeeded' });
    expect(await typesOf(accountId)).not.toContain('approvalRequested');
  });
});
