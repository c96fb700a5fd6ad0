/** The list of the drawer: pages, what arrives meanwhile, and what becomes of each. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { faultOf } from '../../ui/fault.ts';
import { useTranslation } from '../../ui/texts.ts';
import { toastFault } from '../../ui/toasts.ts';
import { query, useMutation } from '../api.ts';
import { onMessage } from '../messages.ts';
import { useWorkspace } from '../workspace.ts';
import {
  DismissNotificationsDocument,
  type NotificationPartsFragment,
  NotificationsDocument,
  SetNotificationDocument,
} from './drawer/notifications.graphql.ts';
import { FIRST_LIMIT, MORE_LIMIT, mayHaveMore, merge, nextPage } from './paging.ts';
import { NOTIFICATION_MESSAGE } from './useUnseen.ts';

export type Item = NotificationPartsFragment;

interface List {
  readonly items: readonly Item[];
  readonly loading: boolean;
  readonly more: boolean;
  readonly error: unknown;
}

/** @returns the list, empty where it could not be had, and what can be done with it; refusals are told in toasts. */
export function useNotifications() {
  const { t } = useTranslation('notifications');
  const { clientId, user } = useWorkspace();
  const [list, setList] = useState<List>({ items: [], loading: true, more: false, error: null });
  const busy = useRef(false);
  const [set] = useMutation('notifications', SetNotificationDocument, { idempotent: true });
  const [dismissRest] = useMutation('notifications', DismissNotificationsDocument, { idempotent: true });

  const load = useCallback(
    async (page: number, limit: number, place: (old: readonly Item[], found: readonly Item[]) => Item[]) => {
      busy.current = true;
      setList((old) => ({ ...old, loading: true, error: null }));
      try {
        const variables = { clientId, recipientId: user.id, pagination: { page, limit } };
        const { getNotifications } = await query('notifications', NotificationsDocument, variables);
        const found = getNotifications.notifications;
        setList((old) => ({
          items: place(old.items, found),
          loading: false,
          // Looking at the first page again says nothing of the last one.
          more: page === 1 && old.items.length > found.length ? old.more : mayHaveMore(found.length, limit),
          error: null,
        }));
      } catch (error) {
        toastFault(faultOf(error), t('could_not_fetch_notifications'));
        setList((old) => ({ ...old, loading: false, more: false, error }));
      } finally {
        busy.current = false;
      }
    },
    [clientId, user.id, t],
  );
  const fresh = useCallback(() => load(1, FIRST_LIMIT, (old, found) => merge(found, old)), [load]);
  useEffect(() => void fresh(), [fresh]);
  useEffect(() => onMessage(({ messageType }) => void (messageType === NOTIFICATION_MESSAGE && fresh())), [fresh]);

  /** Moves one on; a refusal leaves it as it is. @returns whether it is done */
  const move = async (item: Item, status: 'VIEWED' | 'DISMISSED'): Promise<boolean> => {
    try {
      const { updateNotificationV1: next } = await set({ clientId, notificationId: item.notificationId, userId: user.id, status });
      setList((old) => ({
        ...old,
        items: old.items.flatMap((each) => (each.notificationId !== item.notificationId ? each : next.status === 'DISMISSED' ? [] : next)),
      }));
      return true;
    } catch (error) {
      toastFault(faultOf(error), t('could_not_update_notification_status'));
      return false;
    }
  };
  return {
    ...list,
    reload: () => void fresh(),
    loadMore: () => {
      if (!busy.current && list.more) void load(nextPage(list.items.length), MORE_LIMIT, merge);
    },
    move,
    dismissAll: async () => {
      try {
        await dismissRest({ clientId });
        setList({ items: [], loading: false, more: false, error: null });
      } catch (error) {
        toastFault(faultOf(error), t('could_not_update_notification_status'));
      }
    },
  };
}
