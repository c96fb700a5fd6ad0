/** Naming a decision tree from outside of it. */

/** `version` null: the one that is live. */
export interface TreeRef {
  readonly treeId: string;
  readonly version: number | null;
}

/** @returns the key of a reference within one client. */
export function treeKey({ treeId, version }: TreeRef): string {
  return `${treeId}:${version ?? 'live'}`;
}
