import { createContext, useContext } from 'react';
import type { Location } from 'react-router';

/** Hand it in as the state of a navigation that shall show no loader (specification 1, section 2.3). */
export const QUIETLY = { quietly: true };

/** Where one is going while its screen is still on its way. */
export const ComingContext = createContext<Location | null>(null);

/** @returns whether a change of address is under way that the user shall see. */
export function useNavigating(): boolean {
  const coming = useContext(ComingContext);
  return coming !== null && (coming.state as { quietly?: boolean } | null)?.quietly !== true;
}
