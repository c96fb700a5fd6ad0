import { createElement, type ReactNode } from 'react';
import type { Chip, Inline, RichBlock, RichText } from '../../../../blocks/words.ts';
import type { ChipText } from './extensions.ts';
import classes from './Text.module.css';

const TAGS = { bold: 'strong', italic: 'em', underline: 'u' } as const;

/** A text as its editor shows it, without the editor. Links lead nowhere: the text is there to be written. */
export function RichView({ text, textOf }: { text: RichText; textOf: ChipText }) {
  return text.content.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no ids of their own and are drawn anew as a whole
    <Block key={at} block={block} textOf={textOf} />
  ));
}

function Block({ block, textOf }: { block: RichBlock; textOf: ChipText }) {
  if (block.type === 'paragraph') return <p>{lineView(block.content, textOf)}</p>;
  if (block.type === 'heading') return createElement(`h${block.attrs.level}`, null, lineView(block.content, textOf));
  return createElement(
    block.type === 'bulletList' ? 'ul' : 'ol',
    null,
    block.content.map(({ content }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <li key={at}>
        {content.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <p key={index}>{lineView(each.content, textOf)}</p>
        ))}
      </li>
    )),
  );
}

/** @returns a line; an empty one keeps its height. */
export function lineView(line: readonly Inline[] | undefined, textOf: ChipText): ReactNode {
  if (!line?.length) return <br />;
  return line.map((one, at) => {
    const inner = one.type === 'text' ? one.text : one.type === 'hardBreak' ? <br /> : <ChipView attrs={one.attrs} textOf={textOf} />;
    const marked = (one.marks ?? []).reduce(markView, inner);
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    return <span key={at}>{marked}</span>;
  });
}

function markView(said: ReactNode, mark: NonNullable<Inline['marks']>[number]): ReactNode {
  if (mark.type !== 'link') return createElement(TAGS[mark.type], null, said);
  return (
    <span data-link title={mark.attrs.href}>
      {said}
    </span>
  );
}

function ChipView({ attrs, textOf }: { attrs: Chip['attrs']; textOf: ChipText }) {
  return (
    <span className={classes.chip} title={attrs.tag}>
      {textOf(attrs)}
    </span>
  );
}
