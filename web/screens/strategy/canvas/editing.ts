/** What is worked on: a strategy's steps with their undo, its name and its categories. A pure function from what is to what an act makes of it. */
import type { Step } from '../../../../engine/types.ts';
import { begin, type History, record, redo, undo } from '../../../ui/undo.ts';
import type { Steps } from './steps.ts';

export interface Content {
  readonly displayName: string;
  readonly categories: readonly string[];
  readonly steps: Steps;
}

export interface Editing {
  readonly displayName: string;
  readonly categories: readonly string[];
  readonly history: History<readonly Step[]>;
}

export type EditAct =
  /** @param subject what is edited: a following edit of the same joins it. */
  | { readonly do: 'edit'; readonly steps: Steps; readonly subject: string | null }
  | { readonly do: 'rename'; readonly displayName: string }
  | { readonly do: 'categorise'; readonly categories: readonly string[] }
  | { readonly do: 'undo' | 'redo' }
  /** Puts all of a content in the place of what is there, as one edit of the steps. */
  | { readonly do: 'takeUp'; readonly content: Content };

/** @returns the work that begins with a content. */
export function beginEditing({ displayName, categories, steps }: Content): Editing {
  return { displayName, categories, history: begin(steps) };
}

/** @returns the work after an act. */
export function editing(state: Editing, act: EditAct): Editing {
  switch (act.do) {
    case 'edit':
      return { ...state, history: record(state.history, act.steps, act.subject) };
    case 'rename':
      return { ...state, displayName: act.displayName };
    case 'categorise':
      return { ...state, categories: act.categories };
    case 'undo':
      return { ...state, history: undo(state.history) };
    case 'redo':
      return { ...state, history: redo(state.history) };
    case 'takeUp': {
      const { displayName, categories, steps } = act.content;
      return { displayName, categories, history: record(state.history, steps) };
    }
  }
}
