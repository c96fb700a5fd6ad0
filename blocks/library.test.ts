import { expect, it } from 'vitest';
import { LOCALES } from '../core/locale.ts';
import { DEFAULT_BRAND } from './brand.ts';
import { checkDesign } from './checks.ts';
import { library, libraryName, libraryTexts } from './library.ts';
import { readDesign } from './read.ts';
import { readability } from './readability.ts';
import { plainText } from './words.ts';

/** What messages have without a client's own fields. */
const PLACEHOLDERS = [
  ...['reference', 'amount', 'balance', 'totalFees', 'dueDate', 'daysPastDue', 'paymentReference'].map((name) => `claim.${name}`),
  ...['account.reference', 'account.balance', 'account.creditor', 'debtor.salutation', 'link.pay', 'link.unsubscribe'],
  ...['reaction.amount', 'reaction.dueDate'],
].map((tag) => ({ tag }));

it('has at least twenty designs, each readable and each with its name in every language', () => {
  expect(library.length).toBeGreaterThanOrEqual(20);
  for (const { id, design } of library) {
    expect(readDesign(JSON.parse(JSON.stringify(design)), 'mail')).toEqual({ design, problems: [] });
    expect(LOCALES.filter((locale) => libraryName(id, locale) === '')).toEqual([]);
  }
  for (const locale of LOCALES) expect(new Set(library.map(({ id }) => libraryName(id, locale))).size).toBe(library.length);
});

it.each(['en_US', 'en_GB', 'de_DE'] as const)('passes every check in every language, led by %s', (leading) => {
  for (const { id, design } of library) {
    const all = libraryTexts(id, leading);
    expect(all.size).toBe(4);
    for (const [locale, texts] of all) {
      const options = {
        locale,
        leading: locale === leading ? null : all.get(leading)!,
        placeholders: PLACEHOLDERS,
        brand: DEFAULT_BRAND,
        words: [],
      };
      expect([id, locale, checkDesign(design, texts, options)]).toEqual([id, locale, []]);
    }
  }
});

it('is written in words that most people follow', () => {
  const hard = library.flatMap(({ id }) =>
    [...libraryTexts(id, 'en_US')].flatMap(([locale, texts]) => {
      const said = ['intro.text', 'body.text']
        .map((key) => texts[key]!.text)
        .map((text) => (typeof text === 'string' ? text : plainText(text)));
      const { score } = readability(said.join('\n'), locale)!;
      return score < 45 ? [[id, locale, score]] : [];
    }),
  );
  expect(hard).toEqual([]);
});
