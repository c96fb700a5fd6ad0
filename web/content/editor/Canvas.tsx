import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { blockType } from '../../../blocks/catalogue.ts';
import type { DesignBlock } from '../../../blocks/design.ts';
import { allBlocks } from '../../../blocks/design.ts';
import type { DesignTexts } from '../../../blocks/texts.ts';
import { useTranslation } from '../../ui/texts.ts';
import { toastError } from '../../ui/toasts.ts';
import { BlockView } from './BlockView.tsx';
import classes from './Canvas.module.css';
import { fromClipboard, toClipboard } from './clipboard.ts';
import type { Editing } from './editing.ts';
import { paint } from './NodeView.tsx';
import { useSurroundings } from './surroundings.ts';
import { type Direction, findBlock, placeOf, readingOrder } from './tree.ts';
import { startDrag, useDrops } from './useDrops.ts';
import { pieceOf } from './written.ts';

const STEPS: Readonly<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

const blockAt = (target: EventTarget) =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-block]')?.dataset.block ?? null) : null;

/** What is written as it will look, in one language; @param isPhone as wide as a phone. Blocks are chosen, written in and moved, by mouse and by keyboard. */
export function Canvas({ state, isPhone = false }: { state: Editing; isPhone?: boolean }) {
  const { t, find } = useTranslation(['editor', 'blocks']);
  const { acts, locale, options, readOnly, medium } = useSurroundings();
  const canvas = useRef<HTMLDivElement>(null);
  const { present } = state.history;
  const { design } = present;
  const { selected, writing, focus } = state;
  const slices = useSlices(design.blocks, present.texts[locale] ?? NO_TEXTS);
  const drops = useDrops(canvas, acts);
  const order = useMemo(() => readingOrder(design.blocks), [design.blocks]);
  const tabbed = selected ?? order[0] ?? null;

  useLayoutEffect(() => {
    if (focus) canvas.current?.querySelector<HTMLElement>(`[data-block="${focus.id}"]`)?.focus();
  }, [focus]);

  function press(event: KeyboardEvent) {
    const id = blockAt(event.target);
    // Keys that are pressed in a text, or on a button, are theirs.
    if (id === null || (event.target as HTMLElement).dataset.block !== id) return;
    const { key, altKey } = event;
    const command = event.metaKey || event.ctrlKey;
    const at = order.indexOf(id);
    const next = order[at + (key === 'ArrowUp' ? -1 : 1)];
    const walks: Readonly<Record<string, () => void>> = {
      ArrowUp: () => next !== undefined && acts.focus(next),
      ArrowDown: () => next !== undefined && acts.focus(next),
      Home: () => acts.focus(order.at(0)!),
      End: () => acts.focus(order.at(-1)!),
      Enter: () => !readOnly && write(id, null, null),
      Escape: () => acts.select(placeOf(design.blocks, id)?.parent ?? null),
      ...(readOnly ? {} : { Delete: () => acts.remove(id), Backspace: () => acts.remove(id) }),
    };
    const step = readOnly ? undefined : STEPS[key];
    const act = altKey
      ? step && !command && (() => acts.step(id, step))
      : command
        ? key.toLowerCase() === 'd' && !readOnly && (() => acts.duplicate(id))
        : walks[key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Begins to write: in a field, or in the first one that shows. */
  function write(id: string, field: string | null, at: { x: number; y: number } | null) {
    const found = field ?? canvas.current?.querySelector<HTMLElement>(`[data-block="${id}"] [data-place]`)?.dataset.place;
    const block = findBlock(design, id);
    if (found && block && blockType(block.type)?.texts[found]) acts.write({ block: id, field: found, at });
  }

  function click({ target, clientX: x, clientY: y }: MouseEvent) {
    if (target instanceof Element && target.closest('[data-writing], [role="toolbar"]')) return;
    const id = blockAt(target);
    const field = target instanceof Element ? target.closest<HTMLElement>('[data-place]')?.dataset.place : undefined;
    if (id !== null && field !== undefined && !readOnly) write(id, field, { x, y });
    else if (id !== null) acts.focus(id);
    else acts.select(null);
  }

  function copy(event: ClipboardEvent, cut: boolean) {
    const id = blockAt(event.target);
    const block = id === null ? undefined : findBlock(design, id);
    if (!block || (event.target as Element).closest('[data-writing]')) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', toClipboard(pieceOf(present, [block]), design.medium));
    if (cut && !readOnly) acts.remove(block.id);
  }
  function paste(event: ClipboardEvent) {
    if (readOnly || (event.target as Element).closest('[data-writing]')) return;
    const piece = fromClipboard(event.clipboardData.getData('text/plain'), design.medium);
    if (!piece) return;
    event.preventDefault();
    if (!('problems' in piece)) return acts.paste(piece);
    const [problem] = piece.problems;
    toastError(problem ? (find(`blocks:problem.${problem.key}`, problem.values) ?? problem.key) : '');
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the message is no form's fieldset
    <div
      ref={canvas}
      className={classes.canvas}
      role="group"
      aria-label={t(`canvas.${medium}`)}
      data-medium={medium}
      data-phone={isPhone || undefined}
      lang={locale.slice(0, 2)}
      style={paint(options.brand, options.brand.background)}
      onKeyDown={press}
      onClick={click}
      // Whichever way the focus came: what is pasted or added goes after the block that has it.
      onFocus={({ target }) => {
        const id = blockAt(target);
        if (id !== null && id !== selected && target.dataset.block === id) acts.select(id);
      }}
      onCopy={(event) => copy(event, false)}
      onCut={(event) => copy(event, true)}
      onPaste={paste}
      onDragStart={(event) => {
        const id = blockAt(event.target);
        const block = id === null ? undefined : findBlock(design, id);
        if (block) startDrag(event, block.type, block.id);
      }}
      onDragOver={drops.over}
      onDragLeave={drops.leave}
      onDrop={drops.dropped}
      onDragEnd={drops.end}
    >
      {design.blocks.map((block, at) => {
        const inside = (id: string | null | undefined) => id != null && findBlock({ blocks: [block] }, id) !== undefined;
        return (
          <BlockView
            key={block.id}
            block={block}
            texts={slices[at]!}
            selected={inside(selected) ? selected : null}
            writing={inside(writing?.block) ? writing : null}
            tabbed={inside(tabbed) ? tabbed : null}
          />
        );
      })}
      {design.blocks.length === 0 && <p className={classes.nothing}>{t('empty')}</p>}
      {drops.drop && <div className={classes.drop} style={{ left: drops.drop.left, top: drops.drop.top, width: drops.drop.width }} />}
    </div>
  );
}

const NO_TEXTS: DesignTexts = {};

/** @returns the texts of each block with what is in it: the same object as long as they are the same, so that the block isn't drawn again. */
function useSlices(blocks: readonly DesignBlock[], texts: DesignTexts): readonly DesignTexts[] {
  const before = useRef<ReadonlyMap<string, DesignTexts>>(new Map());
  return useMemo(() => {
    const owners = new Map(blocks.flatMap((block) => allBlocks({ blocks: [block] }).map(({ id }) => [id, block.id])));
    const slices = new Map<string, DesignTexts>(blocks.map(({ id }) => [id, {}]));
    for (const [key, text] of Object.entries(texts)) {
      const owner = owners.get(key.split('.')[0]!);
      if (owner !== undefined) slices.get(owner)![key] = text;
    }
    for (const [id, slice] of slices) {
      const old = before.current.get(id);
      const keys = Object.keys(slice);
      if (old && Object.keys(old).length === keys.length && keys.every((key) => old[key] === slice[key])) slices.set(id, old);
    }
    before.current = slices;
    return blocks.map(({ id }) => slices.get(id)!);
  }, [blocks, texts]);
}
