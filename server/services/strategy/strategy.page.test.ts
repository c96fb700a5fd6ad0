/** Steps that decide what the debtor's page offers for a claim, on the running engine. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TreeStep } from '../../../engine/graph/tree.ts';
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
  house.clock.time = (house.clock.time + 24 * 3_600_000) as typeof house.clock.time;
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
