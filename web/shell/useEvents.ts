/** What happens, as it happens: a screen hears of events without asking. */
import { useSubscription } from './api.ts';
import { ListenForEventsDocument, type ListenForEventsSubscription } from './events.graphql.ts';
import { useWorkspace } from './workspace.ts';

/** An event of the log as the socket brings it. */
export type LiveEvent = NonNullable<ListenForEventsSubscription['listenForEvents']['event']>;

/**
 * Listens to the client's events while mounted.
 * @param about accountId: only this account's; types: only these message types.
 * @param onEvent gets each event; null says that there were many at once, or that the connection was lost: read again.
 */
export function useEvents(about: { accountId?: string; types?: readonly string[] }, onEvent: (event: LiveEvent | null) => void): void {
  const { clientId } = useWorkspace();
  const { accountId = null, types } = about;
  useSubscription('events', ListenForEventsDocument, { clientId, accountId }, ({ listenForEvents: { event } }) => {
    if (event === null || !types || types.includes(event.attributes.messageType)) onEvent(event);
  });
}
