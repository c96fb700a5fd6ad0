import { ActionIcon, Button } from '@mantine/core';
import { IconClipboardCopy, IconCopyPlus, IconTrash, IconX } from '@tabler/icons-react';
import type { GraphNode } from '../../engine/graph/graph.ts';
import { useFormat } from '../ui/format.ts';
import { keyLabel } from '../ui/hotkeys.ts';
import { colourOf, useCanvasTexts, useCatalogue } from './catalogue.ts';
import type { Card } from './NodeCard.tsx';
import { ownKeys } from './ownKeys.ts';
import classes from './Panel.module.css';
import { NARROWEST } from './panelWidth.ts';
import type { CanvasWork } from './useCanvas.ts';

/** The panel while several nodes are selected: which ones, and what can be done with all of them. */
export function SelectionPanel<N extends GraphNode>({ canvas, cards }: { canvas: CanvasWork<N>; cards: ReadonlyMap<string, Card> }) {
  const { t } = useCanvasTexts();
  const format = useFormat();
  const catalogue = useCatalogue();
  const { selection, readOnly } = canvas;
  const chosen = new Set(selection);
  const title = t('selection.title', { count: selection.length, number: format.number(selection.length) });
  return (
    <aside ref={canvas.panel} className={classes.panel} style={{ width: NARROWEST }} aria-label={title} onKeyDown={ownKeys}>
      <header className={classes.header}>
        <h2 aria-live="polite">{title}</h2>
        <ActionIcon variant="subtle" aria-label={t('selection.clear')} title={t('selection.clear')} onClick={canvas.leave}>
          <IconX size={18} />
        </ActionIcon>
      </header>
      <div className={classes.body}>
        <div className={classes.actions}>
          {/* The screen hears of the copy as of the key's: only there the browser lets it fill the clipboard. */}
          <Button variant="default" leftSection={<IconClipboardCopy size={16} />} onClick={() => document.execCommand('copy')}>
            {t('selection.copy')} <kbd>{keyLabel('mod+c')}</kbd>
          </Button>
          {!readOnly && (
            <>
              <Button variant="default" leftSection={<IconCopyPlus size={16} />} onClick={canvas.duplicate}>
                {t('selection.duplicate')} <kbd>{keyLabel('mod+d')}</kbd>
              </Button>
              <Button variant="default" color="red" leftSection={<IconTrash size={16} />} onClick={() => canvas.remove(selection)}>
                {t('selection.delete')} <kbd>{t('selection.deleteKey')}</kbd>
              </Button>
            </>
          )}
        </div>
        <ul className={classes.selected}>
          {canvas.nodes
            .filter(({ id }) => chosen.has(id))
            .map(({ id }) => {
              const card = cards.get(id);
              return (
                <li key={id}>
                  <span className={classes.mark} style={{ background: (card && colourOf(catalogue, card.type)) ?? 'var(--line2)' }} />
                  <button type="button" onClick={() => canvas.show(id)}>
                    {card?.title}
                  </button>
                  <ActionIcon
                    variant="subtle"
                    size="sm"
                    aria-label={t('selection.takeOut', { name: card?.title })}
                    onClick={() => canvas.toggle(id)}
                  >
                    <IconX size={14} />
                  </ActionIcon>
                </li>
              );
            })}
        </ul>
      </div>
    </aside>
  );
}
