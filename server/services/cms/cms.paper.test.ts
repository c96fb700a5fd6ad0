import fc from 'fast-check';
import { Liquid } from 'liquidjs';
import { expect, it } from 'vitest';
import { DEFAULT_BRAND } from '../../../blocks/brand.ts';
import { checkDesign } from '../../../blocks/checks.ts';
import type { Design } from '../../../blocks/design.ts';
import { draw } from '../../../blocks/draw.ts';
import { toPaper } from '../../../blocks/paper.ts';
import { readDesign } from '../../../blocks/read.ts';
import { wordsIn } from '../../../blocks/said.ts';
import { startBlock } from '../../../blocks/start.ts';
import { anyDesign } from '../../../blocks/testing.ts';
import { toText } from '../../../blocks/text.ts';
import type { DesignTexts } from '../../../blocks/texts.ts';
import { escapeText } from '../../../core/html.ts';
import { LOCALES, type Locale } from '../../../core/locale.ts';
import { sanitizePage } from './cms.sanitize.ts';

const item = {
  reference: 'A',
  product: 'P',
  amount: '1',
  fees: '2',
  balance: '3',
  dueDate: '4',
  daysPastDue: 5,
  number: 1,
  status: 'open',
};
const VALUES = {
  claim: {
    reference: 'R-1',
    balance: '<642,30 €>',
    amount: '700 €',
    totalFees: '1 €',
    dueDate: '1.1.',
    currency: 'CHF',
    paymentReference: 'R',
    daysPastDue: 3,
  },
  account: { creditor: 'Nordlicht', balance: '900 €', reference: 'K-1' },
  debtor: {
    fullName: 'Anna Weber',
    salutation: 'Guten Tag',
    email: 'SECRET',
    postalAddress: 'Anna <b>Weber</b>\nLindenstraße 1\n10115 Berlin',
  },
  product: { name: 'Strom' },
  reaction: { amount: '100', dueDate: '2026-12-03' },
  payment: { holder: 'Nordlicht', iban: 'DE02', transferCode: 'BCD', billReference: '', billAmount: '1' },
  message: { date: '26.11.2026' },
  link: { pay: 'https://pay.example.com/p/1' },
  claims: [item],
  instalments: [item],
};
const liquid = new Liquid({ strictFilters: true, strictVariables: true, outputEscape: (value: unknown) => escapeText(String(value)) });
liquid.registerFilter('day', (value: unknown) => value);
liquid.registerFilter('amount', (value: unknown) => value);

function print(design: Design, texts: DesignTexts, locale: Locale = 'de_DE') {
  const nodes = draw(design, texts, { brand: DEFAULT_BRAND, word: wordsIn(locale) });
  const said = texts.subject?.text;
  const title = typeof said === 'string' ? said : '';
  const { html, problems } = sanitizePage(toPaper(nodes, { brand: DEFAULT_BRAND, locale, title, base: 'https://q.example' }));
  return {
    problems,
    page: liquid.parseAndRenderSync(html, VALUES) as string,
    text: liquid.parseAndRenderSync(toText(nodes), VALUES) as string,
  };
}

it('makes a page of any letter that the sanitiser leaves whole, in which words stay words', () => {
  fc.assert(
    fc.property(anyDesign({ medium: 'paper' }), ({ design, texts }) => {
      expect(readDesign(JSON.parse(JSON.stringify(design)), 'paper').problems).toEqual([]);
      const { problems, page, text } = print(design, texts);
      expect(problems).toEqual([]);
      expect(page.replace(/"[^"]*"/g, '""')).not.toMatch(/<script|<img src=x|<mj-|<b>|<[^>]*\sonmouseover=/);
      expect(page).not.toContain('SECRET');
      expect(text).not.toContain('SECRET');
      // Nothing that people wrote is in the style sheet.
      expect(page.match(/<style/g)).toHaveLength(1);
    }),
    { numRuns: 60 },
  );
});

it('begins with the letterhead, or is refused', () => {
  const keysOf = (...blocks: Design['blocks']) =>
    checkDesign(
      { format: 1, medium: 'paper', blocks },
      {},
      { locale: 'de_DE', leading: null, placeholders: [], brand: DEFAULT_BRAND, words: [] },
    ).map(({ key }) => key);
  const head = startBlock('letterhead', 'h');
  expect(keysOf(head, startBlock('text', 't'))).not.toContain('letterheadFirst');
  expect(keysOf(startBlock('text', 't'), head)).toContain('letterheadFirst');
  expect(keysOf({ ...head, when: { match: 'every', asks: [{ tag: 'claim.balance', operation: 'there', value: '' }] } })).toContain(
    'letterheadFirst',
  );
  expect(keysOf(head)).not.toContain('unsubscribeMissing');
});

it('leaves codes as pictures to be made with the letter, and the debtor’s page as an address beside its code', () => {
  const code = startBlock('paymentCode', 'c');
  const design: Design = {
    format: 1,
    medium: 'paper',
    blocks: [
      startBlock('letterhead', 'h'),
      code,
      { ...code, id: 'p', fields: { ...code.fields, leads: 'page' } },
      startBlock('swissBill', 's'),
    ],
  };
  const { page } = print(design, {});
  for (const name of ['transferCode', 'pageCode', 'swissCode']) expect(page.split(`src="cid:${name}"`)).toHaveLength(2);
  expect(page).toContain('https://pay.example.com/p/1');
});

it('says the Swiss payment part in the debtor’s language where the standard has it, else in English', () => {
  const bill: Design = { format: 1, medium: 'paper', blocks: [startBlock('letterhead', 'h'), startBlock('swissBill', 's')] };
  const headings = (locale: Locale) => [...print(bill, {}, locale).page.matchAll(/<h1>(.*?)<\/h1>/g)].map(([, words]) => words);
  for (const locale of LOCALES)
    expect(headings(locale), locale).toEqual(locale === 'de_DE' ? ['Empfangsschein', 'Zahlteil'] : ['Receipt', 'Payment part']);
});
