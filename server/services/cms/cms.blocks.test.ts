import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULT_BRAND } from '../../../blocks/brand.ts';
import type { Design } from '../../../blocks/design.ts';
import { draw } from '../../../blocks/draw.ts';
import { toMjml } from '../../../blocks/mjml.ts';
import { wordsIn } from '../../../blocks/said.ts';
import { startBlock } from '../../../blocks/start.ts';
import { anyDesign, HOSTILE, SECRET } from '../../../blocks/testing.ts';
import type { DesignTexts } from '../../../blocks/texts.ts';
import { richTextOf, saidLine } from '../../../blocks/words.ts';
import { checkContent, fillContent } from './cms.content.ts';
import { exampleReader, exampleValues, type Placeholder } from './cms.placeholders.ts';
import { decode } from './cms.text.ts';

const PLACEHOLDERS: readonly Placeholder[] = [
  ...['reference', 'balance', 'amount', 'totalFees', 'dueDate', 'daysPastDue', 'paymentReference'].map((name) => [
    'claim',
    name,
    `<${name}>`,
  ]),
  ...['creditor', 'balance'].map((name) => ['account', name, `${name} & Co`]),
  ...['fullName', 'salutation'].map((name) => ['debtor', name, `{{ ${name} }}`]),
  ['debtor', 'email', 'SECRET'],
  ['product', 'name', 'Strom'],
  ...['holder', 'iban', 'transferCode'].map((name) => ['payment', name, name]),
  ['link', 'pay', 'https://pay.example.com/p/1'],
  ['link', 'unsubscribe', 'https://pay.example.com/t/u/1'],
].map(
  ([group, name, example]) =>
    ({ tag: `${group}.${name}`, group, kind: 'text', list: null, description: '', example, raw: example, required: false }) as Placeholder,
);

/** As saving and sending do: compiled, checked, sanitised, filled in. */
async function send(design: Design, texts: DesignTexts) {
  const nodes = draw(design, texts, { brand: DEFAULT_BRAND, word: wordsIn('en_US') });
  const content = toMjml(nodes, { brand: DEFAULT_BRAND, locale: 'en_US', title: 'Hello', preheader: '', base: 'https://q.example.com' });
  const checked = await checkContent({ locale: 'en_US', subject: 'Hello', format: 'mjml', content }, 'email', PLACEHOLDERS, []);
  expect(checked.problems).toEqual([]);
  return {
    checked,
    filled: fillContent({
      content: checked.content!,
      values: exampleValues(PLACEHOLDERS, exampleReader('en_US')),
      channel: 'email',
      tracking: null,
    }),
  };
}

it('saves and sends whatever blocks come to, and words in them stay words', async () => {
  // What an event says and lists have no values here.
  const designs = anyDesign({ formats: false, lists: false }).filter(({ design }) => !JSON.stringify(design).includes('"promise"'));
  await fc.assert(
    fc.asyncProperty(designs, async ({ design, texts }) => {
      const { checked, filled } = await send(design, texts);
      expect(checked.placeholders).not.toContain(SECRET);
      expect(filled.html).not.toMatch(/<script|<img src="?x|\sonmouseover="|SECRET/);
      expect(filled.text).not.toContain('SECRET');
    }),
    { numRuns: 40 },
  );
});

it.each(HOSTILE)('sends the words %s as they were written', async (said) => {
  const texts: DesignTexts = { 't.text': { text: { type: 'doc', content: [{ type: 'paragraph', content: saidLine(`a ${said} b`) }] } } };
  const { filled } = await send({ format: 1, medium: 'mail', blocks: [startBlock('text', 't')] }, texts);
  // Marks that turn the direction of writing are taken out of every message, and so are letters that stand for nothing.
  const shown = `a ${said} b`.replace(/[\u202a-\u202e]|[\ufdd0-\ufdd2]/g, '');
  expect(decode(filled.html!).replaceAll('&#96;', '`')).toContain(shown);
});

it('writes values without markup of their own', async () => {
  const design: Design = { format: 1, medium: 'mail', blocks: [startBlock('text', 't'), startBlock('payButton', 'p')] };
  const { filled } = await send(design, {
    't.text': { text: richTextOf('{{ claim.balance }} {{ debtor.fullName }}') },
    'p.label': { text: 'Pay' },
  });
  expect(filled.html).toContain('&lt;balance&gt; {{ fullName }}');
  expect(filled.html).toContain('href="https://pay.example.com/p/1"');
});
