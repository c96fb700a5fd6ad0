import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { LongText } from '../../../ui/LongText.tsx';
import { toastSuccess } from '../../../ui/toasts.ts';
import { CloseDisputeDocument, OpenDisputeDocument } from './account.graphql.ts';
import type { Claim } from './claim.ts';

/** Opens a dispute with the debtor's words, or closes it with what came of it. */
export default function DisputeDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const [words, setWords] = useState('');
  const [open] = useMutation('account', OpenDisputeDocument, { idempotent: true });
  const [close] = useMutation('account', CloseDisputeDocument, { idempotent: true });
  const opens = claim.disputedAt === null;
  const { externalClaimRef } = claim;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(opens ? 'claim.disputeTitle' : 'claim.closeTitle', { ref: externalClaimRef })}
      confirm={t(opens ? 'claim.dispute' : 'claim.closeDispute')}
      detail={
        <>
          {opens && <p>{t('claim.disputeHint')}</p>}
          <LongText label={t(opens ? 'claim.disputeReason' : 'claim.disputeOutcome')} value={words} onChange={setWords} />
        </>
      }
      onConfirm={async () => {
        if (opens) await open({ clientId, externalClaimRef, reason: words });
        else await close({ clientId, externalClaimRef, outcome: words });
        toastSuccess(t(opens ? 'claim.disputeOpened' : 'claim.disputeClosed'));
      }}
    />
  );
}
