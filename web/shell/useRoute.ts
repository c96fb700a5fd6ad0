import { useMatches } from 'react-router';
import type { Route } from './route.ts';

/** @returns the route of the screen that is shown; undefined where no screen is. */
export function useRoute(): Route | undefined {
  return useMatches()
    .map((match) => match.handle as Route | undefined)
    .findLast((handle) => handle !== undefined);
}
