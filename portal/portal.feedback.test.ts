/** What a strategy opens on the page: asking for a call, and writing to staff. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, instant } from '../core/time.ts';
import type { Owed, PortalHouse } from './portal.testing.ts';
import { openPortalHouse, START } from './portal.testing.ts';

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());
beforeEach(() => {
  house.clock.time = START;
});

type Flag = 'debtor_callback_enabled' | 'debtor_text_feedback_enabled';

/** An account of two bills, of which the first has what is named, and whether a number is known. */
async function offering(flags: readonly Flag[], phone: string | null = '+4915112345678') {
  const owed = await house.owe([10000n, 5000n]);
  await house.inA(async (tx) => {
    for (const flag of flags) await tx.sql(`update claim set ${flag} = true where external_claim_ref = $1`, [owed.refs[0]]);
    if (phone)
      await tx.sql(
        `insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at)
         select client_id, account_id, debtor_id, 'mobile', $2, $2, now() from debtor where account_id = $1`,
        [owed.accountId, phone],
      );
  });
  return { ...owed, browser: await house.browser().enter(owed.address) };
}

const tasksOf = ({ accountId }: Pick<Owed, 'accountId'>) =>
  house.inA((tx) =>
    tx.sql('select matter, matter_values, description, due_date::text, topic_id, external_claim_ref from case_task where account_id = $1', [
      accountId,
    ]),
  );
const payloads = ({ accountId }: Pick<Owed, 'accountId'>, messageType: string) =>
  house.inA(async (tx) =>
    (
      await tx.sql<{ payload: unknown }>('select payload from event where account_id = $1 and message_type = $2 order by message_id', [
        accountId,
        messageType,
      ])
    ).map(({ payload }) => payload),
  );

describe('a call', () => {
  it('is asked for on the known number or another one, and a later wish takes the place of the first', async () => {
    const debtor = await offering(['debtor_callback_enabled']);
    const { address, browser } = debtor;
    expect(browser.body).toContain(`href="${address}/call"`);
    await browser.get(`${address}/call`);
    expect(browser.body).toContain('value="**********5678"');
    expect(browser.body).toContain('Central European Time');
    const form = browser.fields('/call', { day: '2026-11-23', time: '10:30' });
    // Pressed twice: asked once.
    for (let press = 0; press < 2; press++) await browser.post(`${address}/call`, form);
    expect((await browser.follow()).body).toContain('We’ll call you on Monday, November 23 at 10:30');
    expect(await tasksOf(debtor)).toEqual([
      {
        matter: 'callback',
        matter_values: { day: '2026-11-23', time: '10:30', zone: 'Europe/Berlin' },
        description: '+49 1511 2345678',
        due_date: '2026-11-23',
        topic_id: 'default',
        external_claim_ref: debtor.refs[0],
      },
    ]);
    await browser.get(`${address}/call`);
    expect(browser.body).toContain('You’ve asked us to call on Monday, November 23');
    await browser.post(`${address}/call`, browser.fields('/call', { day: '2026-11-24', time: '08:00', phone: '030 1234567' }));
    await browser.follow();
    expect(await tasksOf(debtor)).toMatchObject([
      { matter_values: { day: '2026-11-24', time: '08:00' }, description: '+49 30 1234567', due_date: '2026-11-24' },
    ]);
    expect(await payloads(debtor, 'portalCallbackRequested')).toEqual([
      { day: '2026-11-23', time: '10:30', zone: 'Europe/Berlin', phone: '**********5678' },
      { day: '2026-11-24', time: '08:00', zone: 'Europe/Berlin', phone: '********4567' },
    ]);
  });

  it('is refused beside the field outside the contact hours and without a number, and what was typed stays', async () => {
    const debtor = await offering(['debtor_callback_enabled'], null);
    const { address, browser } = debtor;
    await browser.get(`${address}/call`);
    const refused = async (changes: Record<string, string>, field: string, words: string) => {
      await browser.post(
        `${address}/call`,
        browser.fields('/call', { day: '2026-11-23', time: '10:30', phone: '0151 12345678', ...changes }),
      );
      expect(browser.status).toBe(422);
      expect(browser.body).toMatch(new RegExp(`id="${field}-problem" role="alert">${words}`));
      expect(browser.body).toMatch(new RegExp(`name="${field}"[^>]* aria-invalid="true"`));
    };
    await refused({ day: '2026-11-22' }, 'day', 'This day is no longer available');
    // Saturday ends at six.
    await refused({ day: '2026-11-28', time: '18:30' }, 'time', 'On Saturday, November 28, choose a time from 9:00 AM to 5:30 PM');
    await refused({ phone: '12' }, 'phone', 'Enter a phone number we can call');
    expect(browser.body).toContain('value="12"');
    expect(browser.body).toContain('<option value="10:30" selected>');
    expect(await tasksOf(debtor)).toEqual([]);
  });

  it('is not offered, and not taken, where no strategy opened it or it was closed meanwhile', async () => {
    const closed = await offering([]);
    expect(closed.browser.body).not.toContain('/call"');
    expect((await closed.browser.get(`${closed.address}/call`)).location).toBe(closed.address);
    const debtor = await offering(['debtor_callback_enabled']);
    await debtor.browser.get(`${debtor.address}/call`);
    await house.inA((tx) => tx.sql('update claim set debtor_callback_enabled = false where account_id = $1', [debtor.accountId]));
    await debtor.browser.post(`${debtor.address}/call`, debtor.browser.fields('/call', { day: '2026-11-23', time: '10:30' }));
    expect([debtor.browser.status, await tasksOf(debtor)]).toEqual([409, []]);
  });

  it('is limited to ten wishes a day', async () => {
    const { address, browser, accountId } = await offering(['debtor_callback_enabled']);
    for (let wish = 0; wish < 11; wish++) {
      await browser.get(`${address}/call`);
      await browser.post(`${address}/call`, browser.fields('/call', { day: '2026-11-23', time: '10:30' }));
    }
    expect([browser.status, (await payloads({ accountId }, 'portalCallbackRequested')).length]).toEqual([429, 10]);
    house.clock.time = instant(START + 25 * HOUR);
    await browser.enter(address);
    await browser.get(`${address}/call`);
    await browser.post(`${address}/call`, browser.fields('/call', { day: '2026-11-23', time: '10:30' }));
    expect(browser.location).toBe(`${address}/done/call`);
  });
});

describe('a message', () => {
  it('waits in Communications like an answered e-mail, says that it came from the page, and pauses nothing', async () => {
    const debtor = await offering(['debtor_text_feedback_enabled']);
    const { address, browser, accountId } = debtor;
    expect(browser.body).not.toContain('/call"');
    await browser.get(`${address}/message`);
    const form = browser.fields('/message', { text: 'My new address is <b>Elm Street 5</b>' });
    for (let press = 0; press < 2; press++) await browser.post(`${address}/message`, form);
    expect((await browser.follow()).body).toContain('We’ve received your message');
    const found = await house.call<{ searchCorrespondence: { results: unknown[] } }>(
      'cms',
      `query ($clientId: ID!, $accountId: ID!) { searchCorrespondence(clientId: $clientId, filter: { accountId: $accountId, channels: ["page"] }) {
        results { channel direction waiting excerpt externalClaimRef } } }`,
      { clientId: house.clientA, accountId },
    );
    expect(found.searchCorrespondence.results).toEqual([
      {
        channel: 'page',
        direction: 'inbound',
        waiting: true,
        excerpt: 'My new address is <b>Elm Street 5</b>',
        externalClaimRef: debtor.refs[0],
      },
    ]);
    expect(await payloads(debtor, 'communicationReceived')).toMatchObject([{ channel: 'page', matchedBy: 'page' }]);
    expect(await tasksOf(debtor)).toEqual([]);
  });

  it('needs words, at most 2,000 letters, and an offer', async () => {
    const debtor = await offering(['debtor_text_feedback_enabled']);
    const { address, browser } = debtor;
    await browser.get(`${address}/message`);
    await browser.post(`${address}/message`, browser.fields('/message', { text: '  ' }));
    expect([browser.status, browser.body.includes('Please write a short message.')]).toEqual([422, true]);
    await browser.post(`${address}/message`, browser.fields('/message', { text: 'x'.repeat(3000) }));
    const [stored] = await house.inA((tx) =>
      tx.sql('select length(text_content) as length from communication where account_id = $1', [debtor.accountId]),
    );
    expect(stored).toEqual({ length: 2000 });
    const closed = await offering([]);
    expect((await closed.browser.get(`${closed.address}/message`)).location).toBe(closed.address);
    await closed.browser.get(`${closed.address}/help`);
    await closed.browser.post(`${closed.address}/message`, closed.browser.fields('/help', { text: 'Hello' }));
    expect(closed.browser.status).toBe(409);
  });
});
