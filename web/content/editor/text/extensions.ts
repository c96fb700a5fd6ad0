/** What an editor of texts knows: the closed schema of `richText`, or one line of words and placeholders. */
import { type AnyExtension, type Editor, Extension, InputRule, Mark, Node, nodePasteRule } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, ListItem, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { Underline } from '@tiptap/extension-underline';
import { ADDRESS, CHIP_FORMATS, type Chip } from '../../../../blocks/words.ts';

/** How a placeholder is drawn: with a value of an account or an example. */
export type ChipText = (attrs: Chip['attrs']) => string;

const WRITTEN = '\\{\\{ *([A-Za-z]\\w*(?:\\.[A-Za-z]\\w*)+) *\\}\\}';

/** A placeholder, written `{{ tag }}`. */
function placeholder(textOf: ChipText, className: string) {
  return Node.create({
    name: 'placeholder',
    group: 'inline',
    inline: true,
    atom: true,
    selectable: true,
    addAttributes: () => ({ tag: { default: '' }, format: { default: 'plain' }, fallback: { default: '' } }),
    parseHTML: () => [
      {
        tag: 'span[data-placeholder]',
        getAttrs: (element) => {
          const { placeholder: tag = '', format = 'plain', fallback = '' } = element.dataset;
          const isKnown = new RegExp(`^${WRITTEN}$`).test(`{{${tag}}}`) && CHIP_FORMATS.some((each) => each === format);
          return isKnown && fallback.length <= 200 ? { tag, format, fallback } : false;
        },
      },
    ],
    renderHTML: ({ node }) => [
      'span',
      {
        'data-placeholder': node.attrs.tag,
        'data-format': node.attrs.format,
        'data-fallback': node.attrs.fallback,
        class: className,
        title: node.attrs.tag,
      },
      textOf(node.attrs as Chip['attrs']),
    ],
    renderText: ({ node }) => `{{ ${node.attrs.tag} }}`,
    addInputRules() {
      return [
        new InputRule({
          find: new RegExp(`${WRITTEN}$`),
          handler: ({ range, match, chain }) => {
            chain()
              .deleteRange(range)
              .insertContentAt(range.from, { type: 'placeholder', attrs: { tag: match[1] } })
              .run();
          },
        }),
      ];
    },
    addPasteRules() {
      return [nodePasteRule({ find: new RegExp(WRITTEN, 'g'), type: this.type, getAttributes: (match) => ({ tag: match[1] }) })];
    },
  });
}

/** A link, of which only its address counts; one that a message may not hold is no link. */
const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [{ tag: 'a[href]', getAttrs: (element) => ADDRESS.test(element.getAttribute('href') ?? '') && null }],
  renderHTML: ({ HTMLAttributes }) => ['a', { href: HTMLAttributes.href, rel: 'noreferrer' }, 0],
});

/** What Enter, Escape and Tab mean for who edits a text within a block. */
export interface TextKeys {
  readonly onEnter?: () => boolean;
  readonly onEscape: () => boolean;
  readonly onTab: (step: 1 | -1) => boolean;
}

const keys = ({ onEnter, onEscape, onTab }: TextKeys) =>
  Extension.create({
    name: 'keys',
    // Before those of lists and paragraphs.
    priority: 1000,
    addKeyboardShortcuts: () => ({
      ...(onEnter ? { Enter: onEnter, 'Shift-Enter': onEnter } : {}),
      Escape: onEscape,
      Tab: () => onTab(1),
      'Shift-Tab': () => onTab(-1),
    }),
  });

/** @param kind one line, or paragraphs with headings, lists, marks and links. @param chipClass of placeholders. */
export function extensionsFor(kind: 'line' | 'rich', textOf: ChipText, chipClass: string, own: TextKeys): AnyExtension[] {
  const always = [Paragraph, Text, placeholder(textOf, chipClass), keys(own)];
  if (kind === 'line') return [Document.extend({ content: 'paragraph' }), ...always];
  return [
    Document,
    ...always,
    HardBreak,
    Heading.configure({ levels: [1, 2, 3] }),
    BulletList,
    OrderedList.extend({ addAttributes: () => ({}) }),
    ListItem.extend({ content: 'paragraph+' }),
    Bold,
    Italic,
    Underline,
    Link,
  ];
}

/** What is typed of a placeholder before the cursor. @returns where it begins and what is there of its tag; null elsewhere. */
export function typedPlaceholder({ state }: Editor): { from: number; to: number; query: string } | null {
  const { $from, empty } = state.selection;
  if (!empty) return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '￼');
  const typed = /\{\{ *([\w.]*)$/.exec(before);
  return typed ? { from: $from.pos - typed[0].length, to: $from.pos, query: typed[1]! } : null;
}
