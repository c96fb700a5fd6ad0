import { useCallback } from 'react';
import { useTranslation } from '../ui/texts.ts';

/** @returns what people call a provider that the server names; one without a text of its own is called as it is named. */
export function useProviderName(): (name: string) => string {
  const { find } = useTranslation('shell');
  return useCallback((name) => find(`provider.${name}`) ?? name, [find]);
}
