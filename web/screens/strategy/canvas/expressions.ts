/**
 * What reads expressions, for the canvas: larger than the canvas itself, so it comes when an expression is first read. The builder puts this in
 * the place of the engine's own where steps are checked (vite.config.ts); until it is there, no expression is called wrong. Saving checks it anyway.
 */
import { useSyncExternalStore } from 'react';
import type { Condition } from '../../../../engine/conditions/blocks.ts';

interface Language {
  readonly compileExpression: (expression: string) => Condition;
  readonly expressionOf: typeof import('../../../../engine/conditions/expressionForm.ts').expressionOf;
  readonly formOf: typeof import('../../../../engine/conditions/expressionForm.ts').formOf;
}

let language: Language | null = null;
let coming: Promise<Language> | null = null;
const listeners = new Set<() => void>();

const UNREAD: Condition = {
  needs: [],
  problem: null,
  answer: () => ({ yes: false, why: { key: 'condition.expressionEmpty' } }),
};

/** Checks an expression as the engine does. @returns a condition without a problem while nothing can read it yet. */
export function compileExpression(expression: string): Condition {
  return language?.compileExpression(expression) ?? UNREAD;
}

/** Brings what reads expressions. @throws when its files cannot be loaded; the next call tries again. */
export function loadExpressions(): Promise<Language> {
  coming ??= Promise.all([import('../../../../engine/conditions/expression.ts'), import('../../../../engine/conditions/expressionForm.ts')])
    .then(([{ compileExpression: compile }, { expressionOf, formOf }]) => {
      language = { compileExpression: compile, expressionOf, formOf };
      for (const listener of listeners) listener();
      return language;
    })
    .catch((error) => {
      coming = null;
      throw error;
    });
  return coming;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param isNeeded whether there is an expression to read: it is loaded then. @returns what reads expressions; null until it is there. */
export function useExpressions(isNeeded: boolean): Language | null {
  const read = useSyncExternalStore(listen, () => language);
  if (isNeeded && !read) loadExpressions().catch(() => undefined);
  return read;
}
