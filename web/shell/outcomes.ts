/** How the ends of contacts are called: the product's own by their texts, a client's own as it wrote them. */
import { useMemo } from 'react';
import { useTranslation } from '../ui/texts.ts';

/** @returns words for a category, a resolution, a delinquency reason and a method. */
export function useOutcomeWords() {
  const { find } = useTranslation('messages');
  return useMemo(() => {
    const word = (kind: 'category' | 'resolution' | 'reason' | 'method') => (value: string) =>
      find(`messages:outcome.${kind}.${value}`) ?? value;
    return { category: word('category'), resolution: word('resolution'), reason: word('reason'), method: word('method') };
  }, [find]);
}
