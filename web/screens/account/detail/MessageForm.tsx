import ComposerDrawer from '../../../shell/composer/ComposerDrawer.tsx';
import type { Account } from './account.ts';
import { contactNamed } from './contactPlace.ts';

/** Writes to a debtor of the account. @param about the address that was pressed (contactPlace.ts), or the claim it is about. */
export default function MessageForm({ account, about, onClose }: { account: Account; about: string | null; onClose: () => void }) {
  const contact = contactNamed(account, about);
  const claim = contact ? undefined : account.claims.find((each) => each.externalClaimRef === about);
  return (
    <ComposerDrawer
      key={about ?? ''}
      target={{ accountId: account.id, externalClaimRef: claim?.externalClaimRef ?? null, contact }}
      onClose={onClose}
    />
  );
}
