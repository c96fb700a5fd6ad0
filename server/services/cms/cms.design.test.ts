/** Mails made of blocks: saved, read, previewed before they are saved, sent, and made again when what they share changes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_BRAND } from '../../../blocks/brand.ts';
import { MINUTE } from '../../../core/time.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { keepFile } from '../files/files.logic.ts';
import { type DeliveryHouse, openDeliveryHouse } from './cms.delivery.testing.ts';
import { blockOf, designOf, LETTER, language, SAID, textsOf } from './cms.design.testing.ts';
import { mountMessageFiles } from './cms.messageFile.ts';
import { PAYLOADS } from './cms.payloads.testing.ts';
import { mountPictures } from './cms.picture.ts';
import { addDebtor } from './cms.testing.ts';

let house: DeliveryHouse;
beforeAll(async () => {
  house = await openDeliveryHouse(async (app, deps) => {
    await mountPictures(app, deps);
    await mountMessageFiles(app, deps);
  });
});
afterAll(() => house.close());

const PARTS = `fileName version placeholderContext placeholderSupportedEvents previewURL template { name path html design }
  attachmentSelectorList { documentType contextType fileSelectionCriteria } contentTemplates { name path locale subject format content html schema }`;
const SAVE = `mutation ($templateBundle: TemplateBundleInput!) { saveTemplateBundleV2(templateBundle: $templateBundle) { ${PARTS} } }`;
const GET = `query ($clientId: ID!, $fileName: String!) { getTemplateBundleV2(clientId: $clientId, fileName: $fileName, contentTemplateType: email) { ${PARTS} } }`;
const LIST = `query ($clientId: ID!, $context: String, $events: [String!]) { getTemplateBundleList(clientId: $clientId, placeholderContext: $context, placeholderSupportedEvents: $events) { fileName } }`;
const PREVIEW =
  'query ($previewContent: PreviewContentInput!) { previewBundle(previewContent: $previewContent) { subject text html recipient problems { locale field key message } } }';
const WRITE =
  'mutation ($clientId: ID!, $name: String!, $content: String!) { setContentTemplate(clientId: $clientId, name: $name, content: $content, contentTemplateType: email) { content format } }';
const BRAND = `mutation ($clientId: ID!, $brand: ContentBrandInput!, $revision: Int!, $words: [String!]) { setBrand(clientId: $clientId, brand: $brand, revision: $revision, avoidedWords: $words) { revision avoidedWords brand { accent } } }`;
const GET_BRAND = 'query ($clientId: ID!) { getBrand(clientId: $clientId) { revision brand { accent logo font } } }';
const SHARE = `mutation ($clientId: ID!, $sharedBlock: SharedBlockInput!) { saveSharedBlock(clientId: $clientId, sharedBlock: $sharedBlock) { name revision contentTemplates { locale content } usedBy { fileName } } }`;
const UNSHARE = 'mutation ($clientId: ID!, $name: String!) { deleteSharedBlock(clientId: $clientId, name: $name) }';
const ADD_PICTURE = `mutation ($clientId: ID!, $name: String!, $content: String!) { addPicture(clientId: $clientId, name: $name, content: $content) { digest address width height size usedBy { fileName } } }`;
const PICTURES = 'query ($clientId: ID!) { listPictures(clientId: $clientId) { digest usedBy { kind fileName } } }';
const DROP_PICTURE = 'mutation ($clientId: ID!, $digest: ID!) { deletePicture(clientId: $clientId, digest: $digest) }';

type Bundle = {
  version: number;
  template: { html: string; design: unknown };
  contentTemplates: { locale: string; subject: string; html: string; content: string; schema: object }[];
};
const input = (fileName: string, design: unknown, contentTemplates: object[], more: object = {}) => ({
  templateBundle: {
    clientId: house.clientA,
    fileName,
    displayName: fileName,
    contentTemplateType: 'email',
    template: { design },
    contentTemplates,
    ...more,
  },
});
const save = async (...parts: Parameters<typeof input>) =>
  (await house.call<{ saveTemplateBundleV2: Bundle }>('cms', SAVE, input(...parts))).saveTemplateBundleV2;
const read = async (fileName: string) =>
  (await house.call<{ getTemplateBundleV2: Bundle }>('cms', GET, { clientId: house.clientA, fileName })).getTemplateBundleV2;
const own = (variables: object) => ({ clientId: house.clientA, ...variables });
const errorOf = async (document: string, variables: object) => (await house.raw('cms', document, variables)).errors?.[0];
const fieldsOf = async (...parts: Parameters<typeof input>) => {
  const error = await errorOf(SAVE, input(...parts));
  const several = error?.extensions?.fields as { field: string; key: string }[] | undefined;
  return several?.map(({ field, key }) => [field, key]) ?? [[error?.extensions?.field, error?.extensions?.key]];
};

describe('a design', () => {
  it('is saved once for all languages, compiled in each, and read as it was written', async () => {
    const german = { ...SAID, subject: 'Zu {{ claim.reference }}', 't.text': ['Offen: {{ claim.balance }}'], 'gone.text': 'x' };
    const saved = await save('letter', LETTER, [language(german, 'de_DE'), language()]);
    expect(await read('letter')).toEqual(saved);
    expect(saved).toMatchObject({
      version: 1,
      placeholderContext: 'email',
      template: { name: 'letter', path: 'email/letter', design: LETTER },
    });
    const [english, other] = ['en_US', 'de_DE'].map((locale) => saved.contentTemplates.find((each) => each.locale === locale)!);
    expect(english).toMatchObject({ name: 'letter/en_US', format: 'design', subject: 'About {{ claim.reference }}' });
    expect(english!.html).toMatch(/<h1[^>]*>Dear \{\{ debtor.lastName \}\}<\/h1>/);
    expect(english!.html).toContain('You owe {{ claim.balance }}.');
    expect(other!.html).toContain('Offen: {{ claim.balance }}');
    expect(JSON.parse(english!.content)).toEqual(JSON.parse(textsOf(SAID)));
    // Texts of blocks that are gone go with them.
    expect(Object.keys(JSON.parse(other!.content))).not.toContain('gone.text');
    expect(english!.schema).toMatchObject({ properties: { claim: { required: ['reference', 'balance'] } } });
  });

  it('keeps both sides when two people save it', async () => {
    const { version } = await read('letter');
    expect(await errorOf(SAVE, input('letter', LETTER, [language()]))).toMatchObject({ extensions: { code: 'CONFLICT' } });
    const more = designOf(...LETTER.blocks, blockOf('divider', 'd'));
    expect((await save('letter', more, [language()], { version })).template.design).toEqual(more);
    expect(await errorOf(SAVE, input('letter', LETTER, [language()], { version }))).toMatchObject({
      extensions: { code: 'CONFLICT', key: 'bundleChanged' },
    });
    expect((await read('letter')).template.design).toEqual(more);
    // One language by its name, as for any other message.
    const content = textsOf({ ...SAID, 'b.label': 'Settle' });
    await house.call('cms', WRITE, own({ name: 'letter/en_US', content }));
    expect((await read('letter')).contentTemplates[0]!.html).toContain('Settle');
    expect((await read('letter')).template.design).toEqual(more);
  });

  it('is refused with every reason, each with its language, block and field', async () => {
    const german = { ...SAID, 'h.text': '', 't.text': ['{{ claim.blance }}'] };
    expect(await fieldsOf('no', LETTER, [language({ ...SAID, 'b.label': '' }), language(german, 'de_DE')])).toEqual([
      ['contentTemplates.en_US.b.label', 'textMissing'],
      ['contentTemplates.de_DE.h.text', 'translationMissing'],
      ['contentTemplates.de_DE.t.text', 'placeholderForeign'],
    ]);
    expect(await fieldsOf('no', designOf(blockOf('text', 't'), { ...blockOf('text', 'x'), type: 'marquee' }), [language()])).toEqual([
      ['template.design.x', 'blockUnknown'],
    ]);
    const deep = (levels: number): unknown => ({ slots: { left: levels === 0 ? [] : [deep(levels - 1)] } });
    expect(await fieldsOf('no', { format: 1, medium: 'mail', blocks: [deep(6)] }, [language()])).toEqual([
      ['template.design.content', 'designDeep'],
    ]);
    expect(await fieldsOf('no', null, [language()])).toEqual([['contentTemplates.format', 'designFormats']]);
    expect(await fieldsOf('no', LETTER, [{ locale: 'en_US', format: 'text', subject: 'x', content: 'x' }])).toEqual([
      ['contentTemplates.format', 'designFormats'],
    ]);
    expect(await fieldsOf('no', LETTER, [{ ...language(), content: '{"h.text": 5}' }])).toEqual([
      ['contentTemplates.en_US.content', 'designTexts'],
    ]);
    const long = designOf(...Array.from({ length: 60 }, (_, at) => blockOf('text', `t${at}`)));
    const texts = Object.fromEntries(long.blocks.map(({ id }) => [`${id}.text`, ['x'.repeat(1_500)]]));
    expect(await fieldsOf('no', long, [language({ subject: 'Long', ...texts })])).toEqual([
      ['contentTemplates.en_US.content', 'mailLarge'],
    ]);
  });

  it('keeps whatever people type inert, in every field', async () => {
    for (const part of Array.from({ length: 4 }, (_, at) => PAYLOADS.filter((_each, place) => place % 4 === at).slice(0, 30))) {
      const blocks = part.flatMap((_, at) => [blockOf('heading', `h${at}`), blockOf('text', `t${at}`)]);
      const texts = part.flatMap((payload, at) => {
        const said = payload.replaceAll('\u0000', '').slice(0, 290);
        return [
          [`h${at}.text`, said],
          [`t${at}.text`, [`{{ ${said} }} {% for %} ${said}`]],
        ] as const;
      });
      const content = { ...language({ subject: part[0]!.slice(0, 100), preheader: part[1]!.slice(0, 200), ...Object.fromEntries(texts) }) };
      const { previewBundle } = await house.call<{ previewBundle: { html: string; problems: object[] } }>('cms', PREVIEW, {
        previewContent: { clientId: house.clientA, contentTemplateType: 'email', ...content, design: designOf(...blocks) },
      });
      expect(previewBundle.problems).toEqual([]);
      expect(previewBundle.html).not.toMatch(/<(script|iframe|object|embed|svg|math|form|input|base|marquee|img)\b/i);
      const tags = previewBundle.html.replace(/>[^<]*</g, '><');
      expect(tags.replace(/"[^"]*"/g, '""')).not.toMatch(/\son\w+\s*=|\s(href|src)=/i);
    }
    for (const href of ['javascript:ran(1)', 'data:text/html,x', '"><script>ran(1)</script>'])
      expect(await fieldsOf('no', designOf(blockOf('button', 'b', { href })), [language()])).toEqual([
        ['template.design.b', 'blockFields'],
      ]);
    const evil = designOf({
      ...blockOf('text', 't'),
      when: { match: 'every', asks: [{ tag: 'x %}{{ y', operation: 'there', value: '' }] },
    });
    expect(await fieldsOf('no', evil, [language()])).toEqual([['template.design.content', 'designForm']]);
  });
});

describe('a preview', () => {
  it('shows a design that is not saved on a real account, as it would be sent', async () => {
    const { accountId, externalClaimRef, email } = await house.inA((tx) => addDebtor(tx, { lastName: '<b>Weber</b>', locale: 'en_US' }));
    const { previewBundle } = await house.call<{ previewBundle: Record<string, string> }>('cms', PREVIEW, {
      // Half written: what is missing is told beside its block, not here.
      previewContent: {
        clientId: house.clientA,
        contentTemplateType: 'email',
        ...language({ ...SAID, 'b.label': '' }),
        design: LETTER,
        accountId,
      },
    });
    expect(previewBundle).toMatchObject({ subject: `About ${externalClaimRef}`, recipient: email, problems: [] });
    expect(previewBundle.html).toContain('Dear &lt;b&gt;Weber&lt;/b&gt;');
    expect(previewBundle.text).toMatch(/^Dear <b>Weber<\/b>\n\nYou owe €1,284.60\./);
    await save('sent', LETTER, [language()]);
    await house.queued({ lastName: 'Weber', locale: 'en_US' }, 'sent');
    expect(await house.drain()).toBe(1);
    expect(await lastSent()).toMatchObject({ text_content: expect.stringMatching(/^Dear Weber\n\nYou owe €1,284.60\./) });
  });

  it('names what is wrong with a design', async () => {
    const previewContent = {
      clientId: house.clientA,
      contentTemplateType: 'email',
      ...language(),
      design: designOf(blockOf('text', 'a'), blockOf('text', 'a')),
    };
    expect(await house.call('cms', PREVIEW, { previewContent })).toMatchObject({
      previewBundle: { html: null, problems: [{ locale: null, field: 'a', key: 'blockTwice' }] },
    });
  });
});

it('gives a sent message out as a file, for minutes and without what counts openings', async () => {
  const FILE =
    'query ($clientId: ID!, $fileURL: String!) { getCommunicationMessagesExportFileURL(clientId: $clientId, fileURL: $fileURL) }';
  const { communication_id: id } = await lastSent();
  const address = (await house.call<Record<string, string>>('cms', FILE, own({ fileURL: `communication/${id}` })))
    .getCommunicationMessagesExportFileURL!;
  const { pathname, search } = new URL(address);
  const file = await house.app.inject(pathname + search);
  expect(file.headers).toMatchObject({
    'content-type': 'message/rfc822',
    'content-disposition': `attachment; filename="message-${id}.eml"`,
  });
  expect(file.body).toContain('Dear Weber');
  expect(file.body).not.toContain('/t/o/');
  const status = async (path: string) => (await house.app.inject(path)).statusCode;
  expect(await status(pathname)).toBe(404);
  expect(await status(pathname + search.replace(/expires=\d/, 'expires=9'))).toBe(404);
  expect(await status(pathname.replace(house.clientA, house.clientB) + search)).toBe(404);
  const before = house.clock.time;
  house.clock.time = (before + 6 * MINUTE) as typeof before;
  expect(await status(pathname + search)).toBe(404);
  house.clock.time = before;
  for (const fileURL of ['communication/x', `communication/${house.clientA}`])
    expect((await errorOf(FILE, own({ fileURL })))?.extensions?.code).toBe('NOT_FOUND');
});

const lastSent = async () =>
  (
    await house.inA((tx) =>
      tx.sql<{ communication_id: string; text_content: string; html_content: string; attachments: { name: string }[] }>(
        'select communication_id, text_content, html_content, attachments from communication where client_id = $1 order by created_at desc, communication_id desc limit 1',
        [tx.clientId],
      ),
    )
  )[0]!;

describe('what designs share', () => {
  it('is the brand: a change of it reaches every design, once', async () => {
    await save('branded', LETTER, [language()]);
    const { version, template } = await read('branded');
    expect(template.html).toContain(DEFAULT_BRAND.accent);
    const set = (brand: object, revision: number, words?: string[]) =>
      house.raw('cms', BRAND, own({ brand: { ...DEFAULT_BRAND, ...brand }, revision, words }));
    expect((await set({ accent: '#123456' }, 0, ['Mahnung', ' Mahnung '])).data).toEqual({
      setBrand: { revision: 1, avoidedWords: ['Mahnung'], brand: { accent: '#123456' } },
    });
    await drainJobs(house.database);
    const after = await read('branded');
    expect(after.template.html).toContain('#123456');
    expect(after.template.html).not.toContain(DEFAULT_BRAND.accent);
    // Nobody's open editor is outdated by it.
    expect(after.version).toBe(version);
    expect((await set({ accent: '#654321' }, 0)).errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', key: 'brandChanged' });
    for (const wrong of [{ accent: 'red;}' }, { logo: 'javascript:ran(1)' }, { font: 'url(x)' }, { text: '#12' }])
      expect((await set(wrong, 1)).errors?.[0]?.extensions?.code, JSON.stringify(wrong)).toBe('INVALID_INPUT');
    expect(await house.call('cms', GET_BRAND, own({}))).toMatchObject({ getBrand: { revision: 1, brand: { accent: '#123456' } } });
  });

  it('is a shared block: seen in every design that names it, and kept while one does', async () => {
    const share = (text: string, revision?: number, block = blockOf('text', 'f')) =>
      house.raw(
        'cms',
        SHARE,
        own({
          sharedBlock: {
            name: 'Footer',
            design: designOf(block),
            contentTemplates: [{ locale: 'en_US', content: textsOf({ 'f.text': [text] }) }],
            revision,
          },
        }),
      );
    const footed = designOf(blockOf('text', 't'), blockOf('shared', 's', { name: 'Footer' }));
    const texts = language({ subject: 'Hi', 't.text': ['Text'] });
    expect(await fieldsOf('footed', footed, [texts])).toEqual([['contentTemplates.en_US.s.name', 'sharedMissing']]);
    expect((await share('Main St 1')).data).toEqual({
      saveSharedBlock: {
        name: 'Footer',
        revision: 1,
        contentTemplates: [{ locale: 'en_US', content: expect.stringContaining('Main St 1') }],
        usedBy: [],
      },
    });
    expect((await save('footed', footed, [texts])).template.html).toContain('Main St 1');
    expect((await share('Main St 2')).errors?.[0]?.extensions?.key).toBe('sharedBlockTaken');
    expect((await share('Main St 2', 1)).data).toMatchObject({ saveSharedBlock: { revision: 2, usedBy: [{ fileName: 'footed' }] } });
    await drainJobs(house.database);
    expect((await read('footed')).template.html).toContain('Main St 2');
    expect((await share('Main St 3', 1)).errors?.[0]?.extensions?.key).toBe('sharedBlockChanged');
    expect((await share('x', 2, blockOf('shared', 'f', { name: 'Footer' }))).errors?.[0]?.extensions).toMatchObject({
      field: 'design.f',
      key: 'blockShared',
    });
    expect((await share('{{ claim.blance }}', 2)).errors?.[0]?.extensions?.field).toBe('contentTemplates.en_US.f.text');
    expect(await errorOf(UNSHARE, own({ name: 'Footer' }))).toMatchObject({
      extensions: { code: 'CONFLICT', values: { names: 'footed' } },
    });
    await save('footed', LETTER, [language()], { version: (await read('footed')).version });
    expect(await house.call('cms', UNSHARE, own({ name: 'Footer' }))).toEqual({ deleteSharedBlock: true });
  });

  it('is a picture: under an address of its own, without signing in, until nothing shows it', async () => {
    const png = (width: number, height = 20) => {
      const bytes = Buffer.alloc(60);
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      return bytes;
    };
    const add = (bytes: Buffer) => house.raw('cms', ADD_PICTURE, own({ name: '../logo.png', content: bytes.toString('base64') }));
    const key = async (bytes: Buffer) => (await add(bytes)).errors?.[0]?.extensions?.key;
    expect(await key(png(1_201))).toBe('pictureWide');
    expect(await key(png(600, 4_001))).toBe('pictureHigh');
    expect(await key(Buffer.concat([png(600), Buffer.alloc(300_000)]))).toBe('pictureLarge');
    expect(await key(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="ran(1)"/>'))).toBe('pictureKind');
    expect(await key(Buffer.from('RIFF....WEBPVP8 '))).toBe('pictureKind');
    const picture = (await add(png(600))).data?.addPicture as { digest: string; address: string };
    expect(picture).toMatchObject({ width: 600, height: 20, size: 60, usedBy: [] });
    expect((await add(png(600))).data?.addPicture).toMatchObject({ digest: picture.digest });
    const got = await house.app.inject(picture.address);
    expect(got.statusCode).toBe(200);
    expect(got.headers['content-type']).toBe('image/png');
    expect(got.headers['x-content-type-options']).toBe('nosniff');
    expect(got.headers['cache-control']).toContain('immutable');
    for (const other of [
      picture.address.replace('.png', '.gif'),
      picture.address.replace(house.clientA, house.clientB),
      '/pictures/x/y.png',
    ])
      expect((await house.app.inject(other)).statusCode, other).toBe(404);
    const shown = designOf(blockOf('image', 'i', { src: picture.address }));
    const saved = await save('shown', shown, [language({ subject: 'Hi', 'i.alt': 'Us' })]);
    expect(saved.template.html).toMatch(new RegExp(`src="https?://[^"/]+${picture.address}"`));
    expect(await house.call('cms', PICTURES, own({}))).toEqual({
      listPictures: [{ digest: picture.digest, usedBy: [{ kind: 'email', fileName: 'shown' }] }],
    });
    expect(await errorOf(DROP_PICTURE, own({ digest: picture.digest }))).toMatchObject({ extensions: { key: 'pictureUsed' } });
    await save('shown', LETTER, [language()], { version: 1 });
    expect(await house.call('cms', DROP_PICTURE, own({ digest: picture.digest }))).toEqual({ deletePicture: true });
    expect(await house.call('cms', PICTURES, own({}))).toEqual({ listPictures: [] });
    // Mails that were sent go on showing it.
    expect((await house.app.inject(picture.address)).statusCode).toBe(200);
  });
});

describe('what belongs to a bundle', () => {
  it('is the files that go along: of the kind, of the message’s own claim, the newest or all', async () => {
    const rule = { documentType: 'INVOICE', contextType: 'claim', fileSelectionCriteria: 'latest' };
    const rules = [rule, { documentType: 'CONTRACT', contextType: null, fileSelectionCriteria: 'all' }];
    expect(await fieldsOf('files', LETTER, [language()], { attachmentSelectorList: [{ ...rule, documentType: ' ' }] })).toEqual([
      ['attachmentSelectorList.0.documentType', 'selectorKind'],
    ]);
    expect(await fieldsOf('files', LETTER, [language()], { attachmentSelectorList: [{ ...rule, contextType: 'partner' }] })).toEqual([
      ['attachmentSelectorList.0.contextType', 'oneOf'],
    ]);
    expect(await save('files', LETTER, [language()], { attachmentSelectorList: rules })).toMatchObject({ attachmentSelectorList: rules });
    const { accountId, externalClaimRef } = await house.queued({ locale: 'en_US' }, 'files');
    await house.inA(async (tx) => {
      const keep = async (name: string, documentType: string, claim: string | null = externalClaimRef) => {
        house.clock.time = (house.clock.time + 1_000) as typeof house.clock.time;
        const file = { accountId, externalClaimRef: claim, name, documentType, source: 'staff' as const, uploadedBy: 'Test' };
        return keepFile(tx, file, Buffer.from(name));
      };
      await keep('old invoice.txt', 'INVOICE');
      await keep('new invoice.txt', 'INVOICE');
      await keep('of the account.txt', 'INVOICE', null);
      await keep('contract.txt', 'CONTRACT');
      await keep('terms.txt', 'CONTRACT', null);
      await keep('note.txt', 'IDENTITY');
    });
    expect(await house.drain()).toBe(1);
    expect((await lastSent()).attachments.map(({ name }) => name)).toEqual(['new invoice.txt', 'terms.txt', 'contract.txt']);
  });

  it('is what it is about and which events it answers: kept when left out, and found by', async () => {
    const about = { placeholderContext: 'claim', placeholderSupportedEvents: ['paymentBooked'] };
    expect(await save('about', LETTER, [language()], about)).toMatchObject(about);
    expect(await save('about', LETTER, [language()], { version: 1 })).toMatchObject(about);
    const found = async (variables: object) =>
      (await house.call<{ getTemplateBundleList: { fileName: string }[] }>('cms', LIST, own(variables))).getTemplateBundleList.map(
        ({ fileName }) => fileName,
      );
    expect(await found({ context: 'claim' })).toEqual(['about']);
    expect(await found({ events: ['paymentBooked', 'other'] })).toEqual(['about']);
    expect(await found({ events: ['other'] })).toEqual([]);
    expect(await found({ context: 'email' })).not.toContain('about');
  });
});
