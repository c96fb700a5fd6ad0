/** WhatsApp: templates that WhatsApp approves before they leave, free messages within its window, answers and buttons, and the text message in its place. */
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { HOUR, type Instant } from '../../../core/time.ts';
import { stepDefinition } from '../../../engine/steps.ts';
import { queueCommunications } from '../../platform/delivery/outbox.ts';
import type { OutboxRequest } from '../../platform/delivery.tables.ts';
import { performEffects } from '../../platform/effects.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { keepFile } from '../files/files.logic.ts';
import { PNG } from '../files/files.testing.ts';
import { messageFixture } from './cms.message.testing.ts';

const fixture = messageFixture();
const { debtor, press, later, lastEvent } = fixture;

/** Meta, as far as we use it. */
let meta: Server;
let base: string;
const templates: { id: string; name: string; status: string }[] = [];
let messages: Record<string, unknown>[] = [];
beforeAll(async () => {
  meta = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const say = (status: number, answer: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    if (request.url?.endsWith('/message_templates')) {
      const { name } = JSON.parse(body);
      const made = { id: `t${templates.length}`, name, status: 'PENDING' };
      templates.push(made);
      return say(200, made);
    }
    if (request.url?.includes('/uploads?')) return say(200, { id: 'upload:1' });
    if (request.url?.includes('/upload:1')) return say(200, { h: '4:handle' });
    if (request.url?.endsWith('/media')) return say(200, { id: `media-${/invoice/.test(body) ? 'invoice' : 'other'}` });
    if (request.url?.endsWith('/messages')) {
      const said = JSON.parse(body);
      if (said.to.endsWith('99')) return say(400, { error: { code: 131_026 } });
      messages.push(said);
      return say(200, { messages: [{ id: `wamid.${messages.length}` }] });
    }
    if (request.url?.endsWith('/m-gone')) return say(400, { error: { code: 100 } });
    if (request.url?.endsWith('/m-png')) return say(200, { url: `${base}/bytes` });
    if (request.url === '/bytes') return response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
    const known = templates.find(({ id }) => request.url?.includes(`/${id}?`));
    return known ? say(200, { status: known.status, rejected_reason: 'NONE' }) : say(404, {});
  });
  await new Promise<void>((resolve) => meta.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(meta.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => meta.close(resolve)));

const CREDENTIALS = {
  phoneNumberId: '111',
  businessAccountId: '222',
  appId: '333',
  accessToken: 'token',
  appSecret: 'app secret',
  verifyToken: 'word',
  originator: '+4930123456',
};
const client = () => ({ clientId: fixture.house.clientA });
const usesMeta = () =>
  fixture.house.call(
    'operations',
    `mutation ($clientId: ID!, $configurations: [ProviderConfigurationInput!]!) {
      setSettingMessage(clientId: $clientId, communicationChannel: "whatsapp", providerConfigurations: $configurations) { providerConfigurations { credentials noticeURL } } }`,
    { ...client(), configurations: [{ providerName: 'MetaWhatsApp', credentials: CREDENTIALS, extras: { baseURL: base } }] },
  );
const TEMPLATE = {
  category: 'UTILITY',
  header: { kind: 'text', text: 'Rechnung {{ claim.reference }}' },
  body: 'Guten Tag {{ debtor.fullName }}, offen sind {{ claim.balance }}. Bitte melden Sie sich.',
  footer: 'Nordlicht',
  buttons: [
    { kind: 'reply', label: 'Rückruf' },
    { kind: 'url', label: 'Bezahlen', address: '{{ link.pay }}' },
  ],
};
const save = (fileName: string, content: object | string, type = 'whatsapp', version?: number) =>
  fixture.house.raw(
    'cms',
    'mutation ($templateBundle: TemplateBundleInput!) { saveTemplateBundleV2(templateBundle: $templateBundle) { version contentTemplates { content } } }',
    {
      templateBundle: {
        ...client(),
        fileName,
        displayName: fileName,
        contentTemplateType: type,
        version,
        contentTemplates: ['de_DE', 'en_US'].map((locale) => ({
          locale,
          format: type === 'whatsapp' ? 'whatsapp' : 'text',
          content: typeof content === 'string' ? content : JSON.stringify(content),
        })),
      },
    },
  );
const FIELDS = 'name locale version state reason isCurrent isSent';
type Approval = { name: string; locale: string; version: number; state: string; reason: string; isCurrent: boolean; isSent: boolean };
const submit = (fileName: string) =>
  fixture.house.raw(
    'cms',
    `mutation ($clientId: ID!, $fileName: String!) { submitWhatsappTemplate(clientId: $clientId, fileName: $fileName, locales: ["de_DE"]) { ${FIELDS} } }`,
    { ...client(), fileName },
  );
const refresh = async (fileName: string) =>
  (
    await fixture.house.call<{ refreshWhatsappTemplate: Approval[] }>(
      'cms',
      `mutation ($clientId: ID!, $fileName: String!) { refreshWhatsappTemplate(clientId: $clientId, fileName: $fileName) { ${FIELDS} } }`,
      { ...client(), fileName },
    )
  ).refreshWhatsappTemplate;
const notify = (value: object, field: string, secret = 'app secret') => {
  const body = Buffer.from(JSON.stringify({ entry: [{ changes: [{ field, value }] }] }));
  return fixture.house.app.inject({
    method: 'POST',
    url: `/hooks/providers/${fixture.house.clientA}/meta-whatsapp`,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    payload: body,
  });
};
const writes = (from: string, message: object) =>
  notify({ metadata: { display_phone_number: '4930123456' }, messages: [{ id: uuidv7(), from: from.slice(1), ...message }] }, 'messages');
const queue = async (to: { accountId: string; externalClaimRef: string }, request: OutboxRequest) => {
  const key = uuidv7();
  await fixture.house.inA((tx) =>
    queueCommunications(tx, [{ key, channel: 'whatsapp', accountId: to.accountId, externalClaimRef: to.externalClaimRef, request }]),
  );
  await fixture.house.drain('whatsapp');
  return fixture.house.rowOf(key);
};
const rowsOf = (accountId: string) =>
  fixture.house.inA((tx) =>
    tx.sql<{ channel: string; status: string }>(
      'select channel, status from outbox where client_id = $1 and account_id = $2 order by created_at, channel desc',
      [tx.clientId, accountId],
    ),
  );

describe('a WhatsApp template', () => {
  it('is refused for what WhatsApp would refuse, each beside its place', async () => {
    const wrong = {
      ...TEMPLATE,
      header: { kind: 'text', text: '{{ claim.reference }} {{ debtor.fullName }}' },
      body: '{{ debtor.fullName }} {% if claim.balance > 1 %}x{% endif %} {{ claim.nothing }}',
      footer: 'Bis {{ claim.dueDate }}',
      buttons: [
        { kind: 'url', label: 'Zahlen', address: 'javascript:alert(1)' },
        { kind: 'phone', label: 'Anruf', number: '0301' },
      ],
    };
    const fields = async (content: object) => {
      const extensions = (await save('wrong', content)).errors?.[0]?.extensions as { field?: string; fields?: { field: string }[] };
      return [...new Set(extensions.fields?.map(({ field }) => field) ?? [extensions.field])];
    };
    expect(await fields(wrong)).toEqual(['contentTemplates.de_DE.buttons.1.number', 'contentTemplates.en_US.buttons.1.number']);
    expect((await fields({ ...wrong, buttons: wrong.buttons.slice(0, 1) })).filter((field) => field?.includes('de_DE'))).toEqual([
      'contentTemplates.de_DE.header',
      'contentTemplates.de_DE.body',
      'contentTemplates.de_DE.footer',
      'contentTemplates.de_DE.buttons.0.address',
    ]);
  });

  it('leaves only once WhatsApp has approved it, and then as it was approved', async () => {
    await usesMeta();
    expect((await save('mahnung', TEMPLATE)).errors).toBeUndefined();
    const anna = await debtor({ mobile: '+4915755550101' });
    const request = { bundleName: 'mahnung', locale: 'de_DE' } as const;
    expect(await queue(anna, request)).toMatchObject({ status: 'failed', last_error: expect.stringContaining('hasn’t approved') });
    expect((await submit('mahnung')).data?.submitWhatsappTemplate).toMatchObject([{ name: 'mahnung_v1', state: 'PENDING', isSent: false }]);
    // What has not changed is not submitted again.
    expect((await submit('mahnung')).errors?.[0]?.extensions).toMatchObject({ key: 'whatsappPending' });
    const decision = { event: 'APPROVED', message_template_name: 'mahnung_v1', message_template_language: 'de' };
    expect((await notify(decision, 'message_template_status_update', 'another secret')).statusCode).toBe(401);
    expect((await refresh('mahnung'))[0]).toMatchObject({ state: 'PENDING' });
    expect((await notify(decision, 'message_template_status_update')).statusCode).toBe(200);

    // Edited meanwhile: what leaves is what was approved.
    await save('mahnung', { ...TEMPLATE, body: 'Etwas anderes, {{ debtor.fullName }}, als genehmigt.' }, 'whatsapp', 1);
    messages = [];
    expect(await queue(anna, request)).toMatchObject({ status: 'sent' });
    expect(messages).toMatchObject([
      {
        to: '4915755550101',
        type: 'template',
        template: {
          name: 'mahnung_v1',
          language: { code: 'de' },
          components: [{ type: 'header' }, { type: 'body' }, { type: 'button', index: '1' }],
        },
      },
    ]);
    const { text_content } = (
      await fixture.house.inA((tx) =>
        tx.sql<{ text_content: string }>('select text_content from communication where client_id = $1 and account_id = $2', [
          tx.clientId,
          anna.accountId,
        ]),
      )
    )[0]!;
    expect(text_content).toMatch(/^Rechnung .+\n\nGuten Tag .+ offen sind .+\n\nNordlicht\n\n\[Rückruf\]\n\[Bezahlen\] http/s);
    templates[0]!.status = 'REJECTED';
    expect(await refresh('mahnung')).toMatchObject([{ state: 'REJECTED', isCurrent: false, isSent: false }]);
    expect(await queue(await debtor({ mobile: '+4915755550102' }), request)).toMatchObject({ status: 'failed' });
  });

  it('carries the newest PDF of a kind as its header, and does not leave without one', async () => {
    await save('beleg', { ...TEMPLATE, header: { kind: 'document', documentType: 'INVOICE' } });
    await submit('beleg');
    templates.at(-1)!.status = 'APPROVED';
    await refresh('beleg');
    const gerd = await debtor({ mobile: '+4915755550110' });
    const request = { bundleName: 'beleg', locale: 'de_DE' } as const;
    expect(await queue(gerd, request)).toMatchObject({
      status: 'failed',
      last_error: expect.stringContaining('no PDF of the type “INVOICE”'),
    });
    await fixture.house.inA(async (tx) => {
      const file = { accountId: gerd.accountId, source: 'staff', uploadedBy: 'Ada' } as const;
      await keepFile(tx, { ...file, name: 'invoice.pdf', documentType: 'INVOICE' }, Buffer.from('%PDF-1.4 invoice\n%%EOF'));
      await keepFile(tx, { ...file, name: 'picture.png', documentType: 'INVOICE' }, PNG);
      await keepFile(tx, { ...file, name: 'contract.pdf', documentType: 'CONTRACT' }, Buffer.from('%PDF-1.4 contract\n%%EOF'));
    });
    messages = [];
    expect(await queue(gerd, request)).toMatchObject({ status: 'sent' });
    const header = { type: 'header', parameters: [{ type: 'document', document: { id: 'media-invoice', filename: 'invoice.pdf' } }] };
    expect(messages).toMatchObject([{ template: { components: [header, { type: 'body' }, { type: 'button' }] } }]);
    const [kept] = await fixture.house.inA((tx) =>
      tx.sql('select attachments from communication where client_id = $1 and account_id = $2', [tx.clientId, gerd.accountId]),
    );
    expect(kept).toMatchObject({ attachments: [{ name: 'invoice.pdf' }] });
  });

  it('answers Meta’s question whether the address is ours only with the word that both know', async () => {
    const ask = (word: string) =>
      fixture.house.app.inject({
        method: 'GET',
        url: `/hooks/providers/${fixture.house.clientA}/meta-whatsapp?hub.mode=subscribe&hub.verify_token=${word}&hub.challenge=4711`,
      });
    expect([(await ask('word')).body, (await ask('other')).statusCode]).toEqual(['4711', 404]);
  });
});

describe('a free message', () => {
  it('leaves for a day after the debtor has written, and says why afterwards', async () => {
    await save('frei', 'Danke, {{ debtor.fullName }}.', 'message');
    const bea = await debtor({ mobile: '+4915755550103' });
    const request = { bundleName: 'frei', contentType: 'message' } as const;
    expect(await queue(bea, request)).toMatchObject({ status: 'failed', last_error: expect.stringContaining('24 hours') });
    expect((await writes('+4915755550103', { type: 'text', text: { body: 'Ich zahle morgen' } })).statusCode).toBe(200);
    later();
    expect(await lastEvent(bea.accountId, 'communicationReceived')).toMatchObject({
      payload: { channel: 'whatsapp', excerpt: 'Ich zahle morgen' },
    });
    messages = [];
    expect(await queue(bea, request)).toMatchObject({ status: 'sent' });
    expect(messages).toMatchObject([{ type: 'text', text: { body: expect.stringMatching(/^Danke, /) } }]);
    fixture.house.clock.time = (fixture.house.clock.time + 73 * HOUR) as Instant;
    expect(await queue(bea, request)).toMatchObject({ status: 'failed' });
    const answer = await press({ accountId: bea.accountId, channel: 'whatsapp', customBody: 'Noch da?' });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ key: 'whatsappWindow' });
  });

  it('is stopped for WhatsApp alone by STOP, and a button’s label is an event', async () => {
    const cem = await debtor({ mobile: '+4915755550104' });
    const row = await queue(cem, { text: 'x', subject: '' });
    expect(row.status).toBe('failed');
    await writes('+4915755550104', { type: 'text', text: { body: 'Hallo' } });
    later();
    await queue(cem, { text: 'Guten Tag', subject: '' });
    later();
    await writes('+4915755550104', { type: 'button', button: { text: 'Rückruf' }, context: { id: `wamid.${messages.length}` } });
    expect(await lastEvent(cem.accountId, 'buttonPressed')).toMatchObject({ payload: { label: 'Rückruf', bundleName: null } });
    await writes('+4915755550104', { type: 'text', text: { body: 'STOP' } });
    const [account] = await fixture.house.inA((tx) =>
      tx.sql('select opted_out from account where client_id = $1 and account_id = $2', [tx.clientId, cem.accountId]),
    );
    expect(account).toEqual({ opted_out: ['whatsapp'] });
  });
});

describe('files that debtors send along', () => {
  const shown = async (accountId: string) => {
    const [row] = await fixture.house.inA((tx) =>
      tx.sql<{ communication_id: string }>(
        `select communication_id from communication where client_id = $1 and account_id = $2 and direction = 'inbound' order by created_at desc limit 1`,
        [tx.clientId, accountId],
      ),
    );
    const { getCommunicationContent: content } = await fixture.house.call<{
      getCommunicationContent: { attachmentsContent: { name: string; mimeType: string; size: number }[]; missingFiles: object[] };
    }>(
      'cms',
      'query ($clientId: ID!, $messageURL: String!) { getCommunicationContent(clientId: $clientId, messageURL: $messageURL) { attachmentsContent { name mimeType size } missingFiles { name key } } }',
      { ...client(), messageURL: `communication/${row!.communication_id}` },
    );
    return content;
  };
  const image = (id: string) => ({ type: 'image', image: { id, mime_type: 'image/png', caption: 'Mein Beleg' } });

  it('are kept with the message and the account, and what is refused is said', async () => {
    await usesMeta();
    const { accountId } = await debtor({ mobile: '+4915755550107' });
    await writes('+4915755550107', image('m-png'));
    // Until it has been fetched the message says so.
    expect(await shown(accountId)).toEqual({ attachmentsContent: [], missingFiles: [{ name: 'image.png', key: null }] });
    await drainJobs(fixture.house.database);
    expect(await shown(accountId)).toEqual({
      attachmentsContent: [{ name: 'image.png', mimeType: 'image/png', size: PNG.length }],
      missingFiles: [],
    });
    expect(await lastEvent(accountId, 'fileStored')).toMatchObject({ payload: { name: 'image.png', mimeType: 'image/png' } });
    later();
    await writes('+4915755550107', { type: 'document', document: { id: 'm-png', mime_type: 'application/pdf', filename: 'Beleg.pdf' } });
    await drainJobs(fixture.house.database);
    expect(await shown(accountId)).toMatchObject({ attachmentsContent: [], missingFiles: [{ name: 'Beleg.pdf', key: 'fileContent' }] });
    expect(await lastEvent(accountId, 'fileRefused')).toMatchObject({ payload: { name: 'Beleg.pdf' } });
    later();
    await writes('+4915755550107', image('m-gone'));
    await drainJobs(fixture.house.database);
    expect((await shown(accountId)).missingFiles).toEqual([{ name: 'image.png', key: 'mediaGone' }]);
  });

  it('wait with a message of an unknown sender until somebody says whose it is', async () => {
    await writes('+4915755550108', image('m-png'));
    await drainJobs(fixture.house.database);
    const { accountId } = await debtor({ mobile: '+4915755550109' });
    const { listUnmatchedMessages: unmatched } = await fixture.house.call<{
      listUnmatchedMessages: { messageId: string; sender: string }[];
    }>('cms', 'query ($clientId: ID!) { listUnmatchedMessages(clientId: $clientId) { messageId sender } }', client());
    const { messageId } = unmatched.find(({ sender }) => sender === '+4915755550108')!;
    await fixture.house.call(
      'cms',
      'mutation ($clientId: ID!, $messageId: ID!, $accountId: ID) { settleUnmatchedMessage(clientId: $clientId, messageId: $messageId, accountId: $accountId) }',
      { ...client(), messageId, accountId },
    );
    await drainJobs(fixture.house.database);
    expect((await shown(accountId)).attachmentsContent).toMatchObject([{ name: 'image.png' }]);
  });
});

describe('the text message in its place', () => {
  it('leaves when WhatsApp cannot carry the message, and not when a rule forbids it', async () => {
    const request = { bundleName: 'frei', contentType: 'message', fallback: 'text' } as const;
    const dora = await debtor({ mobile: '+4915755550105' });
    // As a step of a strategy asks for it.
    const { fields, decide } = stepDefinition('sendMessage')!;
    const { effects = [] } = decide(
      fields.parse({ contentType: 'message', bundleName: 'frei', fallback: 'text' }),
      {} as never,
      {} as never,
    );
    const asked = {
      key: uuidv7(),
      effect: effects[0]!,
      stepId: 's',
      runId: null,
      blueprintId: null,
      strategyName: 'S',
      actor: { type: 'strategy', id: 's' },
    } as const;
    await fixture.house.inA((tx) =>
      performEffects(tx, [{ ...asked, accountId: dora.accountId, externalClaimRef: dora.externalClaimRef }], fixture.house.clock.time, {
        last: true,
      }),
    );
    await fixture.house.drain('whatsapp');
    expect(await rowsOf(dora.accountId)).toEqual([
      { channel: 'whatsapp', status: 'failed' },
      { channel: 'sms', status: 'queued' },
    ]);
    const emil = await debtor({ mobile: '+4915755550199' });
    await writes('+4915755550199', { type: 'text', text: { body: 'Hallo' } });
    later();
    await queue(emil, request);
    expect((await rowsOf(emil.accountId)).map(({ channel }) => channel)).toEqual(['whatsapp', 'sms']);
    const [point] = await fixture.house.inA((tx) =>
      tx.sql(`select state from contact_point where client_id = $1 and account_id = $2 and kind = 'mobile'`, [tx.clientId, emil.accountId]),
    );
    // Nobody reachable by WhatsApp there: the number itself takes text messages.
    expect(point).not.toEqual({ state: 'bounced' });
    const finn = await debtor({ mobile: '+4915755550106' });
    await fixture.house.inA((tx) =>
      tx.sql(`update account set opted_out = '{whatsapp}' where client_id = $1 and account_id = $2`, [tx.clientId, finn.accountId]),
    );
    await queue(finn, request);
    expect(await rowsOf(finn.accountId)).toEqual([{ channel: 'whatsapp', status: 'cancelled' }]);
  });
});
