import { useMutation } from '../../../shell/api.ts';
import { useAction } from '../../../shell/useAction.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { SetHandledDocument } from './cms.graphql.ts';
import { takesOutcome, takesReply } from './item.ts';
import type { Correspondence } from './useCorrespondence.ts';

/** What one can do with the message that is read, by keys too. */
export function useMessageActions({ view, chosen, next, choose, step }: Correspondence) {
  const { t } = useTranslation('messages');
  const { clientId } = useWorkspace();
  // It stands in the address, so that a reload finds what was written and not sent.
  const [form, setForm] = useAction();
  const [setHandled] = useMutation('cms', SetHandledDocument, { idempotent: true });
  const writes = useCan('account', 'sendMessage');
  const resolves = useCan('operations', 'saveResolution');
  const reply = () => {
    if (writes && chosen && takesReply(chosen)) setForm('reply');
  };
  const resolve = () => {
    if (resolves && chosen && takesOutcome(chosen)) setForm('resolve');
  };
  const markHandled = () => {
    if (chosen?.kind !== 'message' || chosen.direction !== 'inbound') return;
    const { id, waiting } = chosen;
    setHandled({ clientId, communicationIds: [id], handled: waiting }).then(
      () => {
        toastSuccess(t(waiting ? 'center.handledDone' : 'center.reopenedDone'));
        if (waiting && next?.waiting) choose(next);
      },
      (error: unknown) => toastError(error),
    );
  };
  useHotkeys(
    {
      j: () => step(1),
      ArrowDown: () => step(1),
      k: () => step(-1),
      ArrowUp: () => step(-1),
      r: reply,
      o: resolve,
      ...(writes ? { e: markHandled } : {}),
    },
    { enabled: view !== 'unmatched' },
  );
  return { form, closeForm: () => setForm(null), reply, resolve, markHandled };
}
