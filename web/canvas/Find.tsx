import { ActionIcon, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useCanvasTexts } from './catalogue.ts';
import classes from './Find.module.css';
import type { Card } from './NodeCard.tsx';
import { ownKeys } from './ownKeys.ts';

/** Finds nodes by what their cards say. Enter goes to the next one, Shift and Enter to the one before. */
export default function Find(props: {
  order: readonly string[];
  cards: ReadonlyMap<string, Card>;
  onShow: (id: string) => void;
  onClose: () => void;
}) {
  const { t } = useCanvasTexts();
  const [wanted, setWanted] = useState('');
  const [at, setAt] = useState(-1);
  const words = wanted.trim().toLowerCase();
  const found =
    words === ''
      ? []
      : props.order.filter((id) => {
          const card = props.cards.get(id);
          return card && `${card.title} ${card.detail}`.toLowerCase().includes(words);
        });

  function go(step: 1 | -1) {
    if (found.length === 0) return;
    const next = (at + step + found.length) % found.length;
    setAt(next);
    props.onShow(found[next]!);
  }

  return (
    <search className={classes.find} onKeyDown={ownKeys}>
      <TextInput
        size="xs"
        autoFocus
        aria-label={t('canvas.find')}
        placeholder={t('canvas.find')}
        value={wanted}
        onChange={(event) => {
          setWanted(event.currentTarget.value);
          setAt(-1);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            event.stopPropagation();
            go(event.shiftKey ? -1 : 1);
          } else if (event.key === 'Escape') {
            event.stopPropagation();
            props.onClose();
          }
        }}
      />
      <output aria-live="polite">{words === '' ? '' : t('canvas.found', { count: found.length, number: Math.max(0, at + 1) })}</output>
      <ActionIcon variant="subtle" size="sm" aria-label={t('canvas.closeFind')} onClick={props.onClose}>
        <IconX size={14} />
      </ActionIcon>
    </search>
  );
}
