/** A message of blocks while it is written: one design, and its texts in each language. Every edit gives a new one. */

import { blockType } from '../../../blocks/catalogue.ts';
import { allBlocks, type Design, type DesignBlock, FORMAT, MOST_BLOCKS } from '../../../blocks/design.ts';
import { startBlock, startText } from '../../../blocks/start.ts';
import { type DesignTexts, signOf } from '../../../blocks/texts.ts';
import type { RichText } from '../../../blocks/words.ts';
import { uuidv7 } from '../../../core/id.ts';
import { LOCALES, type Locale } from '../../../core/locale.ts';
import { inserted, type Place, removed } from './tree.ts';

export type LetterTexts = Readonly<Partial<Record<Locale, DesignTexts>>>;

export interface Letter {
  readonly design: Design;
  /** Of the languages that the message has. */
  readonly texts: LetterTexts;
}

/** Blocks with their texts, apart from a letter: what is copied. */
export interface Piece {
  readonly blocks: readonly DesignBlock[];
  readonly texts: LetterTexts;
}

export const EMPTY_DESIGN: Design = { format: FORMAT, medium: 'mail', blocks: [] };

/** @returns the languages of a letter in the product's order. */
export const localesIn = ({ texts }: Pick<Letter, 'texts'>): Locale[] => LOCALES.filter((locale) => texts[locale]);

/** @returns whether two letters hold the very same design and texts. */
export function isSame(one: Letter, other: Letter): boolean {
  return one.design === other.design && LOCALES.every((locale) => one.texts[locale] === other.texts[locale]);
}

const mapTexts = (texts: LetterTexts, change: (own: DesignTexts, locale: Locale) => DesignTexts): LetterTexts =>
  Object.fromEntries(localesIn({ texts }).map((locale) => [locale, change(texts[locale]!, locale)]));

/** @returns the letter with a text of a language; one of another language remembers what the leading one says now. */
export function withText(letter: Letter, locale: Locale, leading: Locale, key: string, text: string | RichText): Letter {
  const own = letter.texts[locale] ?? {};
  const said = locale === leading ? undefined : letter.texts[leading]?.[key]?.text;
  const entry = said === undefined ? { text } : { text, of: signOf(said) };
  return { ...letter, texts: { ...letter.texts, [locale]: { ...own, [key]: entry } } };
}

/** @returns the letter with a new block at a place; its texts begin with what blocks of that kind say. */
export function withNew(letter: Letter, type: string, place: Place, id: string, leading: Locale): Letter {
  const fields = Object.keys(blockType(type)?.texts ?? {});
  const texts = mapTexts(letter.texts, (own, locale) => ({
    ...own,
    ...Object.fromEntries(
      fields.map((field) => {
        const text = startText(type, field, locale);
        return [`${id}.${field}`, locale === leading ? { text } : { text, of: signOf(startText(type, field, leading)) }];
      }),
    ),
  }));
  return { design: inserted(letter.design, place, [startBlock(type, id)]), texts };
}

/** Texts belong to the block that their key begins with. */
const ownerOf = (key: string) => key.split('.')[0]!;

/** @returns the letter without a block, what is in it, and its texts. */
export function without(letter: Letter, id: string): Letter {
  const design = removed(letter.design, id);
  const ids = new Set(allBlocks(design).map((block) => block.id));
  const gone = new Set(allBlocks(letter.design).flatMap((block) => (ids.has(block.id) ? [] : [block.id])));
  return {
    design,
    texts: mapTexts(letter.texts, (own) => Object.fromEntries(Object.entries(own).filter(([key]) => !gone.has(ownerOf(key))))),
  };
}

/** @returns some blocks of a letter with their texts. */
export function pieceOf({ texts }: Letter, blocks: readonly DesignBlock[]): Piece {
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

/** @returns the letter with a piece at a place. Languages that only one of the two has are left out or stay without its texts. */
export function withPiece({ design, texts }: Letter, place: Place, piece: Piece): Letter {
  return {
    design: inserted(design, place, piece.blocks),
    texts: mapTexts(texts, (own, locale) => ({ ...own, ...piece.texts[locale] })),
  };
}

/** @returns why a piece can't be added: a block that may be there once is there, or there would be too many; null when it can. */
export function refusal({ design }: Letter, blocks: readonly DesignBlock[]): { key: 'once' | 'many'; type: string } | null {
  const [own, added] = [allBlocks(design), allBlocks({ blocks })];
  const twice = added.find(({ type }, at) => blockType(type)?.once && [...own, ...added.slice(0, at)].some((other) => other.type === type));
  if (twice) return { key: 'once', type: twice.type };
  return own.length + added.length > MOST_BLOCKS ? { key: 'many', type: '' } : null;
}
