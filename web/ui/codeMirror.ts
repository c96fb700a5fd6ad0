/** A text field for code: lines, colours, undo, and what is wrong at its place. What language it is comes with its extensions. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.tagName], color: 'var(--violet)', fontWeight: '600' },
  { tag: [tags.string, tags.regexp, tags.attributeValue], color: 'var(--brand-strong)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--ink3)', fontStyle: 'italic' },
]);

const look = EditorView.theme({
  '&': {
    fontSize: '12.5px',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    border: '1px solid var(--line2)',
    borderRadius: 'var(--radius)',
  },
  '&.cm-focused': { outline: '2px solid var(--brand)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', minHeight: '220px', maxHeight: '480px' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--ink3)', border: 'none' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--ink)', border: '1px solid var(--line2)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--brand)', color: 'var(--on-brand)' },
});

const writable = new Compartment();
const ways = (readOnly: boolean): Extension => [EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)];

/** What an editor of code begins with. */
export interface CodeStart {
  readonly code: string;
  /** What it is called for people who don't see it. */
  readonly label: string;
  /** Its language, suggestions, and looks of its own. */
  readonly extensions: Extension;
  /** Hears of every change, by people or by putCode. */
  readonly onChange: (code: string) => void;
}

/** Puts an editor into an element. */
export function openCode(parent: HTMLElement, { code, label, extensions, onChange }: CodeStart): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: code,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        extensions,
        syntaxHighlighting(colours),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
        writable.of(ways(false)),
        look,
      ],
    }),
  });
}

export function setReadOnly(view: EditorView, readOnly: boolean): void {
  view.dispatch({ effects: writable.reconfigure(ways(readOnly)) });
}

/** Puts other code in, e.g. after an undo outside of the editor. */
export function putCode(view: EditorView, code: string): void {
  if (view.state.doc.toString() !== code) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: code } });
}

/** What is wrong at a place; lines and columns count from 1. Without a line it stands nowhere. */
export interface CodeFault {
  readonly line: number | null;
  readonly column: number | null;
  /** Characters that are wrong; without it, all to the end of the line. */
  readonly length?: number;
  readonly message: string;
}

/** Marks where the code is wrong, in place of the marks before. */
export function markFaults(view: EditorView, faults: readonly CodeFault[]): void {
  const { doc } = view.state;
  const found = faults.flatMap(({ line: number, column, length, message }): Diagnostic[] => {
    if (!number || number > doc.lines) return [];
    const line = doc.line(number);
    const from = Math.min(line.to, line.from + Math.max(0, (column ?? 1) - 1));
    return [{ from, to: length ? Math.min(line.to, from + length) : Math.max(from, line.to), severity: 'error', message }];
  });
  view.dispatch(setDiagnostics(view.state, found));
}
