/** Promises, plans and settlements on one claim: what ends what is asked before and said after. */
import { expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { addDays } from '../../../../core/time.ts';
import { listPromisable } from '../facts/work.logic.ts';
import { financeFixture, TODAY } from '../finance.testing.ts';
import { createPromise } from './promise.logic.ts';
import { createSettlementOffer } from './settlement.logic.ts';

const fixture = financeFixture();
const client = () => ({ clientId: fixture.house.clientA });

const PLAN = `mutation ($clientId: ID!, $accountId: ID!, $refs: [String!]!, $ends: Boolean) {
  createInstalmentsPlan(clientId: $clientId, accountId: $accountId, externalClaimRefs: $refs, interval: "monthly", endsAgreements: $ends) { id status }
}`;
const PREVIEW = `query ($clientId: ID!, $accountId: ID!, $refs: [String!]!, $replaces: ID) {
  previewInstalmentsPlan(clientId: $clientId, accountId: $accountId, externalClaimRefs: $refs, interval: "monthly", replacesPlanId: $replaces) {
    ends { id kind claimRefs amount currency until }
  }
}`;
const REPLAN = `mutation ($clientId: ID!, $id: ID!, $ends: Boolean) {
  replanInstalments(clientId: $clientId, instalmentsPlanId: $id, interval: "weekly", endsAgreements: $ends) { id status }
}`;
const ACCEPT = `mutation ($clientId: ID!, $id: ID!, $ends: Boolean) {
  acceptSettlementOffer(clientId: $clientId, settlementOfferId: $id, endsAgreements: $ends) { status ends { id } }
}`;
const AGREEMENTS = `query ($clientId: ID!, $accountId: ID!) {
  getAccountPromisesToPay(clientId: $clientId, accountId: $accountId) { status }
  getAccountInstalmentsPlans(clientId: $clientId, accountId: $accountId) { status }
  getAccountSettlementOffers(clientId: $clientId, accountId: $accountId) { status ends { kind amount } }
}`;
interface Agreements {
  getAccountPromisesToPay: { status: string }[];
  getAccountInstalmentsPlans: { status: string }[];
  getAccountSettlementOffers: { status: string; ends: { kind: string; amount: string }[] }[];
}
const agreements = (accountId: Uuid) => fixture.house.call<Agreements>('finance', AGREEMENTS, { ...client(), accountId });
const refusal = async (document: string, variables: object) =>
  (await fixture.house.raw('finance', document, { ...client(), ...variables })).errors?.[0];
const promise = (refs: readonly string[], amount: bigint) =>
  fixture.house.inA((tx) =>
    createPromise(
      tx,
      { dueDate: addDays(TODAY, 5), requestedBy: 'debtor', idempotencyKey: uuidv7() },
      refs.map((externalClaimRef) => ({ externalClaimRef, amount })),
    ),
  );
const offer = (accountId: Uuid, refs: readonly string[], amount: bigint) =>
  fixture.house.inA((tx) =>
    createSettlementOffer(tx, {
      accountId,
      externalClaimRefs: refs,
      amount,
      validUntil: addDays(TODAY, 10),
      note: '',
      offeredBy: 'me',
      idempotencyKey: uuidv7(),
    }),
  );
const endings = async (accountId: Uuid) =>
  (
    await fixture.house.inA((tx) =>
      tx.sql<{ type: string; reason: string }>(
        `select message_type as type, payload->>'reason' as reason from event
         where client_id = $1 and account_id = $2 and payload->>'reason' is not null order by message_id`,
        [tx.clientId, accountId],
      ),
    )
  ).map(({ type, reason }) => `${type} ${reason}`);

it('a plan names the promise that it ends, and is refused until somebody says that it may', async () => {
  const { accountId, refs } = await fixture.accountWith([10_000n, 5_000n]);
  await promise(refs, 1_000n);
  const { previewInstalmentsPlan } = await fixture.house.call<{ previewInstalmentsPlan: { ends: unknown[] } }>('finance', PREVIEW, {
    ...client(),
    accountId,
    refs,
  });
  expect(previewInstalmentsPlan.ends).toMatchObject([
    { kind: 'promise', claimRefs: refs, amount: '20.00', currency: 'EUR', until: addDays(TODAY, 5) },
  ]);
  expect(await refusal(PLAN, { accountId, refs })).toMatchObject({
    message: expect.stringContaining('promise of 20.00 EUR'),
    extensions: { code: 'CONFLICT', field: 'endsAgreements' },
  });
  expect((await agreements(accountId)).getAccountPromisesToPay.map((each) => each.status)).toEqual(['active', 'active']);
  await fixture.house.call('finance', PLAN, { ...client(), accountId, refs, ends: true });
  expect(await endings(accountId)).toEqual(['promiseToPayInvalidated replacedByPlan']);
});

it('a settlement that is accepted ends the plan and is refused until somebody says that it may; a promise beside it is refused', async () => {
  const { accountId, refs } = await fixture.accountWith([10_000n]);
  await fixture.house.call('finance', PLAN, { ...client(), accountId, refs });
  const { settlementOfferId: id } = await offer(accountId, refs, 8_000n);
  expect((await agreements(accountId)).getAccountSettlementOffers).toMatchObject([
    { status: 'offered', ends: [{ kind: 'plan', amount: '100.00' }] },
  ]);
  expect((await refusal(ACCEPT, { id }))?.extensions).toMatchObject({ code: 'CONFLICT', field: 'endsAgreements' });
  await fixture.house.call('finance', ACCEPT, { ...client(), id, ends: true });
  expect(await agreements(accountId)).toMatchObject({
    getAccountInstalmentsPlans: [{ status: 'canceled' }],
    getAccountSettlementOffers: [{ status: 'accepted', ends: [] }],
  });
  expect(await endings(accountId)).toEqual(['instalmentsPlanCanceled replacedBySettlement']);
  await expect(promise(refs, 1_000n)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('accepted settlement') });
  expect(await fixture.house.inA((tx) => listPromisable(tx, accountId))).toEqual([]);
});

it('a plan ends an accepted settlement, and leaves one that is only offered', async () => {
  const { accountId, refs } = await fixture.accountWith([10_000n, 10_000n]);
  const accepted = await offer(accountId, refs.slice(0, 1), 8_000n);
  await offer(accountId, refs.slice(1), 8_000n);
  await fixture.house.call('finance', ACCEPT, { ...client(), id: accepted.settlementOfferId });
  expect((await refusal(PLAN, { accountId, refs }))?.message).toContain('settlement of 80.00 EUR');
  await fixture.house.call('finance', PLAN, { ...client(), accountId, refs, ends: true });
  expect((await agreements(accountId)).getAccountSettlementOffers.map((each) => each.status).sort()).toEqual(['offered', 'withdrawn']);
  expect(await endings(accountId)).toEqual(['settlementWithdrawn replacedByPlan']);
});

it('a plan that is revised ends nothing else', async () => {
  const { accountId, refs } = await fixture.accountWith([10_000n]);
  const { createInstalmentsPlan: plan } = await fixture.house.call<{ createInstalmentsPlan: { id: string } }>('finance', PLAN, {
    ...client(),
    accountId,
    refs,
  });
  expect(await fixture.house.call('finance', PREVIEW, { ...client(), accountId, refs, replaces: plan.id })).toEqual({
    previewInstalmentsPlan: { ends: [] },
  });
  expect((await refusal(PLAN, { accountId, refs, ends: true }))?.message).toContain('instalment plan. Cancel the plan first');
  await fixture.house.call('finance', REPLAN, { ...client(), id: plan.id });
  expect((await agreements(accountId)).getAccountInstalmentsPlans.map((each) => each.status).sort()).toEqual(['active', 'canceled']);
});

it('a plan and a settlement that are made at once leave one of them', async () => {
  for (let round = 0; round < 5; round++) {
    const { accountId, refs } = await fixture.accountWith([10_000n]);
    const { settlementOfferId: id } = await offer(accountId, refs, 8_000n);
    const answers = await Promise.all([
      fixture.house.raw('finance', PLAN, { ...client(), accountId, refs }),
      fixture.house.raw('finance', ACCEPT, { ...client(), id }),
    ]);
    expect(answers.filter((answer) => !answer.errors)).toHaveLength(1);
    const now = await agreements(accountId);
    const inForce = [
      ...now.getAccountInstalmentsPlans.filter((each) => each.status === 'active'),
      ...now.getAccountSettlementOffers.filter((each) => each.status === 'accepted'),
    ];
    expect(inForce).toHaveLength(1);
  }
});
