/** Delivery against a real HTTP gateway that refuses, breaks off and loses answers; and the last look before a message leaves. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instant, MINUTE } from '../../../core/time.ts';
import { defaultGateRules } from '../../../engine/gate/defaults.ts';
import { adaptersFor } from '../../platform/adapter/adapter.ts';
import { drainJobs } from '../../platform/jobs.ts';
import type { DeliveryClass } from '../../platform/outbox/answer.ts';
import { optOut } from '../account/contact/delivery.logic.ts';
import { setContactRules } from '../operations/operations.logic.ts';
import { type DeliveryHouse, openDeliveryHouse, START } from './cms.delivery.testing.ts';
import { addBundle, queueMessage } from './cms.testing.ts';

let house: DeliveryHouse;
beforeAll(async () => {
  house = await openDeliveryHouse();
});
afterAll(() => house.close());
beforeEach(() => house.rewind());

describe('lost answers, by class', () => {
  /** A gateway that can deliver and then break off or answer 503, and that may be told to keep each promise or not. */
  const delivered: string[] = [];
  const asked: string[] = [];
  const seen: { status: string; rendered: object | null }[] = [];
  let mode: 'fine' | 'breaks' | 'fails' = 'fine';
  let deduplicates = false;
  let http: Server;
  let baseURL: string;

  beforeAll(async () => {
    http = createServer((request, response) => {
      const answer = (status: number, body: object) =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.method === 'GET') {
        const reference = request.url?.split('/').at(-1) ?? '';
        asked.push(reference);
        return delivered.includes(reference) ? answer(200, { id: `gw-${reference}` }) : answer(404, {});
      }
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk;
      });
      request.on('end', async () => {
        const { reference } = JSON.parse(body) as { reference: string };
        expect(request.headers['idempotency-key']).toBe(reference);
        // Seen from another connection: the row was 'sending' before this call was made.
        const { rows } = await house.database.owner.query<{ status: string; rendered: object | null }>(
          'select status, rendered from outbox where outbox_id = $1',
          [reference],
        );
        seen.push(rows[0]!);
        if (!(deduplicates && delivered.includes(reference))) delivered.push(reference);
        if (mode === 'breaks') return void request.socket.destroy();
        answer(mode === 'fails' ? 503 : 201, { id: `gw-${reference}` });
      });
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    baseURL = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
    await house.chooseEmail([]);
  });
  const choose = async (deliveryClass: DeliveryClass) => {
    mode = 'fine';
    deduplicates = deliveryClass === 'idempotent';
    await house.chooseEmail([{ providerName: 'HttpGateway', credentials: { baseURL, apiKey: 'k' }, extras: { deliveryClass } }]);
  };
  const copies = (reference: string) => delivered.filter((each) => each === reference).length;

  for (const lost of ['breaks', 'fails'] as const)
    for (const [deliveryClass, outcome, events] of [
      ['idempotent', 'sent', ['communicationSent']],
      ['askable', 'sent', ['communicationSent']],
      ['neither', 'unknown', ['communicationUnknown']],
    ] as const)
      it(`${deliveryClass}: a delivered message whose answer ${lost} reaches its reader once`, async () => {
        await choose(deliveryClass);
        mode = lost;
        const { key, accountId } = await house.queued();
        await house.drain();
        const { outbox_id: reference } = await house.rowOf(key);
        mode = 'fine';
        for (const minutes of [5, 10]) {
          house.clock.time = instant(START + minutes * MINUTE);
          await house.drain();
        }
        expect([await house.statusOf(key), copies(reference), await house.eventsOf(accountId)]).toEqual([outcome, 1, events]);
        if (deliveryClass === 'askable') expect(asked).toContain(reference);
      });

  it('commits "sending" with the message before the provider is called', () => {
    expect(new Set(seen.map((row) => row.status))).toEqual(new Set(['sending']));
    expect(seen.every((row) => row.rendered !== null)).toBe(true);
  });

  for (const [deliveryClass, outcome, times] of [
    ['idempotent', 'sent', 2],
    ['askable', 'sent', 1],
    ['neither', 'unknown', 1],
  ] as const)
    it(`${deliveryClass}: a process that dies between sending and recording leaves one message`, async () => {
      await choose(deliveryClass);
      const { key, accountId } = await house.queued();
      seen.length = 0;
      await house.drain();
      const { outbox_id: reference } = await house.rowOf(key);
      // What a killed process leaves behind: the row as the provider saw it, and nothing recorded.
      await house.database.owner.query(`update outbox set status = 'sending', sent_at = null, rendered = $2 where outbox_id = $1`, [
        reference,
        seen[0]?.rendered,
      ]);
      await house.database.owner.query('delete from communication where outbox_id = $1', [reference]);
      await house.database.owner.query('delete from event where account_id = $1', [accountId]);
      house.clock.time = instant(START + 2 * MINUTE);
      await house.drain();
      expect([await house.statusOf(key), copies(reference), seen.length]).toEqual([outcome, 1, times]);
      expect(await house.eventsOf(accountId)).toEqual([outcome === 'sent' ? 'communicationSent' : 'communicationUnknown']);
    });

  it('askable: sends what the provider does not have', async () => {
    await choose('askable');
    const { key } = await house.queued();
    seen.length = 0;
    await house.drain();
    const { outbox_id: reference } = await house.rowOf(key);
    await house.database.owner.query(`update outbox set status = 'sending', sent_at = null, rendered = $2 where outbox_id = $1`, [
      reference,
      seen[0]?.rendered,
    ]);
    await house.database.owner.query('delete from communication where outbox_id = $1', [reference]);
    delivered.splice(delivered.indexOf(reference), 1);
    house.clock.time = instant(START + 2 * MINUTE);
    await house.drain();
    expect([await house.statusOf(key), copies(reference)]).toEqual(['sent', 1]);
  });

  it('two drains at once send each message once', async () => {
    await choose('neither');
    const all = await Promise.all(Array.from({ length: 30 }, () => house.queued()));
    await Promise.all([house.drain(), house.drain(), house.drain()]);
    for (const { key } of all) {
      const { status, outbox_id } = await house.rowOf(key);
      expect([status, copies(outbox_id)]).toEqual(['sent', 1]);
    }
  });
});

describe('the last look', () => {
  it('cancels what may no longer be sent, and says why', async () => {
    const { key, accountId } = await house.queued();
    await house.inA((tx) => optOut(tx, accountId, 'email', 'test'));
    await house.drain();
    expect(await house.statusOf(key)).toBe('cancelled');
    expect(await house.eventsOf(accountId)).toEqual(['contactConsentChanged', 'communicationCancelled']);
  });

  it('moves a text message into the hours of the day, and its job comes then', async () => {
    house.clock.time = instant('2026-11-20T21:30:00Z');
    const { key, accountId } = await house.queued({}, 'text', 'sms');
    await drainJobs(house.database);
    expect(await house.rowOf(key)).toMatchObject({ status: 'queued', next_attempt_at: new Date('2026-11-21T08:00:00Z') });
    expect(await house.eventsOf(accountId)).toEqual(['contactDeferred']);
    house.clock.time = instant('2026-11-21T08:00:00Z');
    await drainJobs(house.database);
    expect(await house.statusOf(key)).toBe('sent');
  });

  it('leaves at once when the client widens the hours that put it off', async () => {
    house.clock.time = instant('2026-11-20T21:30:00Z');
    const { key } = await house.queued({}, 'text', 'sms');
    await drainJobs(house.database);
    expect(await house.statusOf(key)).toBe('queued');
    const weekday = { start: { hour: 8, minute: 0 }, end: { hour: 23, minute: 0 } };
    await house.inA((tx) => setContactRules(tx, { ...defaultGateRules, contactHours: { ...defaultGateRules.contactHours, weekday } }));
    await drainJobs(house.database);
    expect(await house.statusOf(key)).toBe('sent');
    await house.inA((tx) => setContactRules(tx, null));
  });

  it('counts messages of one account that leave together', async () => {
    const first = await house.queued();
    // Each says something else: the same template waits for another reason.
    const more = await house.inA(async (tx) => {
      for (const name of ['second', 'third']) await addBundle(tx, name, { source: 'Bitte zahlen Sie {{ claim.balance }}.' });
      return [await queueMessage(tx, first, 'second'), await queueMessage(tx, first, 'third')];
    });
    await house.drain();
    const statuses = await Promise.all([first.key, ...more].map(house.statusOf));
    // Two a day; the third waits for tomorrow.
    expect(statuses.sort()).toEqual(['queued', 'sent', 'sent']);
  });

  it('fails a message whose text is gone', async () => {
    const { key, accountId } = await house.queued({}, 'nobody-wrote-this');
    await house.drain();
    expect([await house.statusOf(key), await house.eventsOf(accountId)]).toEqual(['failed', ['communicationFailed']]);
  });
});

describe('FakeProvider', () => {
  it('is offered where sandboxes are, in a demo and in tests', async () => {
    const names = (withFakes: boolean) => adaptersFor('sms', withFakes).map(({ name }) => name);
    expect(names(true)).toContain('FakeProvider');
    expect(names(false)).not.toContain('FakeProvider');
  });
});
