import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { currentSession, signOut } from '../../../shell/session.ts';
import { storeRoute } from '../../../shell/workspace.ts';

/** Ends the session, on the server too, forgets where one was last, then goes to the sign-in page, which says why. */
export default function LogoutScreen() {
  const navigate = useNavigate();
  const { state, key } = useLocation();
  const doneFor = useRef('');
  useEffect(() => {
    // Once for each time one comes here: whoever is sent here again while on the way to the sign-in page must come out there too.
    if (doneFor.current === key) return;
    doneFor.current = key;
    storeRoute(null);
    const done = currentSession().status === 'signedIn' ? signOut() : Promise.resolve();
    void done.then(() => navigate('/auth', { replace: true, state: { reason: state?.reason ?? 'ended', from: state?.from } }));
  }, [navigate, state, key]);
  return null;
}
