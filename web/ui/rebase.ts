/** A form over what the server has while others may change it too: what one changed stays, on top of what they saved meanwhile. */
const same = (one: unknown, other: unknown) => one === other || JSON.stringify(one, sorted) === JSON.stringify(other, sorted);

/** A database keeps the keys of what it stores as JSON in an order of its own. */
const sorted = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

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
  const kept = Object.fromEntries(own.map((part) => [part, draft[part]])) as Partial<Parts>;
  return {
    start: theirs,
    draft: { ...theirs, ...kept },
    met: own.filter((part) => edited.met.includes(part) || !same(start[part], theirs[part])),
  };
}
