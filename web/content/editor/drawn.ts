import type { DesignBlock } from '../../../blocks/design.ts';
import type { DesignTexts } from '../../../blocks/texts.ts';
import type { Writing } from './editing.ts';

/** What a block of the canvas is drawn from; nested blocks find themselves in it. */
export interface Drawn {
  /** The one that has the nodes. */
  readonly block: DesignBlock;
  readonly texts: DesignTexts;
  /** The selected block and the text that is written, where they are in here. */
  readonly selected: string | null;
  readonly writing: Writing | null;
  /** The block that Tab comes to. */
  readonly tabbed: string | null;
}
