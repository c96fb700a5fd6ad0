import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const ask = <Data>(document: string, variables: object = {}) =>
  house.call<Data>('reporting', document, { clientId: house.clientA, ...variables });
const refused = async (document: string, variables: object = {}) =>
  (await house.raw('reporting', document, { clientId: house.clientA, ...variables })).errors?.map(({ extensions }) => [
    extensions?.code,
    extensions?.field,
  ]);

describe('embedded dashboards', () => {
  const SET = `mutation ($clientId: ID!, $dashboards: [EmbeddedDashboardInput!]!) { setEmbeddedDashboards(clientId: $clientId, dashboards: $dashboards) { type url label } }`;
  const LIST = 'query ($clientId: ID!) { getEmbeddedDashboard(clientId: $clientId) { type url label } }';
  const page = { type: 'static', url: 'https://dashboards.example.com/cash?key=secret', label: 'Cash' };

  it('are kept in order, told without their keys, and only from allowed origins', async () => {
    expect(await refused(SET, { dashboards: [page] })).toEqual([['INVALID_INPUT', 'dashboards.0.url']]);
    process.env.EMBED_ORIGINS = 'https://dashboards.example.com, https://eu-central-1.quicksight.aws.amazon.com';
    try {
      const quicksight = { type: 'quicksight', url: 'https://eu-central-1.quicksight.aws.amazon.com/embed/1', label: 'Recovery' };
      await ask(SET, { dashboards: [quicksight, page] });
      expect(await ask(LIST)).toEqual({ getEmbeddedDashboard: [quicksight, page] });
      await ask(SET, { dashboards: [quicksight, page] });
      const events = await house.inA((tx) =>
        tx.sql<{ payload: object }>(`select payload from event where client_id = $1 and message_type = 'embeddedDashboardsChanged'`, [
          tx.clientId,
        ]),
      );
      expect(events.length).toBe(1);
      expect(JSON.stringify(events)).not.toContain('secret');
      for (const [wrong, field] of [
        [{ ...page, url: 'https://elsewhere.example.com/' }, 'url'],
        [{ ...page, url: 'javascript:alert(1)' }, 'url'],
        [{ ...page, url: 'https://dashboards.example.com.evil.example/' }, 'url'],
        [{ ...page, type: 'tableau' }, 'type'],
        [{ ...page, label: ' ' }, 'label'],
        [{ ...page, label: 'recovery' }, 'label'],
      ] as const)
        expect(await refused(SET, { dashboards: [quicksight, wrong] })).toEqual([['INVALID_INPUT', `dashboards.1.${field}`]]);
      const token = await house.tokenFor(house.clientB);
      expect(await house.call('reporting', LIST, { clientId: house.clientB }, token)).toEqual({ getEmbeddedDashboard: [] });
    } finally {
      delete process.env.EMBED_ORIGINS;
    }
  });
});
