/** The endpoint speaks GraphQL over HTTP as its working draft says: every audit of the reference suite. */
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from './platform/testing.ts';

let house: TestHouse;
let url: string;

beforeAll(async () => {
  house = await openTestHouse();
  url = `${await house.app.listen({ host: '127.0.0.1', port: 0 })}/api/backoffice`;
});
afterAll(() => house.close());

describe('GraphQL over HTTP', () => {
  const audits = serverAudits({ url: () => url, fetchFn: fetch });

  it('has the 61 audits', () => expect(audits).toHaveLength(61));

  for (const audit of audits)
    it(`${audit.id} ${audit.name}`, async () => {
      const result = await audit.fn();
      expect(result.status === 'ok' ? 'ok' : `${result.status}: ${result.reason}`).toBe('ok');
    });

  it('sends a strict content security policy', async () => {
    const policy = (await house.app.inject({ url: '/healthz' })).headers['content-security-policy'];
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
  });
});
