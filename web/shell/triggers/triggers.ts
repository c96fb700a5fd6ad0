/** The client's own triggers, as whoever fires, waits for or declares them sees them. */
import { useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { TriggersDocument, type TriggersQuery } from './strategy.graphql.ts';

export type Trigger = TriggersQuery['getCustomTriggers'][number];
export type TriggerField = Trigger['fields'][number];

/** In the order that people choose from. */
export const FIELD_TYPES = ['text', 'number', 'boolean', 'date'] as const satisfies readonly TriggerField['type'][];

/** @returns the triggers; undefined until they are known. */
export function useTriggers() {
  const { clientId } = useWorkspace();
  const { data, error, loading, refetch } = useQuery('strategy', TriggersDocument, { clientId }, { keepPrevious: true });
  return { triggers: data?.getCustomTriggers, error, loading, refetch };
}
