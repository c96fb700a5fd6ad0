import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { currentSession, signOut } from '../../../shell/session.ts';

/** Ends the session, on the server too, then goes to the sign-in page, which says why. */
export default function LogoutScreen() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const ended = currentSession().status === 'signedIn' ? signOut() : Promise.resolve();
    void ended.then(() => navigate('/auth', { replace: true, state: { reason: state?.reason ?? 'ended', from: state?.from } }));
  }, [navigate, state]);
  return null;
}
