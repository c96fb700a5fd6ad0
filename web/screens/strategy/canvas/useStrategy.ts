/** Loads a strategy; a server that does not answer is asked again (specification 3, section 9: up to 10 times, from 1 s, doubled). */
import { useCallback, useEffect, useState } from 'react';
import { query } from '../../../shell/api.ts';
import { faultOf } from '../../../ui/fault.ts';
import { StrategyDocument, type StrategyFragment } from './strategy.graphql.ts';

export const MOST_ATTEMPTS = 10;
const BASE_DELAY = 1_000;
const WORTH_RETRYING = ['NETWORK', 'UNAVAILABLE', 'INTERNAL'];

export type Loading =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly strategy: StrategyFragment }
  /** `retryIn`: milliseconds until the next attempt, null when there is none. */
  | { readonly state: 'failed'; readonly error: unknown; readonly attempt: number; readonly retryIn: number | null }
  | { readonly state: 'absent'; readonly why: 'couldNotFind' | 'notFound' };

/** @param id null loads nothing. @param version null for the newest. @returns where loading stands, and what begins it anew. */
export function useStrategy(clientId: string, id: string | null, version: number | null): [Loading, () => void] {
  const [loading, setLoading] = useState<Loading>({ state: 'loading' });
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((old) => old + 1), []);

  useEffect(() => {
    // Every round loads, the first one and those that were asked for.
    if (id === null || round < 0) return;
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    setLoading({ state: 'loading' });
    const load = async (attempt: number): Promise<void> => {
      try {
        const { getStrategyBlueprint: strategy } = await query('strategy', StrategyDocument, { clientId, id, version });
        if (current) setLoading(strategy.isDeleted ? { state: 'absent', why: 'notFound' } : { state: 'loaded', strategy });
      } catch (error) {
        if (!current) return;
        const { code } = faultOf(error);
        if (code === 'NOT_FOUND') return setLoading({ state: 'absent', why: 'couldNotFind' });
        const retryIn = WORTH_RETRYING.includes(code) && attempt < MOST_ATTEMPTS ? BASE_DELAY * 2 ** (attempt - 1) : null;
        setLoading({ state: 'failed', error, attempt, retryIn });
        if (retryIn !== null) timer = setTimeout(() => void load(attempt + 1), retryIn);
      }
    };
    void load(1);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [clientId, id, version, round]);

  return [loading, again];
}
