/** Between the engine and what runs code for it. */
import type { Values } from './memory.ts';
import type { Meta } from './meta.ts';

/** The names that the code finds, each an object of plain JSON. */
export const CODE_NAMES = ['claim', 'account', 'debtor', 'product', 'money', 'communications', 'strategy', 'now'] as const;
export type CodeInput = Readonly<Record<(typeof CODE_NAMES)[number], Meta>>;

/** Code to run. The same seed gives the same random numbers. */
export interface CodeCall {
  readonly code: string;
  readonly input: CodeInput;
  readonly seed: string;
  /** Milliseconds since 1970: the only clock that the code knows. */
  readonly at: number;
}

/** What came of it; line and column, from 1, are those of the code. */
export type CodeAnswer =
  | { readonly yes: boolean; readonly values: Values }
  | { readonly error: string; readonly line: number | null; readonly column: number | null };
