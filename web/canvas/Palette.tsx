import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import { memo, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { useCanvasTexts, useCatalogue } from './catalogue.ts';
import classes from './Palette.module.css';
import type { Point } from './useCarry.ts';

/** A pointer that moves further than this drags; less is a click. */
const DRAG_FROM = 6;

/**
 * The nodes one can add, in their categories. A click or Enter inserts; dragging tells where the pointer is.
 * @param search its field, so that a shortcut can put the focus there. @param onDrag null when it is let go elsewhere or given up.
 */
export const Palette = memo(function Palette(props: {
  open: boolean;
  onOpen: (open: boolean) => void;
  search: RefObject<HTMLInputElement | null>;
  onInsert: (type: string) => void;
  onDrag: (type: string, point: Point) => void;
  onDrop: () => void;
  onCancel: () => void;
}) {
  const { t } = useCanvasTexts();
  const catalogue = useCatalogue();
  const [wanted, setWanted] = useState('');
  const drag = useRef<{ type: string; from: Point; moving: boolean } | null>(null);
  const justDragged = useRef(false);

  if (!props.open)
    return (
      <Button
        className={classes.show}
        variant="default"
        leftSection={<IconPlus size={15} />}
        onClick={() => {
          props.onOpen(true);
        }}
      >
        {t('palette.show')}
      </Button>
    );

  const words = wanted.trim().toLowerCase();
  const named = (category: string) => t(`palette.${category as 'PATHS'}`);
  const found = catalogue.offered.filter(({ type, category }) =>
    [catalogue.name(type), catalogue.about(type), named(category)].some((one) => one.toLowerCase().includes(words)),
  );

  function pressed(type: string, event: PointerEvent<HTMLButtonElement>) {
    if (event.button !== 0) return;
    justDragged.current = false;
    drag.current = { type, from: { x: event.clientX, y: event.clientY }, moving: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function moved(event: PointerEvent) {
    const now = drag.current;
    if (!now) return;
    if (!now.moving && Math.hypot(event.clientX - now.from.x, event.clientY - now.from.y) < DRAG_FROM) return;
    now.moving = true;
    props.onDrag(now.type, { x: event.clientX, y: event.clientY });
  }
  function released(finished: boolean) {
    const now = drag.current;
    drag.current = null;
    if (!now?.moving) return;
    justDragged.current = true;
    if (finished) props.onDrop();
    else props.onCancel();
  }

  return (
    <aside className={classes.palette} aria-label={t('palette.label')} data-palette>
      <div className={classes.top}>
        <label className={classes.search}>
          <IconSearch size={15} aria-hidden="true" />
          <input
            ref={props.search}
            type="search"
            value={wanted}
            placeholder={t('palette.search')}
            aria-label={t('palette.search')}
            onChange={(event) => setWanted(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && found[0] && words !== '') {
                props.onInsert(found[0].type);
                setWanted('');
              }
              if (event.key !== 'Escape') return;
              if (wanted === '') event.currentTarget.blur();
              setWanted('');
              event.stopPropagation();
            }}
          />
        </label>
        <ActionIcon variant="subtle" aria-label={t('palette.hide')} onClick={() => props.onOpen(false)}>
          <IconX size={15} />
        </ActionIcon>
      </div>
      <div className={classes.list}>
        {catalogue.categories.map(({ name: category, colour }) => {
          const types = found.filter((one) => one.category === category);
          if (types.length === 0) return null;
          return (
            <section key={category}>
              <h2 className={classes.category}>
                <span className={classes.dot} style={{ background: colour }} />
                {named(category)}
              </h2>
              {types.map(({ type }) => {
                const Icon = catalogue.iconOf(type);
                return (
                  <button
                    key={type}
                    type="button"
                    className={classes.type}
                    title={catalogue.about(type)}
                    onPointerDown={(event) => pressed(type, event)}
                    onPointerMove={moved}
                    onPointerUp={() => released(true)}
                    onPointerCancel={() => released(false)}
                    onClick={() => {
                      if (!justDragged.current) props.onInsert(type);
                      justDragged.current = false;
                    }}
                  >
                    <Icon size={16} />
                    <span>{catalogue.name(type)}</span>
                  </button>
                );
              })}
            </section>
          );
        })}
        {found.length === 0 && <p className={classes.nothing}>{t('palette.nothing')}</p>}
      </div>
    </aside>
  );
});
