import { useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { OutsourcedCard } from './OutsourcedCard.tsx';
import { OutsourcedAccountDocument } from './partner.graphql.ts';

/** Who has the account's claims, above the account; nothing while nobody has. */
export default function OutsourcedNote({ accountId }: { accountId: string }) {
  const { clientId } = useWorkspace();
  const { data } = useQuery('partner', OutsourcedAccountDocument, { clientId, accountId }, { reuse: true });
  const out = data?.getOutsourcedAccount;
  return out ? <OutsourcedCard out={{ ...out, refs: out.externalClaimRefs, isPart: !out.isWhole }} about={{ accountId }} /> : null;
}
