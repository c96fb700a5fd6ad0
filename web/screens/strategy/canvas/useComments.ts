/** The comments on a strategy's steps: read with it, written at once, no part of what is saved. */
import { useMemo, useRef } from 'react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { faultOf } from '../../../ui/fault.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastFault } from '../../../ui/toasts.ts';
import {
  AddStrategyCommentDocument,
  DeleteStrategyCommentDocument,
  ResolveStrategyCommentDocument,
  type StepCommentFragment,
  StrategyCommentsDocument,
} from './strategy.graphql.ts';
import { openByStep, threadsOf } from './threads.ts';

const NONE: readonly StepCommentFragment[] = [];

export type Comments = ReturnType<typeof useComments>;

/** @param blueprintId null while the strategy is new: nothing can be commented on then. @param mayWrite whether people may add and resolve. */
export function useComments(clientId: string, blueprintId: string | null, mayWrite: boolean) {
  const { t } = useTranslation('strategy');
  const { data, error, refetch } = useQuery('strategy', StrategyCommentsDocument, blueprintId ? { clientId, blueprintId } : null);
  const [add, adding] = useMutation('strategy', AddStrategyCommentDocument);
  const [resolve, resolving] = useMutation('strategy', ResolveStrategyCommentDocument);
  const [remove, removing] = useMutation('strategy', DeleteStrategyCommentDocument);
  // What is typed stays with its step while people look at others.
  const drafts = useRef(new Map<string, string>());
  const all = data?.getStrategyComments ?? NONE;
  const threads = useMemo(() => threadsOf(all), [all]);
  const open = useMemo(() => openByStep(all), [all]);

  /** @returns whether it worked; what didn't is told. */
  async function done(what: Promise<unknown>): Promise<boolean> {
    try {
      await what;
      return true;
    } catch (failure) {
      toastFault(faultOf(failure), t('comments.failed'));
      return false;
    }
  }
  return {
    threads,
    /** Open comments by step. */
    open,
    error,
    refetch,
    mayWrite: mayWrite && blueprintId !== null,
    busy: adding || resolving || removing,
    drafts: drafts.current,
    add: (stepId: string, body: string, replyTo: string | null) =>
      blueprintId === null ? Promise.resolve(false) : done(add({ clientId, blueprintId, stepId, body, replyTo })),
    resolve: (commentId: string, isResolved: boolean) => done(resolve({ clientId, commentId, isResolved })),
    remove: (commentId: string) => done(remove({ clientId, commentId })),
  };
}
