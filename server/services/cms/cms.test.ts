import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCRIPT_TOPICS } from '../../../core/callScripts.ts';
import type { MessageChannel } from '../../../core/messageChannels.ts';
import { instant } from '../../../core/time.ts';
import { useClock } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { reportSecret, signReport } from '../../platform/delivery/reports.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { drainClient } from './cms.delivery.ts';
import { addBundle, addDebtor, queueMessage } from './cms.testing.ts';
import { mountTracking } from './cms.tracking.ts';

// A Friday, 11:00 in Berlin.
const clock = instant('2026-11-20T10:00:00Z');
let house: TestHouse;
let restore: () => void;
beforeAll(async () => {
  restore = useClock(() => clock);
  house = await openTestHouse(mountTracking);
});
afterAll(async () => {
  restore();
  await house.close();
});

const SAVE = `mutation ($templateBundle: TemplateBundleInput!) { saveTemplateBundleV2(templateBundle: $templateBundle) { fileName version contentTemplates { locale html } } }`;
const GET = `query ($clientId: ID!, $fileName: String!) { getTemplateBundleV2(clientId: $clientId, fileName: $fileName, contentTemplateType: email) { version contentTemplates { locale subject html } } }`;
const PREVIEW = `query ($previewContent: PreviewContentInput!) { previewBundle(previewContent: $previewContent) { subject text html segments encoding recipient problems { locale field message placeholders } } }`;

function bundle(fileName: string, contentTemplates: object[], more: object = {}) {
  return {
    templateBundle: { clientId: house.clientA, fileName, displayName: fileName, contentTemplateType: 'email', contentTemplates, ...more },
  };
}
const english = (content: string, more: object = {}) => ({ locale: 'en_US', subject: 'Hello', format: 'text', content, ...more });
const drain = (channel: MessageChannel = 'email') => drainClient(house.database, house.clientA, channel, readConfig());
const column = async (text: string, values: unknown[]) =>
  house.inA((tx) => tx.sql<Record<string, string>>(text, [house.clientA, ...values]));
const eventsOf = async (accountId: string) =>
  (await column('select message_type from event where client_id = $1 and account_id = $2 order by message_id', [accountId])).map(
    (row) => row.message_type,
  );
const sentTo = async (accountId: string) =>
  (await column('select * from communication where client_id = $1 and account_id = $2 order by created_at, communication_id', [
    accountId,
  ])) as unknown as {
    communication_id: string;
    subject: string;
    text_content: string;
    html_content: string;
    links: string[];
    tracking_token: string;
    locale: string;
    outbox_id: string;
    opened_at: Date | null;
  }[];

describe('saving a message', () => {
  it('may use values of strategies and of reactions’ events, whatever they are called: who has none gets an empty text', async () => {
    const { data } = await house.raw('cms', SAVE, bundle('valued', [english('Tone: {{ strategy.tone }}{{ reaction.place }}!')]));
    expect(data?.saveTemplateBundleV2).toMatchObject({ fileName: 'valued' });
    const { errors } = await house.raw('cms', SAVE, bundle('odd', [english('{{ strategy.to-ne }} {{ strategies.tone }}')]));
    expect(errors?.[0]?.message).toMatch('strategies.tone');
  });

  it('refuses unknown placeholders and names them with their language and place, wherever they stand', async () => {
    const german = { locale: 'de_DE', subject: 'Hallo {{ debtor.nmae }}', format: 'text', content: 'Gut' };
    const loop = english(
      '{% for x in meta.parts %}\n{{ claim.foo | append: debtor.shoe }}{% endfor %}\n{% if product.colour == "red" %}{% endif %}{{ meta[debtor.city] }}',
    );
    const answer = await house.raw('cms', SAVE, bundle('broken', [german, loop]));
    const [error] = answer.errors ?? [];
    expect(error?.extensions?.code).toBe('INVALID_INPUT');
    expect(error?.extensions?.field).toBe('contentTemplates.de_DE.subject');
    const at = (where: string, placeholder: string) => `${where}: unknown placeholder ${placeholder}`;
    expect(error?.message).toBe(at('de_DE, subject, line 1, column 10', 'debtor.nmae'));
    expect((error!.extensions!.fields as { message: string }[]).map(({ message }) => message)).toEqual([
      at('de_DE, subject, line 1, column 10', 'debtor.nmae'),
      at('en_US, line 1, column 13', 'meta.parts'),
      at('en_US, line 2, column 4', 'claim.foo'),
      at('en_US, line 2, column 24', 'debtor.shoe'),
      at('en_US, line 3, column 7', 'product.colour'),
      at('en_US, line 3, column 47', 'meta[…]'),
    ]);
    expect((await house.raw('cms', GET, { clientId: house.clientA, fileName: 'broken' })).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    const more = { displayName: ' ', tags: ['x'.repeat(61)] };
    const fields = (await house.raw('cms', SAVE, bundle('a file', [german, loop], more))).errors?.[0]?.extensions?.fields;
    expect((fields as { field: string }[]).map(({ field }) => field)).toEqual([
      'fileName',
      'displayName',
      'tags',
      'contentTemplates.de_DE.subject',
      ...Array.from({ length: 5 }, () => 'contentTemplates.en_US.content'),
    ]);
  });

  it('tells what is wrong with the MJML, and refuses what runs, loads files or goes around escaping', async () => {
    const page = (inner: string) =>
      english(`<mjml><mj-body><mj-section><mj-column>${inner}</mj-column></mj-section></mj-body></mjml>`, { format: 'mjml' });
    const cases: [object, string][] = [
      [page('<mj-text colour="red">x</mj-text>'), 'colour'],
      [english('<mjml><mj-bo', { format: 'mjml' }), 'MJML'],
      [page('<mj-raw><script>alert(1)</script></mj-raw>'), 'element'],
      [page('<mj-raw><a onclick="x()">x</a></mj-raw>'), 'event handler'],
      [page('<mj-button href="javascript:alert(1)">x</mj-button>'), 'run code'],
      [page('<mj-include path="/etc/passwd" />'), 'includes another file'],
      [english('<p>{{ debtor.fullName }}<script>alert(1)</script></p>', { format: 'html' }), 'element'],
      [english('<a href="javascript:alert(1)">x</a>', { format: 'html' }), 'run code'],
      [english('{{ debtor.fullName | raw }}'), 'raw'],
      [english('{% include "/etc/passwd" %}'), 'include'],
      [english('{{ "now" | date: "%s" }}'), 'date'],
      [english('{% for i in (1..100000000) %}x{% endfor %}'), 'too much memory'],
    ];
    for (const [content, message] of cases) {
      const answer = await house.raw('cms', SAVE, bundle('refused', [content]));
      expect(answer.errors?.[0]?.extensions?.code, JSON.stringify(content)).toBe('INVALID_INPUT');
      expect(answer.errors?.[0]?.message).toContain(message);
    }
  });

  it('keeps the compiled page with its placeholders, and refuses to save over somebody else', async () => {
    const page =
      '<mjml><mj-body><mj-section><mj-column><mj-text>Hello {{ debtor.fullName }}</mj-text></mj-column></mj-section></mj-body></mjml>';
    await house.call('cms', SAVE, bundle('page', [english(page, { format: 'mjml' })]));
    const { getTemplateBundleV2: saved } = await house.call<{
      getTemplateBundleV2: { version: number; contentTemplates: { html: string }[] };
    }>('cms', GET, { clientId: house.clientA, fileName: 'page' });
    expect(saved.contentTemplates[0]?.html).toContain('Hello {{ debtor.fullName }}');
    const html = '<table role="presentation"><tr><td>Dear {{ debtor.fullName }}</td></tr></table>';
    await house.call('cms', SAVE, bundle('html', [english(html, { format: 'html' })]));
    const { getTemplateBundleV2: kept } = await house.call<{
      getTemplateBundleV2: { contentTemplates: { html: string }[] };
    }>('cms', GET, { clientId: house.clientA, fileName: 'html' });
    expect(kept.contentTemplates[0]?.html).toContain('<td>Dear {{ debtor.fullName }}</td>');
    await house.call('cms', SAVE, bundle('page', [english('second')], { version: 1 }));
    for (const version of [1, undefined]) {
      const answer = await house.raw('cms', SAVE, bundle('page', [english('third')], { version }));
      expect(answer.errors?.[0]?.extensions?.code).toBe('CONFLICT');
    }
  });

  it('does not let a global placeholder go that a message uses', async () => {
    const set = `mutation ($clientId: ID!, $globalPlaceholders: JSON!) { setGlobalContentPlaceholders(clientId: $clientId, globalPlaceholders: $globalPlaceholders) }`;
    await house.call('cms', set, { clientId: house.clientA, globalPlaceholders: { phone: '030 5550140', hours: '9-17' } });
    await house.call('cms', SAVE, bundle('with-phone', [english('Call {{ global.phone }}')]));
    const answer = await house.raw('cms', set, { clientId: house.clientA, globalPlaceholders: { hours: '9-17' } });
    expect(answer.errors?.[0]).toMatchObject({ extensions: { code: 'CONFLICT' } });
    expect(answer.errors?.[0]?.message).toContain('global.phone');
  });
});

describe('a call script', () => {
  const SHOWN = `query ($clientId: ID!, $accountId: ID!, $topic: String!) { getCallScript(clientId: $clientId, accountId: $accountId, topic: $topic) { topic locale opening rest } }`;
  const KEEP = `mutation ($clientId: ID!, $topic: String!, $locale: String!, $content: String) { saveCallScript(clientId: $clientId, topic: $topic, locale: $locale, content: $content) { content isOwn } }`;
  const LIST = 'query ($clientId: ID!) { listCallScripts(clientId: $clientId) { topic locale content isOwn } }';
  const save = (content: string | null, more: object = {}) =>
    house.raw('cms', KEEP, { clientId: house.clientA, topic: 'firstCall', locale: 'de_DE', content, ...more });

  it('is the product’s own in every language until the client writes its own, and again when it takes that back', async () => {
    const { accountId } = await house.inA((tx) => addDebtor(tx));
    const shown = async (topic: string) =>
      (
        await house.call<{ getCallScript: { locale: string; opening: string; rest: string } }>('cms', SHOWN, {
          clientId: house.clientA,
          accountId,
          topic,
        })
      ).getCallScript;
    for (const topic of SCRIPT_TOPICS) {
      const { opening, rest, locale } = await shown(topic);
      expect(locale).toBe('de_DE');
      // Whoever answers hears neither creditor, amount, reference nor day.
      expect(opening).toMatch(/^Guten Tag, spreche ich mit Anna Weber/);
      expect(opening).toContain('Mein Name ist Staff of Nordlicht Energie.');
      expect(opening.replace('Staff of Nordlicht Energie', '')).not.toMatch(/\d|Nordlicht/);
      expect(rest).not.toMatch(/[{}]|undefined|null/);
    }
    expect((await shown('firstCall')).rest).toContain('€');
    expect((await save('Hallo {{ debtor.fullName }}\r\n\r\nOffen: {{ account.balance }}')).errors).toBeUndefined();
    const own = await shown('firstCall');
    expect(own.opening).toMatch(/^Hallo Anna Weber$/);
    expect(own.rest).toMatch(/^Offen: .*€$/);
    expect((await shown('dispute')).opening).toMatch(/^Guten Tag/);
    const { listCallScripts } = await house.call<{ listCallScripts: { topic: string; locale: string; isOwn: boolean }[] }>('cms', LIST, {
      clientId: house.clientA,
    });
    expect(listCallScripts).toHaveLength(SCRIPT_TOPICS.length * 5);
    expect(listCallScripts.filter(({ isOwn }) => isOwn)).toMatchObject([{ topic: 'firstCall', locale: 'de_DE' }]);
    const others = await house.call<{ listCallScripts: { isOwn: boolean }[] }>(
      'cms',
      LIST,
      { clientId: house.clientB },
      await house.tokenFor(house.clientB),
    );
    expect(others.listCallScripts.some(({ isOwn }) => isOwn)).toBe(false);
    expect((await save(null)).data).toMatchObject({ saveCallScript: { isOwn: false } });
    expect((await shown('firstCall')).opening).toMatch(/^Guten Tag/);
  });

  it('names a debtor without the form of address that a creditor wrote in the title’s place', async () => {
    const { accountId } = await house.inA((tx) => addDebtor(tx, { firstName: 'Amira', lastName: 'Schulz' }));
    await house.inA((tx) =>
      tx.sql(`update debtor set title = 'Herr Dr.' where client_id = $1 and account_id = $2`, [tx.clientId, accountId]),
    );
    const variables = { clientId: house.clientA, accountId, topic: 'firstCall' };
    const { getCallScript } = await house.call<{ getCallScript: { opening: string } }>('cms', SHOWN, variables);
    expect(getCallScript.opening).toMatch(/^Guten Tag, spreche ich mit Dr\. Amira Schulz\?/);
  });

  it('may name what is known of an account, and nothing else', async () => {
    for (const [content, field] of [
      ['', 'content'],
      ['{{ debtor.shoeSize }}', 'content'],
      ['Go to {{ link.pay }}', 'content'],
      ['{{ agent.shoeSize }}', 'content'],
      ['{{ debtor.fullName ', 'content'],
      ['x'.repeat(5001), 'content'],
    ] as const)
      expect((await save(content)).errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field });
    expect((await save('x', { topic: 'weather' })).errors?.[0]?.extensions).toMatchObject({ field: 'topic' });
    expect((await save('x', { locale: 'fr_FR' })).errors?.[0]?.extensions).toMatchObject({ field: 'locale' });
  });

  it('of the product fits what it is checked against when it is saved', async () => {
    const { listCallScripts } = await house.call<{ listCallScripts: { topic: string; locale: string; content: string }[] }>('cms', LIST, {
      clientId: house.clientA,
    });
    for (const { content, topic, locale } of listCallScripts.filter(({ locale }) => locale !== 'en_GB'))
      expect((await save(content, { topic, locale })).errors).toBeUndefined();
  });
});

describe('a preview', () => {
  it('shows amounts and days as the language writes them, on a real account', async () => {
    const debtor = await house.inA((tx) => addDebtor(tx));
    const preview = async (locale: string) =>
      (
        await house.call<{ previewBundle: { text: string; recipient: string } }>('cms', PREVIEW, {
          previewContent: {
            clientId: house.clientA,
            contentTemplateType: 'email',
            locale,
            subject: 'x',
            format: 'text',
            content: '{{ claim.balance }} {{ claim.dueDate }} {{ claim.daysPastDue }}',
            accountId: debtor.accountId,
          },
        })
      ).previewBundle;
    expect((await preview('de_DE')).text.replaceAll('\u00a0', ' ')).toBe('1.284,60 € 15.10.2026 36');
    expect((await preview('en_US')).text).toBe('€1,284.60 Oct 15, 2026 36');
    expect((await preview('de_DE')).recipient).toBe(debtor.email);
  });

  it('counts the parts of a text message', async () => {
    const preview = async (content: string) =>
      (
        await house.call<{ previewBundle: object }>('cms', PREVIEW, {
          previewContent: { clientId: house.clientA, contentTemplateType: 'sms', locale: 'de_DE', format: 'text', content },
        })
      ).previewBundle;
    expect(await preview('x'.repeat(160))).toMatchObject({ segments: 1, encoding: 'GSM-7' });
    expect(await preview('x'.repeat(161))).toMatchObject({ segments: 2, encoding: 'GSM-7' });
    expect(await preview(`${'x'.repeat(159)}€`)).toMatchObject({ segments: 2, encoding: 'GSM-7' });
    expect(await preview(`${'x'.repeat(69)}ł`)).toMatchObject({ segments: 1, encoding: 'UCS-2' });
    expect(await preview('{{ claim.balance }}')).toMatchObject({ encoding: 'GSM-7' });
    // The link counts as long as the one that the reader gets: "/p/", a part of eight for the client, a hyphen and a code of 22.
    const link = readConfig().publicUrl.length + 34;
    expect(await preview(`${'x'.repeat(160 - link)}{{ link.pay }}`)).toMatchObject({ segments: 1 });
    expect(await preview(`${'x'.repeat(161 - link)}{{ link.pay }}`)).toMatchObject({ segments: 2 });
  });

  it('counts the parts for real accounts, with their values, and gives out nothing else of them', async () => {
    await house.inA(async (tx) => {
      await addDebtor(tx, { firstName: 'Wolfgang', lastName: 'x'.repeat(100) });
      await addDebtor(tx, { firstName: 'Paweł', lastName: 'Nowak' });
    });
    const COUNT = `query ($previewContent: PreviewContentInput!) { countMessageParts(previewContent: $previewContent) { accounts most shares { segments accounts } outside } }`;
    const count = async (content: string, contentTemplateType = 'sms') =>
      (
        await house.call<{ countMessageParts: { accounts: number; most: number; shares: { accounts: number }[]; outside: string[] } }>(
          'cms',
          COUNT,
          { previewContent: { clientId: house.clientA, contentTemplateType, locale: 'de_DE', format: 'text', content } },
        )
      ).countMessageParts;
    const plain = await count('Hallo');
    expect(plain).toMatchObject({ most: 1, shares: [{ segments: 1, accounts: plain.accounts }], outside: [] });
    const named = await count(`{{ debtor.lastName }} ${'x'.repeat(65)}`);
    expect(named).toMatchObject({ accounts: plain.accounts, most: 2, shares: [{ segments: 1 }, { segments: 2, accounts: 1 }] });
    expect((await count('{{ debtor.firstName }}')).outside).toEqual(['ł']);
    expect(await count('{{ debtor.nonsense }}')).toMatchObject({ accounts: 0, most: 0 });
    expect(await count('Hallo', 'email')).toMatchObject({ accounts: 0 });
  });
});

describe('what a debtor’s data brings along', () => {
  it('stays text: markup, Liquid, addresses and line breaks in values do nothing', async () => {
    const nasty = `<img src=x onerror="alert(1)"> {{ global.secret }} {% for i in (1..9) %}x{% endfor %} & "quotes"`;
    const debtor = await house.inA(async (tx) => {
      await addBundle(tx, 'nasty', {
        subject: 'For {{ debtor.lastName }}',
        format: 'mjml',
        source: `<mjml><mj-body><mj-section><mj-column><mj-text>{{ debtor.lastName }} {{ debtor.lastName | escape }}</mj-text><mj-button href="{{ debtor.firstName }}">x</mj-button></mj-column></mj-section></mj-body></mjml>`,
      });
      const added = await addDebtor(tx, { lastName: `${nasty}\r\nBcc: all@example.com`, firstName: 'javascript:alert(1)' });
      await queueMessage(tx, added, 'nasty');
      return added;
    });
    await drain();
    const [mail] = await sentTo(debtor.accountId);
    const escaped =
      '&lt;img src=x onerror=&quot;alert(1)&quot;&gt; {{ global.secret }} {% for i in (1..9) %}x{% endfor %} &amp; &quot;quotes&quot;';
    expect(mail?.html_content.split(escaped)).toHaveLength(3);
    expect(mail?.html_content).not.toContain('&amp;lt;');
    expect(mail?.html_content).not.toMatch(/<img[^>]*onerror|javascript:/);
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.subject).toContain('<img src=x');
  });
});

describe('tracking', () => {
  const texts = 'Pay at https://shop.example/pay?a=1&b=2 or read https://shop.example/terms';
  async function sendOne() {
    const debtor = await house.inA(async (tx) => {
      const added = await addDebtor(tx);
      await queueMessage(tx, added, 'links');
      return added;
    });
    await drain();
    return { ...debtor, mail: (await sentTo(debtor.accountId))[0]! };
  }

  it('notes opens once and clicks, leads only where the mail leads, and knows nobody else’s tokens', async () => {
    await house.inA((tx) => addBundle(tx, 'links', { source: texts }));
    const { accountId, mail } = await sendOne();
    expect(mail.links).toEqual(['https://shop.example/pay?a=1&b=2', 'https://shop.example/terms']);
    expect(mail.html_content).not.toContain('href="https://shop.example');
    const get = (url: string) => house.app.inject({ method: 'GET', url });
    const dot = await get(`/t/o/${mail.tracking_token}.gif`);
    expect(dot.headers['content-type']).toBe('image/gif');
    await get(`/t/o/${mail.tracking_token}.gif`);
    const click = await get(`/t/c/${mail.tracking_token}/1`);
    expect([click.statusCode, click.headers.location]).toEqual([302, 'https://shop.example/terms']);
    expect(await eventsOf(accountId)).toEqual(['communicationSent', 'emailOpened', 'linkClicked']);
    // Tokens are random and may end in any letter: the altered one must differ.
    const other = mail.tracking_token.endsWith('A') ? 'E' : 'A';
    for (const url of [
      `/t/c/${mail.tracking_token}/2`,
      `/t/c/${mail.tracking_token}/https%3A%2F%2Fevil.example`,
      `/t/c/${mail.tracking_token.slice(0, -1)}${other}/1`,
      '/t/c/x/0',
    ])
      expect((await get(url)).statusCode, url).toBe(404);
    expect((await get(`/t/o/${mail.tracking_token.slice(0, -2)}zz.gif`)).body).toBe(dot.body);
    expect(await eventsOf(accountId)).toHaveLength(3);
  });

  it('stops e-mails on request, not on a look, and the gate obeys', async () => {
    const { accountId, mail, externalClaimRef } = await sendOne();
    const url = `/t/u/${mail.tracking_token}`;
    expect((await house.app.inject({ method: 'GET', url })).statusCode).toBe(200);
    expect(await eventsOf(accountId)).not.toContain('contactConsentChanged');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const _ of [1, 2])
      expect((await house.app.inject({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' })).statusCode).toBe(200);
    expect((await eventsOf(accountId)).filter((type) => type === 'contactConsentChanged')).toHaveLength(1);
    await house.inA((tx) => queueMessage(tx, { accountId, externalClaimRef }, 'links'));
    await drain();
    expect((await eventsOf(accountId)).at(-1)).toBe('communicationCancelled');
    expect(await sentTo(accountId)).toHaveLength(1);
  });

  it('takes signed reports of bounces and nothing else', async () => {
    const { accountId, mail, externalClaimRef } = await sendOne();
    const payload = JSON.stringify({
      events: [{ type: 'bounced', reference: `<${mail.outbox_id}@quittance.example>`, reason: '550 no such user' }],
    });
    const url = `/hooks/delivery/${house.clientA}`;
    const time = Math.floor(Date.now() / 1000);
    const post = (signature: string, to = url) =>
      house.app.inject({
        method: 'POST',
        url: to,
        payload,
        headers: { 'content-type': 'application/json', 'x-quittance-signature': signature },
      });
    const good = signReport(payload, time, reportSecret(house.clientA));
    const bad = [
      signReport(payload, time, reportSecret(house.clientB)),
      signReport(payload, time - 3_600, reportSecret(house.clientA)),
      good.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      '',
    ];
    for (const signature of bad) expect((await post(signature)).statusCode).toBe(401);
    expect((await post(good, `/hooks/delivery/${house.clientB}`)).statusCode).toBe(401);
    // The other client's own report about this message finds nothing.
    expect((await post(signReport(payload, time, reportSecret(house.clientB)), `/hooks/delivery/${house.clientB}`)).json()).toEqual({
      recorded: 0,
    });
    expect((await post(good)).json()).toEqual({ recorded: 1 });
    expect((await post(good)).json()).toEqual({ recorded: 0 });
    expect((await eventsOf(accountId)).slice(-2)).toEqual(['communicationBounced', 'contactStateChanged']);
    await house.inA((tx) => queueMessage(tx, { accountId, externalClaimRef }, 'links'));
    await drain();
    expect((await eventsOf(accountId)).at(-1)).toBe('communicationCancelled');
  });

  it('shows sent messages without counting the look as an opening', async () => {
    const { accountId, mail } = await sendOne();
    const { listCommunications } = await house.call<{ listCommunications: { results: { messageURL: string; accountId: string }[] } }>(
      'cms',
      'query ($clientId: ID!, $searchText: String) { listCommunications(clientId: $clientId, searchText: $searchText) { results { messageURL accountId } } }',
      { clientId: house.clientA, searchText: (await sentTo(accountId))[0] ? 'shop.example' : '' },
    );
    const found = listCommunications.results.find((each) => each.accountId === accountId);
    const { getCommunicationContent: content } = await house.call<{
      getCommunicationContent: { htmlContent: string; textContent: string };
    }>(
      'cms',
      'query ($clientId: ID!, $messageURL: String!) { getCommunicationContent(clientId: $clientId, messageURL: $messageURL) { htmlContent textContent } }',
      { clientId: house.clientA, messageURL: found?.messageURL },
    );
    expect(content.textContent).toBe(texts);
    expect(content.htmlContent).not.toContain('/t/o/');
    expect(content.htmlContent).toContain(`/t/c/${mail.tracking_token}/0`);
  });
});

describe('languages', () => {
  it('fall back to the client’s and then to en_US', async () => {
    const [german, dutch] = await house.inA(async (tx) => {
      await addBundle(tx, 'two', { source: 'Hi' });
      const people = [await addDebtor(tx, { locale: 'de-AT' }), await addDebtor(tx, { locale: 'nl_NL' })] as const;
      for (const person of people) await queueMessage(tx, person, 'two', 'email');
      return people;
    });
    await drain();
    expect((await sentTo(german.accountId))[0]?.locale).toBe('de_DE');
    expect((await sentTo(dutch.accountId))[0]?.locale).toBe('en_US');
  });
});
