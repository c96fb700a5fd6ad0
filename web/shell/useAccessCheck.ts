import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import type { Route } from './route.ts';

/** The check is under way; the screen opens; go elsewhere. */
export type Verdict = 'asks' | 'opens' | { readonly to: string };

/** Asks a route's own check about an address of it that wants to be checked. @param route undefined asks nothing. */
export function useAccessCheck(route: Route | undefined): Verdict {
  const params = useParams();
  const { pathname, search } = useLocation();
  const [answer, setAnswer] = useState<{ address: string; to: string | null } | null>(null);
  const address = pathname + search;
  const check = route?.check;
  const load = check && new URLSearchParams(search).get(check.asked) === 'true' ? check.load : undefined;
  useEffect(() => {
    if (!load) return;
    let wanted = true;
    const ask = async () => {
      const to = await (await load())(params, new URLSearchParams(search));
      if (wanted) setAnswer({ address, to });
    };
    // A check that could not be made holds nobody up: the screen says itself what is wrong.
    ask().catch(() => wanted && setAnswer({ address, to: null }));
    return () => {
      wanted = false;
    };
  }, [load, address, params, search]);
  if (!load) return 'opens';
  if (answer?.address !== address) return 'asks';
  return answer.to === null ? 'opens' : { to: answer.to };
}
