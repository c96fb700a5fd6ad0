/** Regular expressions that users write. */
import v8 from 'node:v8';

/**
 * The engine's own matcher that needs a time linear in the text, whatever the pattern: it refuses what cannot be answered so (references
 * back, looking ahead, counted repeats that grow too large), and there is nothing left that could hold the process up.
 */
v8.setFlagsFromString('--enable-experimental-regexp-engine');

/** @throws SyntaxError for a pattern that is none, or cannot be answered in linear time */
export const linear = (pattern: string): RegExp => new RegExp(pattern, 'l');

/** The same for ajv (option code.regExp). */
export const linearForAjv = Object.assign((pattern: string) => linear(pattern), { code: 'new RegExp' });
