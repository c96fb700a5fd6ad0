/** The client's shared blocks, as designs name them. */
import type { SharedBlock } from '../../../blocks/draw.ts';
import type { Locale } from '../../../core/locale.ts';

export interface SharedBlocks {
  readonly names: readonly string[];
  /** @returns what finds a shared block with its texts of a language. */
  readonly in: (locale: Locale) => (name: string) => SharedBlock | null;
}

export const NO_SHARED: SharedBlocks = { names: [], in: () => () => null };
