import { Suspense } from 'react';
import { later } from '../../ui/later.ts';
import { useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { AccountProposalsDocument } from './api.graphql.ts';

const ProposalCards = later(() => import('./ProposalCards.tsx'));

/**
 * What assistants propose to do with an account, above it; nothing while there is nothing.
 * @param claimRef what is about this claim alone, as far as that is said.
 */
export default function OpenProposals({ accountId, claimRef }: { accountId: string; claimRef?: string }) {
  const { clientId } = useWorkspace();
  const { data } = useQuery('api', AccountProposalsDocument, { clientId, accountId }, { reuse: true });
  const proposals = data?.getProposals.results.filter(({ externalClaimRef, values }) => {
    const refs = [(values as { externalClaimRefs?: unknown }).externalClaimRefs ?? []].flat();
    return claimRef === undefined || externalClaimRef === claimRef || refs.includes(claimRef);
  });
  if (!proposals || proposals.length === 0) return null;
  return (
    <Suspense>
      <ProposalCards accountId={accountId} proposals={proposals} />
    </Suspense>
  );
}
