/** What the fields of a content of several texts share. */
import { createContext, type RefObject, useContext } from 'react';
import type { Problem } from '../../../content/usePreview.ts';

export interface PieceTools {
  readonly problems: readonly Problem[];
  /** Is given what puts text at the cursor of the field that had it last. */
  readonly insert: RefObject<(text: string) => void>;
  readonly readOnly: boolean;
  /** Is told that somebody has written in a field or left it: from then on it says what is wrong with it. */
  readonly touch: (field: string) => void;
}

export const PieceContext = createContext<PieceTools | null>(null);

/** @throws Error outside of an editor */
export function usePieceTools(): PieceTools {
  const tools = useContext(PieceContext);
  if (!tools) throw new Error('usePieceTools is for fields of a content');
  return tools;
}
