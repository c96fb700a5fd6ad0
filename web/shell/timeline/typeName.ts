import { useCallback } from 'react';
import { useTranslation } from '../../ui/texts.ts';

/** Braces of a placeholder in a text, whatever stands between them. */
const PLACEHOLDER = /\{\{[^}]*\}\}/g;

/** @returns what names a kind of event without any event at hand: its sentence with "…" where the event's own words go. */
export function useTypeName(): (messageType: string) => string {
  const { t, exists } = useTranslation('events');
  return useCallback(
    (messageType) => {
      const key = `events:type.${messageType}`;
      if (!exists(key)) return messageType;
      // Signs that no text holds: the placeholders stay as they are written.
      const sentence = String(t(key as never, { interpolation: { prefix: '\u0001', suffix: '\u0001' } } as never));
      return sentence.replace(PLACEHOLDER, '…');
    },
    [t, exists],
  );
}
