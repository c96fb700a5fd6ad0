/** Whether one takes new tasks: who is away gets none given by the logic of groups. */
import { useCan } from '../../ui/permission.tsx';
import { useMutation, useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { OwnAvailabilityDocument, SetOwnAvailabilityDocument } from './backoffice.graphql.ts';

/** @returns undefined until it is known, and for whoever works no tasks; and what changes it. */
export function useOwnAvailability() {
  const { clientId } = useWorkspace();
  const works = useCan('account-task', 'listOwnTasks');
  const { data, refetch } = useQuery('backoffice', OwnAvailabilityDocument, works ? { clientId } : null);
  const [set] = useMutation('backoffice', SetOwnAvailabilityDocument, { idempotent: true });
  return {
    away: data && data.getOwnAvailability.status !== 'available',
    say: async (status: 'available' | 'unavailable', reason: string | null = null) => {
      if (!works) return;
      await set({ clientId, status, reason });
      refetch();
    },
  };
}
