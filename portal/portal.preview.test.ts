/** Links as staff see them: made anew, counted, revoked one by one; and the page as the debtor sees it, read-only. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instant, MINUTE } from '../core/time.ts';
import { createPreviewLink } from '../server/services/landing-page/landing-page.preview.logic.ts';
import { openPortalHouse, type PortalHouse, START } from './portal.testing.ts';

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

interface Made {
  readonly domain: string;
  readonly tinyUrlCode: string;
  readonly fullUrl: string;
  readonly accessToken: string;
  readonly expiresAt: string;
}
const make = async (name: string, accountId: string, more = '') =>
  (
    await house.call<Record<string, Made>>(
      'landing-page',
      `query ($clientId: ID!, $accountId: ID!) { ${name}(clientId: $clientId, accountId: $accountId${more}) { domain tinyUrlCode fullUrl accessToken expiresAt } }`,
      { clientId: house.clientA, accountId },
    )
  )[name]!;
const links = async (accountId: string) =>
  (
    await house.call<{
      getAccountLinks: { linkId: string; opens: number; openedAt: string | null; status: string; domain: string | null }[];
    }>(
      'landing-page',
      'query ($clientId: ID!, $accountId: ID!) { getAccountLinks(clientId: $clientId, accountId: $accountId) { linkId opens openedAt status domain } }',
      { clientId: house.clientA, accountId },
    )
  ).getAccountLinks;
const revoke = async (accountId: string, linkIds?: string[]) =>
  (
    await house.call<{ revokeTinyURLs: number }>(
      'landing-page',
      'mutation ($clientId: ID!, $accountId: ID!, $linkIds: [ID!]) { revokeTinyURLs(clientId: $clientId, accountId: $accountId, linkIds: $linkIds) }',
      { clientId: house.clientA, accountId, linkIds },
    )
  ).revokeTinyURLs;
const pathOf = ({ fullUrl }: Made) => new URL(fullUrl).pathname;

it('makes a new link whenever one is asked for, counts its openings, and ends one alone', async () => {
  const { accountId, address } = await house.owe([5000n]);
  const [one, two] = [await make('getTinyURL', accountId), await make('getTinyURL', accountId)];
  expect(one.fullUrl).toBe(`http://${one.domain}/p/${one.tinyUrlCode}`);
  expect(one.tinyUrlCode.endsWith(`-${one.accessToken}`)).toBe(true);
  expect(new Set([pathOf(one), pathOf(two), address]).size).toBe(3);
  // Only digests are kept: no table says what was answered.
  const kept = await house.inA((tx) => tx.sql('select * from tiny_link where account_id = $1', [accountId]));
  expect(JSON.stringify(kept, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(one.accessToken);

  const debtor = await house.browser().get(pathOf(one));
  await debtor.enter(pathOf(one));
  await debtor.get(pathOf(one));
  await house.browser().get(pathOf(one));
  const [newest, opened, first] = await links(accountId);
  expect([newest, opened, first].map((link) => [link?.opens, link?.openedAt !== null, link?.domain])).toEqual([
    [0, false, '127.0.0.1:4000'],
    [2, true, '127.0.0.1:4000'],
    [0, false, '127.0.0.1:4000'],
  ]);
  expect(await revoke(accountId, [opened!.linkId, 'nonsense'])).toBe(1);
  expect((await links(accountId)).map(({ status }) => status)).toEqual(['active', 'revoked', 'active']);
  expect((await house.browser().get(pathOf(one))).status).toBe(404);
  expect((await house.browser().get(pathOf(two))).status).toBe(200);
  expect(await revoke(accountId)).toBe(2);
});

it('shows staff what the debtor sees, lets nothing be done there, and says who looked', async () => {
  const { accountId, refs } = await house.owe([74520n, 2000n]);
  const made = await make('getTinyPreviewURL', accountId);
  const path = pathOf(made);
  const before = await house.events(accountId);
  const staff = await house.browser().get(path);
  expect(staff.status).toBe(200);
  // The debtor's own words and sums, without the question, plainly marked, and no button that works.
  for (const seen of ['Hannah', refs[0]!, '€765.20', 'Read-only view']) expect(staff.body).toContain(seen);
  expect(staff.body).toContain('<button disabled');
  expect(staff.body).not.toMatch(/<button(?! disabled)/);
  expect((await staff.get(`${path}/balance`)).body).toContain('Read-only view');

  // Whatever is sent all the same, by whatever form, changes nothing.
  const count = async () =>
    JSON.stringify(
      await house.inA((tx) =>
        tx.sql(
          `select (select count(*) from event where client_id = $1)::int as events, (select count(*) from portal_act where client_id = $1)::int as acts,
             (select count(*) from payment where client_id = $1)::int as payments, (select count(*) from ledger_entry where client_id = $1)::int as entries`,
          [tx.clientId],
        ),
      ),
    );
  const standing = await count();
  for (const page of ['', '/help', '/disagree']) {
    const { body } = await staff.get(`${path}${page}`);
    const fields = new URLSearchParams({
      token: /name="token" value="([^"]*)"/.exec(body)?.[1] ?? '',
      key: /name="key" value="([^"]*)"/.exec(body)?.[1] ?? '',
      refs: refs[0]!,
      way: 'now',
      text: 'Not mine',
      who: refs[0]!,
    });
    for (const form of [
      'settle',
      'instalment',
      'settlement',
      'disagree',
      'help',
      'message',
      'call',
      'budget',
      'identity',
      'plan/x',
      'mandate/x',
      'provider/x',
    ]) {
      const answer = await staff.post(`${path}/${form}`, fields);
      expect([form, answer.status]).toEqual([form, 403]);
      expect(answer.body).toContain('Nothing was saved or sent');
    }
    expect((await staff.post(`${path}/renew`, fields)).status).toBe(404);
  }
  expect(await count()).toBe(standing);
  const link = await house.services.findLink(path.slice(3));
  await expect(house.services.askForHelp(link!, 'Help', 'key')).rejects.toThrow('read-only');
  expect((await house.events(accountId)).slice(before.length)).toEqual(['portalPreviewed']);
  const [event] = await house.inA((tx) =>
    tx.sql(`select actor_type, actor_id from event where account_id = $1 and message_type = 'portalPreviewed'`, [accountId]),
  );
  expect(event).toEqual({ actor_type: 'user', actor_id: house.userA });

  // The first browser has it alone; it is no link of the debtor's, and it ends soon.
  const other = await house.browser().get(path);
  expect([other.status, /Hannah|Nordlicht/.test(other.body)]).toEqual([404, false]);
  expect((await other.get(path)).status).toBe(404);
  expect((await links(accountId)).length).toBe(1);
  house.clock.time = instant(START + 31 * MINUTE);
  expect((await staff.get(path)).status).toBe(404);
  house.clock.time = START;
});

it('makes the same of getTinyURL with the flag, and none for strangers', async () => {
  const { accountId } = await house.owe([5000n]);
  expect((await house.browser().get(pathOf(await make('getTinyURL', accountId, ', preview: true')))).body).toContain('Read-only view');
  const stranger = { accountId, externalClaimRef: null, viewerId: house.userB, publicUrl: house.config.publicUrl };
  await expect(house.inB((tx) => createPreviewLink(tx, stranger))).rejects.toThrow('not found');
});
