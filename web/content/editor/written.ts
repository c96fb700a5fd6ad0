/** A message of blocks while it is written: one design, and its texts in each language. Every edit gives a new one. */

import { blockType } from '../../../blocks/catalogue.ts';
import { allBlocks, type Design, type DesignBlock, FORMAT, type Medium, MOST_BLOCKS } from '../../../blocks/design.ts';
import { startBlock, startText } from '../../../blocks/start.ts';
import { type DesignTexts, signOf } from '../../../blocks/texts.ts';
import type { RichText } from '../../../blocks/words.ts';
import { uuidv7 } from '../../../core/id.ts';
import { LOCALES, type Locale } from '../../../core/locale.ts';
import { inserted, type Place, removed } from './tree.ts';

export type WrittenTexts = Readonly<Partial<Record<Locale, DesignTexts>>>;

export interface Written {
  readonly design: Design;
  /** Of the languages that the message has. */
  readonly texts: WrittenTexts;
}

/** Blocks with their texts, apart from the rest: what is copied. */
export interface Piece {
  readonly blocks: readonly DesignBlock[];
  readonly texts: WrittenTexts;
}

/** @returns a design that holds nothing yet. */
export const emptyDesign = (medium: Medium): Design => ({ format: FORMAT, medium, blocks: [] });

/** @returns the languages of what is written in the product's order. */
export const localesIn = ({ texts }: Pick<Written, 'texts'>): Locale[] => LOCALES.filter((locale) => texts[locale]);

/** @returns whether two hold the very same design and texts. */
export function isSame(one: Written, other: Written): boolean {
  return one.design === other.design && LOCALES.every((locale) => one.texts[locale] === other.texts[locale]);
}

const mapTexts = (texts: WrittenTexts, change: (own: DesignTexts, locale: Locale) => DesignTexts): WrittenTexts =>
  Object.fromEntries(localesIn({ texts }).map((locale) => [locale, change(texts[locale]!, locale)]));

/** @returns what is written with a text of a language; one of another language remembers what the leading one says now. */
export function withText(written: Written, locale: Locale, leading: Locale, key: string, text: string | RichText): Written {
  const own = written.texts[locale] ?? {};
  const said = locale === leading ? undefined : written.texts[leading]?.[key]?.text;
  const entry = said === undefined ? { text } : { text, of: signOf(said) };
  return { ...written, texts: { ...written.texts, [locale]: { ...own, [key]: entry } } };
}

/** @returns what is written with a new block at a place; its texts begin with what blocks of that kind say. */
export function withNew(written: Written, type: string, place: Place, id: string, leading: Locale): Written {
  const fields = Object.keys(blockType(type)?.texts ?? {});
  const texts = mapTexts(written.texts, (own, locale) => ({
    ...own,
    ...Object.fromEntries(
      fields.map((field) => {
        const text = startText(type, field, locale);
        return [`${id}.${field}`, locale === leading ? { text } : { text, of: signOf(startText(type, field, leading)) }];
      }),
    ),
  }));
  return { design: inserted(written.design, place, [startBlock(type, id)]), texts };
}

/** Texts belong to the block that their key begins with. */
const ownerOf = (key: string) => key.split('.')[0]!;

/** @returns what is written without a block, what is in it, and its texts. */
export function without(written: Written, id: string): Written {
  const design = removed(written.design, id);
  const ids = new Set(allBlocks(design).map((block) => block.id));
  const gone = new Set(allBlocks(written.design).flatMap((block) => (ids.has(block.id) ? [] : [block.id])));
  return {
    design,
    texts: mapTexts(written.texts, (own) => Object.fromEntries(Object.entries(own).filter(([key]) => !gone.has(ownerOf(key))))),
  };
}

/** @returns some blocks with their texts. */
export function pieceOf({ texts }: Written, blocks: readonly DesignBlock[]): Piece {
  const ids = new Set(allBlocks({ blocks }).map(({ id }) => id));
  return {
    blocks,
    texts: mapTexts(texts, (own) => Object.fromEntries(Object.entries(own).filter(([key]) => ids.has(ownerOf(key))))),
  };
}

/** @returns a piece under ids of its own, so that it can stand beside what it was copied from. */
export function renewed({ blocks, texts }: Piece): Piece {
  const ids = new Map(allBlocks({ blocks }).map(({ id }) => [id, uuidv7()]));
  const renew = (block: DesignBlock): DesignBlock => ({
    ...block,
    id: ids.get(block.id)!,
    ...(block.slots ? { slots: Object.fromEntries(Object.entries(block.slots).map(([slot, inner]) => [slot, inner.map(renew)])) } : {}),
  });
  return {
    blocks: blocks.map(renew),
    texts: mapTexts(texts, (own) =>
      Object.fromEntries(
        Object.entries(own).flatMap(([key, text]) => {
          const id = ids.get(ownerOf(key));
          return id ? [[id + key.slice(ownerOf(key).length), text]] : [];
        }),
      ),
    ),
  };
}

/** @returns what is written with a piece at a place. Languages that only one of the two has are left out or stay without its texts. */
export function withPiece({ design, texts }: Written, place: Place, piece: Piece): Written {
  return {
    design: inserted(design, place, piece.blocks),
    texts: mapTexts(texts, (own, locale) => ({ ...own, ...piece.texts[locale] })),
  };
}

/** @returns why a piece can't be added: a block that may be there once is there, or there would be too many; null when it can. */
export function refusal({ design }: Written, blocks: readonly DesignBlock[]): { key: 'once' | 'many'; type: string } | null {
  const [own, added] = [allBlocks(design), allBlocks({ blocks })];
  const twice = added.find(({ type }, at) => blockType(type)?.once && [...own, ...added.slice(0, at)].some((other) => other.type === type));
  if (twice) return { key: 'once', type: twice.type };
  return own.length + added.length > MOST_BLOCKS ? { key: 'many', type: '' } : null;
}
