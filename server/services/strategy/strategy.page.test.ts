/** Steps that decide what the debtor's page offers for a claim, on the running engine. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY, HOUR, instant } from '../../../core/time.ts';
import type { TreeStep } from '../../../engine/graph/tree.ts';
import { readConfig } from '../../platform/config.ts';
import { setClaimTerms } from '../account/claim/terms.logic.ts';
import { setFinancialInformation } from '../account/debtor/debtor.edit.logic.ts';
import { saveLandingPage } from '../cms/cms.landing.logic.ts';
import { createTinyLink } from '../landing-page/landing-page.logic.ts';
import { openStrategyHouse, type StrategyHouse, stepsOf, type TestClaim, wait } from './strategy.testing.ts';

let house: StrategyHouse;
beforeAll(async () => {
  house = await openStrategyHouse();
});
afterAll(() => house.close());
beforeEach(() => house.rewind());

const flag = (stepType: string, down: string | null): TreeStep => ({ id: stepType, stepType, stepState: {}, down });
const flagsOf = async ({ externalClaimRef }: TestClaim) =>
  (
    await house.call<{ getClaimData: Record<string, unknown> }>(
      'account',
      `query ($clientId: ID!, $ref: String!) { getClaimData(clientId: $clientId, externalClaimRef: $ref) {
        debtorCallbackEnabled debtorTextFeedbackEnabled } }`,
      { clientId: house.clientA, ref: externalClaimRef },
    )
  ).getClaimData;

it('opens and closes calls and messages for its claim alone, and says so on the timeline', async () => {
  const [claim, other] = [await house.newClaim(), await house.newClaim()];
  expect(await flagsOf(claim)).toEqual({ debtorCallbackEnabled: false, debtorTextFeedbackEnabled: false });
  const blueprintId = await house.saved([
    flag('enableDebtorCallback', 'enableDebtorTextFeedback'),
    flag('enableDebtorTextFeedback', 'w'),
    wait('w', 1, 'disableDebtorCallback'),
    flag('disableDebtorCallback', 'disableDebtorTextFeedback'),
    flag('disableDebtorTextFeedback', null),
  ]);
  await house.command('startStrategy', [claim], blueprintId);
  await house.advance();
  expect(await flagsOf(claim)).toEqual({ debtorCallbackEnabled: true, debtorTextFeedbackEnabled: true });
  expect(await flagsOf(other)).toEqual({ debtorCallbackEnabled: false, debtorTextFeedbackEnabled: false });
  house.clock.time = instant(house.clock.time + DAY);
  await house.advance();
  expect(await flagsOf(claim)).toEqual({ debtorCallbackEnabled: false, debtorTextFeedbackEnabled: false });
  expect(stepsOf(await house.current(claim)).at(-1)).toBe('disableDebtorTextFeedback:done');
  const events = await house.inA((tx) =>
    tx.sql<{ payload: unknown }>(
      `select payload from event where external_claim_ref = $1 and message_type = 'claimChanged' order by message_id`,
      [claim.externalClaimRef],
    ),
  );
  expect(events.map(({ payload }) => payload)).toEqual(
    [true, false].flatMap((enabled) => [
      { changed: { debtorCallbackEnabled: enabled } },
      { changed: { debtorTextFeedbackEnabled: enabled } },
    ]),
  );
});

const asking: TreeStep[] = [
  { id: 'ask', stepType: 'financialAssessment', stepState: { days: 3 }, outputs: { late: 'late', next: 'rich' } },
  {
    id: 'rich',
    stepType: 'evaluateIfCondition',
    stepState: { mode: 'advanced', expression: 'double(strategy.assessment_disposable) > 100.0' },
    left: 'few',
    right: 'enough',
  },
  ...['few', 'enough', 'late'].map((id): TreeStep => ({ id, stepType: 'checkpoint', stepState: { displayName: id }, down: null })),
];
const requests = ({ externalClaimRef }: TestClaim) =>
  house.inA((tx) =>
    tx.sql<{ request_key: string; answered: boolean }>(
      'select request_key, answered_at is not null as answered from assessment_request where external_claim_ref = $1',
      [externalClaimRef],
    ),
  );
const tell = (claim: TestClaim, wages: string) =>
  house.inA(async (tx) => {
    const [debtor] = await tx.sql<{ ref: string }>('select external_debtor_ref as ref from debtor where account_id = $1', [
      claim.accountId,
    ]);
    const told = { incomes: [{ source: 'Wages', amount: wages }], expenses: [{ source: 'Rent', amount: '500' }] };
    await setFinancialInformation(tx, claim.accountId, debtor!.ref, told, null);
  });

it('asks for incomes and expenses once, waits for the answer to its own request, and remembers what is left', async () => {
  const [claim, other] = [await house.newClaim(), await house.newClaim()];
  const blueprintId = await house.saved(asking);
  await house.command('startStrategy', [claim, other], blueprintId);
  await house.advance();
  expect(await house.current(claim)).toMatchObject({ status: 'waiting', reason: { key: 'wait.assessment' } });
  house.clock.time = instant(house.clock.time + HOUR);
  await house.event(claim, 'financialAssessmentSubmitted', { requestKey: 'another', disposable: '1.00', currency: 'EUR' });
  await house.command('pauseStrategy', [claim]);
  await house.command('resumeStrategy', [claim]);
  await house.advance();
  expect(await requests(claim)).toMatchObject([{ answered: false }]);
  await tell(claim, '650.50');
  await house.advance();
  expect(stepsOf(await house.current(claim)).slice(-3)).toEqual(['ask:done', 'rich:yes', 'enough:done']);
  expect(await requests(claim)).toMatchObject([{ answered: true }]);
  house.clock.time = instant(house.clock.time + 3 * DAY);
  await house.advance();
  expect(stepsOf(await house.current(other)).slice(-2)).toEqual(['ask:late', 'late:done']);
  // Nobody waits any more: what is noted later answers nothing.
  await tell(other, '700');
  expect(await requests(other)).toMatchObject([{ answered: false }]);
});

const termsOf = async ({ externalClaimRef }: TestClaim) =>
  (
    await house.call<{ getClaimData: { terms: unknown } }>(
      'account',
      'query ($clientId: ID!, $ref: String!) { getClaimData(clientId: $clientId, externalClaimRef: $ref) { terms } }',
      { clientId: house.clientA, ref: externalClaimRef },
    )
  ).getClaimData.terms;
const urlFor = ({ accountId, externalClaimRef }: TestClaim) =>
  house.inA(async (tx) => (await createTinyLink(tx, { accountId, externalClaimRef, publicUrl: readConfig().publicUrl })).url);

it('sets providers and domain for its claim, keeps to the installation’s domains, and takes both back', async () => {
  const usual = new URL(readConfig().publicUrl).host;
  const set = (id: string, stepType: string, stepState: object, down: string | null): TreeStep => ({
    id,
    stepType,
    stepState: { ...stepState },
    down,
  });
  const providers = { paymentFlowProviderNames: ['stripe', 'gone'] };
  const { blueprint, problems } = await house.save([set('d', 'setClaimDomain', { domain: 'pay.elsewhere.example' }, null)]);
  expect([blueprint, problems.filter(({ severity }) => severity === 'error').map(({ key, values }) => [key, values?.domains])]).toEqual([
    null,
    [['blueprint.domainForeign', usual]],
  ]);
  const id = await house.saved([
    set('d', 'setClaimDomain', { domain: usual }, 'p'),
    set('p', 'setPaymentFlowProviderNames', providers, 'w'),
    wait('w', 1, 'p2'),
    set('p2', 'setPaymentFlowProviderNames', {}, 'd2'),
    set('d2', 'setClaimDomain', {}, null),
  ]);
  const claim = await house.newClaim();
  await house.command('startStrategy', [claim], id);
  await house.advance();
  expect(await termsOf(claim)).toEqual({ domain: usual, paymentProviders: ['stripe', 'gone'] });
  expect(new URL(await urlFor(claim)).host).toBe(usual);
  // The domain left the installation since: new links lead to the usual address.
  await house.inA((tx) =>
    tx.sql(`update claim set terms = '{"domain": "left.example"}' where external_claim_ref = $1`, [claim.externalClaimRef]),
  );
  expect(new URL(await urlFor(claim)).host).toBe(usual);
  house.clock.time = instant(house.clock.time + DAY);
  await house.advance();
  expect(await termsOf(claim)).toBeNull();
});

it('goes on where a domain is refused when the step is performed, and says why', async () => {
  const claim = await house.newClaim();
  const change = { domain: 'pay.elsewhere.example' };
  await house.inA((tx) => setClaimTerms(tx, [{ ...claim, change, actor: undefined }], house.clock.time));
  expect(await termsOf(claim)).toBeNull();
  const events = await house.inA((tx) =>
    tx.sql(`select payload ->> 'domain' as domain from event where external_claim_ref = $1 and message_type = 'claimDomainRefused'`, [
      claim.externalClaimRef,
    ]),
  );
  expect(events).toEqual([{ domain: 'pay.elsewhere.example' }]);
});

it('sets the instalments of its claim', async () => {
  const stepState = { parts: 4, interval: 'weekly', downPayment: 'percent', percent: 25 };
  const id = await house.saved([{ id: 'i', stepType: 'setInstalmentPlanDefinition', stepState, down: null }]);
  const claim = await house.newClaim();
  await house.command('startStrategy', [claim], id);
  await house.advance();
  expect(await termsOf(claim)).toEqual({ instalments: { parts: 4, interval: 'weekly', downPayment: { percent: 25 } } });
});

it('has the debtor of its claim see another landing page, and the default one again', async () => {
  const page = await house.inA((tx) => saveLandingPage(tx, { displayName: 'Energy', pageContents: [] }, 'Test'));
  const client = await house.inA((tx) => saveLandingPage(tx, { displayName: 'Open', type: 'client', pageContents: [] }, 'Test'));
  const set = (id: string, landingPageId: string | null, down: string | null): TreeStep => ({
    id,
    stepType: 'updateLandingPageContent',
    stepState: { landingPageId },
    down,
  });
  const { blueprint, problems } = await house.save([set('s', client.landingPageId, null)]);
  expect([blueprint, problems.map(({ key }) => key)]).toEqual([null, ['blueprint.pathEnds', 'blueprint.landingPageMissing']]);
  const id = await house.saved([set('s', page.landingPageId, 'w'), wait('w', 1, 'e'), set('e', null, null)]);
  const claim = await house.newClaim();
  await house.command('startStrategy', [claim], id);
  await house.advance();
  expect(await termsOf(claim)).toEqual({ landingPageId: page.landingPageId });
  house.clock.time = instant(house.clock.time + DAY);
  await house.advance();
  expect(await termsOf(claim)).toBeNull();
});
