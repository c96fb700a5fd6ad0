/** The account that the collector workspace holds: other screens of the same account hold it on, so that one may go there and come back. */
import { useEffect, useEffectEvent } from 'react';
import { HOLD_AGAIN_MS } from '../../../core/tasks.ts';
import { faultOf } from '../../ui/fault.ts';
import { toastError } from '../../ui/toasts.ts';
import { mutate } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { HoldWorkDocument } from './account.graphql.ts';

export interface HeldWork {
  readonly workItemId: string;
  readonly accountId: string;
}

const keyOf = (clientId: string) => `quittance-work-${clientId}`;

/** Remembers what this tab holds; null: nothing any more. */
export function rememberWork(clientId: string, held: HeldWork | null): void {
  if (held) sessionStorage.setItem(keyOf(clientId), JSON.stringify({ workItemId: held.workItemId, accountId: held.accountId }));
  else sessionStorage.removeItem(keyOf(clientId));
}

/** @returns what this tab holds of the account; null: nothing. */
export function heldWork(clientId: string, accountId: string): HeldWork | null {
  const held = JSON.parse(sessionStorage.getItem(keyOf(clientId)) ?? 'null') as HeldWork | null;
  return held?.accountId === accountId ? held : null;
}

/** Says again and again that somebody works on the account; when it is somebody else's by now, says who has it. */
export function useHeldWork(held: HeldWork | null, onLost: () => void): void {
  const { clientId } = useWorkspace();
  const lose = useEffectEvent(onLost);
  const workItemId = held?.workItemId;
  useEffect(() => {
    if (!workItemId) return;
    const timer = setInterval(() => {
      mutate('account', HoldWorkDocument, { clientId, workItemId }, { idempotent: true }).catch((error) => {
        if (faultOf(error).code !== 'CONFLICT') return;
        toastError(error);
        lose();
      });
    }, HOLD_AGAIN_MS);
    return () => clearInterval(timer);
  }, [clientId, workItemId]);
}

/** On another screen of an account: holds on to it when the collector workspace of this tab has it. @returns whether it does */
export function useWorkElsewhere(accountId: string | undefined): boolean {
  const { clientId } = useWorkspace();
  const held = accountId === undefined ? null : heldWork(clientId, accountId);
  useHeldWork(held, () => rememberWork(clientId, null));
  return held !== null;
}
