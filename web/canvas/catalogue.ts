/** What stands on a canvas: the types of its nodes, how they look, and what they are called. The canvas itself knows no node. */
import type { Icon } from '@tabler/icons-react';
import { createContext, useContext } from 'react';
import { useTranslation } from '../ui/texts.ts';

export interface NodeType {
  readonly type: string;
  /** A name of `categories`. */
  readonly category: string;
  /** In the canvas's order; none ends the path. */
  readonly outputs: readonly string[];
  /** Of the type's panel, px. */
  readonly panelWidth: number;
}

export interface Catalogue {
  /** The area of texts whose `canvas`, `palette` and `panel` say what the canvas says, in the words of what is drawn on it. */
  readonly area: 'strategy';
  /** The palette's groups in their order; each has a name in `palette.<name>`. */
  readonly categories: readonly { readonly name: string; readonly colour: string }[];
  /** What one can add, in the palette's order. */
  readonly offered: readonly NodeType[];
  /** @returns undefined for a type that the product doesn't have. */
  readonly typeOf: (type: string) => NodeType | undefined;
  readonly iconOf: (type: string) => Icon;
  readonly name: (type: string) => string;
  readonly about: (type: string) => string;
  /** An output's name, as its line says it. */
  readonly output: (output: string) => string;
}

export const CatalogueContext = createContext<Catalogue | null>(null);

/** @returns what stands on this canvas. @throws Error outside of one. */
export function useCatalogue(): Catalogue {
  const catalogue = useContext(CatalogueContext);
  if (!catalogue) throw new Error('a canvas needs a catalogue');
  return catalogue;
}

/** @returns the words of this canvas. */
export function useCanvasTexts() {
  return useTranslation(useCatalogue().area);
}

/** @returns the colour of a type's category; null for a type that the product doesn't have. */
export function colourOf({ categories, typeOf }: Catalogue, type: string): string | null {
  const category = typeOf(type)?.category;
  return categories.find(({ name }) => name === category)?.colour ?? null;
}

/** @returns whether a type ends the path, so that nothing can follow it. */
export function endsPath({ typeOf }: Catalogue, type: string): boolean {
  return typeOf(type)?.outputs.length === 0;
}
