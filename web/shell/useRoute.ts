import { createContext, useContext } from 'react';
import type { Route } from './route.ts';

/** The route of the screen that is shown. */
export const RouteContext = createContext<Route | undefined>(undefined);

/** @returns the route of the screen that is shown; undefined where no screen is. */
export function useRoute(): Route | undefined {
  return useContext(RouteContext);
}
