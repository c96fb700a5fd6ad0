/** Steps that decide what the debtor's page offers for a claim, on the running engine. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY, HOUR, instant } from '../../../core/time.ts';
import type { TreeStep } from '../../../engine/graph/tree.ts';
import { setFinancialInformation } from '../account/debtor/debtor.edit.logic.ts';
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
