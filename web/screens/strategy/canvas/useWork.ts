/** The work on one strategy: its steps with undo, name, categories; what differs from what is saved; the unsent draft. */
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { toTree } from '../../../../engine/graph/tree.ts';
import type { Step } from '../../../../engine/types.ts';
import { countChanges, disconnected } from '../../../canvas/model.ts';
import type { History } from '../../../ui/undo.ts';
import { useSteady } from '../../../ui/useLatest.ts';
import { type Draft, writeDraft } from './draft.ts';
import { beginEditing, type Content, editing } from './editing.ts';
import type { Steps } from './steps.ts';

/** A strategy as it is on the server. */
export interface Saved {
  readonly id: string;
  readonly displayName: string;
  readonly categories: readonly string[];
  readonly steps: Steps;
  /** The version shown. */
  readonly version: number;
  readonly currentVersion: number;
}

export type { Content };

const same = (left: readonly string[], right: readonly string[]) => left.join('\n') === right.join('\n');

export interface WorkState extends Content {
  readonly history: History<readonly Step[]>;
  readonly changes: number;
  readonly loose: readonly string[];
  /** Whether leaving would lose something (specification 3, section 4). */
  readonly dirty: boolean;
  readonly edit: (steps: Steps | null, subject?: string | null) => boolean;
  readonly rename: (displayName: string) => void;
  readonly categorise: (categories: readonly string[]) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Puts all of a content on the canvas as one edit. */
  readonly takeUp: (content: Content) => void;
  /** Forgets the draft: it was saved or thrown away. */
  readonly forget: () => void;
  /** Writes the draft now. */
  readonly keep: () => void;
}

/** @param saved null for a strategy that was never saved. @param base the version it is compared with when it is saved. */
export function useWork(clientId: string, saved: Saved | null, first: Content, readOnly: boolean): WorkState {
  const [{ displayName, categories, history }, act] = useReducer(editing, first, beginEditing);
  const touched = useRef(false);
  const steps = history.present;

  const changes = useMemo(() => {
    const named = saved && displayName.trim() !== saved.displayName ? 1 : 0;
    const sorted = saved && !same(categories, saved.categories) ? 1 : 0;
    return countChanges(saved?.steps ?? [], steps) + named + sorted;
  }, [saved, steps, displayName, categories]);
  const loose = useMemo(() => disconnected(steps), [steps]);
  const dirty = !readOnly && (changes > 0 || loose.length > 0);

  const draft = useMemo<Draft>(
    () => ({ displayName, categories, steps: toTree(steps), base: saved?.version ?? null, at: new Date().toISOString() }),
    [displayName, categories, steps, saved?.version],
  );
  const draftId = saved?.id ?? 'new';
  const keep = useCallback(() => {
    // A draft of earlier is kept until something is done here.
    if (touched.current && !readOnly) writeDraft(clientId, draftId, dirty ? draft : null);
  }, [clientId, draftId, dirty, draft, readOnly]);
  useEffect(() => {
    const timer = setTimeout(keep, 400);
    return () => clearTimeout(timer);
  }, [keep]);
  const latestKeep = useRef(keep);
  latestKeep.current = keep;
  useEffect(() => () => latestKeep.current(), []);

  const edit = useCallback((next: Steps | null, subject: string | null = null) => {
    if (!next) return false;
    touched.current = true;
    act({ do: 'edit', steps: next, subject });
    return true;
  }, []);

  const acts = useSteady({
    rename: (name: string) => {
      touched.current = true;
      act({ do: 'rename', displayName: name });
    },
    categorise: (next: readonly string[]) => {
      touched.current = true;
      act({ do: 'categorise', categories: next });
    },
    undo: () => act({ do: 'undo' }),
    redo: () => act({ do: 'redo' }),
    takeUp: (content: Content) => {
      touched.current = true;
      act({ do: 'takeUp', content });
    },
    forget: () => {
      touched.current = false;
      writeDraft(clientId, draftId, null);
    },
  });
  // The same one as long as nothing is worked on: the header need not be drawn again when something is selected.
  return useMemo(
    () => ({ displayName, categories, steps, history, changes, loose, dirty, edit, keep, ...acts }),
    [displayName, categories, steps, history, changes, loose, dirty, edit, keep, acts],
  );
}
