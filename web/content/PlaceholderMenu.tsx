import type { ReactElement } from 'react';
import type { ContentType } from '../../core/messageChannels.ts';
import { ButtonMenu } from '../ui/ButtonMenu.tsx';
import { inSource, usePlaceholders, withoutLists } from './placeholders.ts';

/**
 * Every placeholder with an example, behind a button: for a field without room for the palette. Nothing where there are none.
 * @param props.onInsert is given it as the source writes it.
 */
export function PlaceholderMenu(props: {
  channel: ContentType;
  button: ReactElement<{ onClick?: () => void }>;
  onInsert: (source: string) => void;
}) {
  const placeholders = withoutLists(usePlaceholders(props.channel));
  if (placeholders.length === 0) return null;
  return (
    <ButtonMenu
      position="bottom-end"
      choices={placeholders.map((placeholder) => ({
        key: placeholder.tag,
        label: placeholder.example === '' ? placeholder.tag : `${placeholder.tag} – ${placeholder.example}`,
        onChoose: () => props.onInsert(inSource(placeholder)),
      }))}
      button={props.button}
    />
  );
}
