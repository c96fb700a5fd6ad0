/** Undo and redo over a value that edits replace as a whole. Typing in one field is one edit, however many letters it has. */
export interface History<V> {
  readonly past: readonly V[];
  readonly present: V;
  readonly future: readonly V[];
  /** What was edited last; a following edit of the same joins it. */
  readonly subject: string | null;
}

const MOST = 200;

/** @returns a history that begins with a value. */
export function begin<V>(value: V): History<V> {
  return { past: [], present: value, future: [], subject: null };
}

/** Records an edit. @param subject e.g. a field; null never joins the edit before. */
export function record<V>(history: History<V>, value: V, subject: string | null = null): History<V> {
  if (value === history.present) return history;
  const joins = subject !== null && subject === history.subject;
  const past = joins ? history.past : [...history.past.slice(1 - MOST), history.present];
  return { past, present: value, future: [], subject };
}

/** @returns the history one edit back; the same when there is none. */
export function undo<V>(history: History<V>): History<V> {
  if (history.past.length === 0) return history;
  const before = history.past.at(-1)!;
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future], subject: null };
}

/** @returns the history with the last undone edit made again; the same when there is none. */
export function redo<V>(history: History<V>): History<V> {
  if (history.future.length === 0) return history;
  const [next, ...future] = history.future as [V, ...V[]];
  return { past: [...history.past, history.present], present: next, future, subject: null };
}
