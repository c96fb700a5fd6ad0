/** What landing pages show besides their own blocks: the brand, shared blocks, page texts, files; and each page found again as an account saw it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_BRAND } from '../blocks/brand.ts';
import { richTextOf } from '../blocks/words.ts';
import { uuidv7 } from '../core/id.ts';
import { MINUTE } from '../core/time.ts';
import { keepFile } from '../server/services/files/files.logic.ts';
import { block, pagesOf, part } from './portal.pages.testing.ts';
import { openPortalHouse, type PortalHouse } from './portal.testing.ts';

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

const { raw, call, save, drop } = pagesOf(() => house);

it('is the client’s brand in a style sheet of its own, and files of one type are offered', async () => {
  await call(
    'mutation ($clientId: ID!, $brand: ContentBrandInput!) { setBrand(clientId: $clientId, brand: $brand, revision: 0) { revision } }',
    {
      brand: { ...DEFAULT_BRAND, accent: '#ffee00', name: 'Nordlicht' },
    },
  );
  const page = await save([part('home', [block('greeting'), block('documents', { documentType: 'CONTRACT' })])], {
    siteTitle: 'Mein Konto',
  });
  const { address, accountId } = await house.owe([1_000n]);
  const keep = (documentType: string, name: string) =>
    house.inA((tx) => keepFile(tx, { accountId, name, documentType, source: 'staff', uploadedBy: 'Test' }, Buffer.from('%PDF-1.4\n%%EOF')));
  await keep('CONTRACT', 'contract.pdf');
  await keep('OTHER', 'secret.pdf');
  const browser = await house.browser().enter(address);
  const style = /href="(\/p\/brand\/[^"]+)"/.exec(browser.body)?.[1] ?? '';
  expect(browser.body).toContain('<title>Mein Konto</title>');
  expect(browser.body).toContain('<strong>Nordlicht</strong>');
  expect(browser.body).not.toContain('secret.pdf');
  const file = /href="([^"]+)" dir="auto">contract.pdf/.exec(browser.body)?.[1] ?? '';
  expect((await browser.get(file)).status).toBe(303);
  expect((await browser.get(file.replace(/[^/]+$/, uuidv7()))).status).toBe(404);
  const css = await house.browser().get(style);
  expect(css.headers['content-type']).toContain('text/css');
  // A yellow that nobody can read on white is not used for words or buttons.
  expect(css.body.split('\n')[0]).not.toContain('--brand:#ffee00');
  await drop(page);
});

it('keeps what it shows: its pictures, shared blocks and global placeholders aren’t taken away', async () => {
  await call('mutation ($clientId: ID!) { setGlobalContentPlaceholders(clientId: $clientId, globalPlaceholders: { hours: "9 to 5" }) }');
  await call(
    'mutation ($clientId: ID!, $sharedBlock: SharedBlockInput!) { saveSharedBlock(clientId: $clientId, sharedBlock: $sharedBlock) { name } }',
    {
      sharedBlock: {
        name: 'Notice',
        design: { format: 1, medium: 'mail', blocks: [block('text')] },
        contentTemplates: [{ locale: 'en_US', content: JSON.stringify({ 'text.text': { text: richTextOf('Open {{ global.hours }}') } }) }],
      },
    },
  );
  const { addPicture: picture } = await call<{ addPicture: { digest: string; address: string } }>(
    'mutation ($clientId: ID!) { addPicture(clientId: $clientId, name: "dot.gif", content: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7") { digest address } }',
  );
  const src = new URL(picture.address, house.config.publicUrl).pathname;
  const blocks = [block('greeting'), block('shared', { name: 'Notice' }), block('image', { src, decorative: true }), block('text')];
  const page = await save([part('home', blocks, { 'text.text': richTextOf('From {{ global.hours }}') })], { faviconPath: src });
  const open = await save([part('client', [block('heading'), block('shared', { name: 'Notice' })], { 'heading.text': 'Hi' })], {
    type: 'client',
  });
  const { listSharedBlocks: listed } = await call<{ listSharedBlocks: { name: string; usedBy: object[] }[] }>(
    'query ($clientId: ID!) { listSharedBlocks(clientId: $clientId) { name usedBy { kind fileName displayName } } }',
  );
  const using = [open, page].map(({ landingPageId: fileName, displayName }) => ({ kind: 'landingPage', fileName, displayName }));
  expect(listed).toEqual([{ name: 'Notice', usedBy: expect.arrayContaining(using) }]);
  await drop(open);
  const { address } = await house.owe([1_000n]);
  const { body } = await house.browser().enter(address);
  for (const shown of ['Open 9 to 5', 'From 9 to 5', `<img src="${src}" alt=""`, `<link rel="icon" href="${src}">`])
    expect(body).toContain(shown);
  const keys = [
    await house.raw('cms', 'mutation ($clientId: ID!) { setGlobalContentPlaceholders(clientId: $clientId, globalPlaceholders: {}) }', {
      clientId: house.clientA,
    }),
    await house.raw('cms', 'mutation ($clientId: ID!) { deleteSharedBlock(clientId: $clientId, name: "Notice") }', {
      clientId: house.clientA,
    }),
    await house.raw('cms', 'mutation ($clientId: ID!, $digest: ID!) { deletePicture(clientId: $clientId, digest: $digest) }', {
      clientId: house.clientA,
      digest: picture.digest,
    }),
  ].map(({ errors }) => errors?.[0]?.extensions?.key);
  expect(keys).toEqual(['globalUsed', 'sharedBlockUsed', 'pictureUsed']);
  await drop(page);
});

it('shows the client’s page texts, in the reader’s language and with their values, as each part may', async () => {
  const keep = (contentTemplateType: string, texts: Record<string, string>, version?: number) =>
    house.raw(
      'cms',
      'mutation ($templateBundle: TemplateBundleInput!) { saveTemplateBundleV2(templateBundle: $templateBundle) { version previewURL } }',
      {
        templateBundle: {
          ...{ clientId: house.clientA, fileName: 'notice', displayName: 'Notice', contentTemplateType, version },
          contentTemplates: Object.entries(texts).map(([locale, content]) => ({ locale, format: 'text', content })),
        },
      },
    );
  const keysOf = ({ errors }: Awaited<ReturnType<typeof keep>>) =>
    errors?.[0]?.extensions?.fields?.map(({ key }) => key) ?? errors?.[0]?.extensions?.key;
  const lines = ['{{ debtor.firstName }}, you owe {{ claim.balance }},', "due {{ claim.dueDate | day: 'long' }}.", '', '<b>Call</b> us.'];
  const own = { en_US: lines.join('\n'), de_DE: 'Hallo {{ debtor.firstName }}' };
  expect((await keep('claimLandingPage', own)).errors).toBeUndefined();
  for (const source of ['{% if claim.balance %}x{% endif %}', '{{ claim.balance | upcase }}', 'a {{ claims[0].balance }}'])
    expect(keysOf(await keep('claimLandingPage', { en_US: source }, 1)), source).toContain('pageTextPlain');
  // What anybody reads says nothing of a debtor.
  expect(keysOf(await keep('clientLandingPage', { en_US: '{{ debtor.firstName }}' }))).toContain('placeholderUnknown');
  const said = [part('identity', [block('identity'), block('content', { name: 'notice' })])];
  const refused = await raw({ displayName: 'x', pageContents: said });
  expect(refused.errors?.[0]?.extensions).toMatchObject({ field: 'pageContents.identity.en_US.content.name', key: 'contentMissing' });
  expect((await keep('clientLandingPage', { en_US: 'From {{ account.creditor }}' })).errors).toBeUndefined();
  const page = await save([...said, part('home', [block('greeting'), block('content', { name: 'notice' })])]);
  const { address, accountId } = await house.owe([10_000n]);
  expect((await house.browser().get(address)).body).toContain('<p dir="auto">From Nordlicht Energie</p>');
  const browser = await house.browser().enter(address);
  const text = '<p dir="auto">Hannah, you owe €100.00,<br>due October 1, 2026.</p><p dir="auto">&lt;b&gt;Call&lt;/b&gt; us.</p>';
  expect(browser.body).toContain(text);
  expect((await browser.get(`${address}?locale=de_DE`)).body).toContain('<p dir="auto">Hallo Hannah</p>');
  expect((await keep('claimLandingPage', { en_US: 'Changed' }, 1)).errors).toBeUndefined();
  expect((await browser.get(`${address}?locale=en_US`)).body).toContain('Changed');
  const { getShownLandingPages: shown } = await call<{ getShownLandingPages: { look: string; locale: string }[] }>(
    'query ($clientId: ID!, $accountId: ID!) { getShownLandingPages(clientId: $clientId, accountId: $accountId) { look locale } }',
    { accountId },
  );
  const first = shown.find(({ locale }) => locale === 'de_DE')?.look;
  const { createLandingPageVersionPreview: made } = await call<{ createLandingPageVersionPreview: { previewURL: string } }>(
    'mutation ($clientId: ID!, $landingPageId: ID!, $look: ID, $accountId: ID) { createLandingPageVersionPreview(clientId: $clientId, landingPageId: $landingPageId, version: 1, look: $look, accountId: $accountId, locale: "en_US") { previewURL } }',
    { landingPageId: page.landingPageId, look: first, accountId },
  );
  const { pathname, search } = new URL(made.previewURL);
  expect((await house.browser().get(pathname + search)).body).toContain(text);
  const remove = (contentTemplateType: string) =>
    house.raw(
      'cms',
      'mutation ($clientId: ID!, $type: ContentTemplateType!) { deleteTemplateBundleV2(clientId: $clientId, fileName: "notice", contentTemplateType: $type) }',
      { clientId: house.clientA, type: contentTemplateType },
    );
  expect((await remove('claimLandingPage')).errors?.[0]?.extensions).toMatchObject({
    key: 'pageTextUsed',
    values: { names: page.displayName },
  });
  await drop(page);
  for (const type of ['claimLandingPage', 'clientLandingPage']) expect((await remove(type)).errors).toBeUndefined();
});

it('is found again as an account saw it after its shared blocks, global placeholders and the brand have changed', async () => {
  const say = (text: string) =>
    call('mutation ($clientId: ID!, $globals: JSON!) { setGlobalContentPlaceholders(clientId: $clientId, globalPlaceholders: $globals) }', {
      globals: { hours: text },
    });
  const share = async (text: string, revision: number | null) =>
    call(
      'mutation ($clientId: ID!, $sharedBlock: SharedBlockInput!) { saveSharedBlock(clientId: $clientId, sharedBlock: $sharedBlock) { name } }',
      {
        sharedBlock: {
          name: 'Foot',
          design: { format: 1, medium: 'mail', blocks: [block('text')] },
          contentTemplates: [{ locale: 'en_US', content: JSON.stringify({ 'text.text': { text: richTextOf(text) } }) }],
          revision,
        },
      },
    );
  const paint = async (accent: string) => {
    const { getBrand } = await call<{ getBrand: { revision: number } }>(
      'query ($clientId: ID!) { getBrand(clientId: $clientId) { revision } }',
    );
    await call(
      'mutation ($clientId: ID!, $brand: ContentBrandInput!, $revision: Int!) { setBrand(clientId: $clientId, brand: $brand, revision: $revision) { revision } }',
      { brand: { ...DEFAULT_BRAND, accent }, revision: getBrand.revision },
    );
  };
  await say('9 to 5');
  await share('Open {{ global.hours }}', null);
  await paint('#123456');
  const page = await save([
    part('home', [block('greeting'), block('shared', { name: 'Foot' }), block('claims')]),
    part('identity', [block('identity'), block('shared', { name: 'Foot' }, 'foot')]),
  ]);
  const { address, accountId } = await house.owe([4_200n]);
  expect((await house.browser().enter(address)).body).toContain('Open 9 to 5');
  await say('8 to 4');
  await share('Closed on Mondays, else {{ global.hours }}', 1);
  await paint('#654321');
  // A look twice a day is noted once, a day later again.
  for (const days of [0, 0, 1]) {
    house.clock.time = (house.clock.time + days * 24 * 60 * MINUTE) as typeof house.clock.time;
    expect((await house.browser().enter(address)).body).toContain('Closed on Mondays, else 8 to 4');
  }
  interface Shown {
    readonly version: number;
    readonly look: string;
    readonly firstShownAt: string;
    readonly lastShownAt: string;
  }
  const { getShownLandingPages: shown } = await call<{ getShownLandingPages: Shown[] }>(
    'query ($clientId: ID!, $accountId: ID!) { getShownLandingPages(clientId: $clientId, accountId: $accountId) { version look firstShownAt lastShownAt } }',
    { accountId },
  );
  expect(shown.map(({ version, firstShownAt, lastShownAt }) => [version, lastShownAt > firstShownAt])).toEqual([
    [1, true],
    [1, false],
  ]);
  const [late, early] = shown.map(({ look }) => look);
  const saved = await call<{ getLandingPageVersions: { looks: { look: string }[] }[] }>(
    'query ($clientId: ID!, $landingPageId: ID!) { getLandingPageVersions(clientId: $clientId, landingPageId: $landingPageId) { looks { look } } }',
    { landingPageId: page.landingPageId },
  );
  expect(saved.getLandingPageVersions[0]!.looks.map(({ look }) => look)).toEqual([early, late]);
  // Neither the page nor its blocks need to be there any more.
  await drop(page);
  await call('mutation ($clientId: ID!) { deleteSharedBlock(clientId: $clientId, name: "Foot") }');
  const view = async (look: string | undefined, own: boolean, part = 'home') => {
    const { createLandingPageVersionPreview: made } = await call<{ createLandingPageVersionPreview: { previewURL: string } }>(
      'mutation ($clientId: ID!, $landingPageId: ID!, $look: ID, $accountId: ID, $part: String) { createLandingPageVersionPreview(clientId: $clientId, landingPageId: $landingPageId, version: 1, look: $look, accountId: $accountId, part: $part) { previewURL } }',
      { landingPageId: page.landingPageId, look, accountId: own ? accountId : null, part },
    );
    const { body } = await house.browser().get(new URL(made.previewURL).pathname);
    const css = (await house.browser().get(/href="(\/p\/brand\/[^"]+)"/.exec(body)?.[1] ?? '')).body;
    return { body, css };
  };
  for (const own of [true, false])
    for (const [look, text, accent] of [
      [early, 'Open 9 to 5', '#123456'],
      [late, 'Closed on Mondays, else 8 to 4', '#654321'],
    ] as const) {
      const { body, css } = await view(look, own);
      expect(body).toContain(text);
      expect(body.includes('€42.00')).toBe(own);
      expect(body).toContain('as it looked when the debtor saw it');
      expect(css).toContain(`--brand:${accent}`);
    }
  expect((await view(early, false, 'identity')).body).toContain('Open 9 to 5');
  expect((await view(undefined, false)).body).not.toContain('Open');
  await expect(view('0'.repeat(64), false)).rejects.toThrow();
});

it('is exported as one file where the flag is on', async () => {
  const page = await save([part('home', [block('greeting')], { 'greeting.title': 'Exported' })]);
  const EXPORT =
    'mutation ($clientId: ID!, $ids: [ID!]!) { exportLandingPages(clientId: $clientId, landingPageIds: $ids, fileNamePrefix: "My pages") { fileName fileURL } }';
  const variables = { clientId: house.clientA, ids: [page.landingPageId] };
  expect((await house.raw('cms', EXPORT, variables)).errors?.[0]?.extensions).toMatchObject({ key: 'exportOff' });
  await house.inA((tx) =>
    tx.sql(`update client set feature_flags = '{"LANDING_PAGE_EXPORT": true}' where client_id = $1`, [house.clientA]),
  );
  const { exportLandingPages: made } = await house.call<{ exportLandingPages: { fileName: string; fileURL: string } }>(
    'cms',
    EXPORT,
    variables,
  );
  expect(made.fileName).toBe('My-pages.json');
  const url = new URL(made.fileURL);
  const answer = await house.browser().get(url.pathname + url.search);
  expect(JSON.parse(answer.body)).toMatchObject({ format: 1, landingPages: [{ displayName: page.displayName }] });
  expect((await house.browser().get(`${url.pathname}${url.search.replace(/pages=[^&]+/, `pages=${uuidv7()}`)}`)).status).toBe(404);
  await drop(page);
});
