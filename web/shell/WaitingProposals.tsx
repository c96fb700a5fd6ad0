import { useEffect } from 'react';
import { useQuery } from './api.ts';
import { setSidebarCount } from './counts.ts';
import { OpenProposalCountDocument } from './proposals/api.graphql.ts';
import { useFreshScreen } from './useFreshScreen.ts';
import { useWorkspace } from './workspace.ts';

const NEWS = ['changeProposed', 'proposalConfirmed', 'proposalRejected'];

/** How many proposals of assistants wait for somebody stands beside their screen from the start, and follows what happens. Shows nothing itself. */
export default function WaitingProposals() {
  const { clientId } = useWorkspace();
  const { data } = useQuery('api', OpenProposalCountDocument, { clientId }, { keepPrevious: true });
  useFreshScreen({ types: NEWS, only: ['countOpenProposals'] });
  const open = data?.countOpenProposals;
  useEffect(() => setSidebarCount('proposals', open || null), [open]);
  return null;
}
