import { useMemo } from 'react';
import { useTranslation } from '../../ui/texts.ts';

/** A placeholder in a text. */
const PLACEHOLDER = /\{\{[^}]*\}\}/g;

/** Names a kind of event: "linkClicked" as "Link in “…” clicked". */
export type TypeName = (messageType: string) => string;

/** @returns what names a kind of event without any event at hand: its sentence with "…" where the event's own words go. */
export function useTypeName(): TypeName {
  const { group } = useTranslation('events');
  return useMemo(() => {
    const sentences = group('type');
    return (messageType) => sentences[messageType]?.replace(PLACEHOLDER, '…') ?? messageType;
  }, [group]);
}

/** @param list of kinds, with commas between them. @returns their names, the same way. */
export const typeNames = (typeName: TypeName, list: string): string => list.split(', ').map(typeName).join(', ');
