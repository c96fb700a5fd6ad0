/** What colleagues and the product itself tell this user at once: heard on one subscription a tab, and handed on to whoever wants it. */
import { useSubscription } from './api.ts';
import { call } from './client.ts';
import {
  ListenForMessagesDocument,
  type ListenForMessagesSubscription,
  SendMessageDocument,
  type SendMessageMutationVariables,
} from './notifications/backoffice.graphql.ts';
import { useWorkspace } from './workspace.ts';

export type Message = ListenForMessagesSubscription['listenForMessages'];

const listeners = new Set<(message: Message) => void>();

/** @returns what ends the listening. */
export function onMessage(listener: (message: Message) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hears the client's messages while mounted; once a tab (Live.tsx). */
export function useMessages(): void {
  const { clientId } = useWorkspace();
  useSubscription('backoffice', ListenForMessagesDocument, { clientId }, ({ listenForMessages: message }) => {
    for (const listener of listeners) listener(message);
  });
}

/** Tells others. Nothing on screen changes by it, so nothing is asked for again; a message that is lost is lost. */
export async function tell(message: SendMessageMutationVariables['message']): Promise<void> {
  await call('backoffice', SendMessageDocument, { message }).catch(() => undefined);
}
