import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const cents = (text: string) => BigInt(text.replace('.', ''));
const add = (texts: readonly string[]) => texts.map(cents).reduce((all, each) => all + each, 0n);

const ALL = `query ($clientId: ID!) {
  getHomepageTotals(clientId: $clientId) { outstanding { amount } openClaims contact { sent delivered bounced opened clicked } }
  getAgingReport(clientId: $clientId) { total claims currency buckets { bucket amount claims } }
  getRollRates(clientId: $clientId, months: 3) { months { month flows { from amount share } } }
  getRecoveryCurve(clientId: $clientId, months: 4) { cohorts { placed points { collected share } } }
  getCashForecast(clientId: $clientId) { weeks { week expected } }
}`;
interface Answer {
  readonly getHomepageTotals: { outstanding: { amount: string }[]; openClaims: number; contact: Record<string, number> };
  readonly getAgingReport: { total: string; claims: number; currency: string; buckets: { amount: string; claims: number }[] };
  readonly getRollRates: { months: { flows: { from: string; amount: string; share: number }[] }[] };
  readonly getRecoveryCurve: { cohorts: { placed: string; points: { collected: string; share: number }[] }[] };
  readonly getCashForecast: { weeks: { week: string }[] };
}
const ask = () => house.call<Answer>('mocks', ALL, { clientId: house.clientA });

it('answers by the contract of reporting with figures that agree with one another', async () => {
  const { getHomepageTotals: totals, getAgingReport: aging, getRollRates, getRecoveryCurve, getCashForecast } = await ask();
  expect(aging.currency).toBe('EUR');
  expect(add(aging.buckets.map((each) => each.amount))).toBe(cents(aging.total));
  expect(aging.buckets.reduce((all, each) => all + each.claims, 0)).toBe(aging.claims);
  expect([totals.outstanding[0]!.amount, totals.openClaims]).toEqual([aging.total, aging.claims]);
  expect(totals.contact.delivered! + totals.contact.bounced!).toBe(totals.contact.sent);
  for (const { flows } of getRollRates.months) {
    const shares = flows.filter((flow) => flow.from === 'd31_60').map((flow) => flow.share);
    expect(shares.reduce((all, each) => all + each, 0)).toBeCloseTo(1, 3);
  }
  for (const { points } of getRecoveryCurve.cohorts)
    expect(points.map((point) => point.share)).toEqual([...points.map((point) => point.share)].sort((a, b) => a - b));
  expect(getCashForecast.weeks).toHaveLength(8);
});

it('answers the same to the same client, and something else to another', async () => {
  const first = await ask();
  expect(await ask()).toEqual(first);
  const other = await house.call<Answer>(
    'mocks',
    ALL,
    { clientId: house.clientB },
    await house.tokenFor(house.clientB, 'ADMINISTRATOR', house.userB),
  );
  expect(other.getAgingReport.total).not.toBe(first.getAgingReport.total);
});

it('has nothing but those queries, and asks for the same right', async () => {
  const strange = await house.raw('mocks', '{ __schema { mutationType { name } queryType { fields { name } } } }');
  expect(JSON.stringify(strange.data)).not.toContain('getPerformance');
  const refused = await house.raw('mocks', ALL, { clientId: house.clientA }, await house.tokenFor(house.clientA, 'AGENT'));
  expect(refused.errors?.map((error) => error.extensions?.code)).toContain('FORBIDDEN');
});
