import { useEffect, useState } from 'react';
import { isRightParty } from '../../../../core/rightParty.ts';
import { WORK_OUTCOMES, type WorkOutcome } from '../../../../core/workOutcomes.ts';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { faultOf } from '../../../ui/fault.ts';
import { useFormat } from '../../../ui/format.ts';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { useCan } from '../../../ui/permission.tsx';
import { readAmount } from '../../../ui/readAmount.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { CompleteWorkDocument, SkipWorkDocument } from './account.graphql.ts';
import { useChoicesOf } from './outcomeChoices.ts';
import type { Account, Item, Next } from './work.ts';

export interface OutcomeProps {
  readonly item: Item;
  readonly account: Account;
  readonly includeBlocked: boolean;
  readonly onNext: (next: Next) => void;
  /** Somebody else has the account by now. */
  readonly onLost: () => void;
  /** Whether it is the debtor who is on the telephone. */
  readonly onSure: (isSure: boolean) => void;
}

/** The outcome of working on an account while it is chosen: its form, what may be chosen, and what saves it or skips the account. */
export function useOutcome({ item, account, includeBlocked, onNext, onLost, onSure }: OutcomeProps) {
  const { t } = useTranslation('work');
  const { clientId } = useWorkspace();
  const format = useFormat();
  // What an outcome needs besides being allowed to keep one.
  const may: Readonly<Record<WorkOutcome['detail'], boolean>> = {
    promise: useCan('operations', 'createPromiseToPay') && Number(item.promisable) > 0,
    callBack: useCan('account-task', 'createTask'),
    number: useCan('account', 'editAccount'),
    dispute: useCan('account', 'editClaim'),
    retry: true,
    reason: true,
  };
  const [isSkipping, setSkipping] = useState(false);
  const [complete, busy] = useMutation('account', CompleteWorkDocument, { idempotent: true });
  const [skip, skips] = useMutation('account', SkipWorkDocument);
  const form = useKeptForm(`work ${item.workItemId}`, {
    initialValues: {
      outcome: '',
      choice: '',
      amount: format.amount(item.promisable, item.currency),
      dueDate: '',
      note: '',
      rightParty: [] as string[],
    },
  });
  const isChecked = isRightParty(item.rightPartyFacts, form.values.rightParty);
  useEffect(() => onSure(isChecked), [onSure, isChecked]);
  const outcome = WORK_OUTCOMES.find((each) => each.name === form.values.outcome);
  const choicesOf = useChoicesOf(item, account);

  const send = form.send(async (values) => {
    if (!outcome || busy) return;
    if (outcome.reached && !isChecked) return form.setFieldError('rightParty', t('rightParty.needed'));
    const [externalDebtorRef, contactPhoneNumber] =
      outcome.detail === 'number' && values.choice !== '' ? (JSON.parse(values.choice) as [string, string]) : [];
    try {
      const { next } = await complete({
        clientId,
        workItemId: item.workItemId,
        idempotencyKey: form.kept.sendKey,
        includeBlocked,
        outcome: {
          outcome: outcome.name,
          note: values.note.trim() || null,
          rightParty: values.rightParty,
          ...(outcome.detail === 'promise' ? { amount: readAmount(format, values.amount, item.currency) ?? '0' } : {}),
          ...(outcome.days.length > 0 ? { dueDate: values.dueDate || null } : {}),
          ...(outcome.detail === 'reason' || outcome.detail === 'dispute' ? { reason: values.choice } : {}),
          ...(outcome.detail === 'callBack' ? { taskNote: t('callBackTask', { name: account.debtorFullName }) } : {}),
          ...(externalDebtorRef && contactPhoneNumber ? { phone: { externalDebtorRef, contactPhoneNumber } } : {}),
        },
      });
      toastSuccess(t('kept', { outcome: t(`outcome.${outcome.name as 'promise'}`), name: account.debtorFullName }));
      onNext(next);
    } catch (error) {
      // It is somebody else's by now: what was written is kept in this form, and the next one comes.
      if (faultOf(error).code === 'CONFLICT' && faultOf(error).field === null) onLost();
      throw error;
    }
  }, 'outcome');
  return {
    form,
    may,
    outcome,
    choices: outcome ? choicesOf(outcome) : [],
    choose: (next: WorkOutcome) => {
      if (!may[next.detail]) return;
      setSkipping(false);
      const usual = choicesOf(next)[next.usual]?.value ?? '';
      form.clearErrors();
      form.setValues({ outcome: next.name, choice: usual, dueDate: next.days.length > 0 ? usual : '' });
    },
    pick: (value: string) => form.setValues({ choice: value, ...(outcome && outcome.days.length > 0 ? { dueDate: value } : {}) }),
    send,
    isSkipping,
    startSkipping: () => setSkipping(true),
    /** Nothing is chosen any more, neither an outcome nor to skip. */
    unchoose: () => {
      setSkipping(false);
      form.setValues({ outcome: '', choice: '', dueDate: '' });
    },
    skip: async (reason: string) => {
      if (skips) return;
      try {
        onNext((await skip({ clientId, workItemId: item.workItemId, reason, includeBlocked })).next);
        toastSuccess(t('passedOver', { name: account.debtorFullName }));
      } catch (error) {
        toastError(error);
      }
    },
    busy: busy || skips,
  };
}
