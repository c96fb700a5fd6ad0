/** What is known of a saved strategy besides its steps: its versions, and where its claims stand. Read again every minute. */
import { useMemo } from 'react';
import { useQuery } from '../../../shell/api.ts';
import { StrategyMetadataDocument } from './strategy.graphql.ts';

/** @param blueprintId null while the strategy is new: nothing is known then. */
export function useStrategyFacts(clientId: string, blueprintId: string | null) {
  const metadata = useQuery('strategy', StrategyMetadataDocument, blueprintId ? { clientId, blueprintId } : null, { pollInterval: 60_000 });
  const facts = metadata.data?.getStrategyBlueprintMetadata;
  const claims = useMemo(() => new Map((facts?.claimsByStep ?? []).map((one) => [one.stepId, one.claims])), [facts]);
  return { metadata, facts, claims };
}
