/** A form over what the server has while others may change it too: what one changed stays, on top of what they saved meanwhile. */
import { useState } from 'react';

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

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

export interface DraftOf<Parts, Version> extends Edited<Parts> {
  /** Of what the form stands on; goes along when it is saved. */
  readonly version: Version;
  readonly changed: readonly (keyof Parts)[];
  readonly change: (part: Partial<Parts>) => void;
  /** It was saved: what was typed since it was sent stays. */
  readonly adopt: (sent: Parts, saved: Parts, version: Version) => void;
  /** Gives up one's own in the parts that somebody else saved too. */
  readonly takeTheirs: () => void;
  /** Decides for one's own there: saving puts it in the place of theirs. */
  readonly keepMine: () => void;
}

/** @param saved what the server has, whenever it was read. @param version says which that is. */
export function useDraft<Parts extends object, Version>(saved: Parts, version: Version): DraftOf<Parts, Version> {
  const read = JSON.stringify([saved, version]);
  const [held, setHeld] = useState<Edited<Parts> & { version: Version; read: string }>({
    start: saved,
    draft: saved,
    met: [],
    version,
    read,
  });
  if (held.read !== read) setHeld({ ...rebase(held, saved), version, read });
  return {
    ...held,
    changed: changedParts(held),
    change: (part) => setHeld((old) => ({ ...old, draft: { ...old.draft, ...part } })),
    adopt: (sent, after, at) =>
      setHeld((old) => ({ ...old, ...rebase({ start: sent, draft: old.draft, met: [] }, after), met: [], version: at })),
    keepMine: () => setHeld((old) => ({ ...old, met: [] })),
    takeTheirs: () =>
      setHeld((old) => ({
        ...old,
        draft: { ...old.draft, ...Object.fromEntries(old.met.map((part) => [part, old.start[part]])) },
        met: [],
      })),
  };
}
