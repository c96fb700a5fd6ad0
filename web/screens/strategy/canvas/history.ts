/** Undo and redo over the steps. Typing in one field is one edit, however many letters it has. */
import type { Steps } from './model.ts';

export interface History {
  readonly past: readonly Steps[];
  readonly present: Steps;
  readonly future: readonly Steps[];
  /** What was edited last; a following edit of the same joins it. */
  readonly subject: string | null;
}

const MOST = 200;

/** @returns a history that begins with these steps. */
export function begin(steps: Steps): History {
  return { past: [], present: steps, future: [], subject: null };
}

/** Records an edit. @param subject e.g. a step and its field; null never joins the edit before. */
export function record(history: History, steps: Steps, subject: string | null = null): History {
  if (steps === history.present) return history;
  const joins = subject !== null && subject === history.subject;
  const past = joins ? history.past : [...history.past.slice(1 - MOST), history.present];
  return { past, present: steps, future: [], subject };
}

/** @returns the history one edit back; the same when there is none. */
export function undo(history: History): History {
  const before = history.past.at(-1);
  if (!before) return history;
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future], subject: null };
}

/** @returns the history with the last undone edit made again; the same when there is none. */
export function redo(history: History): History {
  const [next, ...future] = history.future;
  if (!next) return history;
  return { past: [...history.past, history.present], present: next, future, subject: null };
}
