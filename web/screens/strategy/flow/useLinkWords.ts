import { useCallback } from 'react';
import { useTranslation } from '../../../ui/texts.ts';
import type { Link } from './model.ts';

/** @returns what leads on, in words: its kind, and what the steps are called by their authors. */
export function useLinkWords() {
  const { t } = useTranslation('flow');
  return useCallback(
    (links: readonly Link[]) =>
      links
        .map(({ kind, steps }) => {
          const written = [...new Set(steps.map(({ description }) => description).filter(Boolean))].join(', ');
          const count = steps.length > 1 ? ` (${t('steps', { count: steps.length })})` : '';
          return `${t(`kind.${kind}`)}${count}${written ? `: ${written}` : ''}`;
        })
        .join(' · '),
    [t],
  );
}
