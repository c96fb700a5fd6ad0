/** Undo and redo over the nodes. Typing in one field is one edit, however many letters it has. */
export interface History<N> {
  readonly past: readonly (readonly N[])[];
  readonly present: readonly N[];
  readonly future: readonly (readonly N[])[];
  /** What was edited last; a following edit of the same joins it. */
  readonly subject: string | null;
}

const MOST = 200;

/** @returns a history that begins with these nodes. */
export function begin<N>(nodes: readonly N[]): History<N> {
  return { past: [], present: nodes, future: [], subject: null };
}

/** Records an edit. @param subject e.g. a node and its field; null never joins the edit before. */
export function record<N>(history: History<N>, nodes: readonly N[], subject: string | null = null): History<N> {
  if (nodes === history.present) return history;
  const joins = subject !== null && subject === history.subject;
  const past = joins ? history.past : [...history.past.slice(1 - MOST), history.present];
  return { past, present: nodes, future: [], subject };
}

/** @returns the history one edit back; the same when there is none. */
export function undo<N>(history: History<N>): History<N> {
  const before = history.past.at(-1);
  if (!before) return history;
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future], subject: null };
}

/** @returns the history with the last undone edit made again; the same when there is none. */
export function redo<N>(history: History<N>): History<N> {
  const [next, ...future] = history.future;
  if (!next) return history;
  return { past: [...history.past, history.present], present: next, future, subject: null };
}
