/** How roles are called: the built-in ones by their texts, a client's own as it named them. */
import { useCallback } from 'react';
import { useTranslation } from '../ui/texts.ts';

/** @returns what a role is called in the reader's language. */
export function useRoleName(): (name: string) => string {
  const { find } = useTranslation('roleNames');
  return useCallback((name) => find(`roleNames:builtIn.${name}`) ?? name, [find]);
}
