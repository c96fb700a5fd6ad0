/** Landing pages: saved through the contract, shown to debtors as their blocks are arranged, tested against each other, looked at unsaved. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Design } from '../blocks/design.ts';
import { type RichText, richTextOf } from '../blocks/words.ts';
import type { Uuid } from '../core/id.ts';
import { MINUTE } from '../core/time.ts';
import { drainJobs } from '../server/platform/jobs.ts';
import { setClaimTerms } from '../server/services/account/claim/terms.logic.ts';
import { PAYLOADS } from '../server/services/cms/cms.payloads.testing.ts';
import { block, DELETE, FIELDS, pagesOf, part, type SavedPage } from './portal.pages.testing.ts';
import { openPortalHouse, type PortalHouse } from './portal.testing.ts';

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

const { raw, call, save, drop } = pagesOf(() => house);
/** The text of a page as people read it, and its markup. */
const mainOf = (body: string) => /<main>([\s\S]*)<\/main>/.exec(body)?.[1] ?? '';
/** A page for one account alone, as a strategy chooses it. */
const choose = (ref: string, accountId: Uuid, landingPageId: string | null) =>
  house.inA((tx) =>
    setClaimTerms(tx, [{ accountId, externalClaimRef: ref, change: { landingPageId }, actor: undefined }], house.clock.time),
  );

const HOME = ['promiseToPay', 'help', 'instalments', 'settledBills', 'pay', 'dispute', 'balance', 'claims', 'plans', 'greeting'];

describe('a landing page', () => {
  it('begins as today’s page, is shown as it is arranged, and everything on it works in any order', async () => {
    const initial = await call<{ getInitialLandingPageTemplate: { pageContents: { type: string; template: { design: Design } }[] } }>(
      'query ($clientId: ID!) { getInitialLandingPageTemplate(clientId: $clientId) { pageContents { type template { design } } } }',
    );
    expect(initial.getInitialLandingPageTemplate.pageContents.map(({ type }) => type)).toEqual(['identity', 'home']);
    const page = await save([
      part('home', [...HOME.map((type) => block(type)), block('text'), block('faq')], {
        'greeting.title': 'Your bill, {{ debtor.firstName }}',
        'pay.label': 'Settle now',
        'text.text': richTextOf('You owe {{ claim.balance }} for {{ product.name }}, due {{ claim.dueDate | longDate }}.'),
        'faq.question': 'Who are you?',
        'faq.answer': richTextOf('{{ account.creditor }}'),
      }),
      part('identity', [block('identity')], { 'identity.title': 'Is it you?' }),
    ]);
    expect(page).toMatchObject({ isDefault: true, version: 1 });
    const { address, refs } = await house.owe([10_000n]);
    const browser = house.browser();
    await browser.get(address);
    expect(browser.body).toContain('Is it you?');
    await browser.enter(address);
    const main = mainOf(browser.body);
    expect(main).toContain('<h1 dir="auto">Your bill, Hannah</h1>');
    expect(main).toContain('You owe €100.00 for Electricity 1, due October 1, 2026.');
    expect(main).toMatch(/<details class="faq"><summary dir="auto">Who are you\?<\/summary>.*Nordlicht Energie/);
    const order = ['I’ll pay on', 'I need help paying', 'Settle now', 'name="claim"', '<h1'].map((text) => main.indexOf(text));
    expect(order.every((at) => at >= 0)).toBe(true);
    expect(main.indexOf('I’ll pay on')).toBeLessThan(main.indexOf('name="claim"'));
    expect(Buffer.byteLength(browser.body)).toBeLessThan(60_000);
    // All of the form's fields belong to it, wherever they stand.
    await browser.settle(address, { way: 'plan', interval: 'weekly' });
    expect(browser.body).toContain('Your plan is set up');
    await browser.get(address);
    await browser.post(`${address}/disagree`, (await browser.get(`${address}/disagree`)).fields('/disagree', { claim: refs, text: 'No' }));
    expect(browser.location).toBe(`${address}/done/dispute`);
    const other = await house.owe([5_000n]);
    const payer = await house.browser().enter(other.address);
    await payer.settle(other.address, { way: 'now' });
    expect(payer.body).toContain('Sandbox payment');
    await drop(page);
  });

  it('asks conditions, repeats lists, groups bills and takes all of them where nothing is chosen', async () => {
    const { address, refs, accountId } = await house.owe([10_000n, 5_000n]);
    await house.inA((tx) => tx.sql(`update claim set meta = '{"evil": "javascript:alert(1)"}' where account_id = $1`, [accountId]));
    const large = { when: { match: 'every' as const, asks: [{ tag: 'account.balance', operation: 'above' as const, value: '120' }] } };
    const page = await save([
      part(
        'home',
        [
          { ...block('text', {}, 'large'), ...large },
          { ...block('text', {}, 'each'), each: 'claims' },
          block('claims', { grouping: 'product', selection: false }),
          block('pay', { amount: false }),
          block('balance', { sums: true }),
          block('button', { href: '{{ meta.evil }}' }),
        ],
        {
          'large.text': richTextOf('That is a lot'),
          'each.text': richTextOf('{{ item.reference }}: {{ item.balance }}'),
          'button.label': 'Go',
          'balance.total': 'Altogether',
        },
      ),
    ]);
    const browser = await house.browser().enter(address);
    const main = mainOf(browser.body);
    expect(main).toContain('That is a lot');
    for (const [ref, amount] of [
      [refs[0], '€100.00'],
      [refs[1], '€50.00'],
    ])
      expect(main).toContain(`<p dir="auto">${ref}: ${amount}</p>`);
    expect(main).toMatch(/<h3 dir="auto">Electricity 1<\/h3>[\s\S]*<h3 dir="auto">Electricity 2<\/h3>/);
    expect(main).not.toMatch(/type="checkbox"|javascript:|>Go</);
    expect(main).toMatch(/Altogether<\/span><strong>€150\.00/);
    expect(browser.fields('/settle').getAll('claim').toSorted()).toEqual(refs.toSorted());
    const small = await house.owe([2_000n]);
    expect((await house.browser().enter(small.address)).body).not.toContain('That is a lot');
    await drop(page);
  });

  it('is chosen for a claim, and the default is shown again where it is gone', async () => {
    const usual = await save([part('home', [block('greeting')], { 'greeting.title': 'Usual' })]);
    const special = await save([part('home', [block('greeting')], { 'greeting.title': 'Special' })]);
    expect(special.isDefault).toBe(false);
    const { address, refs, accountId } = await house.owe([1_000n]);
    const titleOf = async () => /<h1[^>]*>(.*?)<\/h1>/.exec((await house.browser().enter(address)).body)?.[1];
    expect(await titleOf()).toBe('Usual');
    await choose(refs[0]!, accountId, special.landingPageId);
    expect(await titleOf()).toBe('Special');
    const shown = await call<{ getShownLandingPages: Record<string, unknown>[] }>(
      'query ($clientId: ID!, $accountId: ID!) { getShownLandingPages(clientId: $clientId, accountId: $accountId) { landingPageId version displayName locale } }',
      { accountId },
    );
    expect(shown.getShownLandingPages).toEqual(
      expect.arrayContaining(
        [usual, special].map(({ landingPageId, displayName }) => ({ landingPageId, displayName, version: 1, locale: 'en_US' })),
      ),
    );
    await drop(special);
    expect(await titleOf()).toBe('Usual');
    // What it said is still there.
    const kept = await call<{ getLandingPageVersions: { version: number; pageContents: object[] }[] }>(
      'query ($clientId: ID!, $landingPageId: ID!) { getLandingPageVersions(clientId: $clientId, landingPageId: $landingPageId) { version pageContents { contentTemplates { content } } } }',
      { landingPageId: special.landingPageId },
    );
    expect(JSON.stringify(kept)).toContain('Special');
    await drop(usual);
  });

  it('is refused with every problem, a taken name and an older version', async () => {
    const bad = await raw({
      displayName: '',
      pageContents: [
        part('identity', [block('claims'), block('text')], { 'text.text': richTextOf('{{ debtor.fullName }}') }),
        part('home', [{ ...block('pay'), type: 'spinner' }]),
      ],
    });
    const fields = (bad.errors?.[0]?.extensions?.fields as { field: string; key: string }[] | undefined)?.map(({ field, key }) => [
      field,
      key,
    ]);
    expect(fields).toEqual([
      ['displayName', 'name200'],
      ['pageContents.identity.template.design.claims', 'blockPart'],
      ['pageContents.identity.template.design', 'identityMissing'],
      ['pageContents.identity.en_US.text.text', 'placeholderForeign'],
      ['pageContents.home.template.design.pay', 'blockUnknown'],
    ]);
    const page = await save([]);
    const again = await raw({ displayName: page.displayName.toUpperCase(), pageContents: [] });
    expect(again.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', key: 'landingPageTaken' });
    const saved = { landingPageId: page.landingPageId, displayName: page.displayName, pageContents: [] };
    expect((await raw({ ...saved, version: 1 })).errors).toBeUndefined();
    expect((await raw({ ...saved, version: 1 })).errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', key: 'landingPageChanged' });
    const exist = `query ($clientId: ID!, $displayName: String!) { getLandingPageExist(clientId: $clientId, displayName: $displayName) }`;
    expect(await call(exist, { displayName: page.displayName.toLowerCase() })).toEqual({ getLandingPageExist: true });
    expect(await call(exist, { displayName: 'no such page' })).toEqual({ getLandingPageExist: false });
    await drop(page);
  });

  it('has one default a type, which is listed first and is not deleted beside others', async () => {
    const [first, second] = [await save([]), await save([], { tags: ['energy'] })];
    const list = async (variables = {}) =>
      (
        await call<{ getLandingPageList: SavedPage[] }>(
          `query ($clientId: ID!, $displayName: String, $tags: [String!]) { getLandingPageList(clientId: $clientId, displayName: $displayName, tags: $tags) { ${FIELDS} } }`,
          variables,
        )
      ).getLandingPageList.map(({ landingPageId }) => landingPageId);
    expect(await list()).toEqual([first.landingPageId, second.landingPageId]);
    await call(
      'mutation ($clientId: ID!, $landingPageId: ID!) { setDefaultLandingPage(clientId: $clientId, landingPageId: $landingPageId) { isDefault } }',
      {
        landingPageId: second.landingPageId,
      },
    );
    expect(await list()).toEqual([second.landingPageId, first.landingPageId]);
    expect(await list({ tags: ['energy'] })).toEqual([second.landingPageId]);
    await call(
      'mutation ($clientId: ID!, $ids: [ID!]!) { saveLandingPagesTags(clientId: $clientId, landingPageIds: $ids, tags: ["both"]) { tags } }',
      {
        ids: [first.landingPageId, second.landingPageId],
      },
    );
    expect(await list({ tags: ['both'] })).toHaveLength(2);
    const refused = await house.raw('cms', DELETE, { clientId: house.clientA, landingPageId: second.landingPageId });
    expect(refused.errors?.[0]?.extensions).toMatchObject({ key: 'landingPageDefault' });
    await drop(first);
    await drop(second);
    expect(await list()).toEqual([]);
  });

  it('leaves whatever people write as text, in every field', async () => {
    // Postgres keeps no NUL and no half of a letter; the server refuses them.
    const markup = PAYLOADS.filter((text) => text.length < 290 && text.isWellFormed() && !text.includes('\0'));
    const hostile = [
      ...markup,
      '{{ debtor.email }}{% for i in (1..9) %}',
      '{% raw %}',
      '</style><style>*{display:none}',
      'expression(alert(1))',
    ];
    const texts: Record<string, string | RichText> = {};
    const blocks = hostile.map((text, at) => {
      texts[`f${at}.question`] = text.replaceAll('{{', '{ {');
      texts[`f${at}.answer`] = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
      return block('faq', {}, `f${at}`);
    });
    for (let at = 0; at < blocks.length; at += 150) {
      const own = blocks.slice(at, at + 150);
      const named = Object.fromEntries(Object.entries(texts).filter(([key]) => own.some(({ id }) => key.startsWith(`${id}.`))));
      const page = await save([part('home', [block('greeting'), ...own], named)]);
      const { address } = await house.owe([1_000n]);
      const main = mainOf((await house.browser().enter(address)).body);
      const tags = new Set([...main.matchAll(/<([a-zA-Z!/?][^\s>]*)/g)].map(([, tag]) => tag!.replace('/', '').toLowerCase()));
      for (const tag of tags) expect(['p', 'h1', 'h2', 'details', 'summary', 'div', 'footer', 'a', 'br', 'span', 'strong']).toContain(tag);
      expect(main).not.toMatch(/<[^>]* (on\w+|style)=/i);
      expect(main).not.toMatch(/href="(?!https?:|tel:|mailto:|\/)/i);
      await drop(page);
    }
    const outside = await raw({
      displayName: 'Outside',
      pageContents: [part('home', [block('button', { href: 'javascript:alert(1)' })], { 'button.label': 'x' })],
    });
    expect(outside.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('variants', () => {
  it('are shown by stable shares, and tell what debtors did on them', async () => {
    const variant = await save(
      [part('home', [block('greeting'), block('claims'), block('pay'), block('promiseToPay')], { 'greeting.hello': 'Variant' })],
      { isDefault: false },
    );
    const page = await save([], { isDefault: true, variants: [{ landingPageId: variant.landingPageId, share: 50 }] });
    const seen = new Map<string, boolean>();
    for (let at = 0; at < 8; at++) {
      const { address } = await house.owe([1_000n]);
      const bodies = [await house.browser().enter(address), await house.browser().enter(address)].map(({ body }) =>
        body.includes('Variant'),
      );
      expect(bodies[0]).toBe(bodies[1]);
      seen.set(address, bodies[0]!);
    }
    const inVariant = [...seen].filter(([, isVariant]) => isVariant).map(([address]) => address);
    expect(inVariant.length).toBeGreaterThan(0);
    expect(inVariant.length).toBeLessThan(seen.size);
    await (await house.browser().enter(inVariant[0]!)).settle(inVariant[0]!, { way: 'later', date: '2026-12-01' });
    const results = await call<{ getLandingPageResults: Record<string, unknown>[] }>(
      'query ($clientId: ID!, $landingPageId: ID!) { getLandingPageResults(clientId: $clientId, landingPageId: $landingPageId) { landingPageId share shown promised paid planned disputed } }',
      { landingPageId: page.landingPageId },
    );
    const none = { paid: 0, planned: 0, disputed: 0 };
    expect(results.getLandingPageResults).toEqual([
      { landingPageId: page.landingPageId, share: 50, shown: seen.size - inVariant.length, promised: 0, ...none },
      { landingPageId: variant.landingPageId, share: 50, shown: inVariant.length, promised: 1, ...none },
    ]);
    const refused = await house.raw('cms', DELETE, { clientId: house.clientA, landingPageId: variant.landingPageId });
    expect(refused.errors?.[0]?.extensions).toMatchObject({ key: 'landingPageUsed' });
    await raw({ landingPageId: page.landingPageId, displayName: page.displayName, pageContents: [], variants: [] });
    await drop(variant);
    await drop(page);
  });
});

describe('unsaved pages', () => {
  const PREVIEW =
    'mutation ($clientId: ID!, $landingPage: LandingPageInput!, $accountId: ID, $part: String) { createLandingPagePreview(clientId: $clientId, landingPage: $landingPage, accountId: $accountId, part: $part) { previewURL isFramed } }';
  interface Preview {
    readonly createLandingPagePreview: { readonly previewURL: string; readonly isFramed: boolean };
  }
  const pageContents = [
    part('home', [block('greeting'), block('claims'), block('pay')], { 'greeting.hello': 'Hello {{ debtor.fullName }}' }),
  ];

  it('are shown with examples in a frame of the application, read-only, for half an hour', async () => {
    const { createLandingPagePreview: made } = await call<Preview>(PREVIEW, {
      landingPage: { displayName: '', pageContents },
      part: 'home',
    });
    expect(made.isFramed).toBe(true);
    const path = new URL(made.previewURL).pathname;
    const browser = await house.browser().get(path);
    expect(browser.status).toBe(200);
    expect(browser.headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(browser.body).not.toContain('<button class');
    expect(mainOf(browser.body)).toMatch(/Hello \S+/);
    expect((await house.browser().get(path.replace(/.{3}\/home$/, 'abc/home'))).status).toBe(404);
    const before = house.clock.time;
    house.clock.time = (before + 31 * MINUTE) as typeof before;
    expect((await house.browser().get(path)).status).toBe(404);
    house.clock.time = before;
  });

  it('are shown with an account’s facts by a link of staff, which changes nothing and notes nothing as shown', async () => {
    const { accountId } = await house.owe([4_200n]);
    const { createLandingPagePreview: made } = await call<Preview>(PREVIEW, { landingPage: { displayName: '', pageContents }, accountId });
    expect(made.isFramed).toBe(false);
    const browser = await house.browser().get(new URL(made.previewURL).pathname);
    expect(mainOf(browser.body)).toContain('Hello Hannah Brandt');
    expect(browser.body).toContain('You owe €42.00');
    expect(await house.events(accountId)).toContain('portalPreviewed');
  });
});

describe('a client’s own page', () => {
  it('is open to anybody, says nothing of a debtor, and sends a new link to whoever is on file alone', async () => {
    const path = `/p/client/${house.clientA}`;
    expect((await house.browser().get(path)).status).toBe(404);
    const blocks = [block('heading'), block('text'), block('newLink'), block('contact')];
    const page = await save(
      [part('client', blocks, { 'heading.text': 'Nordlicht helps', 'text.text': richTextOf('مرحبا {{ account.creditor }}') })],
      { type: 'client' },
    );
    expect(page).toMatchObject({ isDefault: true, publicURL: `${house.config.publicUrl}${path}` });
    const browser = await house.browser().get(path);
    expect(browser.body).toContain('<h1 dir="auto">Nordlicht helps</h1>');
    expect(browser.body).toContain('<p dir="auto">مرحبا Nordlicht Energie</p>');
    const { accountId, refs } = await house.owe([1_000n]);
    await house.inA((tx) =>
      tx.sql(
        `insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at)
         select client_id, account_id, debtor_id, 'email', 'h@example.com', 'h@example.com', '2026-01-01T00:00:00Z' from debtor where account_id = $1`,
        [accountId],
      ),
    );
    const ask = async (who: string) => (await house.browser().get(path)).post(`${path}/renew`, new URLSearchParams({ who }));
    const answers = [await ask(refs[0]!), await ask('nobody@example.com')].map(({ status, location }) => [status, location]);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toEqual([303, `${path}/renewed`]);
    await drainJobs(house.database);
    const sent = await house.inA((tx) =>
      tx.sql<{ account_id: string }>(`select account_id from outbox where request -> 'to' ->> 'value' is not null`, []),
    );
    expect(sent).toEqual([{ account_id: accountId }]);
    const debtors = await raw({ displayName: 'x', type: 'client', pageContents: [part('client', [block('claims')])] });
    expect(debtors.errors?.[0]?.extensions).toMatchObject({ key: 'blockPart' });
    await drop(page);
  });
});
