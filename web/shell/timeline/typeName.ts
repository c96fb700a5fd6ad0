import { useMemo } from 'react';
import { useTranslation } from '../../ui/texts.ts';

/** A placeholder in a text. */
const PLACEHOLDER = /\{\{[^}]*\}\}/g;

/** @returns what names a kind of event without any event at hand: its sentence with "…" where the event's own words go. */
export function useTypeName(): (messageType: string) => string {
  const { group } = useTranslation('events');
  return useMemo(() => {
    const sentences = group('type');
    return (messageType) => sentences[messageType]?.replace(PLACEHOLDER, '…') ?? messageType;
  }, [group]);
}
