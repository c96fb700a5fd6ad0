/** How many notifications are new: the figure beside the bell. */
import { useEffect } from 'react';
import { useStands } from '../../ui/later.ts';
import { useCan } from '../../ui/permission.tsx';
import { useQuery } from '../api.ts';
import { onMessage } from '../messages.ts';
import { useWorkspace } from '../workspace.ts';
import { UnseenNotificationsDocument } from './notifications.graphql.ts';

/** The server's word for "there is something new" (server/services/notifications). */
export const NOTIFICATION_MESSAGE = 'NOTIFICATION';
/** What a lost connection may have kept from us is asked for after this time, ms. */
const POLL_MS = 60_000;

/** @returns whether the user has notifications at all: by flag and right. */
export function useHasNotifications(): boolean {
  const { access } = useWorkspace();
  return useCan('backoffice', 'viewNotifications') && access.isOn('NOTIFICATIONS');
}

/** @returns the count, as it changes; 0 for whoever has none. */
export function useUnseen(): number {
  const { clientId, user } = useWorkspace();
  const has = useHasNotifications();
  const stands = useStands();
  const asks = has && stands;
  const variables = asks ? { clientId, recipientId: user.id } : null;
  const { data, refetch } = useQuery('notifications', UnseenNotificationsDocument, variables, {
    keepPrevious: true,
    pollInterval: POLL_MS,
  });
  useEffect(() => onMessage(({ messageType }) => void (asks && messageType === NOTIFICATION_MESSAGE && refetch())), [asks, refetch]);
  return asks ? (data?.getNotifications.unseen ?? 0) : 0;
}
