/** Debtors write back: through the signed doors. */

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request as ask, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { SignJWT } from 'jose';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { signTwilio } from '../../platform/delivery/twilio.ts';
import { CONTENT, letter, mail, messageFixture, own, text } from './cms.message.testing.ts';

const fixture = messageFixture();
const { received, debtor, sent, later, search, lastEvent, knock } = fixture;
const COUNTS = `query ($clientId: ID!) { getCorrespondenceCounts(clientId: $clientId) { waiting unmatched parked } listUnmatchedMessages(clientId: $clientId) { messageId sender subject excerpt } }`;
const SETTLE = `mutation ($clientId: ID!, $messageId: ID!, $accountId: ID) { settleUnmatchedMessage(clientId: $clientId, messageId: $messageId, accountId: $accountId) }`;
const counts = () =>
  fixture.house.call<{
    getCorrespondenceCounts: { waiting: number; unmatched: number };
    listUnmatchedMessages: { messageId: string; sender: string; subject: string | null }[];
  }>('cms', COUNTS, { clientId: fixture.house.clientA });
let serial = 0;
/** @returns a mail server's report (RFC 3464) that a mail of ours did not arrive. */
const returned = (email: string, requestContextId: string | null, status: string, action = 'failed') =>
  mail([
    `Message-ID: <dsn-${++serial}@mx.example>`,
    'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
    'To: antwort@nordlicht.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=r',
    '',
    '--r',
    'Content-Type: text/plain',
    '',
    'Your mail could not be delivered.',
    '--r',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    `Final-Recipient: rfc822; ${email}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 <nobody>:',
    '    Recipient address rejected',
    '--r',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${requestContextId}@nordlicht.example>`,
    '--r--',
  ]);
const stateOf = async (accountId: string) =>
  (
    await fixture.house.inA((tx) =>
      tx.sql<{ state: string }>(`select state from contact_point where client_id = $1 and account_id = $2 and kind = 'email'`, [
        tx.clientId,
        accountId,
      ]),
    )
  )[0]?.state;

describe('messages that come in', () => {
  it('are matched by what they answer, answered in the thread, and then no longer wait', async () => {
    const { accountId } = await debtor();
    const { requestContextId } = await sent({ ...own, accountId });
    await fixture.house.drain();
    const answer = letter('Anna <somebody.else@debtor.example>', 'Ich zahle am Freitag.', [
      `In-Reply-To: <${requestContextId}@nordlicht.example>`,
      'Subject: =?utf-8?q?Re=3A_Ihre_Frage_=C3=BC?=',
    ]);
    later();
    expect((await knock('email', answer)).json()).toEqual({ outcome: 'matched' });
    expect((await knock('email', answer)).json()).toEqual({ outcome: 'duplicate' });
    const [waiting] = (await search({ accountId })).results;
    expect(waiting).toMatchObject({ direction: 'inbound', waiting: true, subject: 'Re: Ihre Frage ü', excerpt: 'Ich zahle am Freitag.' });
    expect((await lastEvent(accountId, 'communicationReceived'))?.payload).toMatchObject({ matchedBy: 'answer' });
    later();
    await sent({ ...own, accountId, parentRequestId: waiting!.id });
    await fixture.house.drain();
    const reply = await PostalMime.parse(received.at(-1)!);
    expect([reply.inReplyTo, reply.references]).toEqual([expect.stringMatching(/^<in-\d+@debtor\.example>$/), reply.inReplyTo]);
    expect((await search({ accountId })).results.map((each) => [each.direction, each.waiting, each.handledBy ?? each.parentId])).toEqual([
      ['outbound', false, waiting!.id],
      ['inbound', false, fixture.house.userA],
      ['outbound', false, null],
    ]);
  });

  it('are matched by the reply address of a mail', async () => {
    const { accountId } = await debtor();
    await sent({ ...own, accountId });
    await fixture.house.drain();
    const { replyTo } = await PostalMime.parse(received.at(-1)!);
    const address = replyTo?.[0]?.address ?? '';
    expect(address).toMatch(/^antwort\+[\w-]{43}@nordlicht\.example$/);
    await knock('email', mail(['From: x@unknown.example', `To: ${address.toLowerCase()}`, 'Message-ID: <t@x>', '', 'Hallo']));
    expect((await lastEvent(accountId, 'communicationReceived'))?.payload).toMatchObject({ matchedBy: 'token' });
  });

  it('are matched by the sender: the latest correspondence of several accounts, and told so', async () => {
    const [first, second] = [await debtor({ email: 'twice@debtor.example' }), await debtor({ email: 'twice@debtor.example' })];
    await sent({ ...own, accountId: first.accountId });
    await fixture.house.drain();
    await knock('email', letter('TWICE@debtor.example', 'Hallo'));
    const { payload } = (await lastEvent(first.accountId, 'communicationReceived'))!;
    expect(payload).toMatchObject({ matchedBy: 'sender', otherAccountIds: [second.accountId] });
    expect((await search({ accountId: second.accountId })).results).toEqual([]);
  });

  it('keep hostile pages and files as what they are: text, a page in a cage, a file or its refusal', async () => {
    const { accountId, email } = await debtor();
    const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
    await knock(
      'email',
      letter(
        email,
        [
          '--b',
          'Content-Type: text/html; charset=utf-8',
          '',
          '<p onclick="x()">Hallo</p><script>alert(1)</script><img src="https://evil.example/t.gif"><a href=\'javascript:x()\'>hier</a>',
          '--b',
          'Content-Type: text/plain; name="../../beleg.txt"',
          'Content-Disposition: attachment; filename="../../beleg.txt"',
          '',
          'Beleg',
          '--b',
          'Content-Type: text/plain; name="virus.txt"',
          'Content-Disposition: attachment; filename="virus.txt"',
          '',
          eicar,
          '--b--',
        ].join('\r\n'),
        ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', 'Subject: Beleg'],
      ),
    );
    const [item] = (await search({ accountId })).results;
    expect(item?.attachments).toEqual([{ name: 'beleg.txt' }]);
    expect((await lastEvent(accountId, 'communicationReceived'))?.payload.refusedFiles).toEqual(['virus.txt']);
    const { getCommunicationContent: content } = await fixture.house.call<{
      getCommunicationContent: { htmlContent: string; textContent: string };
    }>('cms', CONTENT, {
      clientId: fixture.house.clientA,
      messageURL: item!.messageURL,
    });
    expect(content.textContent).not.toContain('<');
    expect(content.htmlContent).toMatch(/^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'[^"]*">/);
  });

  it('of unknown senders wait for somebody to say whose they are', async () => {
    const { accountId } = await debtor();
    await knock('email', letter('nobody@unknown.example', 'Was wollen Sie?', ['Subject: Ihr Schreiben']));
    later();
    await knock('sms', text('+4917699999999', 'Wer ist da?'));
    const { getCorrespondenceCounts, listUnmatchedMessages: list } = await counts();
    expect(getCorrespondenceCounts.unmatched).toBe(2);
    expect(list.map((each) => each.sender)).toEqual(['nobody@unknown.example', '+4917699999999']);
    const settle = (messageId: string, to: string | null) =>
      fixture.house.raw('cms', SETTLE, { clientId: fixture.house.clientA, messageId, accountId: to });
    expect((await settle(list[0]!.messageId, accountId)).data).toEqual({ settleUnmatchedMessage: list[0]!.messageId });
    expect((await settle(list[0]!.messageId, accountId)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    expect((await search({ accountId })).results).toMatchObject([{ subject: 'Ihr Schreiben', waiting: true }]);
    expect((await settle(list[1]!.messageId, null)).data).toEqual({ settleUnmatchedMessage: null });
    expect((await counts()).getCorrespondenceCounts.unmatched).toBe(0);
  });

  it('with nothing but STOP opt out of the channel; longer ones are left to people', async () => {
    const mobile = '+4915755550001';
    const { accountId } = await debtor({ mobile });
    await knock('sms', text('0157 55550001', 'Bitte stop, ich zahle ja'));
    expect((await search({ accountId })).results).toMatchObject([{ waiting: true }]);
    expect(await lastEvent(accountId, 'contactConsentChanged')).toBeUndefined();
    const stop = text('0157 55550001', ' STOP! ', 'once');
    expect((await knock('sms', stop)).json()).toEqual({ outcomes: ['matched'] });
    expect((await knock('sms', stop)).json()).toEqual({ outcomes: ['duplicate'] });
    expect((await lastEvent(accountId, 'contactConsentChanged'))?.payload).toMatchObject({ channel: 'sms', optedOut: true });
    expect(await sent({ channel: 'sms', customBody: 'Hallo', accountId })).toMatchObject({ answer: 'deny', rule: 'optOut' });
  });

  it('that are a mail server’s report mark the address of what came back, and are nobody’s message', async () => {
    const { accountId, email } = await debtor();
    const { requestContextId } = await sent({ ...own, accountId });
    await fixture.house.drain();
    const report = (status: string, action = 'failed') => returned(email, requestContextId, status, action);
    // Late is not lost.
    expect((await knock('email', report('4.4.1', 'delayed'))).json()).not.toEqual({ outcome: 'report' });
    expect(await stateOf(accountId)).not.toBe('bounced');
    expect((await knock('email', report('5.1.1'))).json()).toEqual({ outcome: 'report' });
    expect(await stateOf(accountId)).toBe('bounced');
    expect((await lastEvent(accountId, 'communicationBounced'))?.payload).toMatchObject({
      permanent: true,
      reason: '5.1.1 smtp; 550 5.1.1 <nobody>: Recipient address rejected',
    });
    expect((await search({ accountId, direction: 'inbound' })).results).toEqual([]);
    expect((await knock('email', report('5.1.1'))).json()).toEqual({ outcome: 'report' });
  });

  it.each([
    ['5.2.2', 'a full mailbox', false],
    ['5.2.3', 'a mail too long for the mailbox', false],
    ['5.3.4', 'a mail too big for the system', false],
    ['4.2.2', 'a mailbox that stayed full until the server gave up', false],
    ['5.2.1', 'a mailbox that takes nothing', true],
    ['5.2.20', 'a status that only begins alike', true],
  ])('that tell of status %s, %s, end the address: %s', async (status, _, permanent) => {
    const { accountId, email } = await debtor();
    const { requestContextId } = await sent({ ...own, accountId });
    await fixture.house.drain();
    expect((await knock('email', returned(email, requestContextId, status))).json()).toEqual({ outcome: 'report' });
    expect((await lastEvent(accountId, 'communicationBounced'))?.payload).toMatchObject({ permanent });
    expect((await stateOf(accountId)) === 'bounced').toBe(permanent);
  });

  it('of the client’s own provider are taken in its format and with its signature', async () => {
    const { accountId } = await debtor({ mobile: '+4915755550042' });
    const use = (providerConfigurations: object[]) =>
      fixture.house.call(
        'operations',
        'mutation ($clientId: ID!, $p: [ProviderConfigurationInput!]!) { setSettingSMS(clientId: $clientId, providerConfigurations: $p) { clientId } }',
        { clientId: fixture.house.clientA, p: providerConfigurations },
      );
    const path = (name: string) => `/hooks/inbound/sms/${fixture.house.clientA}/${name}`;
    const push = (name: string, payload: string, headers: Record<string, string>) =>
      fixture.house.app.inject({
        method: 'POST',
        url: path(name),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload,
      });
    // The example of Twilio's documentation.
    expect(
      signTwilio(
        'https://mycompany.com/myapp.php?foo=1&bar=2',
        new URLSearchParams({
          CallSid: 'CA1234567890ABCDE',
          Caller: '+12349013030',
          Digits: '1234',
          From: '+12349013030',
          To: '+18005551212',
        }),
        '12345',
      ),
    ).toBe('0/KCTR6DLpKmkAf8muzZqo1nDgQ=');
    await use([{ providerName: 'Twilio', credentials: { originator: '+49301', accountSid: 'AC1', authToken: 'token' } }]);
    const fields = new URLSearchParams({ MessageSid: 'SM1', From: '+4915755550042', To: '+49301', Body: 'Ich zahle morgen & übermorgen' });
    const signed = { 'x-twilio-signature': signTwilio(`${fixture.house.config.publicUrl}${path('twilio')}`, fields, 'token') };
    expect((await push('twilio', fields.toString(), {})).statusCode).toBe(401);
    expect((await push('twilio', `${fields}&Body=Stop`, signed)).statusCode).toBe(401);
    expect((await push('messagebird', fields.toString(), signed)).statusCode).toBe(401);
    const taken = await push('twilio', fields.toString(), signed);
    expect([taken.statusCode, taken.headers['content-type'], taken.body]).toEqual([
      200,
      expect.stringContaining('text/xml'),
      expect.stringContaining('<Response></Response>'),
    ]);
    await push('twilio', fields.toString(), signed);
    later();

    await use([{ providerName: 'MessageBird', credentials: { originator: '49301', accessKey: 'key', signingKey: 'signing key' } }]);
    const body = JSON.stringify({ id: 'mb1', originator: 4915755550042, recipient: 49301, body: 'Noch eine Frage' });
    const sha256 = (data: string) => createHash('sha256').update(data).digest('hex');
    const sign = (said: string, key = 'signing key') =>
      new SignJWT({
        url_hash: sha256(`${fixture.house.config.publicUrl}${path('messagebird')}`),
        payload_hash: sha256(said),
        jti: uuidv7(),
      })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('MessageBird')
        .setNotBefore('-10s')
        .setExpirationTime('60s')
        .sign(Buffer.from(key));
    const told = async (jwt: string) =>
      (await push('messagebird', body, { 'content-type': 'application/json', 'messagebird-signature-jwt': jwt })).statusCode;
    expect(await told(await sign(body, 'another key'))).toBe(401);
    expect(await told(await sign('another body'))).toBe(401);
    expect(await told(await sign(body))).toBe(200);
    await use([]);
    expect(await told(await sign(body))).toBe(401);
    const said = (await search({ accountId })).results as unknown as { excerpt: string }[];
    expect(said.map((each) => each.excerpt)).toEqual(['Ich zahle morgen & übermorgen', 'Noch eine Frage']);
  });

  it('are refused without a fitting signature, and when they are no messages', async () => {
    expect((await knock('email', letter('a@b.example', 'x'), 't=1,v1=00')).statusCode).toBe(401);
    expect((await knock('sms', text('+49176', 'x'), '')).statusCode).toBe(401);
    expect((await knock('email', mail(['Subject: nobody sent this', '', 'x']))).statusCode).toBe(422);
    expect((await knock('sms', Buffer.from('{"messages": 1}'))).statusCode).toBe(422);
    const nested = Array.from({ length: 60 }, (_, n) => [`--b${n}`, `Content-Type: multipart/mixed; boundary=b${n + 1}`, '']).flat();
    expect(
      (await knock('email', mail(['From: a@b.example', 'Content-Type: multipart/mixed; boundary=b0', '', ...nested]))).statusCode,
    ).toBe(422);
  });

  it('are limited before they are read: in length, by their signature, and in how many arrive at once', async () => {
    await fixture.house.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = fixture.house.app.server.address() as AddressInfo;
    const now = () => Math.floor(Date.now() / 1000);
    /** Sends a head, and then what `body` sends. @returns the status; 0 when the connection broke off. */
    const send = (to: string, headers: Record<string, string>, body: (request: ClientRequest) => void) =>
      new Promise<number>((resolve) => {
        const sent = { 'content-type': 'message/rfc822', ...headers };
        const request = ask({ port, host: '127.0.0.1', method: 'POST', path: `/hooks/inbound/${to}`, headers: sent, agent: false });
        request.on('response', (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        request.on('error', () => resolve(0));
        request.flushHeaders();
        body(request);
      });
    const piece = Buffer.alloc(2 ** 20, 'x');
    const pieces = (left: number) => (request: ClientRequest) =>
      void (left === 0 ? request.end() : request.write(piece, () => setImmediate(pieces(left - 1), request)));
    // Whoever is refused by the head alone is answered without a body, which never comes.
    const nothing = () => {};
    const client = fixture.house.clientA;
    const fresh = { 'x-quittance-signature': `t=${now()},v1=${'0'.repeat(64)}` };
    const announced = (megabytes: number) => ({ 'content-length': String(megabytes * 2 ** 20) });
    for (const kind of ['email', 'sms'] as const) {
      for (const headers of [
        {} as Record<string, string>,
        { 'x-quittance-signature': 't=1,v1=00' },
        { 'x-quittance-signature': `t=${now() + 3_000},v1=00` },
      ])
        expect(await send(`${kind}/${client}`, { ...headers, ...announced(20) }, nothing), kind).toBe(401);
      expect(await send(`${kind}/nobody`, { ...fresh, ...announced(20) }, nothing)).toBe(401);
      expect(await send(`${kind}/${client}`, { ...fresh, ...announced(26) }, nothing)).toBe(413);
    }
    expect(await send(`sms/${client}/twilio`, announced(1), nothing)).toBe(413);
    // Nothing is announced: it ends where the limit is. A connection that is closed meanwhile may show as one that broke off.
    expect([0, 413]).toContain(await send(`email/${client}`, fresh, pieces(40)));
    expect(await send(`email/${client}`, fresh, pieces(3))).toBe(401);

    const gate = Promise.withResolvers<void>();
    const slow = Array.from({ length: 9 }, () =>
      send(`email/${client}`, fresh, (request) => void gate.promise.then(() => request.end(piece))),
    );
    expect(await Promise.race(slow)).toBe(503);
    const arrivals = () => readdirSync(path.join(fixture.house.config.dataFolder, 'arrivals'));
    await expect.poll(arrivals).toHaveLength(8);
    gate.resolve();
    expect((await Promise.all(slow)).sort()).toEqual([...Array(8).fill(401), 503]);
    expect(arrivals()).toEqual([]);
    expect((await knock('email', letter('late@unknown.example', 'Hallo'))).json()).toEqual({ outcome: 'unmatched' });
  });
});
