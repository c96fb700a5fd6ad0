import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { mutate } from '../../api.ts';
import { UnsnoozeTaskDocument, type UnsnoozeTaskMutationVariables } from './account.graphql.ts';

/** Ends a task's snooze before its time, and says so. @param said the words for it. */
export function endSnooze(variables: UnsnoozeTaskMutationVariables, said: string): Promise<void> {
  return mutate('account', UnsnoozeTaskDocument, variables, { idempotent: true }).then(() => void toastSuccess(said), toastError);
}
