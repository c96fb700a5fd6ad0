/** Which payment providers the debtor's page offers where strategies name some. */
import { expect, it } from 'vitest';
import { offeredBy } from './terms.logic.ts';

const providers = ['stripe', 'sandbox', 'card'].map((providerName) => ({ providerName }));
const claim = (paymentProviders: string[] | null, balance = 100n) => ({ balance, terms: paymentProviders && { paymentProviders } });
const offered = (...claims: ReturnType<typeof claim>[]) => offeredBy(providers, claims).map(({ providerName }) => providerName);

it('offers what every claim with something due allows, in the client’s order', () => {
  expect(offered(claim(null))).toEqual(['stripe', 'sandbox', 'card']);
  expect(offered(claim(['card', 'stripe', 'gone']), claim(null))).toEqual(['stripe', 'card']);
  expect(offered(claim(['card', 'stripe']), claim(['card']))).toEqual(['card']);
  expect(offered(claim(['card']), claim(['stripe'], 0n))).toEqual(['card']);
});

it('offers all that the client uses where nothing would be left', () => {
  expect(offered(claim(['gone']))).toEqual(['stripe', 'sandbox', 'card']);
  expect(offered(claim(['card']), claim(['stripe']))).toEqual(['stripe', 'sandbox', 'card']);
});
