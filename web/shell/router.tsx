import { Component, type ComponentType, memo, type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import {
  type Location,
  matchRoutes,
  Navigate,
  NavigationType,
  Outlet,
  type RouteObject,
  Router as RouterContexts,
  useLocation,
  useRoutes,
} from 'react-router';
import { type Entry, type History, makeHistory } from '../ui/history.ts';
import { first } from '../ui/later.ts';
import { makeStore, type Store } from '../ui/store.ts';
import { Crash } from './Crash.tsx';
import { useActiveCall } from './call.ts';
import { chooseClient } from './landing.ts';
import { ComingContext } from './navigating.ts';
import type { Route } from './route.ts';
import { ROUTES } from './routes.ts';
import { useSession } from './session.ts';
import { RouteContext } from './useRoute.ts';
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

/** A part of the application that an address needs, and what came of loading it. */
interface Chunk {
  readonly load: () => Promise<{ default: ComponentType }>;
  readonly route?: Route;
  Loaded?: ComponentType;
  error?: unknown;
}

/** @returns what a line of the table holds of a chunk. */
function lazily(load: Chunk['load'], route?: Route): Pick<RouteObject, 'handle' | 'element'> {
  const chunk: Chunk = { load, ...(route && { route }) };
  const part = <Part chunk={chunk} />;
  return { handle: chunk, element: <Fallible>{part}</Fallible> };
}

function Part({ chunk: { Loaded, error } }: { chunk: Chunk }) {
  if (!Loaded) throw error;
  return <Loaded />;
}

/** Shows what comes instead of a part that failed, until one goes elsewhere. */
function Fallible({ children }: { children: ReactNode }) {
  return <Boundary at={useLocation()}>{children}</Boundary>;
}

class Boundary extends Component<{ at: Location; children: ReactNode }, { at: Location; failed: boolean }> {
  override state = { at: this.props.at, failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  static getDerivedStateFromProps(props: { at: Location }, state: { at: Location }) {
    return props.at === state.at ? null : { at: props.at, failed: false };
  }
  override render() {
    return this.state.failed ? <Crash /> : this.props.children;
  }
}

/** All addresses of the staff application. Each screen is a chunk of its own, and so is what signed-in people share. */
const ADDRESSES: RouteObject[] = [
  {
    element: (
      <Fallible>
        <Start />
      </Fallible>
    ),
    children: [
      { path: '/', element: <Root /> },
      { path: '/auth', ...lazily(() => import('../screens/auth/sign-in/SignInScreen.tsx')) },
      { path: '/auth/mfa', ...lazily(() => import('../screens/auth/mfa/MfaScreen.tsx')) },
      { path: '/auth/reset-password', ...lazily(() => import('../screens/auth/reset-password/ResetPasswordScreen.tsx')) },
      { path: '/auth/set-initial-password', ...lazily(() => import('../screens/auth/set-initial-password/InitialPasswordScreen.tsx')) },
      { path: '/logout', ...lazily(() => import('../screens/auth/logout/LogoutScreen.tsx')) },
      {
        path: '/:clientId',
        ...lazily(() => import('./Workspace.tsx')),
        children: [
          { index: true, element: null },
          ...ROUTES.map((route) => ({ path: route.path, ...lazily(route.load, route) })),
          // Here and not only at the top: an unknown address in somebody else's client is refused like a known one.
          { path: '*', element: <Navigate to="/" replace /> },
        ],
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
];

/** What shows, and where one is going while its chunks are on their way: the address is there already. */
interface View {
  readonly shown: Entry | null;
  readonly route: Route | undefined;
  readonly coming: Location | null;
}

export interface Router {
  readonly history: History;
  readonly view: Pick<Store<View>, 'get' | 'listen'>;
}

/** Follows the address of the window: shows a screen once all that it needs is loaded, and until then the one before. */
export function makeRouter(): Router {
  const view = makeStore<View>({ shown: null, route: undefined, coming: null });
  const history = makeHistory(window, () => view.get().coming !== null);
  async function follow() {
    const entry = history.get();
    const chunks = (matchRoutes(ADDRESSES, entry.location) ?? []).flatMap(({ route }) => (route.handle as Chunk | undefined) ?? []);
    const missing = chunks.filter((chunk) => !chunk.Loaded);
    if (missing.length > 0) {
      view.set({ ...view.get(), coming: entry.location });
      await Promise.all(missing.map(fetchChunk));
      if (history.get() !== entry) return;
    }
    view.set({ shown: entry, route: chunks.findLast((chunk) => chunk.route)?.route, coming: null });
  }
  history.listen(() => void follow());
  for (const { isNext, load } of ROUTES) if (isNext) first(load);
  void follow();
  return { history, view };
}

/** What cannot be loaded is tried again when one comes by the next time. */
async function fetchChunk(chunk: Chunk): Promise<void> {
  try {
    chunk.Loaded = (await chunk.load()).default;
  } catch (error) {
    chunk.error = error;
  }
}

/** How one came to an entry of the history, as the router's contexts name it. */
const NAVIGATION = { POP: NavigationType.Pop, PUSH: NavigationType.Push, REPLACE: NavigationType.Replace } as const;

/** Everything that has an address. */
export function Screens({ router }: { router: Router }) {
  const [{ shown, route, coming }, setView] = useState(router.view.get);
  useLayoutEffect(() => {
    // What a new screen waits for besides its chunk keeps the old one in place too.
    const take = () => startTransition(() => setView(router.view.get()));
    take();
    return router.view.listen(take);
  }, [router]);
  if (!shown) return null;
  return (
    <RouterContexts location={shown.location} navigationType={NAVIGATION[shown.action]} navigator={router.history}>
      <ComingContext value={coming}>
        <RouteContext value={route}>
          <Matched />
        </RouteContext>
      </ComingContext>
    </RouterContexts>
  );
}

const Matched = memo(function Matched() {
  return useRoutes(ADDRESSES);
});
