import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Braces of a placeholder in a text, whatever stands between them. */
const PLACEHOLDER = /\{\{[^}]*\}\}/g;

/** @returns what names a kind of event without any event at hand: its sentence with "…" where the event's own words go. */
export function useTypeName(): (messageType: string) => string {
  const { t, i18n } = useTranslation('events');
  return useCallback(
    (messageType) => {
      const key = `events:type.${messageType}`;
      if (!i18n.exists(key)) return messageType;
      // Signs that no text holds: the placeholders stay as they are written.
      const sentence = String(t(key as never, { interpolation: { prefix: '\u0001', suffix: '\u0001' } } as never));
      return sentence.replace(PLACEHOLDER, '…');
    },
    [t, i18n],
  );
}
