import type { Editor } from '@tiptap/core';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../../ui/texts.ts';
import { type Placeholder, useDescribe } from '../../placeholders.ts';
import classes from './Text.module.css';

const MOST = 40;

/** What the list does with a key that is pressed in the text. */
export interface CompletionKeys {
  /** @returns whether the key was the list's. */
  readonly press: (event: KeyboardEvent) => boolean;
}

/** The placeholders that begin with, or are described by, what is typed after "{{". */
export function Completion(props: {
  ref: Ref<CompletionKeys>;
  editor: Editor;
  typed: { from: number; to: number; query: string };
  placeholders: readonly Placeholder[];
}) {
  const { editor, typed } = props;
  const { t } = useTranslation('editor');
  const describe = useDescribe();
  const [active, setActive] = useState(0);
  const [closed, setClosed] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(() => {
    const query = typed.query.toLowerCase();
    const rank = (each: Placeholder) => {
      const tag = each.tag.toLowerCase();
      if (tag.startsWith(query) || tag.split('.')[1]?.startsWith(query)) return 0;
      return tag.includes(query) || describe(each).toLowerCase().includes(query) ? 1 : 2;
    };
    return [0, 1].flatMap((wanted) => props.placeholders.filter((each) => rank(each) === wanted)).slice(0, MOST);
  }, [typed.query, props.placeholders, describe]);
  const open = closed !== typed.from && found.length > 0;
  const at = Math.min(active, found.length - 1);

  function choose(index: number) {
    const chosen = found[index];
    if (!chosen) return;
    editor
      .chain()
      .deleteRange({ from: typed.from, to: typed.to })
      .insertContentAt(typed.from, { type: 'placeholder', attrs: { tag: chosen.tag } })
      .run();
    editor.view.focus();
  }

  useImperativeHandle(props.ref, () => ({
    press: ({ key, ctrlKey, metaKey, altKey }) => {
      if (!open || ctrlKey || metaKey || altKey) return false;
      if (key === 'ArrowDown' || key === 'ArrowUp') setActive((at + (key === 'ArrowDown' ? 1 : found.length - 1)) % found.length);
      else if (key === 'Enter' || key === 'Tab') choose(at);
      else if (key === 'Escape') setClosed(typed.from);
      else return false;
      return true;
    },
  }));

  useLayoutEffect(() => {
    const { dom } = editor.view;
    if (!open) return;
    dom.setAttribute('aria-controls', 'placeholder-list');
    dom.setAttribute('aria-activedescendant', `placeholder-${at}`);
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, open, at]);
  useLayoutEffect(() => {
    if (!open || !list.current) return;
    const { left, bottom, top } = editor.view.coordsAtPos(typed.from);
    const { height, width } = list.current.getBoundingClientRect();
    const below = bottom + height + 8 < innerHeight;
    list.current.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    list.current.style.top = `${below ? bottom + 4 : Math.max(8, top - height - 4)}px`;
  }, [editor, open, typed.from]);
  useEffect(() => {
    document.getElementById(`placeholder-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, another list
  useEffect(() => setActive(0), [typed.query]);

  if (!open) return null;
  return createPortal(
    <div ref={list} id="placeholder-list" role="listbox" aria-label={t('placeholders')} className={classes.completion}>
      {found.map((placeholder, index) => (
        <div
          key={placeholder.tag}
          id={`placeholder-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={classes.option}
          // The text keeps its focus and its cursor.
          onMouseDown={(event) => {
            event.preventDefault();
            choose(index);
          }}
        >
          <span className={classes.tag}>{placeholder.tag}</span>
          <span className={classes.about}>{[describe(placeholder), placeholder.example].filter(Boolean).join(' · ')}</span>
        </div>
      ))}
    </div>,
    document.body,
  );
}
