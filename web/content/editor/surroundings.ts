/** What every block on the canvas reads and none changes: it stays the same while people write. */
import type { Editor } from '@tiptap/core';
import { createContext, useContext } from 'react';
import type { Brand } from '../../../blocks/brand.ts';
import type { Medium } from '../../../blocks/design.ts';
import type { DrawOptions } from '../../../blocks/draw.ts';
import { wordsIn } from '../../../blocks/said.ts';
import type { Locale } from '../../../core/locale.ts';
import type { Placeholder } from '../placeholders.ts';
import { chipTexts } from './samples.ts';
import { NO_TEXTS, type PageTexts } from './shared.ts';
import type { ChipText } from './text/extensions.ts';
import type { EditActs } from './useEditing.ts';
import type { Look } from './useLook.ts';

export interface Surroundings {
  readonly medium: Medium;
  readonly options: DrawOptions;
  readonly locale: Locale;
  readonly acts: EditActs;
  readonly textOf: ChipText;
  readonly placeholders: readonly Placeholder[];
  /** The toolbar's. */
  readonly onEditor: (editor: Editor | null) => void;
  readonly readOnly: boolean;
}

/** @returns the brand as a medium shows it: paper is white. */
const brandOn = (medium: Medium, brand: Brand): Brand =>
  medium === 'paper' ? { ...brand, background: '#ffffff', surface: '#ffffff' } : brand;

const nothing = () => undefined;

/** What can be done with a picture of a message. */
const NO_ACTS: EditActs = {
  select: nothing,
  focus: nothing,
  write: nothing,
  text: nothing,
  change: nothing,
  add: nothing,
  paste: nothing,
  remove: nothing,
  duplicate: nothing,
  step: nothing,
  move: nothing,
  undo: nothing,
  redo: nothing,
};

/** @returns the surroundings of what is only shown: a picture of a design in one language. */
export function shownIn(
  medium: Medium,
  locale: Locale,
  { brand, shared, contents = NO_TEXTS }: Pick<Look, 'brand' | 'shared'> & { readonly contents?: PageTexts },
  placeholders: readonly Placeholder[],
): Surroundings {
  return {
    medium,
    options: { brand: brandOn(medium, brand), word: wordsIn(locale), shared: shared.in(locale), content: contents.in(locale) },
    locale,
    acts: NO_ACTS,
    textOf: chipTexts(placeholders, locale),
    placeholders,
    onEditor: nothing,
    readOnly: true,
  };
}

export const SurroundingsContext = createContext<Surroundings | null>(null);

export function useSurroundings(): Surroundings {
  const found = useContext(SurroundingsContext);
  if (!found) throw new Error('blocks are drawn on a canvas');
  return found;
}
