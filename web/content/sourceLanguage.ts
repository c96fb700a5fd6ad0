/** MJML and HTML with placeholders: their colours, and suggestions between braces. */
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { xml } from '@codemirror/lang-xml';
import type { Extension } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const liquid = new MatchDecorator({
  regexp: /\{\{[^{}]*\}\}|\{%[^{}]*%\}/g,
  decoration: Decoration.mark({ class: 'cm-placeholder-chip' }),
});

/** Placeholders and conditions stand out from the tags around them. */
const placeholderChips = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = liquid.createDeco(view);
    }

    update(update: ViewUpdate) {
      this.decorations = liquid.updateDeco(update, this.decorations);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** It fills the place that it has. */
const sourceLook = EditorView.theme({
  '.cm-scroller': { maxHeight: 'none', minHeight: '100%' },
  '.cm-placeholder-chip, .cm-placeholder-chip *': { color: 'var(--brand-strong)' },
  '.cm-placeholder-chip': { backgroundColor: 'var(--brand-soft)', borderRadius: '4px' },
});

/** @returns the language of a page's source. @param tags gives the placeholders that are suggested after two braces. */
export function sourceLanguage(tags: () => readonly string[]): Extension {
  const suggest = (context: CompletionContext): CompletionResult | null => {
    const begun = context.matchBefore(/\{\{\s*[\w.]*/);
    if (!begun) return null;
    const from = begun.from + /^\{\{\s*/.exec(begun.text)![0].length;
    return { from, options: tags().map((label) => ({ label, type: 'variable', apply: `${label} }}` })), validFor: /^[\w.]*$/ };
  };
  return [xml({ autoCloseTags: true }), autocompletion({ override: [suggest] }), placeholderChips, sourceLook];
}
