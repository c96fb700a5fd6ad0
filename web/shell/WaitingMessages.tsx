import { useEffect } from 'react';
import { useQuery } from './api.ts';
import { WaitingMessagesDocument } from './cms.graphql.ts';
import { setSidebarCount } from './counts.ts';
import { useFreshScreen } from './useFreshScreen.ts';
import { useWorkspace } from './workspace.ts';

const NEWS = ['communicationReceived', 'communicationHandled', 'communicationReopened'];

/** How many messages of debtors wait stands beside the communication center from the start, and follows what happens. Shows nothing itself. */
export default function WaitingMessages() {
  const { clientId } = useWorkspace();
  const { data } = useQuery('cms', WaitingMessagesDocument, { clientId }, { keepPrevious: true });
  useFreshScreen({ types: NEWS, only: ['getCorrespondenceCounts'] });
  const waiting = data?.getCorrespondenceCounts.waiting;
  useEffect(() => setSidebarCount('communications', waiting || null), [waiting]);
  return null;
}
