/** A note stands on its timelines while it is being saved. */
import type { Foresight } from '../foreseen.ts';
import type { EventLike } from './event.ts';

interface NoteSent {
  readonly accountId: string;
  readonly externalClaimRef?: string | null;
  readonly text: string;
  readonly noteId?: string | null;
}

/** What a timeline was asked with. */
interface Asked {
  readonly accountId?: string;
  readonly externalClaimRef?: string | null;
  readonly order?: string | null;
  readonly filters?: unknown;
  readonly messageTypes?: unknown;
  readonly rawMessageFilters?: unknown;
}

/** @returns the id of the note that an event is about. */
export const noteOf = (event: EventLike) => (event.payload as { noteId?: unknown } | null)?.noteId;

/** @returns whether an event is a note on its way, and which. */
export const sendingNote = (event: EventLike): unknown =>
  (event.payload as { isSending?: unknown } | null)?.isSending === true ? noteOf(event) : null;

/** @param userId who writes it. @param emitTime when it was sent. */
export const noteAdded =
  (userId: string, emitTime = () => new Date().toISOString()) =>
  ({ accountId, externalClaimRef = null, text, noteId }: NoteSent): Foresight => {
    const event: EventLike = {
      attributes: {
        emitTime: emitTime(),
        messageId: `sending ${noteId}`,
        messageType: 'noteAdded',
        externalClaimRef,
        accountId,
        userId,
        actorType: 'user',
      },
      payload: { noteId, text, isSending: true },
    };
    const onTop = (events: unknown) =>
      Array.isArray(events) && !events.some((each: EventLike) => noteOf(each) === noteId) ? [event, ...events] : events;
    return {
      queries: ['getAllDiaryEvents', 'getAllClaimEvents'],
      record: `note ${noteId}`,
      change: (data, given) => {
        const asked = (given ?? {}) as Asked;
        // Only what is shown whole and the newest first has a place for it.
        if (asked.order === 'asc' || asked.filters || asked.messageTypes || asked.rawMessageFilters) return data;
        if (asked.accountId !== undefined && asked.accountId !== accountId) return data;
        if (asked.externalClaimRef && asked.externalClaimRef !== externalClaimRef) return data;
        return inEvents(data, onTop);
      },
    };
  };

/** Changes the list of events of an answer, or of the pages that were put together from several. */
function inEvents<Data>(data: Data, change: (events: unknown) => unknown): Data {
  if (typeof data !== 'object' || data === null) return data;
  const entries = Object.entries(data).map(([key, part]) => {
    if (key === 'events' || key === 'rows') return [key, change(part)];
    return [key, Array.isArray(part) ? part : inEvents(part, change)];
  });
  return Object.fromEntries(entries) as Data;
}
