import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ReactionAccountDocument } from './account.graphql.ts';

/** @returns whose account it is and its reference; undefined until they are known, and for no account. */
export function useAccount(accountId: string | null) {
  const { clientId } = useWorkspace();
  const { data } = useQuery('account', ReactionAccountDocument, accountId === null ? null : { clientId, accountId });
  return accountId === null ? undefined : data?.searchAccounts.results.find((account) => account.accountId === accountId);
}
