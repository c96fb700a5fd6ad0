import ResolutionDrawer from '../../../shell/resolution/ResolutionDrawer.tsx';
import type { Account } from './account.ts';

/** Logs a call with the debtor: who called, how it ended, what was said. */
export default function CallForm({ account, onClose }: { account: Account; onClose: () => void }) {
  return (
    <ResolutionDrawer
      target={{ accountId: account.id, communicationMethod: 'phoneCall', outcomeDirection: 'outbound' }}
      onClose={onClose}
    />
  );
}
