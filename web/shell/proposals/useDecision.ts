import { faultOf } from '../../ui/fault.ts';
import { useTranslation } from '../../ui/texts.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import { query, refetchScreen, useMutation } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { ConfirmProposalDocument, ProposalDocument, RejectProposalDocument } from './api.graphql.ts';
import type { Proposal } from './rows.ts';

/** What the server says to whoever comes too late. */
const OVER: readonly unknown[] = ['proposalDecided', 'proposalExpired'];

/** @returns what decides a proposal; each throws what the server refused, and whoever comes too late is told who was faster. */
export function useDecision({ proposalId }: Pick<Proposal, 'proposalId'>) {
  const { t } = useTranslation('proposals');
  const { clientId, user } = useWorkspace();
  const [confirm, confirming] = useMutation('api', ConfirmProposalDocument, { idempotent: true });
  const [reject] = useMutation('api', RejectProposalDocument, { idempotent: true });
  const decide = async (act: () => Promise<unknown>, done: string) => {
    try {
      await act();
      toastSuccess(done);
    } catch (error) {
      if (!OVER.includes(faultOf(error).words?.key)) throw error;
      const { getProposal: over } = await query('api', ProposalDocument, { clientId, proposalId });
      // An answer may get lost, and the decision be one's own.
      toastSuccess(
        over.decidedBy === user.id
          ? done
          : t(`meanwhile.${over.status as 'confirmed'}`, { name: over.decidedByName ?? t('value.colleague') }),
      );
      void refetchScreen();
    }
  };
  return {
    confirm: () => decide(() => confirm({ clientId, proposalId }), t('confirmed')),
    reject: (note: string) => decide(() => reject({ clientId, proposalId, note: note.trim() || null }), t('rejected')),
    confirming,
  };
}
