/** How roles are called: the built-in ones by their texts, a client's own as it named them. */
import { useCallback } from 'react';
import { useTranslation } from '../ui/texts.ts';

/** @returns what a role is called in the reader's language. */
export function useRoleName(): (name: string) => string {
  const { t, exists } = useTranslation('roleNames');
  return useCallback((name) => (exists(`roleNames:builtIn.${name}`) ? String(t(`roleNames:builtIn.${name}` as never)) : name), [t, exists]);
}
