/** A text field for JavaScript over a claim's facts: colours, suggestions, and faults at their place. */
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { CODE_NAMES } from '../../../../engine/codeCall.ts';
import { CODE_FIELDS } from '../../../../engine/codeFields.ts';

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword], color: 'var(--violet)', fontWeight: '600' },
  { tag: [tags.string, tags.regexp], color: 'var(--brand-strong)' },
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

/** Names at the start, fields behind "claim." and the like. */
function suggest(context: CompletionContext): CompletionResult | null {
  const field = context.matchBefore(/\b(\w+)\.\w*/);
  if (field) {
    const [name = ''] = field.text.split('.');
    const fields = Object.hasOwn(CODE_FIELDS, name) ? CODE_FIELDS[name as keyof typeof CODE_FIELDS] : null;
    return fields && { from: field.from + name.length + 1, options: fields.map((label) => ({ label, type: 'property' })) };
  }
  const word = context.matchBefore(/\w+/);
  if (!word && !context.explicit) return null;
  return { from: word?.from ?? context.pos, options: CODE_NAMES.map((label) => ({ label, type: 'variable' })) };
}

const writable = new Compartment();
const ways = (readOnly: boolean): Extension => [EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)];

/** Puts the editor into an element. @param onChange hears of every change that a person makes. */
export function openCode(parent: HTMLElement, code: string, label: string, onChange: (code: string) => void): EditorView {
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
        autocompletion({ override: [suggest] }),
        javascript(),
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

/** Marks where the code failed; null takes the mark away. */
export function markFault(view: EditorView, fault: { line: number | null; column: number | null; message: string } | null): void {
  const { doc } = view.state;
  const found: Diagnostic[] = [];
  if (fault?.line && fault.line <= doc.lines) {
    const line = doc.line(fault.line);
    const from = Math.min(line.to, line.from + Math.max(0, (fault.column ?? 1) - 1));
    found.push({ from, to: Math.max(from, line.to), severity: 'error', message: fault.message });
  }
  view.dispatch(setDiagnostics(view.state, found));
}
