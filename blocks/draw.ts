/** Blocks → nodes: the same for the mail that is sent and for the editor. */
import type { View } from './block.ts';
import type { Brand } from './brand.ts';
import { blockType } from './catalogue.ts';
import type { Design, DesignBlock } from './design.ts';
import type { Node } from './nodes.ts';
import type { Word } from './said/keys.ts';
import { type DesignTexts, lineOf } from './texts.ts';
import type { RichText } from './words.ts';

/** A client's shared block: a small design of its own, with its texts in the language that is drawn. */
export interface SharedBlock {
  readonly design: Design;
  readonly texts: DesignTexts;
}

export interface DrawOptions {
  readonly brand: Brand;
  /** @see wordsIn */
  readonly word: (key: Word) => string;
  /** @returns the client's shared block of a name; without it, shared blocks draw nothing. */
  readonly shared?: (name: string) => SharedBlock | null;
  /** @returns the client's text for pages of a name. */
  readonly content?: (name: string) => RichText | null;
}

const NO_TEXT: RichText = { type: 'doc', content: [] };

/** @returns a design in one language as nodes; each block is one `block` node. Reads what `readDesign` accepted. */
export function draw(design: Design, texts: DesignTexts, options: DrawOptions): Node[] {
  return design.blocks.map((block) => drawBlock(block, texts, options));
}

/** @returns one block with all that is in it, under its condition and its repetition. */
export function drawBlock(block: DesignBlock, texts: DesignTexts, options: DrawOptions): Node {
  const nodes = wrapped(block, blockType(block.type)?.draw(block.fields, viewOf(block, texts, options)) ?? []);
  return { node: 'block', id: block.id, nodes };
}

function wrapped({ when, each }: DesignBlock, nodes: readonly Node[]): readonly Node[] {
  // Asked for each of the list: the condition may be about the one that is shown.
  const asked: readonly Node[] = when ? [{ node: 'when', when, nodes }] : nodes;
  return each ? [{ node: 'each', each, nodes: asked }] : asked;
}

function viewOf(block: DesignBlock, texts: DesignTexts, options: DrawOptions): View {
  const said = (field: string) => texts[`${block.id}.${field}`]?.text;
  return {
    brand: options.brand,
    word: options.word,
    line: (field) => {
      const text = said(field);
      return typeof text === 'string' ? lineOf(text) : [];
    },
    rich: (field) => {
      const text = said(field);
      return typeof text === 'object' ? text : NO_TEXT;
    },
    content: (name) => options.content?.(name) ?? NO_TEXT,
    slot: (name) => (block.slots?.[name] ?? []).map((each) => drawBlock(each, texts, options)),
    shared: (name) => {
      const found = options.shared?.(name);
      // A shared block has no other one in it (readDesign): without `shared`, nothing can go in circles.
      return found ? draw(found.design, found.texts, { brand: options.brand, word: options.word }) : [];
    },
  };
}
