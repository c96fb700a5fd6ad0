/** Changes of rights that others make, heard while the application is open: the tab holds what its user holds. */
import { useEffect, useRef } from 'react';
import { useSubscription } from './api.ts';
import { ListenForEventsDocument } from './events.graphql.ts';
import { refresh } from './session.ts';
import { useWorkspace } from './workspace.ts';

/** What changes a role, the flags or the configuration. */
const OF_CLIENT = ['roleSaved', 'roleDeleted', 'clientConfigurationChanged'];
/** What changes the groups of a user: the token says something else afterwards, or there is none. */
const OF_USER = ['userGroupsChanged', 'userSaved', 'userEnabled', 'userDisabled', 'userAnonymized'];
/** Changes that come together are read once, ms. */
const GATHER_MS = 300;
/** Where so much happens that the events are not told one by one, a change is read within this time, ms. */
const BUSY_MS = 5_000;

/** @param reload loads role, flags and configuration anew. */
export function useAccessEvents(reload: () => void): void {
  const { clientId, user } = useWorkspace();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const soon = (act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => done(act), GATHER_MS);
  };
  const done = (act: () => void) => {
    timer.current = undefined;
    act();
  };
  useSubscription('events', ListenForEventsDocument, { clientId, accountId: null }, ({ listenForEvents: { event } }) => {
    if (event === null) {
      timer.current ??= setTimeout(() => done(reload), BUSY_MS);
      return;
    }
    const { messageType } = event.attributes;
    if (OF_CLIENT.includes(messageType)) soon(reload);
    else if (OF_USER.includes(messageType) && JSON.stringify(event.payload).includes(user.id)) soon(() => void refresh().then(reload));
  });
}
