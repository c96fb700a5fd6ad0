import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { AccountDocument } from './account.graphql.ts';
import { ACTIONS, type Action } from './actions.ts';
import { useGates } from './gates.ts';

/** One of the account's forms on another screen: it opens when the account is there, and only for whom it is meant. */
export default function AccountForm(props: { accountId: string; action: string; about: string | null; onClose: () => void }) {
  const { action } = props;
  const { clientId } = useWorkspace();
  const gates = useGates();
  const known = Object.hasOwn(ACTIONS, action) ? ACTIONS[action as Action] : null;
  const { data } = useQuery('account', AccountDocument, known ? { clientId, accountId: props.accountId } : null);
  const account = data?.getAccountDataV2;
  if (!known || !gates(known) || account?.id !== props.accountId) return null;
  const { form: Form } = known;
  return <Form account={account} action={action} about={props.about} onClose={props.onClose} />;
}
