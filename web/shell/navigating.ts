import { useNavigation } from 'react-router';

/** Hand it in as the state of a navigation that shall show no loader (specification 1, section 2.3). */
export const QUIETLY = { quietly: true };

/** @returns whether a change of address is under way that the user shall see. */
export function useNavigating(): boolean {
  const { state, location } = useNavigation();
  return state !== 'idle' && (location?.state as { quietly?: boolean } | null)?.quietly !== true;
}
