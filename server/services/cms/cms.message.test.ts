/** Staff write to debtors: through GraphQL and a real SMTP server. */
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { HOUR, instant } from '../../../core/time.ts';
import { keepFile } from '../files/files.logic.ts';
import { START } from './cms.delivery.testing.ts';
import { CONTENT, messageFixture, own } from './cms.message.testing.ts';
import { addDebtor } from './cms.testing.ts';

const fixture = messageFixture();
const { received, debtor, sent, refused, search, lastEvent } = fixture;
const PREVIEW = `query ($clientId: ID!, $channel: String!, $locale: String, $accountId: ID, $templateReferences: [String!], $customSubject: String, $customBody: String, $contactData: MessageContactInput, $attachments: [ID!]) {
  previewDebtorMessage(clientId: $clientId, channel: $channel, locale: $locale, accountId: $accountId, templateReferences: $templateReferences, customSubject: $customSubject, customBody: $customBody,
    contactData: $contactData, attachments: $attachments) { recipient sender subject text html segments encoding attachments { name size } problems { field message placeholders } answer rule until rules { rule ok } } }`;

describe('sendDebtorMessageV2', () => {
  it('sends own words filled in, with the files to the byte, the author, and one mail for a double press', async () => {
    const { accountId, email } = await debtor({ firstName: 'Jörg' });
    const bytes = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n', 'latin1');
    const file = await fixture.house.inA((tx) =>
      keepFile(tx, { accountId, name: 'Forderung Übersicht.pdf', source: 'staff', uploadedBy: fixture.house.userA }, bytes),
    );
    const key = uuidv7();
    const message = { ...own, accountId, attachments: [file.id], notes: 'Asked on the phone' };
    const [one, two] = await Promise.all([sent(message, key), sent(message, key)]);
    expect(two.requestContextId).toBe(one.requestContextId);
    expect(one.answer).toBe('allow');
    const before = received.length;
    await fixture.house.drain();
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
    expect(await fixture.house.eventsOf(accountId)).toEqual(['fileStored', 'communicationRequested', 'communicationSent']);
    expect(await lastEvent(accountId, 'communicationSent')).toMatchObject({ actor_type: 'user', actor_id: fixture.house.userA });
    expect((await lastEvent(accountId, 'communicationRequested'))?.payload).toMatchObject({ notes: 'Asked on the phone' });
    const [item] = (await search({ accountId })).results;
    expect(item).toMatchObject({ userId: fixture.house.userA, direction: 'outbound', attachments: [{ name: 'Forderung Übersicht.pdf' }] });
    const { getCommunicationContent: content } = await fixture.house.call<{
      getCommunicationContent: { textContent: string; attachmentsContent: { fileId: string; url: string }[] };
    }>('cms', CONTENT, { clientId: fixture.house.clientA, messageURL: item!.messageURL });
    expect(content.textContent).toBe(arrived.text?.trim());
    expect(content.attachmentsContent).toMatchObject([{ fileId: file.id, mimeType: 'application/pdf', size: bytes.length }]);
    expect(await refused({ ...message, notes: 'Something else' }, key)).toMatchObject({ code: 'CONFLICT', field: 'idempotencyKey' });
  });

  it('needs no key: every call is a message of its own', async () => {
    const { accountId } = await debtor();
    const send = async (customBody: string) => {
      const answer = await fixture.house.raw(
        'account',
        `mutation ($clientId: ID!, $accountId: ID!, $customBody: String!) {
          sendDebtorMessageV2(clientId: $clientId, accountId: $accountId, channel: "email", customSubject: "Ihre Frage", customBody: $customBody) { requestContextId answer } }`,
        { clientId: fixture.house.clientA, accountId, customBody },
      );
      expect(answer.errors).toBeUndefined();
      return (answer.data as { sendDebtorMessageV2: { requestContextId: string; answer: string } }).sendDebtorMessageV2;
    };
    const [one, two] = [await send('One'), await send('Two')];
    expect([one.answer, two.answer]).toEqual(['allow', 'allow']);
    expect(one.requestContextId).not.toBe(two.requestContextId);
  });

  it('goes to the preferred address, else a verified one, else the oldest, and the form names the same', async () => {
    const { accountId, email } = await debtor();
    const point = (value: string, state: string, day: number) =>
      fixture.house.inA((tx) =>
        tx.sql(
          `insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, state, updated_at)
           select $1, account_id, debtor_id, 'email', $3, $3, $4, $5 from debtor where account_id = $2`,
          [tx.clientId, accountId, value, state, new Date(Date.UTC(2026, 1, day))],
        ),
      );
    const usual = async () => {
      const { getUsualRecipients: found } = await fixture.house.call<{ getUsualRecipients: { email: string } }>(
        'account',
        'query ($clientId: ID!, $accountId: ID!) { getUsualRecipients(clientId: $clientId, accountId: $accountId) { email mobileNumber } }',
        { clientId: fixture.house.clientA, accountId },
      );
      const { previewDebtorMessage: preview } = await fixture.house.call<{ previewDebtorMessage: { recipient: string } }>('cms', PREVIEW, {
        clientId: fixture.house.clientA,
        accountId,
        ...own,
      });
      expect(preview.recipient).toBe(found.email);
      return found.email;
    };
    await point('added@debtor.example', 'unknown', 9);
    expect(await usual()).toBe(email);
    await point('bounced@debtor.example', 'bounced', 1);
    await point('verified-late@debtor.example', 'valid', 8);
    await point('verified@debtor.example', 'valid', 7);
    expect(await usual()).toBe('verified@debtor.example');
    await point('preferred@debtor.example', 'preferred', 9);
    expect(await usual()).toBe('preferred@debtor.example');
  });

  it('sends a template to the address that was chosen, of the debtor it belongs to', async () => {
    const { accountId } = await debtor();
    const second = uuidv7();
    await fixture.house.inA(async (tx) => {
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
    await fixture.house.drain();
    // Messages of other tests may leave with it, in any order.
    const arrived = await Promise.all(received.map((raw) => PostalMime.parse(raw)));
    expect(arrived.filter((mail) => mail.to?.[0]?.address === 'Petra@debtor.example').map((mail) => mail.text)).toEqual([
      expect.stringContaining('Grüße an Petra Mitschuldnerin'),
    ]);
    expect(await refused({ ...own, accountId, contactData: { externalDebtorRef: 'CO', value: 'anna@debtor.example' } })).toMatchObject({
      field: 'contactData.value',
    });
    await fixture.house.inA((tx) =>
      tx.sql(`update contact_point set state = 'wrong' where client_id = $1 and debtor_id = $2`, [tx.clientId, second]),
    );
    expect(await sent({ ...own, accountId, contactData: to })).toMatchObject({
      requestContextId: null,
      answer: 'deny',
      rule: 'contactData',
    });
    expect((await sent({ ...own, accountId, contactData: { value: 'typed@debtor.example' } })).answer).toBe('allow');
    await fixture.house.drain();
    expect((await PostalMime.parse(received.at(-1)!)).to?.[0]?.address).toBe('typed@debtor.example');
  });

  it('tells a deny with its rule, and asks before a message that must wait', async () => {
    const { accountId } = await debtor();
    await fixture.house.inA((tx) =>
      tx.sql(`update account set opted_out = '{email}' where client_id = $1 and account_id = $2`, [tx.clientId, accountId]),
    );
    expect(await sent({ ...own, accountId })).toMatchObject({
      requestContextId: null,
      answer: 'deny',
      rule: 'optOut',
      why: { key: 'gate.optOut' },
    });
    fixture.house.clock.time = instant(START + 11 * HOUR);
    const sms = { channel: 'sms', customBody: 'Bitte rufen Sie an', accountId };
    const asks = await sent(sms);
    expect(asks).toMatchObject({ requestContextId: null, answer: 'defer', rule: 'quietHours' });
    expect(instant(asks.until!)).toBeGreaterThan(START + 11 * HOUR);
    expect(await fixture.house.eventsOf(accountId)).toEqual([]);
    const queued = await sent({ ...sms, sendWhenAllowed: true });
    expect(queued.requestContextId).not.toBeNull();
    await fixture.house.drain('sms');
    expect(await fixture.house.eventsOf(accountId)).toEqual(['communicationRequested', 'contactDeferred']);
    // The gate is asked again when it leaves: meanwhile the debtor has opted out.
    await fixture.house.inA((tx) =>
      tx.sql(`update account set opted_out = '{email,sms}' where client_id = $1 and account_id = $2`, [tx.clientId, accountId]),
    );
    fixture.house.clock.time = instant(instant(asks.until!) + HOUR);
    await fixture.house.drain('sms');
    expect((await fixture.house.eventsOf(accountId)).at(-1)).toBe('communicationCancelled');
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
    expect(await fixture.house.eventsOf(accountId)).toEqual([]);
  });

  it('takes no files of another account, and no account of another client', async () => {
    const [{ accountId }, other] = [await debtor(), await debtor()];
    const file = await fixture.house.inA((tx) =>
      keepFile(tx, { accountId: other.accountId, name: 'a.txt', source: 'staff', uploadedBy: fixture.house.userA }, Buffer.from('secret')),
    );
    expect(await refused({ ...own, accountId, attachments: [file.id] })).toMatchObject({ code: 'NOT_FOUND' });
    const stranger = await fixture.house.inB((tx) => addDebtor(tx));
    expect(await refused({ ...own, accountId: stranger.accountId })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('previewDebtorMessage', () => {
  const preview = async (message: object) =>
    (
      await fixture.house.call<{
        previewDebtorMessage: Record<string, unknown> & { html: string; problems: { placeholders: string[] }[] };
      }>('cms', PREVIEW, { clientId: fixture.house.clientA, ...message })
    ).previewDebtorMessage;

  it('shows what arrives, to the letter, with sender, reader and every rule of the gate', async () => {
    const { accountId, email } = await debtor();
    const shown = await preview({ ...own, accountId });
    await sent({ ...own, accountId });
    await fixture.house.drain();
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
    expect(await fixture.house.communications(accountId)).toBe(1);
  });

  it('names unknown placeholders instead of failing', async () => {
    const { accountId } = await debtor();
    const shown = await preview({ ...own, customBody: 'Hello {{ debtor.nickname }}', accountId });
    expect(shown.problems).toMatchObject([{ placeholders: ['debtor.nickname'] }]);
    expect(shown.html).toBeNull();
  });
});
