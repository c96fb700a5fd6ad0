/** Tags of several messages at once: each keeps what only some of them have. */

/** A message as its tags are edited. */
export interface Tagged {
  readonly fileName: string;
  readonly contentTags: readonly string[];
}

/** @returns the tags that all have, and those that only some have. */
export function sharedTags(bundles: readonly Tagged[]): { all: string[]; some: string[] } {
  const used = [...new Set(bundles.flatMap(({ contentTags }) => contentTags))];
  const hasAll = (tag: string) => bundles.every(({ contentTags }) => contentTags.includes(tag));
  return { all: used.filter(hasAll), some: used.filter((tag) => !hasAll(tag)) };
}

/** @param wanted what all are to have in place of what all had. @returns who gets which tags; who keeps theirs is left out. */
export function retag(bundles: readonly Tagged[], wanted: readonly string[]): { fileNames: string[]; contentTags: string[] }[] {
  const { all } = sharedTags(bundles);
  const groups = new Map<string, { fileNames: string[]; contentTags: string[] }>();
  for (const { fileName, contentTags } of bundles) {
    const kept = contentTags.filter((tag) => !all.includes(tag) || wanted.includes(tag));
    const next = [...kept, ...wanted.filter((tag) => !kept.includes(tag))];
    if (next.length === contentTags.length && next.every((tag) => contentTags.includes(tag))) continue;
    const key = JSON.stringify([...next].sort());
    const group = groups.get(key) ?? { fileNames: [], contentTags: next };
    group.fileNames.push(fileName);
    groups.set(key, group);
  }
  return [...groups.values()];
}
