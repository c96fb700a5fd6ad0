import fc from 'fast-check';
import { Liquid } from 'liquidjs';
import mjml2html from 'mjml';
import { expect, it } from 'vitest';
import { escapeText } from '../core/html.ts';
import { DEFAULT_BRAND } from './brand.ts';
import type { Design } from './design.ts';
import { draw } from './draw.ts';
import { toMjml } from './mjml.ts';
import { readDesign } from './read.ts';
import { wordsIn } from './said.ts';
import { startBlock, startText } from './start.ts';
import { anyDesign, HOSTILE } from './testing.ts';
import { toText } from './text.ts';
import type { DesignTexts } from './texts.ts';
import type { RichText } from './words.ts';

const VALUES = {
  claim: {
    reference: 'R-1',
    balance: '<642,30 €>',
    amount: '700 €',
    totalFees: '1 €',
    dueDate: '15.10.2026',
    paymentReference: 'R-1',
    daysPastDue: 37,
  },
  account: { creditor: 'Nordlicht', balance: '900 €' },
  debtor: { fullName: 'Anna Weber', salutation: 'Guten Tag', email: 'SECRET' },
  product: { name: 'Strom' },
  reaction: { amount: '100', dueDate: '2026-12-03' },
  payment: { holder: 'Nordlicht', iban: 'DE02', transferCode: 'BCD' },
  link: { pay: 'https://pay.example.com/p/1', unsubscribe: 'https://pay.example.com/t/u/1' },
  claims: ['A-1', 'A-2'].map((reference) => ({
    reference,
    product: 'P',
    amount: '1',
    fees: '2',
    balance: '3',
    dueDate: '4',
    daysPastDue: 5,
  })),
  instalments: [{ number: 1, amount: '10 €', dueDate: '1.1.2027', status: 'open' }],
};

/** Liquid as messages are filled in: nothing that is not known, all values escaped. */
function liquid(html: boolean) {
  const engine = new Liquid({
    strictFilters: true,
    strictVariables: true,
    ...(html ? { outputEscape: (value: unknown) => escapeText(String(value)) } : {}),
  });
  engine.registerFilter('day', (value: unknown, style: string) => `${String(value)}/${style}`);
  engine.registerFilter('amount', (value: unknown) => `${String(value)}.00`);
  return engine;
}
const [html, text] = [liquid(true), liquid(false)];

const decode = (page: string) =>
  page.replace(
    /&(amp|lt|gt|quot|#39|#96);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#96': '`' })[name]!,
  );

async function send(design: Design, texts: DesignTexts) {
  const nodes = draw(design, texts, { brand: DEFAULT_BRAND, word: wordsIn('de_DE') });
  const line = (field: string) => (texts[field]?.text ?? '') as string;
  const source = toMjml(nodes, {
    brand: DEFAULT_BRAND,
    locale: 'de_DE',
    title: line('subject'),
    preheader: line('preheader'),
    base: 'https://q.example.com',
  });
  const made = await mjml2html(source, { validationLevel: 'soft', fonts: {}, keepComments: false, ignoreIncludes: true });
  return {
    errors: made.errors,
    page: html.parseAndRenderSync(made.html, VALUES) as string,
    text: text.parseAndRenderSync(toText(nodes), VALUES) as string,
  };
}

it('makes a page without errors of any design, in which words stay words', async () => {
  await fc.assert(
    fc.asyncProperty(anyDesign(), async ({ design, texts }) => {
      expect(readDesign(JSON.parse(JSON.stringify(design)), 'mail').problems).toEqual([]);
      const { errors, page, text } = await send(design, texts);
      expect(errors).toEqual([]);
      // What is between quotes is no attribute, whatever it looks like.
      expect(page.replace(/"[^"]*"/g, '""')).not.toMatch(/<script|<img src=x|<mj-|<[^>]*\sonmouseover=/);
      expect(page).not.toContain('SECRET');
      expect(text).not.toContain('SECRET');
    }),
    { numRuns: 60 },
  );
});

const paragraph = (said: string): RichText => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: said }] }] });

it.each(HOSTILE)('shows the words %s as they were written', async (said) => {
  const design: Design = { format: 1, medium: 'mail', blocks: [startBlock('text', 't')] };
  const { page, text } = await send(design, { 't.text': { text: paragraph(`a ${said} b`) } });
  expect(decode(page)).toContain(`a ${said} b`);
  expect(text).toContain(`a ${said} b`);
});

const condition = (operation: 'above' | 'equals' | 'missing', value = '') => ({
  match: 'every' as const,
  asks: [{ tag: 'claim.daysPastDue', operation, value }],
});

it('shows a block under its condition only, and once for each of its list', async () => {
  const blocks = [
    { ...startBlock('text', 'late'), when: condition('above', '30') },
    { ...startBlock('text', 'early'), when: condition('missing') },
    { ...startBlock('columns', 'wide'), when: condition('equals', '2') },
    { ...startBlock('text', 'each'), each: 'claims' as const },
    startBlock('claimTable', 'table'),
  ];
  const item: RichText = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'placeholder', attrs: { tag: 'item.reference', format: 'plain', fallback: '' } }] }],
  };
  const inner = startBlock('text', 'inner');
  const design: Design = {
    format: 1,
    medium: 'mail',
    blocks: blocks.map((each) => (each.id === 'wide' ? { ...each, slots: { first: [inner] } } : each)),
  };
  const { page, text } = await send(design, {
    'late.text': { text: paragraph('You are late') },
    'early.text': { text: paragraph('You are early') },
    'inner.text': { text: paragraph('Two days') },
    'each.text': { text: item },
  });
  for (const said of [page, text]) {
    expect(said).toContain('You are late');
    expect(said).not.toMatch(/You are early|Two days/);
    expect(said.match(/A-1/g)).toHaveLength(2);
    expect(said.match(/A-2/g)).toHaveLength(2);
  }
});

it('is what mail programs read: language, tables, a way for Outlook, dark colours, and the preview text', async () => {
  const design: Design = {
    format: 1,
    medium: 'mail',
    blocks: ['header', 'text', 'payButton', 'legalFooter'].map((type) => startBlock(type, type)),
  };
  const { page } = await send(design, {
    subject: { text: 'Rechnung {{ claim.reference }}' },
    preheader: { text: 'Bitte zahlen' },
    'text.text': { text: startText('text', 'text', 'de_DE') },
    'payButton.label': { text: startText('payButton', 'label', 'de_DE') },
    'legalFooter.sender': { text: startText('legalFooter', 'sender', 'de_DE') },
    'legalFooter.unsubscribe': { text: startText('legalFooter', 'unsubscribe', 'de_DE') },
  });
  expect(page).toContain('<html lang="de" dir="ltr"');
  expect(page).toContain('<title>Rechnung R-1</title>');
  expect(page).toContain('>Bitte zahlen</div>');
  expect(page).toContain('<meta name="color-scheme" content="light dark"');
  expect(page).toContain('@media (prefers-color-scheme: dark)');
  expect(page.match(/<!--\[if mso/g)!.length).toBeGreaterThan(3);
  expect(page).toMatch(/href="https:\/\/pay\.example\.com\/p\/1"[^>]*>\s*Ansehen und zahlen/);
  expect(page).toMatch(/href="https:\/\/pay\.example\.com\/t\/u\/1"[^>]*>Keine E-Mails mehr dazu/);
});

it('turns a button’s colours round where its background is its own colour', async () => {
  const columns = startBlock('columns', 'c');
  const { accent, onAccent } = DEFAULT_BRAND;
  const colours = async (background: string) => {
    const design: Design = {
      format: 1,
      medium: 'mail',
      blocks: [{ ...columns, fields: { widths: 'one', background }, slots: { first: [startBlock('payButton', 'p')] } }],
    };
    const { page } = await send(design, { 'p.label': { text: 'Pay' } });
    return /display:inline-block;background:(#\w+);color:(#\w+)/.exec(page)?.slice(1, 3);
  };
  expect(await colours('')).toEqual([accent, onAccent]);
  expect(await colours(accent)).toEqual([onAccent, accent]);
});
