import { EditorView } from '@codemirror/view';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { type CodeFault, markFaults, openCode, putCode, setReadOnly } from '../ui/codeMirror.ts';
import classes from './SourceEditor.module.css';
import { sourceLanguage } from './sourceLanguage.ts';

/** What is done with a source from outside of it. */
export interface SourceHandle {
  /** Puts a text in place of what is selected. */
  insert(text: string): void;
  /** Puts the cursor on a place; lines and columns count from 1. */
  goTo(place: { line: number; column: number; length: number }): void;
}

/** The source of a page: MJML or HTML. @param props.tags are suggested as placeholders. @param props.faults are marked where they stand. */
export default function SourceCode(props: {
  handle: Ref<SourceHandle>;
  code: string;
  label: string;
  tags: readonly string[];
  faults: readonly CodeFault[];
  readOnly: boolean;
  onFocus: () => void;
  onChange: (code: string) => void;
}) {
  const { code, label, tags, faults, readOnly } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const changed = useEffectEvent((next: string) => {
    if (next !== code) props.onChange(next);
  });
  const begun = useEffectEvent(() => code);
  const known = useEffectEvent(() => tags);
  const focused = useEffectEvent(props.onFocus);

  useEffect(() => {
    const extensions = [sourceLanguage(() => known()), EditorView.domEventHandlers({ focus: () => focused() })];
    const opened = openCode(place.current!, { code: begun(), label, extensions, onChange: (next) => changed(next) });
    view.current = opened;
    return () => opened.destroy();
  }, [label]);
  useEffect(() => putCode(view.current!, code), [code]);
  useEffect(() => setReadOnly(view.current!, readOnly), [readOnly]);
  useEffect(() => markFaults(view.current!, faults), [faults]);
  useImperativeHandle(props.handle, () => ({
    insert: (text) => {
      view.current!.dispatch(view.current!.state.replaceSelection(text));
      view.current!.focus();
    },
    goTo: ({ line, column, length }) => {
      const { doc } = view.current!.state;
      const anchor = Math.min(doc.length, doc.line(Math.min(line, doc.lines)).from + column - 1);
      view.current!.dispatch({ selection: { anchor, head: Math.min(doc.length, anchor + length) }, scrollIntoView: true });
      view.current!.focus();
    },
  }));
  return <div ref={place} className={classes.source} />;
}
