import { ActionIcon } from '@mantine/core';
import { IconArrowsMove, IconTrash, IconX } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { colourOf, useCanvasTexts, useCatalogue } from './catalogue.ts';
import { ownKeys } from './ownKeys.ts';
import classes from './Panel.module.css';
import { PanelEdge } from './PanelEdge.tsx';
import type { PanelWidth } from './panelWidth.ts';

/** The panel of the open node: its edge, what it is, and what can be done with it as a whole. @param children what is set in it. */
export function PanelFrame(props: {
  panel: RefObject<HTMLElement | null>;
  type: string;
  width: PanelWidth;
  readOnly: boolean;
  onMove: () => void;
  onDelete: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useCanvasTexts();
  const catalogue = useCatalogue();
  const name = catalogue.name(props.type);
  return (
    <aside ref={props.panel} className={classes.panel} style={{ width: props.width.now }} aria-label={name} onKeyDown={ownKeys}>
      <PanelEdge width={props.width} />
      <header className={classes.header}>
        <span className={classes.mark} style={{ background: colourOf(catalogue, props.type) ?? 'var(--line2)' }} />
        <h2>{name}</h2>
        {!props.readOnly && (
          <>
            <ActionIcon variant="subtle" aria-label={t('panel.move')} title={t('panel.move')} onClick={props.onMove}>
              <IconArrowsMove size={17} />
            </ActionIcon>
            <ActionIcon variant="subtle" color="red" aria-label={t('panel.delete')} title={t('panel.delete')} onClick={props.onDelete}>
              <IconTrash size={17} />
            </ActionIcon>
          </>
        )}
        <ActionIcon variant="subtle" aria-label={t('panel.close')} onClick={props.onClose}>
          <IconX size={18} />
        </ActionIcon>
      </header>
      <div className={classes.body}>{props.children}</div>
    </aside>
  );
}
