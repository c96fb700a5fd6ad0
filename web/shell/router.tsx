import { useEffect } from 'react';
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router';
import { Crash } from './Crash.tsx';
import { useActiveCall } from './call.ts';
import { chooseClient } from './landing.ts';
import { withRules } from './navigation.ts';
import { ROUTES } from './routes.ts';
import { useSession } from './session.ts';
import { storedClient, storedRoute } from './workspace.ts';

/** The root (specification 1, section 2.3): signed out to /auth; signed in where one was last, else the client's first screen. */
function Root() {
  const session = useSession();
  if (session.status !== 'signedIn') return <Navigate to="/auth" replace />;
  const clientId = chooseClient(undefined, storedClient(), session.clients);
  const last = storedRoute();
  const known = last !== null && session.clients.some((client) => last.startsWith(`/${client.clientId}/`));
  if (known) return <Navigate to={last} replace />;
  return <Navigate to={clientId === null ? '/logout' : `/${clientId}/`} replace />;
}

/** Nothing is decided about addresses before it is known who is there. */
function Start() {
  const { status } = useSession();
  useMarks(status === 'signedIn');
  return status === 'starting' ? null : <Outlet />;
}

/** Says on the page's container whether nobody is signed in, and whether a call goes on (specification 1, section 2.4). */
function useMarks(isSignedIn: boolean): void {
  const inCall = useActiveCall();
  useEffect(() => {
    const { classList } = document.getElementById('app')!;
    classList.toggle('not-logged', !isSignedIn);
    classList.toggle('active-call', isSignedIn && inCall);
  }, [isSignedIn, inCall]);
}

const screens: RouteObject[] = ROUTES.map((route) => ({
  path: route.path,
  handle: route,
  errorElement: <Crash />,
  lazy: async () => ({ Component: (await route.load()).default }),
}));

/** All addresses of the staff application. Each screen is a chunk of its own, and so is what signed-in people share. */
export function makeRouter() {
  const router = createBrowserRouter([
    {
      element: <Start />,
      errorElement: <Crash />,
      hydrateFallbackElement: <></>,
      children: [
        { path: '/', element: <Root /> },
        { path: '/auth', lazy: async () => ({ Component: (await import('../screens/auth/sign-in/SignInScreen.tsx')).default }) },
        { path: '/auth/mfa', lazy: async () => ({ Component: (await import('../screens/auth/mfa/MfaScreen.tsx')).default }) },
        {
          path: '/auth/reset-password',
          lazy: async () => ({ Component: (await import('../screens/auth/reset-password/ResetPasswordScreen.tsx')).default }),
        },
        {
          path: '/auth/set-initial-password',
          lazy: async () => ({ Component: (await import('../screens/auth/set-initial-password/InitialPasswordScreen.tsx')).default }),
        },
        { path: '/logout', lazy: async () => ({ Component: (await import('../screens/auth/logout/LogoutScreen.tsx')).default }) },
        {
          path: '/:clientId',
          lazy: async () => ({ Component: (await import('./Workspace.tsx')).default }),
          children: [{ index: true, element: null }, ...screens],
        },
        { path: '*', element: <Navigate to="/" replace /> },
      ],
    },
  ]);
  return withRules(router);
}
