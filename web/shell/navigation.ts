/** How the address changes (specification 1, section 2.3): not at all to where one is, and after another change that is under way. */
import type { NavigateOptions, To } from 'react-router';

/** How long a change of address waits for one that is pending, ms. */
export const PENDING_MS = 50;

interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** What of the router is needed here. */
export interface Navigator {
  readonly state: { readonly location: Place; readonly navigation: { readonly state: string } };
  navigate(delta: number): Promise<void>;
  navigate(to: To | null, options?: NavigateOptions): Promise<void>;
}

/** @returns the address that `to` means, seen from `here`. */
export function placeOf(to: To, here: Place): string {
  if (typeof to === 'string') {
    const address = new URL(to, `http://here${here.pathname}${to.startsWith('#') ? here.search : ''}`);
    return address.pathname + address.search + address.hash;
  }
  return (to.pathname ?? here.pathname) + (to.search ?? '') + (to.hash ?? '');
}

/** @returns whether going there changes nothing. A change that carries a state tells its screen something, and is none of these. */
export function isHere(to: To, here: Place, state: unknown): boolean {
  return (state === undefined || state === null) && placeOf(to, here) === here.pathname + here.search + here.hash;
}

/** Puts the two rules in front of a router's navigate. Of several changes that wait, the last one counts. */
export function withRules<R extends Navigator>(router: R): R {
  const go = router.navigate.bind(router) as (to: To | number | null, options?: NavigateOptions) => Promise<void>;
  let latest = 0;
  router.navigate = async (to: To | number | null, options?: NavigateOptions) => {
    const mine = ++latest;
    if (typeof to === 'number' || to === null) return go(to, options);
    if (router.state.navigation.state !== 'idle') await new Promise((resolve) => setTimeout(resolve, PENDING_MS));
    // Whoever wanted to go elsewhere meanwhile is not called back.
    if (mine !== latest) return;
    if (isHere(to, router.state.location, options?.state)) return;
    return go(to, options);
  };
  return router;
}
