/** Staff write to debtors and debtors write back: through GraphQL, a real SMTP server and the signed doors. */
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { HOUR, instant, MINUTE } from '../../../core/time.ts';
import { signTwilio } from '../../platform/delivery/inbound.ts';
import { reportSecret, signReport } from '../../platform/delivery/reports.ts';
import { keepFile } from '../files/files.logic.ts';
import { type DeliveryHouse, openDeliveryHouse, START } from './cms.delivery.testing.ts';
import { mountInbound } from './cms.inbound.ts';
import { addDebtor, type Person } from './cms.testing.ts';

let house: DeliveryHouse;
let smtp: SMTPServer;
const received: Buffer[] = [];
beforeAll(async () => {
  house = await openDeliveryHouse((app, parts) => mountInbound(app, parts));
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  await house.chooseEmail([
    {
      providerName: 'SMTP',
      credentials: { host: '127.0.0.1', port: (smtp.server.address() as AddressInfo).port },
      extras: { sender: 'Nordlicht <post@nordlicht.example>', replyTo: 'antwort@nordlicht.example' },
    },
  ]);
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await house.close();
});
beforeEach(() => house.rewind());

const SEND = `mutation ($clientId: ID!, $idempotencyKey: ID!, $channel: String!, $locale: String, $accountId: ID, $externalClaimRef: String, $templateReferences: [String!], $customSubject: String,
  $customBody: String, $notes: String, $contactData: MessageContactInput, $attachments: [ID!], $parentRequestId: ID, $sendWhenAllowed: Boolean) {
  sendDebtorMessageV2(clientId: $clientId, idempotencyKey: $idempotencyKey, channel: $channel, locale: $locale, accountId: $accountId, externalClaimRef: $externalClaimRef,
    templateReferences: $templateReferences, customSubject: $customSubject, customBody: $customBody, notes: $notes, contactData: $contactData, attachments: $attachments,
    parentRequestId: $parentRequestId, sendWhenAllowed: $sendWhenAllowed) { requestContextId answer rule why until } }`;
const PREVIEW = `query ($clientId: ID!, $channel: String!, $locale: String, $accountId: ID, $templateReferences: [String!], $customSubject: String, $customBody: String, $contactData: MessageContactInput, $attachments: [ID!]) {
  previewDebtorMessage(clientId: $clientId, channel: $channel, locale: $locale, accountId: $accountId, templateReferences: $templateReferences, customSubject: $customSubject, customBody: $customBody,
    contactData: $contactData, attachments: $attachments) { recipient sender subject text html segments encoding attachments { name size } problems { field message placeholders } answer rule until rules { rule ok } } }`;
const CONTENT = `query ($clientId: ID!, $messageURL: String!) { getCommunicationContent(clientId: $clientId, messageURL: $messageURL) { subject textContent htmlContent channel attachmentsContent { fileId name mimeType size url } } }`;
const SEARCH = `query ($clientId: ID!, $filter: CorrespondenceFilter, $size: Int, $searchAfter: String) { searchCorrespondence(clientId: $clientId, filter: $filter, size: $size, searchAfter: $searchAfter) {
  searchAfter results { id kind accountId channel direction waiting sender subject excerpt userId parentId handledBy attachments { name } messageURL resolution { resolution } } } }`;
const COUNTS = `query ($clientId: ID!) { getCorrespondenceCounts(clientId: $clientId) { waiting unmatched parked } listUnmatchedMessages(clientId: $clientId) { messageId sender subject excerpt } }`;
const HANDLED = `mutation ($clientId: ID!, $communicationIds: [ID!]!, $handled: Boolean) { setCommunicationsHandled(clientId: $clientId, communicationIds: $communicationIds, handled: $handled) }`;
const SETTLE = `mutation ($clientId: ID!, $messageId: ID!, $accountId: ID) { settleUnmatchedMessage(clientId: $clientId, messageId: $messageId, accountId: $accountId) }`;

interface Receipt {
  requestContextId: string | null;
  answer: string;
  rule: string;
  until: string | null;
}
const debtor = (person: Person = {}) => house.inA((tx) => addDebtor(tx, person));
const own = {
  channel: 'email',
  customSubject: 'Ihre Frage zu {{ claim.reference }}',
  customBody: 'Guten Tag {{ debtor.fullName }},\nes sind {{ claim.balance }}.',
};
const press = (message: object, idempotencyKey = uuidv7()) =>
  house.raw('account', SEND, { clientId: house.clientA, idempotencyKey, ...message });
const sent = async (message: object, key?: string): Promise<Receipt> => {
  const answer = await press(message, key);
  expect(answer.errors).toBeUndefined();
  return answer.data!.sendDebtorMessageV2 as Receipt;
};
/** Messages of one moment have no order. */
const later = () => {
  house.clock.time = instant(house.clock.time + MINUTE);
};
const refused = async (message: object, key?: string) => (await press(message, key)).errors?.[0]?.extensions;
interface Item {
  id: string;
  kind: string;
  accountId: string;
  direction: string;
  waiting: boolean;
  handledBy: string | null;
  userId: string | null;
  parentId: string | null;
  subject: string | null;
  attachments: { name: string }[];
  messageURL: string | null;
  resolution: { resolution: string } | null;
}
const search = async (filter: object, page: object = {}) =>
  (
    await house.call<{ searchCorrespondence: { searchAfter: string | null; results: Item[] } }>('cms', SEARCH, {
      clientId: house.clientA,
      filter,
      ...page,
    })
  ).searchCorrespondence;
const counts = () =>
  house.call<{
    getCorrespondenceCounts: { waiting: number; unmatched: number };
    listUnmatchedMessages: { messageId: string; sender: string; subject: string | null }[];
  }>('cms', COUNTS, { clientId: house.clientA });
const lastEvent = async (accountId: string, type: string) =>
  (
    await house.inA((tx) =>
      tx.sql<{ actor_type: string; actor_id: string | null; payload: Record<string, unknown> }>(
        'select actor_type, actor_id, payload from event where client_id = $1 and account_id = $2 and message_type = $3 order by message_id desc limit 1',
        [tx.clientId, accountId, type],
      ),
    )
  )[0];

function knock(kind: 'email' | 'sms', body: Buffer, signature?: string) {
  const header = signature ?? signReport(body, Math.floor(Date.now() / 1000), reportSecret(house.clientA, house.config));
  return house.app.inject({
    method: 'POST',
    url: `/hooks/inbound/${kind}/${house.clientA}`,
    headers: { 'content-type': kind === 'email' ? 'message/rfc822' : 'application/json', 'x-quittance-signature': header },
    payload: body,
  });
}
const mail = (lines: readonly string[]) => Buffer.from(lines.join('\r\n'));
let serial = 0;
const letter = (from: string, body: string, headers: readonly string[] = []) =>
  mail([`Message-ID: <in-${++serial}@debtor.example>`, `From: ${from}`, 'To: antwort@nordlicht.example', ...headers, '', body]);
const text = (from: string, said: string, reference = uuidv7()) =>
  Buffer.from(JSON.stringify({ messages: [{ reference, from, to: '+49301', text: said }] }));

describe('sendDebtorMessageV2', () => {
  it('sends own words filled in, with the files to the byte, the author, and one mail for a double press', async () => {
    const { accountId, email } = await debtor({ firstName: 'Jörg' });
    const bytes = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n', 'latin1');
    const file = await house.inA((tx) =>
      keepFile(tx, { accountId, name: 'Forderung Übersicht.pdf', source: 'staff', uploadedBy: house.userA }, bytes),
    );
    const key = uuidv7();
    const message = { ...own, accountId, attachments: [file.id], notes: 'Asked on the phone' };
    const [one, two] = await Promise.all([sent(message, key), sent(message, key)]);
    expect(two.requestContextId).toBe(one.requestContextId);
    expect(one.answer).toBe('allow');
    const before = received.length;
    await house.drain();
    expect(received).toHaveLength(before + 1);
    const arrived = await PostalMime.parse(received.at(-1)!);
    expect(arrived.to).toMatchObject([{ address: email }]);
    expect(arrived.subject).toMatch(/^Ihre Frage zu R-\d+$/);
    expect(arrived.text).toMatch(/Guten Tag Jörg Weber,\nes sind 1\.284,60\s€\./);
    expect(arrived.messageId).toBe(`<${one.requestContextId}@nordlicht.example>`);
    expect(arrived.headers.find(({ key: name }) => name === 'auto-submitted')?.value).toBe('no');
    expect(arrived.attachments).toHaveLength(1);
    expect(arrived.attachments[0]).toMatchObject({ filename: 'Forderung Übersicht.pdf', mimeType: 'application/pdf' });
    expect(Buffer.from(arrived.attachments[0]!.content as ArrayBuffer).equals(bytes)).toBe(true);
    expect(await house.eventsOf(accountId)).toEqual(['fileStored', 'communicationRequested', 'communicationSent']);
    expect(await lastEvent(accountId, 'communicationSent')).toMatchObject({ actor_type: 'user', actor_id: house.userA });
    expect((await lastEvent(accountId, 'communicationRequested'))?.payload).toMatchObject({ notes: 'Asked on the phone' });
    const [item] = (await search({ accountId })).results;
    expect(item).toMatchObject({ userId: house.userA, direction: 'outbound', attachments: [{ name: 'Forderung Übersicht.pdf' }] });
    const { getCommunicationContent: content } = await house.call<{
      getCommunicationContent: { textContent: string; attachmentsContent: { fileId: string; url: string }[] };
    }>('cms', CONTENT, { clientId: house.clientA, messageURL: item!.messageURL });
    expect(content.textContent).toBe(arrived.text?.trim());
    expect(content.attachmentsContent).toMatchObject([{ fileId: file.id, mimeType: 'application/pdf', size: bytes.length }]);
    expect(await refused({ ...message, notes: 'Something else' }, key)).toMatchObject({ code: 'CONFLICT', field: 'idempotencyKey' });
  });

  it('sends a template to the address that was chosen, of the debtor it belongs to', async () => {
    const { accountId } = await debtor();
    const second = uuidv7();
    await house.inA(async (tx) => {
      await tx.sql(
        `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, position, type, first_name, last_name) values ($1, $2, $3, 'CO', 1, 'person', 'Petra', 'Mitschuldnerin')`,
        [tx.clientId, accountId, second],
      );
      await tx.sql(
        `insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at) values ($1, $2, $3, 'email', 'Petra@Debtor.example', 'petra@debtor.example', now())`,
        [tx.clientId, accountId, second],
      );
    });
    const to = { externalDebtorRef: 'CO', value: 'Petra@Debtor.example' };
    await sent({ channel: 'email', accountId, templateReferences: ['mail'], contactData: to });
    await house.drain();
    const arrived = await PostalMime.parse(received.at(-1)!);
    expect([arrived.to?.[0]?.address, arrived.text]).toEqual([
      'Petra@debtor.example',
      expect.stringContaining('Grüße an Petra Mitschuldnerin'),
    ]);
    expect(await refused({ ...own, accountId, contactData: { externalDebtorRef: 'CO', value: 'anna@debtor.example' } })).toMatchObject({
      field: 'contactData.value',
    });
    await house.inA((tx) =>
      tx.sql(`update contact_point set state = 'wrong' where client_id = $1 and debtor_id = $2`, [tx.clientId, second]),
    );
    expect(await sent({ ...own, accountId, contactData: to })).toMatchObject({
      requestContextId: null,
      answer: 'deny',
      rule: 'contactData',
    });
    expect((await sent({ ...own, accountId, contactData: { value: 'typed@debtor.example' } })).answer).toBe('allow');
    await house.drain();
    expect((await PostalMime.parse(received.at(-1)!)).to?.[0]?.address).toBe('typed@debtor.example');
  });

  it('tells a deny with its rule, and asks before a message that must wait', async () => {
    const { accountId } = await debtor();
    await house.inA((tx) =>
      tx.sql(`update account set opted_out = '{email}' where client_id = $1 and account_id = $2`, [tx.clientId, accountId]),
    );
    expect(await sent({ ...own, accountId })).toMatchObject({
      requestContextId: null,
      answer: 'deny',
      rule: 'optOut',
      why: { key: 'gate.optOut' },
    });
    house.clock.time = instant(START + 11 * HOUR);
    const sms = { channel: 'sms', customBody: 'Bitte rufen Sie an', accountId };
    const asks = await sent(sms);
    expect(asks).toMatchObject({ requestContextId: null, answer: 'defer', rule: 'quietHours' });
    expect(instant(asks.until!)).toBeGreaterThan(START + 11 * HOUR);
    expect(await house.eventsOf(accountId)).toEqual([]);
    const queued = await sent({ ...sms, sendWhenAllowed: true });
    expect(queued.requestContextId).not.toBeNull();
    await house.drain('sms');
    expect(await house.eventsOf(accountId)).toEqual(['communicationRequested', 'contactDeferred']);
    // The gate is asked again when it leaves: meanwhile the debtor has opted out.
    await house.inA((tx) =>
      tx.sql(`update account set opted_out = '{email,sms}' where client_id = $1 and account_id = $2`, [tx.clientId, accountId]),
    );
    house.clock.time = instant(instant(asks.until!) + HOUR);
    await house.drain('sms');
    expect((await house.eventsOf(accountId)).at(-1)).toBe('communicationCancelled');
  });

  it.each([
    ['channel', { channel: 'pigeon' }],
    ['locale', { locale: 'xx' }],
    ['accountId', { accountId: null }],
    ['customBody', { customBody: '  ' }],
    ['customSubject', { customSubject: '' }],
    ['customBody', { customBody: 'Hello {{ debtor.nickname }}' }],
    ['customSubject', { customSubject: '{{ nobody.knows }}' }],
    ['templateReferences', { customBody: null, customSubject: null, templateReferences: ['none'] }],
    ['templateReferences', { templateReferences: ['mail'] }],
    ['attachments', { channel: 'sms', customSubject: null, attachments: [uuidv7()] }],
    ['contactData.value', { contactData: { value: '' } }],
    ['contactData.value', { contactData: { value: 'no address' } }],
    ['notes', { notes: 'x'.repeat(5_001) }],
  ])('refuses a wrong %s beside it (%#)', async (field, wrong) => {
    const { accountId } = await debtor();
    expect(await refused({ ...own, accountId, ...wrong })).toMatchObject({ code: 'INVALID_INPUT', field });
    expect(await house.eventsOf(accountId)).toEqual([]);
  });

  it('takes no files of another account, and no account of another client', async () => {
    const [{ accountId }, other] = [await debtor(), await debtor()];
    const file = await house.inA((tx) =>
      keepFile(tx, { accountId: other.accountId, name: 'a.txt', source: 'staff', uploadedBy: house.userA }, Buffer.from('secret')),
    );
    expect(await refused({ ...own, accountId, attachments: [file.id] })).toMatchObject({ code: 'NOT_FOUND' });
    const stranger = await house.inB((tx) => addDebtor(tx));
    expect(await refused({ ...own, accountId: stranger.accountId })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('previewDebtorMessage', () => {
  const preview = async (message: object) =>
    (
      await house.call<{ previewDebtorMessage: Record<string, unknown> & { html: string; problems: { placeholders: string[] }[] } }>(
        'cms',
        PREVIEW,
        { clientId: house.clientA, ...message },
      )
    ).previewDebtorMessage;

  it('shows what arrives, to the letter, with sender, reader and every rule of the gate', async () => {
    const { accountId, email } = await debtor();
    const shown = await preview({ ...own, accountId });
    await sent({ ...own, accountId });
    await house.drain();
    const arrived = await PostalMime.parse(received.at(-1)!);
    expect(shown).toMatchObject({
      recipient: email,
      sender: 'Nordlicht <post@nordlicht.example>',
      subject: arrived.subject,
      text: arrived.text?.trim(),
      answer: 'allow',
      problems: [],
    });
    expect(shown.html).toContain('Guten Tag Anna Weber');
    expect((shown.rules as unknown[]).length).toBeGreaterThan(8);
    const sms = await preview({ channel: 'sms', customBody: `${'a'.repeat(160)}€`, accountId });
    expect(sms).toMatchObject({ segments: 2, encoding: 'GSM-7', recipient: '+4915112345678' });
    expect(await house.communications(accountId)).toBe(1);
  });

  it('names unknown placeholders instead of failing', async () => {
    const { accountId } = await debtor();
    const shown = await preview({ ...own, customBody: 'Hello {{ debtor.nickname }}', accountId });
    expect(shown.problems).toMatchObject([{ placeholders: ['debtor.nickname'] }]);
    expect(shown.html).toBeNull();
  });
});

describe('messages that come in', () => {
  it('are matched by what they answer, answered in the thread, and then no longer wait', async () => {
    const { accountId } = await debtor();
    const { requestContextId } = await sent({ ...own, accountId });
    await house.drain();
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
    await house.drain();
    const reply = await PostalMime.parse(received.at(-1)!);
    expect([reply.inReplyTo, reply.references]).toEqual([expect.stringMatching(/^<in-\d+@debtor\.example>$/), reply.inReplyTo]);
    expect((await search({ accountId })).results.map((each) => [each.direction, each.waiting, each.handledBy ?? each.parentId])).toEqual([
      ['outbound', false, waiting!.id],
      ['inbound', false, house.userA],
      ['outbound', false, null],
    ]);
  });

  it('are matched by the reply address of a mail', async () => {
    const { accountId } = await debtor();
    await sent({ ...own, accountId });
    await house.drain();
    const { replyTo } = await PostalMime.parse(received.at(-1)!);
    const address = replyTo?.[0]?.address ?? '';
    expect(address).toMatch(/^antwort\+[\w-]{43}@nordlicht\.example$/);
    await knock('email', mail(['From: x@unknown.example', `To: ${address.toLowerCase()}`, 'Message-ID: <t@x>', '', 'Hallo']));
    expect((await lastEvent(accountId, 'communicationReceived'))?.payload).toMatchObject({ matchedBy: 'token' });
  });

  it('are matched by the sender: the latest correspondence of several accounts, and told so', async () => {
    const [first, second] = [await debtor({ email: 'twice@debtor.example' }), await debtor({ email: 'twice@debtor.example' })];
    await sent({ ...own, accountId: first.accountId });
    await house.drain();
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
    const { getCommunicationContent: content } = await house.call<{
      getCommunicationContent: { htmlContent: string; textContent: string };
    }>('cms', CONTENT, {
      clientId: house.clientA,
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
      house.raw('cms', SETTLE, { clientId: house.clientA, messageId, accountId: to });
    expect((await settle(list[0]!.messageId, accountId)).data).toEqual({ settleUnmatchedMessage: list[0]!.messageId });
    expect((await settle(list[0]!.messageId, accountId)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    expect((await search({ accountId })).results).toMatchObject([{ subject: 'Ihr Schreiben', waiting: true }]);
    expect((await settle(list[1]!.messageId, null)).data).toEqual({ settleUnmatchedMessage: null });
    expect((await counts()).getCorrespondenceCounts.unmatched).toBe(0);
  });

  it('that say nothing but STOP end the channel; more words are for people', async () => {
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
    await house.drain();
    const report = (status: string, action = 'failed') =>
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
    const state = () =>
      house.inA((tx) =>
        tx.sql<{ state: string }>(`select state from contact_point where client_id = $1 and account_id = $2 and kind = 'email'`, [
          tx.clientId,
          accountId,
        ]),
      );
    // Late is not lost.
    expect((await knock('email', report('4.4.1', 'delayed'))).json()).not.toEqual({ outcome: 'report' });
    expect((await state())[0]?.state).not.toBe('bounced');
    expect((await knock('email', report('5.1.1'))).json()).toEqual({ outcome: 'report' });
    expect((await state())[0]?.state).toBe('bounced');
    expect((await lastEvent(accountId, 'communicationBounced'))?.payload).toMatchObject({
      permanent: true,
      reason: '5.1.1 smtp; 550 5.1.1 <nobody>: Recipient address rejected',
    });
    expect((await search({ accountId, direction: 'inbound' })).results).toEqual([]);
    expect((await knock('email', report('5.1.1'))).json()).toEqual({ outcome: 'report' });
  });

  it('of the client’s own provider are taken in its format and with its signature', async () => {
    const { accountId } = await debtor({ mobile: '+4915755550042' });
    const use = (providerConfigurations: object[]) =>
      house.call(
        'operations',
        'mutation ($clientId: ID!, $p: [ProviderConfigurationInput!]!) { setSettingSMS(clientId: $clientId, providerConfigurations: $p) { clientId } }',
        { clientId: house.clientA, p: providerConfigurations },
      );
    const path = (name: string) => `/hooks/inbound/sms/${house.clientA}/${name}`;
    const push = (name: string, payload: string, headers: Record<string, string>) =>
      house.app.inject({
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
    const signed = { 'x-twilio-signature': signTwilio(`${house.config.publicUrl}${path('twilio')}`, fields, 'token') };
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
      new SignJWT({ url_hash: sha256(`${house.config.publicUrl}${path('messagebird')}`), payload_hash: sha256(said), jti: uuidv7() })
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
});

describe('the communication center', () => {
  it('puts what waits first, the longest waiting on top, pages without repeating, and filters', async () => {
    const { accountId, email } = await debtor({ lastName: 'Sortierer' });
    for (const said of ['eins', 'zwei', 'drei']) {
      await knock('email', letter(email, said));
      house.clock.time = instant(house.clock.time + HOUR / 10);
    }
    await sent({ ...own, accountId });
    await house.drain();
    const all = (await search({ accountId })).results;
    expect(all.map((each) => [each.direction, each.waiting])).toEqual([
      ['inbound', true],
      ['inbound', true],
      ['inbound', true],
      ['outbound', false],
    ]);
    expect(all.map((each) => (each as unknown as { excerpt: string }).excerpt).slice(0, 3)).toEqual(['eins', 'zwei', 'drei']);
    const paged: string[] = [];
    let searchAfter: string | null = null;
    do {
      const page: { searchAfter: string | null; results: Item[] } = await search({ accountId }, { size: 1, searchAfter });
      paged.push(...page.results.map((each) => each.id));
      searchAfter = page.searchAfter;
    } while (searchAfter);
    expect(paged).toEqual(all.map((each) => each.id));
    const mark = (handled: boolean) => house.raw('cms', HANDLED, { clientId: house.clientA, communicationIds: [all[0]!.id], handled });
    expect((await mark(true)).data).toEqual({ setCommunicationsHandled: 1 });
    expect((await mark(true)).data).toEqual({ setCommunicationsHandled: 0 });
    expect((await search({ accountId, waiting: true })).results).toHaveLength(2);
    expect((await search({ accountId, direction: 'outbound' })).results).toHaveLength(1);
    expect((await search({ accountId, channels: ['sms'] })).results).toHaveLength(0);
    expect((await search({ accountId, userIds: [house.userA] })).results).toHaveLength(2);
    expect((await search({ accountId, searchText: 'zwei' })).results).toHaveLength(1);
    expect((await search({ searchText: 'Sortierer' })).results).toHaveLength(4);
    expect((await mark(false)).data).toEqual({ setCommunicationsHandled: 1 });
    expect(
      (await house.raw('cms', HANDLED, { clientId: house.clientA, communicationIds: [all[3]!.id] })).errors?.[0]?.extensions?.code,
    ).toBe('NOT_FOUND');
  });

  it('shows noted calls among the messages, and a resolution ends the waiting', async () => {
    const { accountId, email } = await debtor();
    await knock('email', letter(email, 'Bitte rufen Sie an'));
    const [waiting] = (await search({ accountId })).results;
    const save = (communicationRequestId: string | null, communicationMethod: string) =>
      house.call(
        'operations',
        `mutation ($clientId: ID!, $accountId: ID!, $r: CommunicationResolutionInput!) { saveCommunicationResolutionV2(clientId: $clientId, accountId: $accountId, communicationResolution: $r) { resolutionId } }`,
        {
          clientId: house.clientA,
          accountId,
          r: {
            communicationMethod,
            outcomeDirection: 'inbound',
            contactOutcome: { category: 'reached', resolution: 'callBack' },
            communicationRequestId,
          },
        },
      );
    await save(waiting!.id, 'email');
    later();
    await save(null, 'phoneCall');
    const items = (await search({ accountId })).results;
    expect(items.map((each) => [each.kind, each.waiting, each.resolution?.resolution])).toEqual([
      ['call', false, 'callBack'],
      ['message', false, 'callBack'],
    ]);
    expect((await search({ accountId, channels: ['phoneCall'] })).results).toHaveLength(1);
  });
});
