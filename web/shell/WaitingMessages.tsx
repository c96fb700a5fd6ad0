import { useEffect, useRef } from 'react';
import { useQuery } from './api.ts';
import { WaitingMessagesDocument } from './cms.graphql.ts';
import { setSidebarCount } from './counts.ts';
import { useEvents } from './useEvents.ts';
import { useWorkspace } from './workspace.ts';

const NEWS = ['communicationReceived', 'communicationHandled', 'communicationReopened'];
/** Several messages within this time, ms, are one look. */
const PAUSE = 1_000;

/** How many messages of debtors wait stands beside the communication center from the start, and follows what happens. Shows nothing itself. */
export default function WaitingMessages() {
  const { clientId } = useWorkspace();
  const { data, refetch } = useQuery('cms', WaitingMessagesDocument, { clientId }, { keepPrevious: true });
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEvents({ types: NEWS }, () => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      refetch();
    }, PAUSE);
  });
  useEffect(() => () => void (timer.current && clearTimeout(timer.current)), []);
  const waiting = data?.getCorrespondenceCounts.waiting;
  useEffect(() => setSidebarCount('communications', waiting || null), [waiting]);
  return null;
}
