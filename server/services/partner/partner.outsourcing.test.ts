/** Claims at partners: given, followed while they are out, and taken back. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Uuid } from '../../../core/id.ts';
import { type CalendarDate, DAY, instant } from '../../../core/time.ts';
import { gate } from '../../../engine/gate/gate.ts';
import type { TreeStep } from '../../../engine/graph/tree.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { lockClaims } from '../account/claim/balance.logic.ts';
import { loadGateFacts } from '../account/contact/gate.logic.ts';
import { listCandidates } from '../account/work/work.candidates.logic.ts';
import { chargeBack } from '../finance/payment/chargeback.logic.ts';
import { collectedKey } from '../finance/payment/payment.collected.logic.ts';
import { email, end, stepsOf, type TestClaim, wait } from '../strategy/strategy.testing.ts';
import { outsourceClaims } from './outsourcing/assign.logic.ts';
import { bookReported } from './outsourcing/payment.logic.ts';
import { type OutsourcingHouse, openOutsourcingHouse } from './partner.outsourcing.testing.ts';

let house: OutsourcingHouse;
let nordstern: Uuid;
let other: Uuid;
beforeAll(async () => {
  house = await openOutsourcingHouse();
  nordstern = await house.newPartner('Nordstern Inkasso');
  other = await house.newPartner('Süd Recht');
});
afterAll(() => house.close());
beforeEach(() => house.rewind());

const asked = (claim: TestClaim, purpose: 'collection' | 'service' = 'collection') =>
  house.inA(async (tx) => {
    const facts = (await loadGateFacts(tx, [claim])).get(claim.externalClaimRef)!;
    return gate({ ...facts, purpose }, 'email', house.clock.time);
  });
const totals = async (partnerId: Uuid) =>
  (
    await house.partnerCall<{ getClaimAssignmentTotals: { status: string; count: number; amount: string; currency: string }[] }>(
      'query ($clientId: ID!, $partnerId: ID) { getClaimAssignmentTotals(clientId: $clientId, partnerId: $partnerId) { status count amount currency } }',
      { partnerId },
    )
  ).getClaimAssignmentTotals;
const outAccount = async (accountId: Uuid) =>
  (
    await house.partnerCall<{ getOutsourcedAccount: Record<string, unknown> | null }>(
      `query ($clientId: ID!, $accountId: ID!) { getOutsourcedAccount(clientId: $clientId, accountId: $accountId) {
        partnerId partnerName note externalClaimRefs isWhole } }`,
      { accountId },
    )
  ).getOutsourcedAccount;
/** The rules that speak against a contact, as the account's page shows them. */
const safety = async (accountId: Uuid) =>
  (
    await house.call<{ getAccountData: { contactSafety: { rules: { rule: string; ok: boolean }[] }[] } }>(
      'account',
      'query ($clientId: ID!, $accountId: ID!) { getAccountData(clientId: $clientId, accountId: $accountId) { contactSafety { rules { rule ok } } } }',
      { clientId: house.clientA, accountId },
    )
  ).getAccountData.contactSafety.flatMap(({ rules }) => rules.filter(({ ok }) => !ok).map(({ rule }) => rule));
const search = async (outsourced: boolean | null, accountIds: Uuid[]) =>
  (
    await house.call<{ searchAccounts: { results: { accountId: Uuid; assinedToPartner: string | null }[] } }>(
      'account',
      `query ($clientId: ID!, $outsourced: Boolean, $accountIds: [ID!]) { searchAccounts(clientId: $clientId, outsourced: $outsourced, accountIds: $accountIds) {
        results { accountId assinedToPartner } } }`,
      { clientId: house.clientA, outsourced, accountIds },
    )
  ).searchAccounts.results;
const messaging = async (claim: { accountId: Uuid; externalClaimRef?: string }) =>
  (
    await house.call<{ sendDebtorMessageV2: { answer: string; rule: string } }>(
      'account',
      `mutation ($clientId: ID!, $accountId: ID, $ref: String) { sendDebtorMessageV2(clientId: $clientId, channel: "email", accountId: $accountId, externalClaimRef: $ref,
        customSubject: "Hello", customBody: "Hello") { answer rule } }`,
      { clientId: house.clientA, accountId: claim.accountId, ref: claim.externalClaimRef },
    )
  ).sendDebtorMessageV2;

describe('a claim that is given away', () => {
  it('halts its strategy and our contact, leaves the rest of the account to us, and goes on when it is recalled', async () => {
    const blueprintId = await house.saved([wait('w', 2, 'mail'), email('mail', 'end'), end]);
    const claim = await house.owed();
    const ours = await house.owed(claim.accountId);
    await house.command('startStrategy', [claim, ours], blueprintId);
    await house.advance();
    expect(await house.give(nordstern, [claim])).toEqual({ given: [claim.externalClaimRef], kept: [], refused: [] });
    expect(await house.current(claim)).toMatchObject({ status: 'paused', reason: { key: 'run.pausedByPartner' } });
    expect(await house.current(ours)).toMatchObject({ status: 'waiting' });
    expect(await asked(claim)).toMatchObject({
      answer: 'deny',
      rule: 'outsourcedToPartner',
      why: { key: 'gate.outsourcedToPartner', values: { partner: 'Nordstern Inkasso' } },
    });
    // What is owed to the debtor goes out all the same.
    expect((await asked(claim, 'service')).rule).not.toBe('outsourcedToPartner');
    expect((await asked(ours)).answer).toBe('allow');
    expect(await outAccount(claim.accountId)).toMatchObject({
      partnerName: 'Nordstern Inkasso',
      externalClaimRefs: [claim.externalClaimRef],
      isWhole: false,
    });
    // A message about the account speaks of what is ours, and so does the account's page.
    expect(await safety(claim.accountId)).not.toContain('outsourcedToPartner');
    expect(await messaging({ accountId: claim.accountId })).toMatchObject({ answer: 'allow' });
    expect(await messaging(claim)).toMatchObject({ answer: 'deny', rule: 'outsourcedToPartner' });
    // Code knows the whole account, whoever has what of it.
    const trial = await house.call<{ tryStrategyCode: { yes: boolean; input: { account: object } } }>(
      'strategy',
      `query ($clientId: ID!, $ref: String!) { tryStrategyCode(clientId: $clientId, externalClaimRef: $ref, code: "return account.activeClaims === 2;") { yes input } }`,
      { clientId: house.clientA, ref: ours.externalClaimRef },
    );
    expect([trial.tryStrategyCode.yes, Object.keys(trial.tryStrategyCode.input.account)]).toEqual([
      true,
      expect.not.arrayContaining(['ours']),
    ]);
    // A strategy that starts meanwhile waits with it; one that people halted stays halted.
    await house.command('stopStrategy', [claim]);
    await house.command('startStrategy', [claim], blueprintId);
    expect(await house.current(claim)).toMatchObject({ status: 'paused', reason: { key: 'run.pausedByPartner' } });

    expect(await house.recall(claim.accountId, 'They closed')).toEqual([claim.externalClaimRef]);
    expect(await house.current(claim)).toMatchObject({ status: 'active' });
    expect(await house.assignments({ accountId: claim.accountId })).toMatchObject([
      { status: 'reverted', endNote: 'They closed', outsourceMethod: 'manual', amount: '100.00', collected: '0.00' },
    ]);
    expect((await asked(claim)).rule).not.toBe('outsourcedToPartner');
    expect(await house.eventsOf(claim, ['claimOutsourced', 'claimRecalled'])).toMatchObject([
      {
        type: 'claimOutsourced',
        payload: { partnerId: nordstern, partnerName: 'Nordstern Inkasso', outsourceMethod: 'manual', amount: '100.00' },
      },
      { type: 'claimRecalled', payload: { partnerId: nordstern, amount: '0.00', currency: 'EUR' } },
    ]);
  });

  it('stays with people’s own decisions, disputes and promises when it comes back', async () => {
    const blueprintId = await house.saved([wait('w', 2, 'mail'), email('mail', 'end'), end]);
    const [halted, disputed] = [await house.owed(), await house.owed()];
    await house.command('startStrategy', [halted, disputed], blueprintId);
    await house.advance();
    await house.give(nordstern, [halted, disputed]);
    await house.command('pauseStrategy', [halted]);
    await house.inA((tx) =>
      tx.sql('update claim set disputed_at = now() where client_id = $1 and external_claim_ref = $2', [
        tx.clientId,
        disputed.externalClaimRef,
      ]),
    );
    await house.recall(halted.accountId);
    await house.recall(disputed.accountId);
    expect(await house.current(halted)).toMatchObject({ status: 'paused', reason: { key: 'run.paused' } });
    expect(await house.current(disputed)).toMatchObject({ status: 'paused', reason: { key: 'run.pausedByDispute' } });
  });

  it('is refused to others, given once however often it is asked for, and not at all when there is nothing to collect', async () => {
    const [claim, disputed, paid] = [await house.owed(), await house.owed(), await house.owed()];
    await house.inA((tx) =>
      tx.sql('update claim set disputed_at = now() where client_id = $1 and external_claim_ref = $2', [
        tx.clientId,
        disputed.externalClaimRef,
      ]),
    );
    await house.record(paid, '100.00');
    const none = { accountId: claim.accountId, externalClaimRef: 'nobody’s' };
    const result = await house.give(nordstern, [claim, disputed, paid, none]);
    expect(result.given).toEqual([claim.externalClaimRef]);
    expect(Object.fromEntries(result.refused.map(({ externalClaimRef, reason }) => [externalClaimRef, reason]))).toEqual({
      [disputed.externalClaimRef]: 'disputed',
      [paid.externalClaimRef]: 'notOpen',
      'nobody’s': 'gone',
    });
    expect(await house.give(nordstern, [claim])).toEqual({ given: [], kept: [claim.externalClaimRef], refused: [] });
    expect((await house.give(other, [claim])).refused).toEqual([{ externalClaimRef: claim.externalClaimRef, reason: 'withOtherPartner' }]);
    await expect(house.giveAccount(nordstern, disputed.accountId)).rejects.toThrow('CONFLICT');
    await expect(house.giveAccount('018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e08' as Uuid, claim.accountId)).rejects.toThrow('NOT_FOUND');
    expect(await house.recall(disputed.accountId)).toEqual([]);
    // The same request once more, after the claim has come back, gives it no second time.
    const again = (requestKey: string) =>
      house.inA((tx) =>
        outsourceClaims(tx, [{ externalClaimRef: claim.externalClaimRef, to: { partnerId: nordstern }, requestKey }], {
          method: 'strategy',
        }),
      );
    await house.recall(claim.accountId);
    expect(await again('run:step:1')).toMatchObject([{ outcome: 'given' }]);
    await house.recall(claim.accountId);
    expect(await again('run:step:1')).toMatchObject([{ outcome: 'kept' }]);
    expect(await house.statusOf(claim)).toBe('reverted');
  });

  it('is found by search, is nobody’s work, and counts for its partner', async () => {
    const third = await house.newPartner('Third & Co');
    const [claim, ours] = [await house.owed(), await house.owed()];
    await house.inA((tx) => tx.sql(`update contact_point set state = 'valid' where client_id = $1`, [tx.clientId]));
    const ids = [claim.accountId, ours.accountId];
    const candidates = () =>
      house.inA(async (tx) =>
        (await listCandidates(tx, house.userA, '2026-03-03' as CalendarDate, house.clock.time, house.clock.time)).map(
          ({ accountId }) => accountId,
        ),
      );
    expect(await candidates()).toEqual(expect.arrayContaining(ids));
    expect(await house.giveAccount(third, claim.accountId, 'Too old for us')).toMatchObject({ given: [claim.externalClaimRef] });
    expect(await candidates()).not.toContain(claim.accountId);
    expect(await candidates()).toContain(ours.accountId);
    expect(await outAccount(claim.accountId)).toMatchObject({ partnerId: third, note: 'Too old for us', isWhole: true });
    expect(await outAccount(ours.accountId)).toBeNull();
    expect(await search(true, ids)).toEqual([{ accountId: claim.accountId, assinedToPartner: 'Third & Co' }]);
    expect(await search(false, ids)).toEqual([{ accountId: ours.accountId, assinedToPartner: null }]);
    expect(await search(null, ids)).toHaveLength(2);
    expect(await totals(third)).toEqual([{ status: 'active', count: 1, amount: '100.00', currency: 'EUR' }]);
    const { getPerformance } = await house.call<{ getPerformance: { partners: { partnerId: Uuid }[] } }>(
      'reporting',
      `query ($clientId: ID!, $day: Date!) { getPerformance(clientId: $clientId, range: { from: $day, to: $day }) {
        partners { partnerId displayName claimsGiven claimsActive claimsResolved share collected } } }`,
      { clientId: house.clientA, day: '2026-03-03' },
    );
    expect(getPerformance.partners.find(({ partnerId }) => partnerId === third)).toEqual({
      partnerId: third,
      displayName: 'Third & Co',
      claimsGiven: 1,
      claimsActive: 1,
      claimsResolved: 0,
      share: 0,
      collected: '0.00',
    });
    await house.recall(claim.accountId);
    expect(await totals(third)).toEqual([{ status: 'removed', count: 1, amount: '100.00', currency: 'EUR' }]);
    expect(await search(true, ids)).toEqual([]);
  });
});

describe('money for a claim that is out', () => {
  it('that arrives here is booked once and told to the partner; what is paid is resolved, and out again when the money goes back', async () => {
    const claim = await house.owed();
    await house.give(nordstern, [claim]);
    await house.record(claim, '40.00');
    expect(await house.statusOf(claim)).toBe('created');
    const paymentId = await house.record(claim, '60.00');
    expect(await house.statusOf(claim)).toBe('resolved');
    expect(await house.eventsOf(claim, ['outsourcedClaimPaid'])).toMatchObject([
      { payload: { partnerId: nordstern, amount: '40.00' } },
      { payload: { amount: '60.00', paymentId } },
    ]);
    expect(await search(true, [claim.accountId])).toEqual([]);
    await house.inA((tx) => chargeBack(tx, paymentId, 'MD06'));
    expect(await house.statusOf(claim)).toBe('reopened');
    expect((await house.eventsOf(claim, ['outsourcedClaimPaid'])).at(-1)).toMatchObject({ payload: { amount: '-60.00' } });
    expect(await search(true, [claim.accountId])).toHaveLength(1);
    expect(await asked(claim)).toMatchObject({ rule: 'outsourcedToPartner' });
    // A recalled one stays ours.
    await house.recall(claim.accountId);
    const last = await house.record(claim, '60.00');
    await house.inA((tx) => chargeBack(tx, last, 'MD06'));
    expect(await house.statusOf(claim)).toBe('reverted');
    expect((await asked(claim)).rule).not.toBe('outsourcedToPartner');
  });

  it('that the partner reports is booked once by their reference, and is not told to them', async () => {
    const claim = await house.owed();
    await house.give(nordstern, [claim]);
    const report = (reference: string, amount: bigint) =>
      house.inA(async (tx) => {
        await lockClaims(tx, [claim.externalClaimRef]);
        const { accountId, externalClaimRef } = claim;
        const valueDate = '2026-03-02' as CalendarDate;
        await bookReported(tx, nordstern, [
          { accountId, externalClaimRef, amount, currency: 'EUR', valueDate, key: collectedKey(nordstern, reference) },
        ]);
      });
    await Promise.all([report('NS-1', 2500n), report('NS-1', 2500n)]);
    await report('NS-3', 9000n);
    expect(await house.assignments({ externalClaimRef: claim.externalClaimRef })).toMatchObject([
      { status: 'resolved', collected: '115.00' },
    ]);
    const [row] = await house.inA((tx) =>
      tx.sql<{ balance: bigint }>('select balance from claim where client_id = $1 and external_claim_ref = $2', [
        tx.clientId,
        claim.externalClaimRef,
      ]),
    );
    expect(row?.balance).toBe(-1500n);
    expect(await house.eventsOf(claim, ['outsourcedClaimPaid'])).toEqual([]);
  });

  it('that is not money changes what the partner has to collect', async () => {
    const claim = await house.owed();
    await house.give(nordstern, [claim]);
    await house.call(
      'finance',
      `mutation ($clientId: ID!, $accountId: ID!, $ref: String!) { bookFee(clientId: $clientId, accountId: $accountId, externalClaimRef: $ref, amount: "12.50", description: "Court") { id } }`,
      { clientId: house.clientA, accountId: claim.accountId, ref: claim.externalClaimRef },
    );
    expect(await house.assignments({ externalClaimRef: claim.externalClaimRef })).toMatchObject([{ status: 'updated', amount: '112.50' }]);
    await house.event(claim, 'claimDeleted');
    expect(await house.statusOf(claim)).toBe('deleted');
  });
});

describe('percentages', () => {
  it('hold exactly when several give at the same time, keep debtors together, and begin anew when they change', async () => {
    const [a, b] = [await house.newPartner('Share A'), await house.newPartner('Share B')];
    const claims = await Promise.all(Array.from({ length: 20 }, () => house.owed()));
    const shares = [
      { partnerId: a, basisPoints: 3000 },
      { partnerId: b, basisPoints: 7000 },
    ];
    const give = (given: readonly TestClaim[], key: string, by = shares) =>
      house.inA((tx) =>
        outsourceClaims(
          tx,
          given.map(({ externalClaimRef }) => ({
            externalClaimRef,
            to: { owner: 'step:s:1', shares: by },
            requestKey: `${key}:${externalClaimRef}`,
          })),
          { method: 'strategy' },
        ),
      );
    await Promise.all([give(claims.slice(0, 7), 'x'), give(claims.slice(7, 8), 'y'), give(claims.slice(8), 'z')]);
    const count = async (partnerId: Uuid) => (await house.assignments({ partnerId })).length;
    expect([await count(a), await count(b)]).toEqual([6, 14]);
    // A second claim of a debtor goes where the first is, though the other is next.
    const [first] = claims;
    const second = await house.owed(first!.accountId);
    const holder = (await house.assignments({ externalClaimRef: first!.externalClaimRef }))[0]!.partnerName;
    await give([second], 'w');
    expect(await house.assignments({ externalClaimRef: second.externalClaimRef })).toMatchObject([{ partnerName: holder }]);
    // Asked again, everything stays where it is.
    expect((await give(claims, 'again')).map(({ outcome }) => outcome)).toEqual(claims.map(() => 'kept'));
    expect([await count(a), await count(b)].reduce((sum, each) => sum + each)).toBe(21);
    const fresh = await Promise.all([house.owed(), house.owed()]);
    await give(fresh, 'v', [
      { partnerId: a, basisPoints: 5000 },
      { partnerId: b, basisPoints: 5000 },
    ]);
    const names = await Promise.all(
      fresh.map(async ({ externalClaimRef }) => (await house.assignments({ externalClaimRef }))[0]!.partnerName),
    );
    expect(names.sort()).toEqual(['Share A', 'Share B']);
  });
});

describe('a strategy', () => {
  const step = (id: string, stepType: string, stepState: Record<string, unknown>, down: string | null): TreeStep => ({
    id,
    stepType,
    stepState,
    down,
  });

  it('gives its claim away, goes on without contact, looks what became of it, and takes it back', async () => {
    const claim = await house.owed();
    const blueprintId = await house.saved([
      step('give', 'outsourceClaim', { partnerId: nordstern }, 'mail'),
      email('mail', 'w'),
      wait('w', 30, 'ask'),
      {
        id: 'ask',
        stepType: 'evaluateIfCondition',
        stepState: {
          mode: 'easy',
          matchType: 'every',
          conditions: [
            { variable: 'claimOutsourcedToPartner.partnerId', operation: '=', value: nordstern },
            { variable: 'claimOutsourcedToPartner.outsourceMethod', operation: 'in', value: ['strategy', 'bulk'] },
            { variable: 'claimOutsourcedToPartner.date', operation: 'olderThanDays', value: 20 },
            { variable: 'claimOutsourcedToPartner.outsourceTime', operation: '=', value: '11:00' },
          ],
        },
        left: null,
        right: 'back',
      },
      step('back', 'revertClaimOutsource', {}, 'again'),
      email('again', 'end'),
      end,
    ]);
    await house.command('startStrategy', [claim], blueprintId);
    await house.advance();
    expect(await house.current(claim)).toMatchObject({ status: 'waiting', currentStep: { stepId: 'w' } });
    expect(stepsOf(await house.current(claim))).toEqual(['give:done', 'mail:denied']);
    expect(await house.assignments({ externalClaimRef: claim.externalClaimRef })).toMatchObject([
      { status: 'created', outsourceMethod: 'strategy' },
    ]);
    // What else lets halted runs go on leaves this one alone.
    await house.event(claim, 'disputeClosed');
    expect(await house.current(claim)).toMatchObject({ status: 'waiting' });
    house.clock.time = instant(house.clock.time + 31 * DAY);
    await house.advance();
    expect(stepsOf(await house.current(claim)).slice(2, 6)).toEqual(['w:done', 'ask:yes', 'back:done', 'again:done']);
    expect(await house.statusOf(claim)).toBe('reverted');
    expect(await house.eventsOf(claim, ['claimRecalled'])).toHaveLength(1);
  });

  it('gives whole accounts away: each run that asked goes on, others wait, and what came together comes back together', async () => {
    const waiting = await house.saved([wait('w', 2, 'end'), end]);
    const giving = await house.saved([
      step('give', 'outsource', { partnerId: nordstern }, 'w'),
      wait('w', 30, 'back'),
      step('back', 'revertClaimOutsource', {}, 'end'),
      end,
    ]);
    const claim = await house.owed();
    const [twin, other] = [await house.owed(claim.accountId), await house.owed(claim.accountId)];
    await house.command('startStrategy', [other], waiting);
    await house.advance();
    await house.command('startStrategy', [claim, twin], giving);
    await house.advance();
    expect((await house.assignments({ accountId: claim.accountId, statuses: ['active'] })).length).toBe(3);
    for (const each of [claim, twin]) expect(await house.current(each)).toMatchObject({ status: 'waiting', currentStep: { stepId: 'w' } });
    expect(await house.current(other)).toMatchObject({ status: 'paused', reason: { key: 'run.pausedByPartner' } });
    house.clock.time = instant(house.clock.time + 31 * DAY);
    await house.advance();
    for (const each of [claim, twin, other]) expect(await house.statusOf(each)).toBe('reverted');
    await house.advance();
    expect((await house.current(other)).status).toBe('completed');
  });

  it('shares claims out by percentages over all of its runs, and is not saved with a partner that is gone or percentages that are not 100', async () => {
    const [a, b, c] = [await house.newPartner('Split A'), await house.newPartner('Split B'), await house.newPartner('Split C')];
    const allocations = (shares: Record<string, number>) => ({
      partnerAllocations: Object.entries(shares).map(([partnerId, percentage]) => ({ partnerId, percentage })),
    });
    const split = (shares: Record<string, number>) => [step('split', 'ADVANCED_OUTSOURCE_CLAIM', allocations(shares), 'end'), end];
    const keys = async (steps: TreeStep[]) => (await house.save(steps)).problems.map(({ key }) => key);
    expect(await keys(split({ [a]: 50, [b]: 49.99 }))).toEqual([expect.stringContaining('step.invalidState')]);
    expect(await keys(split({ [a]: 50, '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e08': 50 }))).toEqual(['blueprint.partnerMissing']);
    const blueprintId = await house.saved(split({ [a]: 33.33, [b]: 33.33, [c]: 33.34 }));
    const claims = await Promise.all(Array.from({ length: 12 }, () => house.owed()));
    // A few at a time, as claims come by over months.
    for (const some of [claims.slice(0, 1), claims.slice(1, 6), claims.slice(6)]) {
      await house.command('startStrategy', some, blueprintId);
      await house.advance();
    }
    for (const partnerId of [a, b, c]) expect((await house.assignments({ partnerId })).length).toBe(4);
  });
});

describe('a partner who is deleted', () => {
  const remove = async (partnerId: Uuid, recallClaims = false, token?: string) =>
    (
      await house.raw(
        'partner',
        'mutation ($clientId: ID!, $partnerId: ID!, $recallClaims: Boolean) { deletePartner(clientId: $clientId, partnerId: $partnerId, recallClaims: $recallClaims) }',
        { clientId: house.clientA, partnerId, recallClaims },
        token,
      )
    ).errors?.[0];

  it('gives back what it has in one go, and strategies go on', async () => {
    const partnerId = await house.newPartner('Going');
    const claims = [await house.owed(), await house.owed()] as const;
    await house.give(partnerId, claims);
    const blueprintId = await house.saved([wait('w', 1, 'end'), end]);
    await house.command('startStrategy', [claims[0]], blueprintId);
    expect(await house.current(claims[0])).toMatchObject({ status: 'paused' });
    expect(await remove(partnerId)).toMatchObject({ message: expect.stringContaining('(2)'), extensions: { key: 'partnerHasClaims' } });
    await house.call(
      'backoffice',
      'mutation ($clientId: ID!, $role: ClientRoleInput!) { saveClientRole(clientId: $clientId, role: $role) { name } }',
      { clientId: house.clientA, role: { name: 'EDITOR', permissions: [{ domain: 'partner', actions: ['editPartners'] }] } },
    );
    const editor = await house.tokenFor(house.clientA, 'EDITOR');
    expect((await remove(partnerId, true, editor))?.extensions?.code).toBe('FORBIDDEN');
    expect(await remove(partnerId, true)).toBeUndefined();
    for (const claim of claims) expect(await house.statusOf(claim)).toBe('reverted');
    expect(await house.current(claims[0])).toMatchObject({ status: 'active' });
    await expect(house.give(partnerId, claims)).rejects.toThrow('NOT_FOUND');
  });

  it('stays while a strategy, a reaction, a schedule or a rule gives it claims, and each is named', async () => {
    const partnerId = await house.newPartner('Wanted');
    const key = async () => {
      const error = await remove(partnerId, true);
      return [error?.extensions?.key, error?.message] as const;
    };
    const blueprintId = await house.saved([
      {
        id: 'give',
        stepType: 'ADVANCED_OUTSOURCE_CLAIM',
        stepState: { partnerAllocations: [{ partnerId, percentage: 100 }] },
        down: 'end',
      },
      end,
    ]);
    const [{ name }] = (await house.inA((tx) =>
      tx.sql('select display_name as name from strategy_blueprint where client_id = $1 and blueprint_id = $2', [tx.clientId, blueprintId]),
    )) as [{ name: string }];
    expect(await key()).toEqual(['partnerUsed', expect.stringContaining(`“${name}”`)]);
    await house.call(
      'strategy',
      'mutation ($clientId: ID!, $id: ID!) { deleteStrategyBlueprint(clientId: $clientId, blueprintId: $id) { id } }',
      { clientId: house.clientA, id: blueprintId },
    );
    const { addReaction } = await house.call<{ addReaction: { reactionId: Uuid } }>(
      'reactions',
      'mutation ($clientId: ID!, $reaction: ReactionInput!) { addReaction(clientId: $clientId, reaction: $reaction) { reactionId } }',
      {
        clientId: house.clientA,
        reaction: {
          messageType: 'linkClicked',
          displayName: 'Clicked',
          reactions: [{ id: 'out', type: 'outsourceClaim', parameters: JSON.stringify({ partnerId }) }],
        },
      },
    );
    expect(await key()).toEqual(['reactionsUse', expect.stringContaining('“Clicked”')]);
    await house.inA((tx) =>
      tx.sql('delete from reaction_rule where client_id = $1 and reaction_id = $2', [tx.clientId, addReaction.reactionId]),
    );
    const { savePartnerAllocation: rule } = await house.partnerCall<{ savePartnerAllocation: { allocationId: Uuid } }>(
      'mutation ($clientId: ID!, $shares: [PartnerShareInput!]!) { savePartnerAllocation(clientId: $clientId, name: "Halves", shares: $shares) { allocationId } }',
      { shares: [{ partnerId, basisPoints: 10_000 }] },
    );
    await house.partnerCall(
      'mutation ($clientId: ID!, $partnerId: ID!, $config: OutsourcingConfigInput!) { saveOutsourcingConfig(clientId: $clientId, partnerId: $partnerId, config: $config) { revision } }',
      { partnerId, config: { frequency: { amount: 1, unit: 'DAY', timeOfTheDay: { hour: 6, minute: 0 } }, daysPastDue: 9_000 } },
    );
    expect((await key())[0]).toBe('partnerScheduled');
    await house.partnerCall(
      'mutation ($clientId: ID!, $partnerId: ID!) { deletePartnerOutsouringConfig(clientId: $clientId, partnerId: $partnerId) }',
      { partnerId },
    );
    expect(await key()).toEqual(['partnerAllocated', expect.stringContaining('“Halves”')]);
    await house.partnerCall('mutation ($clientId: ID!, $id: ID!) { deletePartnerAllocation(clientId: $clientId, allocationId: $id) }', {
      id: rule.allocationId,
    });
    expect((await key())[0]).toBeUndefined();
  });
});

describe('many at once', () => {
  const schedule = async (action: string, params: object, target: object) => {
    const { scheduleBulkAction } = await house.call<{ scheduleBulkAction: { bulkActionId: Uuid } }>(
      'account',
      `mutation ($clientId: ID!, $action: String!, $params: JSON, $accountIds: [ID!], $filter: AccountFilter, $externalClaimRefs: [String!], $claimFilter: ClaimFilter) {
        scheduleBulkAction(clientId: $clientId, action: $action, params: $params, accountIds: $accountIds, filter: $filter, externalClaimRefs: $externalClaimRefs, claimFilter: $claimFilter) { bulkActionId } }`,
      { clientId: house.clientA, action, params, ...target },
    );
    await drainJobs(house.database);
    return bulk(scheduleBulkAction.bulkActionId);
  };
  const bulk = async (bulkActionId: Uuid) =>
    (
      await house.call<{ getBulkAction: { bulkActionId: Uuid; status: string; done: number; failed: number } }>(
        'account',
        'query ($clientId: ID!, $id: ID!) { getBulkAction(clientId: $clientId, bulkActionId: $id) { bulkActionId status done failed } }',
        { clientId: house.clientA, id: bulkActionId },
      )
    ).getBulkAction;
  const partnersOf = async (claims: readonly TestClaim[]) =>
    (
      await Promise.all(
        claims.map(async ({ externalClaimRef }) => (await house.assignments({ externalClaimRef, statuses: ['active'] }))[0]?.partnerName),
      )
    ).sort();

  it('are given by selection or search, to one or by percentages, undone, found again and recalled', async () => {
    const [a, b] = [await house.newPartner('Bulk A'), await house.newPartner('Bulk B')];
    const claims = await Promise.all(Array.from({ length: 4 }, () => house.owed()));
    const refs = claims.map(({ externalClaimRef }) => externalClaimRef);
    const accountIds = claims.map(({ accountId }) => accountId);
    const shares = [
      { partnerId: a, percentage: 75 },
      { partnerId: b, percentage: 25 },
    ];
    const given = await schedule('outsource', { partnerAllocations: shares, note: 'Spring' }, { claimFilter: { externalClaimRefs: refs } });
    expect(given).toMatchObject({ status: 'done', done: 4, failed: 0 });
    expect(await partnersOf(claims)).toEqual(['Bulk A', 'Bulk A', 'Bulk A', 'Bulk B']);
    expect(await house.assignments({ externalClaimRef: refs[0]! })).toMatchObject([{ note: 'Spring', outsourceMethod: 'bulk' }]);
    // Of another partner: each says why it stays.
    expect(await schedule('outsource', { partnerId: b }, { externalClaimRefs: refs })).toMatchObject({ done: 1, failed: 3 });

    const found = async (filter: object) =>
      (
        await house.call<{ searchClaims: { results: { externalClaimRef: string; partnerName: string | null }[] } }>(
          'account',
          'query ($clientId: ID!, $filter: ClaimFilter) { searchClaims(clientId: $clientId, filter: $filter) { results { externalClaimRef partnerName } } }',
          { clientId: house.clientA, filter: { externalClaimRefs: refs, ...filter } },
        )
      ).searchClaims.results;
    expect((await found({ partnerIds: [a] })).map(({ partnerName }) => partnerName)).toEqual(['Bulk A', 'Bulk A', 'Bulk A']);
    expect(await found({ outsourced: false })).toEqual([]);
    expect(await found({ outsourced: true })).toHaveLength(4);

    const { undoBulkAction: undone } = await house.call<{ undoBulkAction: { bulkActionId: Uuid } }>(
      'account',
      'mutation ($clientId: ID!, $id: ID!) { undoBulkAction(clientId: $clientId, bulkActionId: $id) { bulkActionId } }',
      { clientId: house.clientA, id: given.bulkActionId },
    );
    await drainJobs(house.database);
    expect(await bulk(undone.bulkActionId)).toMatchObject({ done: 4, failed: 0 });
    expect(await found({ outsourced: true })).toEqual([]);

    const { savePartnerAllocation: rule } = await house.partnerCall<{ savePartnerAllocation: { allocationId: Uuid } }>(
      'mutation ($clientId: ID!, $shares: [PartnerShareInput!]!) { savePartnerAllocation(clientId: $clientId, name: "Mostly B", shares: $shares) { allocationId } }',
      { shares: [a, b].map((partnerId, at) => ({ partnerId, basisPoints: at === 0 ? 2_500 : 7_500 })) },
    );
    // Two actions by one rule hold its percentages together.
    await schedule('outsource', { allocationId: rule.allocationId }, { accountIds: accountIds.slice(0, 1) });
    await schedule('outsource', { allocationId: rule.allocationId }, { externalClaimRefs: refs.slice(1) });
    expect(await partnersOf(claims)).toEqual(['Bulk A', 'Bulk B', 'Bulk B', 'Bulk B']);
    await schedule('recallClaims', {}, { accountIds });
    await expect(schedule('outsource', { allocationId: a }, { accountIds })).rejects.toThrow('NOT_FOUND');

    expect(await schedule('outsource', { partnerId: b }, { accountIds })).toMatchObject({ done: 4, failed: 0 });
    expect(await partnersOf(claims)).toEqual(['Bulk B', 'Bulk B', 'Bulk B', 'Bulk B']);
    expect(await schedule('recallClaims', { note: 'Over' }, { filter: { accountIds, outsourced: true } })).toMatchObject({
      done: 4,
      failed: 0,
    });
    expect(await found({ outsourced: true })).toEqual([]);
    await expect(schedule('outsource', { partnerAllocations: [{ partnerId: a, percentage: 99 }] }, { accountIds })).rejects.toThrow(
      'INVALID_INPUT',
    );
    await expect(schedule('outsource', {}, { accountIds })).rejects.toThrow('NOT_FOUND');
  });
});
