import { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import type { RichText } from '../../../../blocks/words.ts';
import { useLatest } from '../../../ui/useLatest.ts';
import type { Placeholder } from '../../placeholders.ts';
import { Completion, type CompletionKeys } from './Completion.tsx';
import { toDocument, toLine, toRich } from './convert.ts';
import { type ChipText, extensionsFor, type TextKeys, typedPlaceholder } from './extensions.ts';
import classes from './Text.module.css';

export interface TextEditorProps extends TextKeys {
  readonly kind: 'line' | 'rich';
  readonly text: string | RichText;
  /** What the text is, for those who hear it. */
  readonly label: string;
  /** Where the pointer was pressed: the cursor goes there. Without it, to the end. */
  readonly at: { readonly x: number; readonly y: number } | null;
  readonly textOf: ChipText;
  readonly placeholders: readonly Placeholder[];
  readonly onChange: (text: string | RichText) => void;
  /** Is given the editor while there is one, for the toolbar. */
  readonly onEditor: (editor: Editor | null) => void;
}

/** Edits one text where it is. Undo is the message's, not the field's. */
export default function TextEditor(props: TextEditorProps) {
  const mount = useRef<HTMLDivElement>(null);
  const latest = useLatest(props);
  const written = useRef(props.text);
  const completion = useRef<CompletionKeys>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [typed, setTyped] = useState<ReturnType<typeof typedPlaceholder>>(null);
  const { kind, text } = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor for as long as the text is edited; it reads the latest of the rest
  useEffect(() => {
    const { at, label, onEnter } = latest.current;
    const made = new Editor({
      element: mount.current!,
      injectCSS: false,
      content: toDocument(written.current),
      extensions: extensionsFor(kind, (attrs) => latest.current.textOf(attrs), classes.chip!, {
        ...(onEnter ? { onEnter: () => latest.current.onEnter!() } : {}),
        onEscape: () => latest.current.onEscape(),
        onTab: (step) => latest.current.onTab(step),
      }),
      editorProps: {
        attributes: { role: 'textbox', 'aria-label': label, 'aria-multiline': String(kind === 'rich'), 'aria-autocomplete': 'list' },
        handleKeyDown: (_, event) => completion.current?.press(event) ?? false,
      },
      onUpdate: ({ editor: own }) => {
        written.current = kind === 'line' ? toLine(own.getJSON()) : toRich(own.getJSON());
        latest.current.onChange(written.current);
      },
      onTransaction: ({ editor: own }) => setTyped(typedPlaceholder(own)),
    });
    const pressed = at && made.view.posAtCoords({ left: at.x, top: at.y });
    made.commands.setTextSelection(pressed ? pressed.pos : made.state.doc.content.size);
    made.view.focus();
    setEditor(made);
    latest.current.onEditor(made);
    return () => {
      latest.current.onEditor(null);
      made.destroy();
    };
  }, [kind]);

  useEffect(() => {
    if (!editor || text === written.current) return;
    // Undone, or taken from somebody else: the text changes under the cursor.
    written.current = text;
    editor.commands.setContent(toDocument(text), { emitUpdate: false });
  }, [editor, text]);

  return (
    <>
      <div ref={mount} className={classes.editor} />
      {editor && typed && <Completion ref={completion} editor={editor} typed={typed} placeholders={props.placeholders} />}
    </>
  );
}
