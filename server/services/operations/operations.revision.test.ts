/** Settings that two people edit at once: the second save is refused, whoever saved first. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultGateRules } from '../../../engine/gate/defaults.ts';
import { type DeliveryHouse, openDeliveryHouse } from '../cms/cms.delivery.testing.ts';

let house: DeliveryHouse;
beforeAll(async () => {
  house = await openDeliveryHouse();
});
afterAll(() => house.close());

const SETTINGS = [
  {
    service: 'operations',
    read: 'query ($clientId: ID!) { it: getContactRules(clientId: $clientId) { revision } }',
    save: `mutation ($clientId: ID!, $rules: JSON, $revision: Int) { it: setContactRules(clientId: $clientId, rules: $rules, revision: $revision) { revision } }`,
    values: (most: number) => ({ rules: { ...defaultGateRules, capPerDay: most } }),
  },
  {
    service: 'landing-page',
    read: 'query ($clientId: ID!) { it: getPortalSetting(clientId: $clientId) { revision } }',
    save: `mutation ($clientId: ID!, $identityField: String!, $maxTries: Int!, $linkDays: Int!, $revision: Int) {
      it: setPortalSetting(clientId: $clientId, identityField: $identityField, maxTries: $maxTries, linkDays: $linkDays, revision: $revision) { revision } }`,
    values: (most: number) => ({ identityField: 'birthday', maxTries: most, linkDays: 30 }),
  },
];

describe.each(SETTINGS)('a setting of $service', ({ service, read, save, values }) => {
  const call = async (text: string, variables: object = {}) => {
    const { data, errors } = await house.raw(service, text, { clientId: house.clientA, ...variables });
    const [error] = errors ?? [];
    return error
      ? [error.extensions?.code, error.extensions?.field, error.extensions?.key]
      : (data as { it: { revision: number } }).it.revision;
  };

  it('is saved once when several save what they read at the same time, the first save of all included', async () => {
    for (let round = 1; round <= 2; round += 1) {
      const revision = await call(read);
      const results = await Promise.all([1, 2, 3, 4].map((most) => call(save, { ...values(most + 4 * round), revision })));
      expect(results.filter((result) => typeof result === 'number')).toHaveLength(1);
      expect(results.filter((result) => typeof result !== 'number')).toEqual(
        new Array(3).fill(['CONFLICT', 'revision', 'settingsChanged']),
      );
      expect(await call(read)).toBeGreaterThan(Number(revision));
    }
  });

  it('is overwritten by who names no revision, and is the same as before when nothing changed', async () => {
    const before = Number(await call(read));
    expect(await call(save, values(3))).toBe(before + 1);
    expect(await call(save, values(3))).toBe(before + 1);
  });
});
