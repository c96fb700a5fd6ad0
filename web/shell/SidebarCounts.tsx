import { useEffect } from 'react';
import { useCan } from '../ui/permission.tsx';
import { useQuery } from './api.ts';
import { WaitingMessagesDocument } from './cms.graphql.ts';
import { setSidebarCount } from './counts.ts';
import { OpenProposalCountDocument } from './proposals/api.graphql.ts';
import { useFreshScreen } from './useFreshScreen.ts';
import { useFlag, useWorkspace } from './workspace.ts';

const MESSAGE_NEWS = ['communicationReceived', 'communicationHandled', 'communicationReopened'];
const PROPOSAL_NEWS = ['changeProposed', 'proposalConfirmed', 'proposalRejected'];

/** What waits for people stands beside its screen's entry from the start, and follows what happens. Shows nothing itself. */
export default function SidebarCounts() {
  const [hasCenter, seesMessages] = [useFlag('COMMUNICATIONS_CENTER'), useCan('cms', 'viewCommunications')];
  const [seesAccounts, seesProposals] = [useCan('account', 'viewAccount'), useCan('backoffice-spa', 'view-proposals')];
  return (
    <>
      {hasCenter && seesMessages && <WaitingMessages />}
      {seesAccounts && seesProposals && <OpenProposals />}
    </>
  );
}

/** Messages of debtors. */
function WaitingMessages() {
  const { clientId } = useWorkspace();
  const { data } = useQuery('cms', WaitingMessagesDocument, { clientId }, { keepPrevious: true });
  useFreshScreen({ types: MESSAGE_NEWS, only: ['getCorrespondenceCounts'] });
  const waiting = data?.getCorrespondenceCounts.waiting;
  useEffect(() => setSidebarCount('communications', waiting || null), [waiting]);
  return null;
}

/** Proposals of assistants; their screen hears of news here too. */
function OpenProposals() {
  const { clientId } = useWorkspace();
  const { data } = useQuery('api', OpenProposalCountDocument, { clientId }, { keepPrevious: true });
  useFreshScreen({ types: PROPOSAL_NEWS, only: ['countOpenProposals', 'getProposals', 'getProposal'] });
  const open = data?.countOpenProposals;
  useEffect(() => setSidebarCount('proposals', open || null), [open]);
  return null;
}
