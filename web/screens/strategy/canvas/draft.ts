/** Work that was not saved yet, kept in this browser: a reload, a crash or a lost session loses nothing. */
import type { TreeStep } from '../../../../engine/graph/tree.ts';

export interface Draft {
  readonly displayName: string;
  readonly categories: readonly string[];
  /** In the shape that is saved: a release that comes meanwhile must be able to read it. */
  readonly steps: readonly TreeStep[];
  /** The version it began at; null for a strategy that was never saved. */
  readonly base: number | null;
  /** ISO moment of the last edit. */
  readonly at: string;
}

const keyOf = (clientId: string, strategyId: string) => `quittance-strategy-draft ${clientId} ${strategyId}`;

/** @returns the draft of a strategy, or null when there is none that can be read. */
export function readDraft(clientId: string, strategyId: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(clientId, strategyId)) ?? 'null') as Draft | null;
    return draft && Array.isArray(draft.steps) ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps a draft, or with null forgets it. A browser without room for it goes on without. */
export function writeDraft(clientId: string, strategyId: string, draft: Draft | null): void {
  try {
    if (draft === null) localStorage.removeItem(keyOf(clientId, strategyId));
    else localStorage.setItem(keyOf(clientId, strategyId), JSON.stringify(draft));
  } catch {
    // The work is still on the screen.
  }
}
