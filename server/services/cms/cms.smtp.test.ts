/** Delivery against a real SMTP server that refuses, breaks off and loses answers. */
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, instant, MINUTE } from '../../../core/time.ts';
import { readConfig } from '../../platform/config.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { saveBankAccount } from '../finance/account/account.logic.ts';
import { readCode } from './cms.codes.testing.ts';
import { type DeliveryHouse, openDeliveryHouse, START } from './cms.delivery.testing.ts';
import { drainClient } from './cms.delivery.ts';
import { blockOf, designOf, language, textsOf } from './cms.design.testing.ts';
import { addBundle } from './cms.testing.ts';

let house: DeliveryHouse;
beforeAll(async () => {
  house = await openDeliveryHouse();
});
afterAll(() => house.close());
beforeEach(() => house.rewind());

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
    const answer = await house.chooseEmail([
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
    await house.chooseEmail([]);
  });

  it('delivers what was rendered, with a Message-ID of ours and a way to stop', async () => {
    const { key, accountId, email } = await house.queued({ firstName: 'Jörg' });
    await house.drain();
    const mail = await PostalMime.parse(received.find((each) => each.includes(email)) ?? '');
    expect(mail.subject).toMatch(/^Über R-\d+$/);
    expect(mail.text).toContain('Grüße an Jörg Weber');
    expect(mail.from?.address).toBe('post@nordlicht.example');
    expect(mail.messageId).toBe(`<${(await house.rowOf(key)).outbox_id}@nordlicht.example>`);
    expect(mail.headers.find((header) => header.key === 'list-unsubscribe')?.value).toMatch(/^<http:\/\/127\.0\.0\.1:4000\/t\/u\//);
    expect(mail.html).toContain('/t/c/');
    expect([await house.statusOf(key), await house.eventsOf(accountId)]).toEqual(['sent', ['communicationSent']]);
  });

  it('keeps the password: asterisks that come back mean the one it has, and the database holds it sealed', async () => {
    await house.chooseEmail([{ providerName: 'SMTP', credentials: { host: '127.0.0.1', port, username: 'staff', password: '********' } }]);
    const { key } = await house.queued();
    await house.drain();
    expect(await house.statusOf(key)).toBe('sent');
    const [row] = await house.inA((tx) =>
      tx.sql<{ email_provider: object }>('select email_provider from contact_setting where client_id = $1', [tx.clientId]),
    );
    expect(JSON.stringify(row)).not.toContain('geheim');
  });

  it('tries again after a refusal for now, and not after one for good', async () => {
    const busy = await house.queued({ email: 'busy@debtor.example' });
    const gone = await house.queued({ email: 'gone@debtor.example' });
    await house.drain();
    expect([await house.statusOf(busy.key), await house.statusOf(gone.key)]).toEqual(['queued', 'failed']);
    expect(await house.eventsOf(gone.accountId)).toEqual(['communicationFailed', 'contactStateChanged']);
    house.clock.time = instant(START + MINUTE);
    await house.drain();
    expect(await house.statusOf(busy.key)).toBe('sent');
    expect(tries.get('gone@debtor.example')).toBe(1);
    expect(await house.eventsOf(busy.accountId)).toEqual(['communicationSent']);
  });

  it('parks a mail whose answer was lost, and never repeats it by itself', async () => {
    const { key, accountId } = await house.queued({ email: 'dead@debtor.example' });
    await house.drain();
    expect([await house.statusOf(key), await house.eventsOf(accountId)]).toEqual(['unknown', ['communicationUnknown']]);
    const parked = '{ outboxId errorKey errorValues lastError }';
    const { listParkedCommunications: list } = await house.call<{ listParkedCommunications: object[] }>(
      'cms',
      `query ($clientId: ID!) { listParkedCommunications(clientId: $clientId) ${parked} }`,
      { clientId: house.clientA },
    );
    // Staff read it in their language.
    expect(list).toMatchObject([{ errorKey: 'connectionBroken', errorValues: {}, lastError: 'The connection was lost' }]);
    for (const hours of [1, 5]) {
      house.clock.time = instant(START + hours * HOUR);
      await drainJobs(house.database);
      await house.drain();
    }
    expect(received.filter((each) => each.includes('dead@debtor.example'))).toHaveLength(1);
    // Staff heard from the debtor that it arrived.
    const { outbox_id: outboxId } = await house.rowOf(key);
    const resolve = () =>
      house.raw(
        'cms',
        'mutation ($clientId: ID!, $outboxId: ID!) { resolveParkedCommunication(clientId: $clientId, outboxId: $outboxId, resolution: sent) }',
        { clientId: house.clientA, outboxId },
      );
    expect((await resolve()).data).toEqual({ resolveParkedCommunication: true });
    expect((await resolve()).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    expect([await house.statusOf(key), await house.communications(accountId)]).toEqual(['sent', 1]);
  });

  it('takes a refusal after the data as one: nothing was accepted, and a 5xx there says nothing about the address', async () => {
    const full = await house.queued({ email: 'full@debtor.example' });
    const spam = await house.queued({ email: 'spam@debtor.example' });
    await house.drain();
    expect([await house.statusOf(full.key), await house.statusOf(spam.key)]).toEqual(['queued', 'failed']);
    expect(await house.eventsOf(spam.accountId)).toEqual(['communicationFailed']);
  });

  it('parks a mail that the server took and never answered', async () => {
    const { key, accountId } = await house.queued({ email: 'mute@debtor.example' });
    await drainClient(house.database, house.clientA, 'email', readConfig(), { lease: 3_000, pause: 1_000 });
    expect([await house.statusOf(key), await house.eventsOf(accountId)]).toEqual(['unknown', ['communicationUnknown']]);
  });

  it('has one reader and one subject, whatever a name or an address brings along', async () => {
    await house.inA((tx) => addBundle(tx, 'named', { subject: 'For {{ debtor.lastName }}', source: 'Dear {{ debtor.lastName }}' }));
    const lastName = 'Weber\r\nBcc: all@evil.example\r\n\r\n<script>alert(1)</script>\u202e=?utf-8?q?x?=';
    const { email } = await house.queued({ lastName }, 'named');
    const before = received.length;
    await house.drain();
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
      const { key, accountId } = await house.queued({ email: tricky });
      await house.drain();
      expect([await house.statusOf(key), await house.eventsOf(accountId)], tricky).toEqual(['failed', ['communicationFailed']]);
    }
    expect(received).toHaveLength(before + 1);
    expect(tries.get('all@evil.example')).toBeUndefined();
  });

  it('brings codes along as pictures of its own, and goes without one that can’t be made', async () => {
    const design = designOf(blockOf('text', 't'), blockOf('paymentCode', 'c'), blockOf('paymentCode', 'p', { leads: 'page' }));
    const said = {
      subject: 'About {{ claim.reference }}',
      't.text': ['Hello'],
      'c.label': 'Scan with your bank',
      'p.label': 'Scan to pay',
    };
    const templateBundle = {
      clientId: house.clientA,
      fileName: 'coded',
      displayName: 'Coded',
      contentTemplateType: 'email',
      template: { design },
      contentTemplates: [language(said, 'de_DE'), language(said)],
    };
    await house.call(
      'cms',
      'mutation ($templateBundle: TemplateBundleInput!) { saveTemplateBundleV2(templateBundle: $templateBundle) { fileName } }',
      {
        templateBundle,
      },
    );
    const send = async () => {
      const debtor = await house.queued({}, 'coded');
      await house.drain();
      const mail = await PostalMime.parse(received.at(-1) ?? '');
      expect(mail.to?.[0]?.address).toBe(debtor.email);
      const pictures = [...(mail.html ?? '').matchAll(/<img[^>]*src="cid:([^"]+)"/g)].map(
        ([, id]) => mail.attachments.find(({ contentId }) => contentId === `<${id}>`)!,
      );
      return { debtor, mail, pictures, codes: pictures.map(({ content }) => readCode(new Uint8Array(content as ArrayBuffer))) };
    };
    const shown = async (accountId: string) => {
      const previewContent = {
        ...{ clientId: house.clientA, contentTemplateType: 'email', locale: 'de_DE', format: 'design', design, accountId },
        content: textsOf(said),
      };
      const asked =
        'query ($previewContent: PreviewContentInput!) { previewBundle(previewContent: $previewContent) { html missingCodes { code reason } problems { key } } }';
      return (
        await house.call<{ previewBundle: { html: string; missingCodes: object[]; problems: object[] } }>('cms', asked, {
          previewContent,
        })
      ).previewBundle;
    };
    // Without a bank account there is nothing to fill in, and nothing says so.
    const without = await send();
    expect(without.codes).toEqual([expect.stringContaining('/p/')]);
    expect(without.mail.html).not.toContain('Scan with your bank');
    expect(await shown(without.debtor.externalClaimRef)).toMatchObject({
      missingCodes: [{ code: 'transfer', reason: 'noAccount' }],
      problems: [],
    });

    await house.inA((tx) =>
      saveBankAccount(tx, { name: 'C', holder: 'Nordlicht GmbH', iban: 'DE02120300000000202051', currency: 'EUR', isDefault: true }),
    );
    const { debtor, mail, pictures, codes } = await send();
    const { externalClaimRef } = debtor;
    expect(codes).toEqual([
      `BCD\n002\n1\nSCT\n\nNordlicht GmbH\nDE02120300000000202051\nEUR1284.60\n\n\n${externalClaimRef}`,
      expect.stringContaining('/p/'),
    ]);
    expect(pictures.map(({ disposition, related, mimeType }) => [disposition, related, mimeType])).toEqual(
      Array(2).fill(['inline', true, 'image/png']),
    );
    expect(mail.html).toContain('Scan with your bank');
    expect(mail.html).not.toContain('data:');
    // Who reads the text alone has no use for the bank's code, but for the page's address.
    expect(mail.text).not.toContain('Scan with your bank');
    expect(mail.text).toContain(codes[1]);
    // It is kept and shown as it was sent.
    const [kept] = await house.inA((tx) =>
      tx.sql<{ communication_id: string; html_content: string }>(
        'select communication_id, html_content from communication where client_id = $1 and account_id = $2',
        [tx.clientId, debtor.accountId],
      ),
    );
    const data = (html: string) =>
      [...html.matchAll(/src="data:image\/png;base64,([^"]+)"/g)].map(([, text]) => Buffer.from(text!, 'base64'));
    expect(data(kept!.html_content)).toEqual(pictures.map(({ content }) => Buffer.from(content as ArrayBuffer)));
    const { getCommunicationContent: opened } = await house.call<{ getCommunicationContent: { htmlContent: string } }>(
      'cms',
      'query ($clientId: ID!, $messageURL: String!) { getCommunicationContent(clientId: $clientId, messageURL: $messageURL) { htmlContent } }',
      { clientId: house.clientA, messageURL: `communication/${kept!.communication_id}` },
    );
    expect(data(opened.htmlContent).map(readCode)).toEqual(codes);
    // A template's preview pays nothing.
    const preview = await shown(externalClaimRef);
    expect(preview.missingCodes).toEqual([]);
    expect(data(preview.html).map(readCode)).toEqual(Array(2).fill(expect.stringContaining('QUITTANCE PREVIEW')));
    // Nothing is left to pay.
    await house.inA((tx) =>
      tx.sql('update claim set balance = 0 where client_id = $1 and external_claim_ref = $2', [tx.clientId, externalClaimRef]),
    );
    expect((await shown(externalClaimRef)).missingCodes).toEqual([{ code: 'transfer', reason: 'nothingOwed' }]);
  });

  it('keeps messages while nobody listens', async () => {
    await house.chooseEmail([{ providerName: 'SMTP', credentials: { host: '127.0.0.1', port: 1 } }]);
    const { key, accountId } = await house.queued();
    await house.drain();
    expect(await house.rowOf(key)).toMatchObject({ status: 'queued', attempts: 1, rendered: null });
    expect(await house.eventsOf(accountId)).toEqual([]);
  });
});
