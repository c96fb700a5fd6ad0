/** A text field for JavaScript over a claim's facts. */
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { javascript } from '@codemirror/lang-javascript';
import { CODE_NAMES } from '../../../../engine/codeCall.ts';
import { CODE_FIELDS } from '../../../../engine/codeFields.ts';

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

/** JavaScript, with the facts it can read. */
export const SCRIPT = [javascript(), autocompletion({ override: [suggest] })];
