import { useCallback, useContext, useState } from 'react';
import { KeptScope, keptKey } from './keptScope.ts';

/**
 * One text that survives a reload, per user, client and name: what useKeptForm is for forms, without their weight.
 * @returns the text, and what writes it; '' forgets it.
 */
export function useKeptText(name: string): [text: string, write: (text: string) => void] {
  const key = keptKey(useContext(KeptScope), name);
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  // At once, not after drawing: what is forgotten as its dialog closes is not drawn again.
  const write = useCallback(
    (next: string) => {
      if (next === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, next);
      setText(next);
    },
    [key],
  );
  return [text, write];
}
