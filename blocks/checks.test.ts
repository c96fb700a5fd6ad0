import { expect, it } from 'vitest';
import { DEFAULT_BRAND } from './brand.ts';
import { type CheckOptions, checkDesign } from './checks.ts';
import type { Design, DesignBlock } from './design.ts';
import { startBlock } from './start.ts';
import { type DesignTexts, signOf } from './texts.ts';
import { linked, richTextOf, saidLine } from './words.ts';

const PLACEHOLDERS = ['claim.reference', 'link.pay', 'link.unsubscribe'].map((tag) => ({ tag }));
const OPTIONS: CheckOptions = { locale: 'en_US', leading: null, placeholders: PLACEHOLDERS, brand: DEFAULT_BRAND, words: [] };

/** A message with nothing wrong. */
const BLOCKS = [startBlock('text', 'text'), startBlock('payButton', 'pay'), startBlock('legalFooter', 'footer')];
const TEXTS: DesignTexts = {
  subject: { text: 'About {{ claim.reference }}' },
  preheader: { text: 'In short' },
  'text.text': { text: richTextOf('Please pay {{ claim.reference }}.') },
  'pay.label': { text: 'Pay' },
  'footer.sender': { text: richTextOf('Nordlicht') },
  'footer.unsubscribe': { text: 'Stop' },
};

function check(blocks: readonly DesignBlock[], texts: DesignTexts = {}, options: Partial<CheckOptions> = {}) {
  const design: Design = { format: 1, medium: 'mail', blocks: [...BLOCKS, ...blocks] };
  return checkDesign(design, { ...TEXTS, ...texts }, { ...OPTIONS, ...options }).map(({ key, blockId, field, values }) =>
    [key, blockId, field, ...Object.values(values)].join(' ').trim(),
  );
}

it('has nothing to say of a message in order', () => {
  expect(check([])).toEqual([]);
});

it('names placeholders that there are none of, wherever they are', () => {
  const button = { ...startBlock('button', 'button'), fields: { href: '{{ link.other }}', align: 'left' } };
  const asked = {
    ...startBlock('divider', 'asked'),
    when: { match: 'any' as const, asks: [{ tag: 'a.b', operation: 'there' as const, value: '' }] },
  };
  const item = { ...startBlock('text', 'item'), each: 'claims' as const };
  const texts = {
    subject: { text: '{{ claim.color }}' },
    'button.label': { text: '{{ item.reference }}' },
    'item.text': { text: richTextOf('{{ item.reference }} {{ item.secret }}') },
  };
  expect(check([button, asked, item], texts)).toEqual([
    'placeholderUnknown  subject claim.color',
    'placeholderUnknown button label item.reference',
    'placeholderUnknown button href link.other',
    'placeholderUnknown asked  a.b',
    'placeholderUnknown item text item.secret',
  ]);
});

it('warns of placeholders without a value for the account, unless something is said instead', () => {
  const placeholders = [...PLACEHOLDERS.filter(({ tag }) => tag !== 'claim.reference'), { tag: 'claim.reference', value: '' }];
  const texts: DesignTexts = {
    'text.text': {
      text: {
        type: 'doc',
        content: [
          {
            type: 'paragraph',
            content: [{ type: 'placeholder', attrs: { tag: 'claim.reference', format: 'plain', fallback: 'your bill' } }],
          },
        ],
      },
    },
  };
  expect(check([], texts, { placeholders })).toEqual(['placeholderEmpty  subject claim.reference']);
  const subject = { text: 'About {{ claim.reference | default: "your bill" }}' };
  expect(check([], { ...texts, subject }, { placeholders })).toEqual([]);
});

it('tells what is missing and what is outdated beside the leading language', () => {
  const leading: DesignTexts = { ...TEXTS, 'pay.label': { text: 'Pay now' } };
  const texts: DesignTexts = {
    subject: { text: 'Zu {{ claim.reference }}', of: signOf(leading.subject!.text) },
    'text.text': { text: richTextOf(''), of: signOf(leading['text.text']!.text) },
    'pay.label': { text: 'Zahlen', of: signOf('Pay') },
  };
  expect(check([], texts, { locale: 'de_DE', leading })).toEqual(['translationMissing text text', 'translationOutdated pay label']);
  expect(check([startBlock('heading', 'new')], {}, { leading })).toContain('textMissing new text');
});

it('asks for subject, preview text, and links to pay and to unsubscribe', () => {
  const design: Design = { format: 1, medium: 'mail', blocks: [] };
  const found = checkDesign(design, {}, OPTIONS);
  expect(found.map(({ severity, key }) => [severity, key])).toEqual([
    ['error', 'designEmpty'],
    ['error', 'subjectMissing'],
    ['warning', 'payLinkMissing'],
    ['warning', 'unsubscribeMissing'],
    ['hint', 'preheaderMissing'],
  ]);
});

it('asks for pictures and for words in their place', () => {
  const image = startBlock('image', 'image');
  const shown = (fields: Record<string, unknown>) => ({ ...image, fields: { ...image.fields, ...fields } });
  expect(check([image])).toEqual(['pictureMissing image src']);
  expect(check([shown({ src: '/a.png' })])).toEqual(['pictureText image alt']);
  expect(check([shown({ src: '/a.png', decorative: true })])).toEqual([]);
  expect(check([shown({ src: '/a.png' })], { 'image.alt': { text: 'Our office' } })).toEqual([]);
});

it.each([
  ['https://example', true],
  ['https://pay.example.com/a', false],
  ['mailto:office', true],
  ['mailto:office@example.com', false],
  ['tel:+1', true],
  ['tel:+49 30 123', false],
  ['{{ claim.reference }}', true],
])('of the link %s says that it is wrong: %s', (href, wrong) => {
  const content = linked(saidLine('here'), href);
  const texts: DesignTexts = { 'text.text': { text: { type: 'doc', content: [{ type: 'paragraph', content }] } } };
  expect(check([], texts)).toEqual(wrong ? [`addressWrong text text ${href}`] : []);
});

it('warns of colours that can’t be told apart, by WCAG’s own figures', () => {
  // #767676 on white is the lightest grey that is enough (4.54); #777777 is not (4.48).
  expect(check([], {}, { brand: { ...DEFAULT_BRAND, background: '#ffffff', text: '#767676' } })).toEqual([]);
  expect(check([], {}, { brand: { ...DEFAULT_BRAND, background: '#ffffff', text: '#777777', onAccent: '#0e6b57' } })).toEqual([
    'contrastText   4.4',
    'contrastButton   1.0',
  ]);
});

it('finds the client’s words to avoid as whole words, in any case and over lines', () => {
  const texts: DesignTexts = { 'text.text': { text: richTextOf('Ihre Schuld. Wir ziehen vor', 'Gericht, Entschuldigung.') } };
  expect(check([], texts, { words: ['schuld', 'vor Gericht', ' ', 'a+b'] })).toEqual([
    'wordListed text text schuld',
    'wordListed text text vor Gericht',
  ]);
});

it('asks for a shared block that there is', () => {
  const shared = (name: string) => ({ ...startBlock('shared', 's'), fields: { name } });
  const options = {
    shared: (name: string) => (name === 'footer' ? { design: { format: 1, medium: 'mail', blocks: [] } as Design, texts: {} } : null),
  };
  expect(check([shared('')], {}, options)).toEqual(['sharedMissing s name']);
  expect(check([shared('gone')], {}, options)).toEqual(['sharedMissing s name gone']);
  expect(check([shared('footer')], {}, options)).toEqual([]);
});
