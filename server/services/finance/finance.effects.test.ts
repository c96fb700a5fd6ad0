/** What steps of strategies collect, on the running engine. */
import { expect, it } from 'vitest';
import type { Uuid } from '../../../core/id.ts';
import type { TreeStep } from '../../../engine/graph/tree.ts';
import { saveBlueprint } from '../strategy/strategy.blueprint.logic.ts';
import { advanceDue } from '../strategy/strategy.engine.logic.ts';
import { startRuns } from '../strategy/strategy.runs.logic.ts';
import { createMandate } from './debit/mandate.logic.ts';
import { financeFixture } from './finance.testing.ts';

const fixture = financeFixture();
const IBAN = 'DE89370400440532013000';
const step = (stepState: object): TreeStep[] => [
  { id: 'charge', stepType: 'chargeRecurringPaymentMandate', stepState: { ...stepState }, outputs: { none: 'without', next: 'with' } },
  { id: 'without', stepType: 'checkpoint', stepState: { displayName: 'without' }, down: null },
  { id: 'with', stepType: 'checkpoint', stepState: { displayName: 'with' }, down: null },
];
let strategies = 0;

/** Runs claims through a strategy that charges. */
async function run(refs: string[], stepState: object): Promise<void> {
  await fixture.house.inA(async (tx) => {
    const { blueprint, problems } = await saveBlueprint(tx, {
      id: 'new',
      displayName: `Charge ${++strategies}`,
      steps: JSON.stringify(step(stepState)),
    });
    if (!blueprint) throw new Error(JSON.stringify(problems));
    await startRuns(tx, { blueprintId: blueprint.id, externalClaimRefs: refs });
  });
  await advanceDue(fixture.house.database, fixture.house.clientA);
}
const mandateOf = (accountId: Uuid) =>
  fixture.house.inA((tx) =>
    createMandate(tx, { accountId, providerName: 'sepaDirectDebit', holder: 'Ada', iban: IBAN, signedOn: '2026-11-01' } as never, 'staff'),
  );
const planned = async (accountId: Uuid) =>
  fixture.house.inA((tx) =>
    tx.sql<{ amount: bigint }>('select amount from payment where client_id = $1 and account_id = $2', [tx.clientId, accountId]),
  );
const passed = async (accountId: Uuid) =>
  (
    await fixture.house.inA((tx) =>
      tx.sql<{ name: string }>(
        `select payload ->> 'displayName' as name from event where account_id = $1 and message_type = 'checkpointReached'`,
        [accountId],
      ),
    )
  ).map(({ name }) => name);

it('goes another way without a mandate', async () => {
  const { accountId, refs } = await fixture.accountWith([10_000n]);
  await run(refs, {});
  expect(await passed(accountId)).toEqual(['without']);
});

it('says why nothing was collected, keeps nothing of the try, and goes on', async () => {
  const { accountId, refs } = await fixture.accountWith([10_000n]);
  await mandateOf(accountId);
  await run(refs, {});
  expect(await passed(accountId)).toEqual(['with']);
  expect(await planned(accountId)).toEqual([]);
  expect((await fixture.typesOf(accountId)).filter((type) => type === 'mandateChargeRefused')).toHaveLength(1);
});

it('collects a share, a fixed amount up to the balance, or all that is due', async () => {
  await fixture.house.call(
    'finance',
    'mutation ($clientId: ID!, $bankAccount: BankAccountInput!) { saveBankAccount(clientId: $clientId, bankAccount: $bankAccount) { bankAccountId } }',
    {
      clientId: fixture.house.clientA,
      bankAccount: { name: 'Collections', holder: 'Nordlicht', iban: IBAN, creditorId: 'DE98ZZZ09999999999', preNotificationDays: 5 },
    },
  );
  const charged = async (stepState: object) => {
    const { accountId, refs } = await fixture.accountWith([10_001n]);
    await mandateOf(accountId);
    await run(refs, stepState);
    expect(await passed(accountId)).toEqual(['with']);
    return (await planned(accountId)).map(({ amount }) => amount);
  };
  expect(await charged({ how: 'percent', percent: 50 })).toEqual([5_000n]);
  expect(await charged({ how: 'amount', amount: '20.50' })).toEqual([2_050n]);
  expect(await charged({ how: 'amount', amount: '5000' })).toEqual([10_001n]);
  expect(await charged({})).toEqual([10_001n]);
});
