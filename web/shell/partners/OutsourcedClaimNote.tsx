import { useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { OutsourcedCard } from './OutsourcedCard.tsx';
import { OutsourcedClaimDocument } from './partner.graphql.ts';

/** Who has the claim; nothing while nobody has. */
export default function OutsourcedClaimNote({ externalClaimRef }: { externalClaimRef: string }) {
  const { clientId } = useWorkspace();
  const { data } = useQuery('partner', OutsourcedClaimDocument, { clientId, externalClaimRef }, { reuse: true });
  const out = data?.getOutsourcedClaim;
  return out ? <OutsourcedCard out={{ ...out, refs: [externalClaimRef], isPart: false }} about={{ externalClaimRef }} /> : null;
}
