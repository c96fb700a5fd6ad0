/**
 * Text as people write it in a block: paragraphs, headings and lists with a few marks, and placeholders as chips. It is tiptap's JSON under a closed
 * schema: what an editor, a paste or a file brings beyond it is refused.
 */
import { z } from 'zod';

/** How the value of a placeholder is shown: as it is, or a day and an amount in the reader's language. */
export const CHIP_FORMATS = ['plain', 'date', 'longDate', 'amount'] as const;
export type ChipFormat = (typeof CHIP_FORMATS)[number];

/** Characters of what is said without a value. */
const MOST_FALLBACK = 200;

/** A placeholder's tag, e.g. `claim.balance`. */
export const TAG = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/;

/** A number as people write it in a condition. */
export const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/;

/** An address that people type: the web, mail, a phone, or a placeholder that holds one. */
export const ADDRESS = /^(https?:\/\/[^\s<>"']+|mailto:[^\s<>"']+|tel:\+?[\d ()/-]+|\{\{ *[A-Za-z]\w*(\.[A-Za-z]\w*)+ *\}\})$/;

const chip = z.strictObject({
  type: z.literal('placeholder'),
  attrs: z.strictObject({
    tag: z.string().max(200).regex(TAG),
    format: z.enum(CHIP_FORMATS).default('plain'),
    /** Said where there is no value. */
    fallback: z.string().max(MOST_FALLBACK).default(''),
  }),
});
const mark = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['bold', 'italic', 'underline']) }),
  z.strictObject({ type: z.literal('link'), attrs: z.strictObject({ href: z.string().max(2_000).regex(ADDRESS) }) }),
]);
const marks = z.array(mark).max(4).optional();
const inline = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(20_000), marks }),
  z.strictObject({ type: z.literal('hardBreak'), marks }),
  z.strictObject({ ...chip.shape, marks }),
]);
const paragraph = z.strictObject({ type: z.literal('paragraph'), content: z.array(inline).max(2_000).optional() });
const heading = z.strictObject({
  type: z.literal('heading'),
  attrs: z.strictObject({ level: z.union([z.literal(1), z.literal(2), z.literal(3)]) }),
  content: z.array(inline).max(500).optional(),
});
const item = z.strictObject({ type: z.literal('listItem'), content: z.array(paragraph).min(1).max(20) });
const list = z.strictObject({ type: z.enum(['bulletList', 'orderedList']), content: z.array(item).min(1).max(200) });

/** The text of a field. */
export const richText = z.strictObject({
  type: z.literal('doc'),
  content: z.array(z.discriminatedUnion('type', [paragraph, heading, list])).max(500),
});
export type RichText = z.infer<typeof richText>;
export type RichBlock = RichText['content'][number];
export type Inline = z.infer<typeof inline>;
export type Chip = z.infer<typeof chip>;

/** @returns a text of paragraphs, one a line. Chips are written `{{ tag }}`, formats and fallbacks are left out. */
export function plainText(text: RichText): string {
  const said = (one: Inline) => (one.type === 'text' ? one.text : one.type === 'hardBreak' ? '\n' : `{{ ${one.attrs.tag} }}`);
  const line = (content: readonly Inline[] | undefined) => (content ?? []).map(said).join('');
  return text.content
    .flatMap((block) =>
      block.type === 'paragraph' || block.type === 'heading'
        ? [line(block.content)]
        : block.content.flatMap(({ content }) => content.map((one) => line(one.content))),
    )
    .join('\n');
}

/** @returns a text of one paragraph a line; `{{ tag }}` in it becomes a chip, a line break within it stays in the paragraph. */
export function richTextOf(...lines: readonly string[]): RichText {
  const content = (line: string) => line.split('\n').flatMap((part, at) => [...(at > 0 ? [BREAK] : []), ...inlinesOf(part)]);
  return { type: 'doc', content: lines.map((line) => ({ type: 'paragraph', content: content(line) })) };
}

const BREAK: Inline = { type: 'hardBreak' };

/** @returns a placeholder as blocks themselves say it. */
export const chipOf = (tag: string, format: ChipFormat = 'plain'): Chip => ({ type: 'placeholder', attrs: { tag, format, fallback: '' } });

/** @returns the product's own words as a line; nothing in them is a placeholder. */
export const saidLine = (text: string): Inline[] => (text === '' ? [] : [{ type: 'text', text }]);

/** @returns a line as a heading. */
export const headingOf = (line: readonly Inline[], level: 1 | 2 | 3): RichText => ({
  type: 'doc',
  content: [{ type: 'heading', attrs: { level }, content: [...line] }],
});

/** @returns a line that leads to an address as a whole. */
export function linked(line: readonly Inline[], href: string): Inline[] {
  return line.map((one) => ({
    ...one,
    marks: [...(one.marks ?? []).filter(({ type }) => type !== 'link'), { type: 'link', attrs: { href } }],
  }));
}

/** A placeholder within a line: its tag, a format, what is said without a value. */
const LINE_CHIP = /\{\{ *([A-Za-z]\w*(?:\.[A-Za-z]\w*)+)(?: *\| *(date|longDate|amount))?(?: *\| *default: *("(?:[^"\\]|\\.)*"))? *\}\}/g;

/** @returns a line as it is stored, e.g. `Due {{ claim.dueDate | longDate | default: "soon" }}`, as text and chips. */
export function inlinesOf(line: string): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  const text = (until: number) => {
    if (until > at) found.push({ type: 'text', text: line.slice(at, until) });
  };
  for (const { 0: whole, 1: tag, 2: format, 3: fallback, index } of line.matchAll(LINE_CHIP)) {
    text(index);
    at = index + whole.length;
    found.push({
      type: 'placeholder',
      attrs: { tag: tag!, format: (format as ChipFormat | undefined) ?? 'plain', fallback: said(fallback) },
    });
  }
  text(line.length);
  return found;
}

function said(json: string | undefined): string {
  try {
    return json ? String(JSON.parse(json)).slice(0, MOST_FALLBACK) : '';
  } catch {
    return '';
  }
}

/** @returns a line as it is stored; marks are left out and line breaks become spaces, since it is one line. */
export function lineText(line: readonly Inline[]): string {
  return line
    .map((one) => {
      if (one.type === 'text') return one.text;
      if (one.type === 'hardBreak') return ' ';
      const { tag, format, fallback } = one.attrs;
      return `{{ ${tag}${format === 'plain' ? '' : ` | ${format}`}${fallback === '' ? '' : ` | default: ${JSON.stringify(fallback)}`} }}`;
    })
    .join('');
}
