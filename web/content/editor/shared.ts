/** The client's shared blocks and texts for pages, as designs name them. */
import type { SharedBlock } from '../../../blocks/draw.ts';
import type { RichText } from '../../../blocks/words.ts';
import type { Locale } from '../../../core/locale.ts';

export interface SharedBlocks {
  readonly names: readonly string[];
  /** @returns what finds a shared block with its texts of a language. */
  readonly in: (locale: Locale) => (name: string) => SharedBlock | null;
}

export const NO_SHARED: SharedBlocks = { names: [], in: () => () => null };

/** Texts that a page may show, by the names of their templates. */
export interface PageTexts {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** @returns what finds a text in a language. */
  readonly in: (locale: Locale) => (name: string) => RichText | null;
}

/** Mails and letters show none. */
export const NO_TEXTS: PageTexts = { choices: [], in: () => () => null };
