/** A form over what the server has while others may change it too: what one changed stays, on top of what they saved meanwhile. */

/**
 * Whether two values would be the same JSON, whatever the order of keys: a database keeps those of what it stores in an order of its own. Asked with
 * every key that is pressed, so that what is the same object isn't looked into.
 */
function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((each, at) => same(each, other[at]));
  const said = (value: object) => Object.entries(value).filter(([, each]) => each !== undefined);
  const [own, theirs] = [said(one), new Map(said(other))];
  return own.length === theirs.size && own.every(([key, each]) => theirs.has(key) && same(each, theirs.get(key)));
}

/**
 * What stands in the form, what it began with, and the parts that somebody else saved while they were being changed here: nothing is saved
 * until one has chosen.
 */
export interface Edited<Parts> {
  readonly start: Parts;
  readonly draft: Parts;
  readonly met: readonly (keyof Parts)[];
}

/** @returns the parts that were changed. */
export function changedParts<Parts extends object>({ start, draft }: Pick<Edited<Parts>, 'start' | 'draft'>): (keyof Parts)[] {
  return (Object.keys(draft) as (keyof Parts)[]).filter((part) => !same(start[part], draft[part]));
}

/** @param theirs what the server has by now. @returns the form on top of that: own changes stay, everything else is theirs. */
export function rebase<Parts extends object>(edited: Edited<Parts>, theirs: Parts): Edited<Parts> {
  const { start, draft } = edited;
  const own = changedParts({ start, draft }).filter((part) => !same(draft[part], theirs[part]));
  // What says the same stays the very object that it was: whoever is writing in it isn't interrupted by their own save being read again.
  const isKept = (part: keyof Parts) => own.includes(part) || same(draft[part], theirs[part]);
  const parts = (Object.keys(theirs) as (keyof Parts)[]).map((part) => [part, isKept(part) ? draft[part] : theirs[part]]);
  return {
    start: theirs,
    draft: Object.fromEntries(parts) as Parts,
    met: own.filter((part) => edited.met.includes(part) || !same(start[part], theirs[part])),
  };
}
