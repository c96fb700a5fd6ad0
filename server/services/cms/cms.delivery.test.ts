/** Delivery against real peers: an SMTP server and an HTTP gateway that refuse, break off and lose answers. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, instant, MINUTE } from '../../../core/time.ts';
import { useClock } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import type { DeliveryClass } from '../../platform/delivery/provider.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { optOut } from '../account/account.delivery.logic.ts';
import { drainClient } from './cms.delivery.logic.ts';
import { addBundle, addDebtor, queueMessage } from './cms.testing.ts';

// A Friday, 11:00 in Berlin.
const START = instant('2026-11-20T10:00:00Z');
let clock = START;
let house: TestHouse;
let restore: () => void;

beforeAll(async () => {
  restore = useClock(() => clock);
  house = await openTestHouse();
  await house.inA(async (tx) => {
    await addBundle(tx, 'mail', {
      subject: 'Über {{ claim.reference }}',
      source: 'Grüße an {{ debtor.fullName }}: https://shop.example/pay',
    });
    await addBundle(tx, 'text', { source: '{{ debtor.fullName }}, {{ claim.balance }} ist offen', channel: 'sms' });
  });
});
afterAll(async () => {
  restore();
  await house.close();
});
beforeEach(() => {
  clock = START;
});

type Row = {
  outbox_id: string;
  status: string;
  attempts: number;
  last_error: string | null;
  next_attempt_at: Date;
  rendered: object | null;
};
const rowOf = async (key: string) =>
  (await house.inA((tx) => tx.sql<Row>('select * from outbox where client_id = $1 and key = $2', [tx.clientId, key])))[0]!;
const statusOf = async (key: string) => (await rowOf(key)).status;
const eventsOf = async (accountId: string) =>
  (
    await house.inA((tx) =>
      tx.sql<{ message_type: string }>('select message_type from event where client_id = $1 and account_id = $2 order by message_id', [
        tx.clientId,
        accountId,
      ]),
    )
  ).map((row) => row.message_type);
const communications = async (accountId: string) =>
  (await house.inA((tx) => tx.sql('select 1 from communication where client_id = $1 and account_id = $2', [tx.clientId, accountId])))
    .length;
const drain = (channel: 'email' | 'sms' = 'email') =>
  drainClient(house.database, house.clientA, channel, readConfig(), { lease: 30_000, pause: 1_000 });

async function queued(person: object = {}, bundle = 'mail', channel: 'email' | 'sms' = 'email') {
  return house.inA(async (tx) => {
    const debtor = await addDebtor(tx, person);
    return { ...debtor, key: await queueMessage(tx, debtor, bundle, channel) };
  });
}

const SET_EMAIL = `mutation ($clientId: ID!, $providerConfigurations: [ProviderConfigurationInput!]!) { setEmailSetting(clientId: $clientId, providerConfigurations: $providerConfigurations) { providerConfigurations { providerName credentials } } }`;
const chooseEmail = (providerConfigurations: object[]) =>
  house.call<{ setEmailSetting: { providerConfigurations: { credentials: Record<string, unknown> }[] } }>('operations', SET_EMAIL, {
    clientId: house.clientA,
    providerConfigurations,
  });

describe('SMTP', () => {
  const received: string[] = [];
  const tries = new Map<string, number>();
  let smtp: SMTPServer;
  let port: number;
  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) =>
        username === 'staff' && password === 'geheim' ? done(null, { user: username }) : done(new Error('no')),
      onRcptTo: ({ address }, _session, done) => {
        const count = (tries.get(address) ?? 0) + 1;
        tries.set(address, count);
        if (address.startsWith('busy') && count === 1) return done(Object.assign(new Error('try later'), { responseCode: 451 }));
        if (address.startsWith('gone')) return done(Object.assign(new Error('no such user'), { responseCode: 550 }));
        done();
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          received.push(Buffer.concat(chunks).toString('utf8'));
          const to = session.envelope.rcptTo[0]?.address ?? '';
          // Delivered, and then the line goes dead before the 250.
          if (to.startsWith('dead')) return breakAll();
          // Delivered, and never answered.
          if (to.startsWith('mute')) return;
          if (to.startsWith('spam')) return done(Object.assign(new Error('content refused'), { responseCode: 554 }));
          if (to.startsWith('full')) return done(Object.assign(new Error('mailbox full'), { responseCode: 452 }));
          done();
        });
      },
    });
    const breakAll = () => {
      for (const connection of (smtp as unknown as { connections: Set<{ _socket: { destroy: () => void } }> }).connections)
        connection._socket.destroy();
    };
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    port = (smtp.server.address() as AddressInfo).port;
    const answer = await chooseEmail([
      {
        providerName: 'SMTP',
        credentials: JSON.stringify({ host: '127.0.0.1', port, username: 'staff', password: 'geheim' }),
        extras: { sender: 'Nordlicht <post@nordlicht.example>' },
      },
    ]);
    expect(answer.setEmailSetting.providerConfigurations[0]?.credentials.password).toBe('********');
  });
  afterAll(async () => {
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    await chooseEmail([]);
  });

  it('delivers what was rendered, with a Message-ID of ours and a way to stop', async () => {
    const { key, accountId, email } = await queued({ firstName: 'Jörg' });
    await drain();
    const mail = await PostalMime.parse(received.find((each) => each.includes(email)) ?? '');
    expect(mail.subject).toMatch(/^Über R-\d+$/);
    expect(mail.text).toContain('Grüße an Jörg Weber');
    expect(mail.from?.address).toBe('post@nordlicht.example');
    expect(mail.messageId).toBe(`<${(await rowOf(key)).outbox_id}@nordlicht.example>`);
    expect(mail.headers.find((header) => header.key === 'list-unsubscribe')?.value).toMatch(/^<http:\/\/127\.0\.0\.1:4000\/t\/u\//);
    expect(mail.html).toContain('/t/c/');
    expect([await statusOf(key), await eventsOf(accountId)]).toEqual(['sent', ['communicationSent']]);
  });

  it('keeps the password: asterisks that come back mean the one it has, and the database holds it sealed', async () => {
    await chooseEmail([{ providerName: 'SMTP', credentials: { host: '127.0.0.1', port, username: 'staff', password: '********' } }]);
    const { key } = await queued();
    await drain();
    expect(await statusOf(key)).toBe('sent');
    const [row] = await house.inA((tx) =>
      tx.sql<{ email_provider: object }>('select email_provider from contact_setting where client_id = $1', [tx.clientId]),
    );
    expect(JSON.stringify(row)).not.toContain('geheim');
  });

  it('tries again after a refusal for now, and not after one for good', async () => {
    const busy = await queued({ email: 'busy@debtor.example' });
    const gone = await queued({ email: 'gone@debtor.example' });
    await drain();
    expect([await statusOf(busy.key), await statusOf(gone.key)]).toEqual(['queued', 'failed']);
    expect(await eventsOf(gone.accountId)).toEqual(['communicationFailed', 'contactStateChanged']);
    clock = instant(START + MINUTE);
    await drain();
    expect(await statusOf(busy.key)).toBe('sent');
    expect(tries.get('gone@debtor.example')).toBe(1);
    expect(await eventsOf(busy.accountId)).toEqual(['communicationSent']);
  });

  it('parks a mail whose answer was lost, and never repeats it by itself', async () => {
    const { key, accountId } = await queued({ email: 'dead@debtor.example' });
    await drain();
    expect([await statusOf(key), await eventsOf(accountId)]).toEqual(['unknown', ['communicationUnknown']]);
    for (const hours of [1, 5]) {
      clock = instant(START + hours * HOUR);
      await drainJobs(house.database);
      await drain();
    }
    expect(received.filter((each) => each.includes('dead@debtor.example'))).toHaveLength(1);
    // Staff heard from the debtor that it arrived.
    const { outbox_id: outboxId } = await rowOf(key);
    const resolve = () =>
      house.raw(
        'cms',
        'mutation ($clientId: ID!, $outboxId: ID!) { resolveParkedCommunication(clientId: $clientId, outboxId: $outboxId, resolution: sent) }',
        { clientId: house.clientA, outboxId },
      );
    expect((await resolve()).data).toEqual({ resolveParkedCommunication: true });
    expect((await resolve()).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    expect([await statusOf(key), await communications(accountId)]).toEqual(['sent', 1]);
  });

  it('takes a refusal after the data as one: nothing was accepted, and a 5xx there says nothing about the address', async () => {
    const full = await queued({ email: 'full@debtor.example' });
    const spam = await queued({ email: 'spam@debtor.example' });
    await drain();
    expect([await statusOf(full.key), await statusOf(spam.key)]).toEqual(['queued', 'failed']);
    expect(await eventsOf(spam.accountId)).toEqual(['communicationFailed']);
  });

  it('parks a mail that the server took and never answered', async () => {
    const { key, accountId } = await queued({ email: 'mute@debtor.example' });
    await drainClient(house.database, house.clientA, 'email', readConfig(), { lease: 3_000, pause: 1_000 });
    expect([await statusOf(key), await eventsOf(accountId)]).toEqual(['unknown', ['communicationUnknown']]);
  });

  it('has one reader and one subject, whatever a name or an address brings along', async () => {
    await house.inA((tx) => addBundle(tx, 'named', { subject: 'For {{ debtor.lastName }}', source: 'Dear {{ debtor.lastName }}' }));
    const lastName = 'Weber\r\nBcc: all@evil.example\r\n\r\n<script>alert(1)</script>\u202e=?utf-8?q?x?=';
    const { email } = await queued({ lastName }, 'named');
    const before = received.length;
    await drain();
    expect(received).toHaveLength(before + 1);
    const mail = await PostalMime.parse(received.at(-1) ?? '');
    expect(mail.headers.map((header) => header.key)).not.toContain('bcc');
    expect(mail.to?.map((to) => to.address)).toEqual([email]);
    expect(mail.subject).toBe('For Weber Bcc: all@evil.example <script>alert(1)</script>=?utf-8?q?x?=');
    for (const tricky of [
      'a@debtor.example, all@evil.example',
      'a@debtor.example\r\nBcc: all@evil.example',
      '"Anna" <all@evil.example>',
      'a@debtor.example>,<all@evil.example',
      'all@evil.example (a@debtor.example)',
    ]) {
      const { key, accountId } = await queued({ email: tricky });
      await drain();
      expect([await statusOf(key), await eventsOf(accountId)], tricky).toEqual(['failed', ['communicationFailed']]);
    }
    expect(received).toHaveLength(before + 1);
    expect(tries.get('all@evil.example')).toBeUndefined();
  });

  it('keeps messages while nobody listens', async () => {
    await chooseEmail([{ providerName: 'SMTP', credentials: { host: '127.0.0.1', port: 1 } }]);
    const { key, accountId } = await queued();
    await drain();
    expect(await rowOf(key)).toMatchObject({ status: 'queued', attempts: 1, rendered: null });
    expect(await eventsOf(accountId)).toEqual([]);
  });
});

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
    await chooseEmail([]);
  });
  const choose = async (deliveryClass: DeliveryClass) => {
    mode = 'fine';
    deduplicates = deliveryClass === 'idempotent';
    await chooseEmail([{ providerName: 'HttpGateway', credentials: { baseURL, apiKey: 'k' }, extras: { deliveryClass } }]);
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
        const { key, accountId } = await queued();
        await drain();
        const { outbox_id: reference } = await rowOf(key);
        mode = 'fine';
        for (const minutes of [5, 10]) {
          clock = instant(START + minutes * MINUTE);
          await drain();
        }
        expect([await statusOf(key), copies(reference), await eventsOf(accountId)]).toEqual([outcome, 1, events]);
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
      const { key, accountId } = await queued();
      seen.length = 0;
      await drain();
      const { outbox_id: reference } = await rowOf(key);
      // What a killed process leaves behind: the row as the provider saw it, and nothing recorded.
      await house.database.owner.query(`update outbox set status = 'sending', sent_at = null, rendered = $2 where outbox_id = $1`, [
        reference,
        seen[0]?.rendered,
      ]);
      await house.database.owner.query('delete from communication where outbox_id = $1', [reference]);
      await house.database.owner.query('delete from event where account_id = $1', [accountId]);
      clock = instant(START + 2 * MINUTE);
      await drain();
      expect([await statusOf(key), copies(reference), seen.length]).toEqual([outcome, 1, times]);
      expect(await eventsOf(accountId)).toEqual([outcome === 'sent' ? 'communicationSent' : 'communicationUnknown']);
    });

  it('askable: sends what the provider does not have', async () => {
    await choose('askable');
    const { key } = await queued();
    seen.length = 0;
    await drain();
    const { outbox_id: reference } = await rowOf(key);
    await house.database.owner.query(`update outbox set status = 'sending', sent_at = null, rendered = $2 where outbox_id = $1`, [
      reference,
      seen[0]?.rendered,
    ]);
    await house.database.owner.query('delete from communication where outbox_id = $1', [reference]);
    delivered.splice(delivered.indexOf(reference), 1);
    clock = instant(START + 2 * MINUTE);
    await drain();
    expect([await statusOf(key), copies(reference)]).toEqual(['sent', 1]);
  });

  it('two drains at once send each message once', async () => {
    await choose('neither');
    const all = await Promise.all(Array.from({ length: 30 }, () => queued()));
    await Promise.all([drain(), drain(), drain()]);
    for (const { key } of all) {
      const { status, outbox_id } = await rowOf(key);
      expect([status, copies(outbox_id)]).toEqual(['sent', 1]);
    }
  });
});

describe('the last look', () => {
  it('cancels what may no longer be sent, and says why', async () => {
    const { key, accountId } = await queued();
    await house.inA((tx) => optOut(tx, accountId, 'email', 'test'));
    await drain();
    expect(await statusOf(key)).toBe('cancelled');
    expect(await eventsOf(accountId)).toEqual(['contactConsentChanged', 'communicationCancelled']);
  });

  it('moves a text message into the hours of the day, and its job comes then', async () => {
    clock = instant('2026-11-20T21:30:00Z');
    const { key, accountId } = await queued({}, 'text', 'sms');
    await drainJobs(house.database);
    expect(await rowOf(key)).toMatchObject({ status: 'queued', next_attempt_at: new Date('2026-11-21T08:00:00Z') });
    expect(await eventsOf(accountId)).toEqual(['contactDeferred']);
    clock = instant('2026-11-21T08:00:00Z');
    await drainJobs(house.database);
    expect(await statusOf(key)).toBe('sent');
  });

  it('counts messages of one account that leave together', async () => {
    const first = await queued();
    const more = await house.inA(async (tx) => [await queueMessage(tx, first, 'mail'), await queueMessage(tx, first, 'mail')]);
    await drain();
    const statuses = await Promise.all([first.key, ...more].map(statusOf));
    // Two a day; the third waits for tomorrow.
    expect(statuses.sort()).toEqual(['queued', 'sent', 'sent']);
  });

  it('fails a message whose text is gone', async () => {
    const { key, accountId } = await queued({}, 'nobody-wrote-this');
    await drain();
    expect([await statusOf(key), await eventsOf(accountId)]).toEqual(['failed', ['communicationFailed']]);
  });
});

describe('FakeProvider', () => {
  it('is not offered in production', async () => {
    const { offeredKinds } = await import('../../platform/delivery/providers.ts');
    const names = (production: boolean) => offeredKinds('sms', production).map((kind) => kind.providerName);
    expect(names(false)).toContain('FakeProvider');
    expect(names(true)).not.toContain('FakeProvider');
  });
});
