/** A provider that is away as a whole: nothing is lost, nothing leaves twice, what waits is seen, and administrators hear of it once. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instant, MINUTE } from '../../../core/time.ts';
import { readConfig } from '../../platform/config.ts';
import { followTouched } from '../../platform/follow.ts';
import type { DeliveryClass } from '../../platform/outbox/answer.ts';
import { optOut } from '../account/contact/delivery.logic.ts';
import { type DeliveryHouse, openDeliveryHouse } from './cms.delivery.testing.ts';
import { drainClient } from './cms.delivery.ts';

/** More than one message would use up (eight tries) many times over. */
const PROBES = 15;
const MESSAGES = 25;

let house: DeliveryHouse;
beforeAll(async () => {
  house = await openDeliveryHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.database.owner.query('delete from delivery_health');
  await house.database.owner.query(`delete from outbox`);
  await house.database.owner.query(`delete from event where message_type in ('deliveryPaused', 'deliveryResumed')`);
  await house.database.owner.query('delete from notification');
});

const health = async () =>
  (
    await house.call<{
      getDeliveryHealth: { channel: string; waiting: number; oldestAt: string | null; pausedAt: string | null; reason: string | null }[];
    }>('cms', 'query ($clientId: ID!) { getDeliveryHealth(clientId: $clientId) { channel waiting oldestAt pausedAt reason } }', {
      clientId: house.clientA,
    })
  ).getDeliveryHealth.find((each) => each.channel === 'email')!;
/** Why the provider is away, apart from any language: as the notice, the live board and each administrator's notification say it. */
const awayWords = async () => {
  await followTouched(house.database);
  const { clientA } = house;
  const ask = async (service: string, query: string) =>
    JSON.stringify(
      await house.call(service, query, { clientId: clientA, ...(service === 'notifications' && { recipientId: house.userA }) }),
    );
  const said = await Promise.all([
    ask('cms', 'query ($clientId: ID!) { getDeliveryHealth(clientId: $clientId) { errorKey errorValues } }'),
    ask('reporting', 'query ($clientId: ID!) { getLiveBoard(clientId: $clientId) { deliveries { errorKey errorValues } } }'),
    ask(
      'notifications',
      'query ($clientId: ID!, $recipientId: ID!) { getNotifications(clientId: $clientId, recipientId: $recipientId) { notifications { metadata { errorKey errorValues } } } }',
    ),
  ]);
  return said.map((each) => /"errorKey":("\w+"),"errorValues":(\{.*?\})/.exec(each)?.slice(1).join(' '));
};
/** Why messages are parked, as their list says it. */
const parkedWords = async () => {
  const query = 'query ($clientId: ID!) { listParkedCommunications(clientId: $clientId) { errorKey errorValues } }';
  const found = await house.call<{ listParkedCommunications: object[] }>('cms', query, { clientId: house.clientA });
  return found.listParkedCommunications;
};
const told = async () => {
  await followTouched(house.database);
  return (
    await house.inA((tx) =>
      tx.sql<{ type: string; recipient_id: string }>(
        'select type, recipient_id from notification where client_id = $1 order by created_at, notification_id',
        [tx.clientId],
      ),
    )
  ).map((row) => row.type);
};
/** @param lease ms; a third of it is what one message may take */
const drain = (lease = 60_000) => drainClient(house.database, house.clientA, 'email', readConfig(), { lease, pause: 1_000 });
/** Lets time pass, with a drain every five minutes. */
const wait = async (drains: number, lease?: number) => {
  for (let count = 0; count < drains; count++) {
    house.clock.time = instant(house.clock.time + 5 * MINUTE);
    await drain(lease);
  }
};
/** For a provider that never answers. */
const SHORT = 1_500;
const statuses = async (keys: readonly string[]) => {
  const found: Record<string, number> = {};
  for (const key of keys) {
    const status = await house.statusOf(key);
    found[status] = (found[status] ?? 0) + 1;
  }
  return found;
};

describe('a gateway', () => {
  let server: Server;
  let port = 0;
  let mode: 'fine' | 'fails' | 'hangs' | 'refuses' = 'fine';
  let calls = 0;
  const delivered = new Map<string, number>();
  const start = () =>
    new Promise<void>((resolve) => {
      server = createServer((request, response) => {
        let body = '';
        request.on('data', (chunk: Buffer) => {
          body += chunk;
        });
        request.on('end', () => {
          const answer = (status: number, said: object) => void response.writeHead(status).end(JSON.stringify(said));
          if (mode === 'hangs') return;
          if (mode === 'fails') {
            if (request.method === 'POST') calls += 1;
            return answer(503, {});
          }
          if (mode === 'refuses') {
            if (request.method === 'POST') calls += 1;
            return answer(401, { error: 'bad_key' });
          }
          if (request.method === 'GET') return answer(delivered.has(request.url?.split('/').at(-1) ?? '') ? 200 : 404, {});
          const { reference } = JSON.parse(body) as { reference: string };
          delivered.set(reference, (delivered.get(reference) ?? 0) + 1);
          answer(201, { id: reference });
        });
      }).listen(port, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port;
        resolve();
      });
    });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  beforeAll(start);
  afterAll(stop);
  beforeEach(() => {
    house.rewind();
    mode = 'fine';
    calls = 0;
    delivered.clear();
  });
  const choose = (deliveryClass: DeliveryClass) =>
    house.chooseEmail([{ providerName: 'HttpGateway', credentials: { baseURL: `http://127.0.0.1:${port}` }, extras: { deliveryClass } }]);
  const queueMany = async () => (await Promise.all(Array.from({ length: MESSAGES }, () => house.queued()))).map((each) => each.key);

  for (const deliveryClass of ['idempotent', 'askable', 'neither'] as const)
    for (const away of ['stopped', 'fails', 'refuses', 'hangs'] as const)
      it(`${deliveryClass}, ${away}: every message goes out once when it is back, and administrators hear twice`, async () => {
        await choose(deliveryClass);
        const keys = await queueMany();
        if (away === 'stopped') await stop();
        else mode = away;
        const lease = away === 'hangs' ? SHORT : undefined;
        await drain(lease);
        await wait(away === 'hangs' ? 4 : PROBES, lease);
        expect(calls).toBeLessThan(PROBES + 5);
        const paused = await health();
        // A lost answer of a class that promises nothing is for people: the first ones, and what a rare probe costs.
        const certain = away === 'stopped' || away === 'refuses';
        const parked = deliveryClass === 'neither' && !certain ? ((await statuses(keys)).unknown ?? 0) : 0;
        expect(parked).toBeLessThanOrEqual(3 + Math.ceil(PROBES / 4));
        const said =
          away === 'fails' ? { errorKey: 'providerSaid', errorValues: { text: 'HTTP 503' } } : { errorKey: 'serverSlow', errorValues: {} };
        expect(await parkedWords()).toEqual(Array(parked).fill(said));
        expect([paused.pausedAt !== null, paused.waiting, paused.oldestAt]).toEqual([true, MESSAGES - parked, '2026-11-20T10:00:00.000Z']);
        expect(paused.reason).toMatch(
          { stopped: /refuses connections/, fails: /^HTTP 503$/, refuses: /^HTTP 401 \(bad_key\)$/, hangs: /in time/ }[away],
        );
        expect(await told()).toEqual(['EMAIL_DELIVERY_PAUSED']);
        const words = {
          stopped: '"serverRefuses" {}',
          fails: '"providerSaid" {"text":"HTTP 503"}',
          refuses: '"providerSaid" {"text":"HTTP 401 (bad_key)"}',
          hangs: '"serverSlow" {}',
        };
        expect(await awayWords()).toEqual(Array(3).fill(words[away]));
        if (away === 'stopped') await start();
        mode = 'fine';
        await wait(3);
        expect(await statuses(keys)).toEqual({ sent: MESSAGES - parked, ...(parked > 0 ? { unknown: parked } : {}) });
        expect([delivered.size, Math.max(...delivered.values())]).toEqual([MESSAGES - parked, 1]);
        expect(await told()).toEqual(['EMAIL_DELIVERY_PAUSED', 'EMAIL_DELIVERY_RESUMED']);
        expect(await health()).toMatchObject({ pausedAt: null, waiting: 0, oldestAt: null });
      });

  it('that fails for a moment pauses nothing for long, and nobody is told', async () => {
    await choose('idempotent');
    const keys = await queueMany();
    await stop();
    await drain();
    expect((await health()).pausedAt).not.toBeNull();
    await start();
    await wait(1);
    expect([await statuses(keys), await told()]).toEqual([{ sent: MESSAGES }, []]);
  });

  it('asks the gate again before a late message leaves', async () => {
    await choose('idempotent');
    const late = await house.queued();
    const other = await house.queued();
    await stop();
    await drain();
    await wait(2);
    await house.inA((tx) => optOut(tx, late.accountId, 'email', 'test'));
    await start();
    await wait(2);
    expect([await house.statusOf(late.key), await house.statusOf(other.key)]).toEqual(['cancelled', 'sent']);
    expect([...delivered.values()]).toEqual([1]);
  });

  it('is tried at once when its settings were changed', async () => {
    await choose('idempotent');
    const { key } = await house.queued();
    mode = 'refuses';
    await drain();
    await wait(6);
    mode = 'fine';
    house.clock.time = instant(house.clock.time + 1_000);
    await drain();
    expect(await house.statusOf(key)).toBe('queued');
    await choose('idempotent');
    // A probe would be tried minutes later.
    house.clock.time = instant(house.clock.time + 1_000);
    await drain();
    expect(await house.statusOf(key)).toBe('sent');
  });
});

describe('a mail server', () => {
  let smtp: SMTPServer;
  let port = 0;
  let knows = true;
  const received = new Map<string, number>();
  const start = () =>
    new Promise<void>((resolve) => {
      smtp = new SMTPServer({
        authOptional: false,
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: ({ username }, _session, done) => (knows ? done(null, { user: username }) : done(new Error('no'))),
        onData: (stream, session, done) => {
          stream.resume();
          stream.on('end', () => {
            const to = session.envelope.rcptTo[0]?.address ?? '';
            received.set(to, (received.get(to) ?? 0) + 1);
            done();
          });
        },
      });
      smtp.listen(port, '127.0.0.1', () => {
        port = (smtp.server.address() as AddressInfo).port;
        resolve();
      });
    });
  const stop = () => new Promise<void>((resolve) => smtp.close(() => resolve()));
  beforeAll(start);
  afterAll(stop);

  for (const away of ['is stopped', 'refuses the login'] as const)
    it(`that ${away} keeps every mail waiting, and gets each once`, async () => {
      house.rewind();
      received.clear();
      await house.chooseEmail([{ providerName: 'SMTP', credentials: { host: '127.0.0.1', port, username: 'staff', password: 'geheim' } }]);
      const keys = (await Promise.all(Array.from({ length: MESSAGES }, () => house.queued()))).map((each) => each.key);
      if (away === 'is stopped') await stop();
      else knows = false;
      await drain();
      await wait(PROBES);
      expect([await statuses(keys), received.size, await told()]).toEqual([{ queued: MESSAGES }, 0, ['EMAIL_DELIVERY_PAUSED']]);
      expect((await health()).reason).toMatch(away === 'is stopped' ? /refuses connections/ : /refuses the login/);
      if (away === 'is stopped') await start();
      knows = true;
      await wait(3);
      expect([await statuses(keys), received.size, Math.max(...received.values())]).toEqual([{ sent: MESSAGES }, MESSAGES, 1]);
      expect(await told()).toEqual(['EMAIL_DELIVERY_PAUSED', 'EMAIL_DELIVERY_RESUMED']);
    });
});
