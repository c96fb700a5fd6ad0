/** The notes that the timeline shows, by id; one that is on its way is not among them. */
import { makeStore } from '../../ui/store.ts';
import type { EventLike } from './event.ts';
import { noteOf, sendingNote } from './foreseeNote.ts';

export const shownNotes = makeStore<ReadonlySet<unknown>>(new Set());

export function tellShownNotes(events: readonly EventLike[]): void {
  shownNotes.set(new Set(events.filter((event) => sendingNote(event) === null).map(noteOf)));
}
