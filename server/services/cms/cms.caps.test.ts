/** Caps under pressure: whoever looks at the same moment may not find the same free contact. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Uuid } from '../../../core/id.ts';
import type { MessageChannel } from '../../../core/messageChannels.ts';
import { instant } from '../../../core/time.ts';
import { defaultGateRules } from '../../../engine/gate/defaults.ts';
import { useClock } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { setContactRules } from '../operations/operations.logic.ts';
import { setProviderSetting } from '../operations/operations.provider.logic.ts';
import { drainClient } from './cms.delivery.ts';
import { addBundle, addDebtor, queueMessage } from './cms.testing.ts';

// A Friday, 11:00 in Berlin.
const clock = instant('2026-11-20T10:00:00Z');
const ACCOUNTS = 60;
let house: TestHouse;
let restore: () => void;
beforeAll(async () => {
  restore = useClock(() => clock);
  house = await openTestHouse();
  await house.inA(async (tx) => {
    await addBundle(tx, 'mail', { source: '{{ claim.balance }}' });
    await addBundle(tx, 'text', { source: '{{ claim.balance }}', channel: 'sms' });
    await setContactRules(tx, { ...defaultGateRules, capPerDay: 1 });
  });
});
afterAll(async () => {
  restore();
  await house.close();
});

const drain = (channel: MessageChannel) => drainClient(house.database, house.clientA, channel, readConfig());

/** Queues one message on each channel to each of many accounts. */
const queueBoth = () =>
  house.inA(async (tx) => {
    const accounts: Uuid[] = [];
    for (let index = 0; index < ACCOUNTS; index++) {
      const debtor = await addDebtor(tx);
      await queueMessage(tx, debtor, 'mail', 'email');
      await queueMessage(tx, debtor, 'text', 'sms');
      accounts.push(debtor.accountId);
    }
    return accounts;
  });

/** How many messages left per account, and how many were put off until the next day. */
async function outcome(accounts: Uuid[]): Promise<{ sent: bigint[]; deferred: bigint }> {
  const sent = await house.inA((tx) =>
    tx.sql<{ count: bigint }>(
      `select count(*) filter (where status = 'sent') as count from outbox where client_id = $1 and account_id = any($2) group by account_id`,
      [tx.clientId, accounts],
    ),
  );
  const [events] = await house.inA((tx) =>
    tx.sql<{ count: bigint }>(
      `select count(*) as count from event where client_id = $1 and account_id = any($2) and message_type = 'contactDeferred' and payload ->> 'rule' = 'capDay'`,
      [tx.clientId, accounts],
    ),
  );
  return { sent: sent.map((row) => row.count), deferred: events?.count ?? 0n };
}
const one = { sent: Array.from({ length: ACCOUNTS }, () => 1n), deferred: BigInt(ACCOUNTS) };

it('an e-mail and a text message that are due at once do not both take the last contact of the day', async () => {
  const accounts = await queueBoth();
  await Promise.all([drain('email'), drain('sms'), drain('sms'), drain('email')]);
  expect(await outcome(accounts)).toEqual(one);
});

it('the same template to one account leaves once, and the second says why it waits until tomorrow', async () => {
  const debtor = await house.inA(async (tx) => {
    await setContactRules(tx, defaultGateRules);
    const made = await addDebtor(tx);
    await queueMessage(tx, made, 'mail');
    await queueMessage(tx, made, 'mail');
    return made;
  });
  await Promise.all([drain('email'), drain('email')]);
  const rows = await house.inA((tx) =>
    tx.sql<{ status: string; hours: number }>(
      `select status, round(extract(epoch from next_attempt_at - $3::timestamptz) / 3600)::float8 as hours from outbox where client_id = $1 and account_id = $2 order by status`,
      [tx.clientId, debtor.accountId, new Date(clock)],
    ),
  );
  expect(rows).toEqual([
    { status: 'queued', hours: 24 },
    { status: 'sent', hours: 0 },
  ]);
  const events = await house.inA((tx) =>
    tx.sql<{ rule: string }>(
      `select payload ->> 'rule' as rule from event where client_id = $1 and account_id = $2 and message_type = 'contactDeferred'`,
      [tx.clientId, debtor.accountId],
    ),
  );
  expect(events).toEqual([{ rule: 'sameContent' }]);
});

it('a message on its way counts before its provider has answered', async () => {
  const held: (() => void)[] = [];
  let isOpen = false;
  let arrived = () => {};
  const first = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const gateway = createServer((request, response) => {
    request.resume().on('end', () => {
      const answer = () => void response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"1"}');
      if (isOpen) return answer();
      held.push(answer);
      arrived();
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const credentials = { baseURL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`, apiKey: 'k' };
  await house.inA((tx) => setProviderSetting(tx, 'email', [{ providerName: 'HttpGateway', credentials }], readConfig()));

  await house.inA((tx) => setContactRules(tx, { ...defaultGateRules, capPerDay: 1 }));
  const accounts = await queueBoth();
  const mails = drain('email');
  await first;
  expect(await drain('sms')).toBe(0);
  isOpen = true;
  for (const answer of held) answer();
  expect(await mails).toBe(ACCOUNTS);
  expect(await outcome(accounts)).toEqual(one);

  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
});
