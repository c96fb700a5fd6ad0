/** Between an editor's document and the texts that are saved: nothing but what `richText` knows gets through. */
import type { JSONContent } from '@tiptap/core';
import type { Inline, RichBlock, RichText } from '../../../../blocks/words.ts';
import { inlinesOf, lineText } from '../../../../blocks/words.ts';

type Marks = NonNullable<Inline['marks']>;
type Paragraph = Extract<RichBlock, { type: 'paragraph' }>;
type Level = Extract<RichBlock, { type: 'heading' }>['attrs']['level'];

/** @returns an editor's document as rich text. */
export const toRich = (doc: JSONContent): RichText => ({ type: 'doc', content: (doc.content ?? []).flatMap(toBlock) });

function toBlock({ type, attrs, content = [] }: JSONContent): RichBlock[] {
  if (type === 'paragraph') return [toParagraph(content)];
  if (type === 'heading') return [{ ...toParagraph(content), type, attrs: { level: attrs?.level as Level } }];
  if (type === 'bulletList' || type === 'orderedList')
    return [
      {
        type,
        content: content.map((item) => ({
          type: 'listItem',
          content: (item.content ?? []).map((each) => toParagraph(each.content ?? [])),
        })),
      },
    ];
  return [];
}

const toParagraph = (content: readonly JSONContent[]): Paragraph => {
  const inlines = content.flatMap(toInline);
  return inlines.length > 0 ? { type: 'paragraph', content: inlines } : { type: 'paragraph' };
};

function toInline({ type, text, attrs, marks }: JSONContent): Inline[] {
  const own = marks?.length ? { marks: marks as Marks } : {};
  if (type === 'text') return text ? [{ type, text, ...own }] : [];
  if (type === 'hardBreak') return [{ type, ...own }];
  if (type === 'placeholder') return [{ type, attrs: { tag: attrs?.tag, format: attrs?.format, fallback: attrs?.fallback }, ...own }];
  return [];
}

/** @returns an editor's document as one line. */
export const toLine = (doc: JSONContent): string => lineText((doc.content ?? []).flatMap(({ content = [] }) => content.flatMap(toInline)));

/** @returns a text as an editor begins with it. */
export function toDocument(text: string | RichText): JSONContent {
  const doc = typeof text === 'string' ? { type: 'doc', content: [{ type: 'paragraph', content: inlinesOf(text) }] } : text;
  // An editor has at least one paragraph to write in.
  return (doc.content.length > 0 ? doc : { ...doc, content: [{ type: 'paragraph' }] }) as JSONContent;
}
