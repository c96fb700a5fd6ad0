/** What every block on the canvas reads and none changes: it stays the same while people write. */
import type { Editor } from '@tiptap/core';
import { createContext, useContext } from 'react';
import type { DrawOptions } from '../../../blocks/draw.ts';
import type { Locale } from '../../../core/locale.ts';
import type { Placeholder } from '../placeholders.ts';
import type { ChipText } from './text/extensions.ts';
import type { EditActs } from './useEditing.ts';

export interface Surroundings {
  readonly options: DrawOptions;
  readonly locale: Locale;
  readonly acts: EditActs;
  readonly textOf: ChipText;
  readonly placeholders: readonly Placeholder[];
  /** The toolbar's. */
  readonly onEditor: (editor: Editor | null) => void;
  readonly readOnly: boolean;
}

const nothing = () => undefined;

/** What can be done with a picture of a message. */
export const NO_ACTS: EditActs = {
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

export const SurroundingsContext = createContext<Surroundings | null>(null);

export function useSurroundings(): Surroundings {
  const found = useContext(SurroundingsContext);
  if (!found) throw new Error('blocks are drawn on a canvas');
  return found;
}
