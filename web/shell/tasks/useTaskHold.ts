/** Somebody works on tasks: the server hears it again and again, and changing the client asks first. */
import { useEffect, useRef } from 'react';
import { HOLD_AGAIN_MS } from '../../../core/tasks.ts';
import { faultOf } from '../../ui/fault.ts';
import { useLock } from '../../ui/locks.ts';
import { toastError } from '../../ui/toasts.ts';
import { mutate } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { HoldTaskDocument } from './account.graphql.ts';

/** @param taskIds the user's own active tasks that are on the screen. Who has taken one over meanwhile is told once. */
export function useTaskHold(taskIds: readonly string[]): void {
  const { clientId } = useWorkspace();
  const lost = useRef(new Set<string>());
  const key = taskIds.join();
  useEffect(() => {
    if (key === '') return;
    const timer = setInterval(() => {
      for (const taskId of key.split(',').filter((id) => !lost.current.has(id)))
        mutate('account', HoldTaskDocument, { clientId, taskId }, { idempotent: true }).catch((error) => {
          if (faultOf(error).code !== 'CONFLICT') return;
          lost.current.add(taskId);
          toastError(error);
        });
    }, HOLD_AGAIN_MS);
    return () => clearInterval(timer);
  }, [clientId, key]);
  useLock(key !== '', () => undefined);
}
