import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HOSTILE } from './testing.ts';
import { CHIP_FORMATS, type Inline, inlinesOf, lineText, plainText, richText, richTextOf } from './words.ts';

const chip = (tag: string, format: (typeof CHIP_FORMATS)[number] = 'plain', fallback = ''): Inline => ({
  type: 'placeholder',
  attrs: { tag, format, fallback },
});

it('reads a line with its placeholders, formats and what is said without a value', () => {
  expect(inlinesOf('Due {{ claim.dueDate | longDate | default: "so\\"on }}" }}, {{debtor.fullName}}!')).toEqual([
    { type: 'text', text: 'Due ' },
    chip('claim.dueDate', 'longDate', 'so"on }}'),
    { type: 'text', text: ', ' },
    chip('debtor.fullName'),
    { type: 'text', text: '!' },
  ]);
});

it.each(['{{ claim }}', '{{ claim.dueDate | upcase }}', '{{ a.b | default: x }}', '{% if a.b %}', '{{ a.b', '{{ a[b].c }}'])(
  'leaves %s as it is',
  (line) => {
    expect(inlinesOf(line)).toEqual([{ type: 'text', text: line }]);
  },
);

it('writes any line so that it is read the same', () => {
  const one = fc.oneof(
    fc.record({
      tag: fc.constantFrom('claim.dueDate', 'meta.a_b', 'a.b.c'),
      format: fc.constantFrom(...CHIP_FORMATS),
      fallback: fc.oneof(fc.string({ maxLength: 40, unit: 'grapheme' }), fc.constantFrom(...HOSTILE)),
    }),
    fc.constantFrom('text', ' { ', '}}', '"', '\\'),
  );
  fc.assert(
    fc.property(fc.array(one, { maxLength: 6 }), (parts) => {
      const line = parts.map((part) =>
        typeof part === 'string' ? ({ type: 'text', text: part } as const) : chip(part.tag, part.format, part.fallback),
      );
      const chips = (found: readonly Inline[]) => found.filter(({ type }) => type === 'placeholder');
      const read = inlinesOf(lineText(line));
      expect(chips(read)).toEqual(chips(line));
      expect(lineText(read)).toBe(lineText(line));
    }),
  );
});

it('keeps paragraphs and the breaks in them', () => {
  const text = richTextOf('Regards,\n{{ account.creditor }}', '');
  expect(richText.parse(text)).toEqual(text);
  expect(plainText(text)).toBe('Regards,\n{{ account.creditor }}\n');
});

it.each([
  ['an element', { type: 'image', attrs: { src: 'https://example.com/a.png' } }],
  ['a mark', { type: 'text', text: 'a', marks: [{ type: 'textStyle', attrs: { color: 'red' } }] }],
  ['an address that runs', { type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }],
  ['an attribute', { type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: 'https://example.com', onclick: 'x' } }] }],
  ['a placeholder that is Liquid', { type: 'placeholder', attrs: { tag: 'a.b }}{% x %}' } }],
])('refuses %s that texts can’t hold', (_what, inline) => {
  expect(richText.safeParse({ type: 'doc', content: [{ type: 'paragraph', content: [inline] }] }).success).toBe(false);
});
