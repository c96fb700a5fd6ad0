import { Button, Textarea } from '@mantine/core';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { CloseDisputeDocument, OpenDisputeDocument } from './account.graphql.ts';
import type { Claim } from './claim.ts';

/** Opens a dispute with the debtor's words, or closes it with what came of it. */
export default function DisputeDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const [open, opening] = useMutation('account', OpenDisputeDocument, { idempotent: true });
  const [close, closing] = useMutation('account', CloseDisputeDocument, { idempotent: true });
  const opens = claim.disputedAt === null;
  const { externalClaimRef } = claim;
  const field = opens ? 'reason' : 'outcome';
  const form = useKeptForm(`${field} of dispute ${externalClaimRef}`, { initialValues: { reason: '', outcome: '' } });
  const submit = form.send(async ({ reason, outcome }) => {
    if (opens) await open({ clientId, externalClaimRef, reason });
    else await close({ clientId, externalClaimRef, outcome });
    toastSuccess(t(opens ? 'claim.disputeOpened' : 'claim.disputeClosed'));
    onClose();
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t(opens ? 'claim.disputeTitle' : 'claim.closeTitle', { ref: externalClaimRef })}
      footer={
        <Button type="submit" form="dispute" loading={opening || closing}>
          {t(opens ? 'claim.dispute' : 'claim.closeDispute')}
        </Button>
      }
    >
      <form id="dispute" onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} />
        {opens && <p>{t('claim.disputeHint')}</p>}
        <Textarea
          label={t(opens ? 'claim.disputeReason' : 'claim.disputeOutcome')}
          autosize
          minRows={3}
          maxRows={10}
          data-autofocus
          {...form.getInputProps(field)}
        />
      </form>
    </Drawer>
  );
}
