/** What reports say before and after people were erased: the same, to the cent and to the count. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RETENTION_KINDS } from '../../../core/retention.ts';
import { sealClient } from '../../platform/events.seal.ts';
import { appendAnyEvents } from '../../platform/events.ts';
import { verifyClient } from '../../platform/events.verify.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { createTestPerson, NAMES, type Someone } from './privacy.testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString();

/** Everything that the homepage and the reports say of the client. */
async function figures(): Promise<unknown> {
  // To tomorrow: late in the evening it is tomorrow already where the client is.
  const [from, to] = [day(300).slice(0, 10), day(-1).slice(0, 10)];
  return house.call(
    'reporting',
    `query ($clientId: ID!, $range: DayRange!) {
      getHomepage(clientId: $clientId) {
        ownTasksDue tasksDue moneyToday { currency amount } moneyThisMonth { currency amount } moneyLastMonth { currency amount }
        moneyByDay { day currency amount }
        promisesDueToday { count amounts { amount } } promisesDueThisWeek { count amounts { amount } } promisesBrokenThisWeek { count amounts { amount } }
      }
      getHomepageTotals(clientId: $clientId) {
        outstanding { currency amount } openClaims openAccounts
        contact { sent emails delivered opened clicked bounced accountsContacted accountsResponded }
      }
      getPerformance(clientId: $clientId, range: $range) {
        collected agents { userId tasksResolved notes promisesTaken promisesKept collected }
        strategies { blueprintId claimsStarted claimsResolved messagesSent collected }
      }
      getAgingReport(clientId: $clientId) { total claims buckets { bucket claims amount } }
      getRollRates(clientId: $clientId) { months { month flows { from to amount } } }
      getRecoveryCurve(clientId: $clientId) { cohorts { month claims placed points { monthsSince collected } } }
      getCashForecast(clientId: $clientId) { weeks { week promised instalments expected } keptShare paidShare unplanned }
    }`,
    { clientId: house.clientA, range: { from, to } },
  );
}

/** A task that was done and an e-mail that was opened, besides what everybody has. */
const work = ({ accountId }: Someone) =>
  house.inA(async (tx) => {
    await tx.sql(`update case_task set status = 'resolved', resolved_at = $3, resolver_id = $4 where client_id = $1 and account_id = $2`, [
      tx.clientId,
      accountId,
      day(3),
      tx.actor.id,
    ]);
    await appendAnyEvents(tx, [{ messageType: 'taskResolved', accountId, payload: { note: 'Zebulon pays' } }]);
    await tx.sql('update communication set opened_at = $3 where client_id = $1 and account_id = $2', [tx.clientId, accountId, day(1)]);
  });

it('keep every figure when everything about some people is erased', async () => {
  const people: Someone[] = [];
  for (const [number, back] of [2, 20, 75].entries()) {
    const person = await house.inA((tx) => createTestPerson(tx, `F-${number}`, day(back)));
    await work(person);
    people.push(person);
  }
  await house.inA((tx) => createTestPerson(tx, 'F-open', day(40), { open: true }));
  // No law keeps anything here, so that all of it goes.
  for (const kind of RETENTION_KINDS)
    await house.call(
      'privacy',
      'mutation ($clientId: ID!, $rule: RetentionRuleInput!) { setRetentionRule(clientId: $clientId, rule: $rule) { kind } }',
      {
        clientId: house.clientA,
        rule: { kind, months: 1, fromYearEnd: false, isDuty: false, ground: 'Test', isActive: false, revision: 0 },
      },
    );
  const before = await figures();
  expect(before).toMatchObject({
    getPerformance: { collected: '300.00', agents: [{ tasksResolved: 3, notes: 4 }] },
    getHomepageTotals: { openClaims: 1, contact: { emails: 2, opened: 2 } },
  });
  await house.call(
    'privacy',
    'mutation ($clientId: ID!, $persons: [PersonInput!]!) { erasePersonalData(clientId: $clientId, persons: $persons) { kind } }',
    { clientId: house.clientA, persons: people },
  );
  const left = await house.inA((tx) =>
    tx.sql(
      `select 1 from debtor d where client_id = $1 and account_id = any($2::uuid[]) and exists (select from unnest($3::text[]) w where d::text ilike '%' || w || '%')`,
      [tx.clientId, people.map((each) => each.accountId), NAMES],
    ),
  );
  expect(left).toEqual([]);
  expect(await figures()).toEqual(before);
  await sealClient(house.database, house.clientA);
  const findings: string[] = [];
  const chain = await verifyClient(house.database, house.clientA, [], (finding) => findings.push(finding.what));
  expect(findings).toEqual([]);
  expect(chain.erased).toBeGreaterThan(0);
});
