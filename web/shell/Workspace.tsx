import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { Link, Navigate, Outlet, useLocation, useParams } from 'react-router';
import { isFlagOn } from '../../core/featureFlags.ts';
import { isUuid } from '../../core/id.ts';
import { CallError } from '../ui/fault.ts';
import { FormatContext } from '../ui/format.ts';
import { KeptScope } from '../ui/keptScope.ts';
import { later, useStands } from '../ui/later.ts';
import { PermissionContext, useCan } from '../ui/permission.tsx';
import { ErrorState } from '../ui/states.tsx';
import { useTranslation } from '../ui/texts.ts';
import { forgetAnswers } from './answers.ts';
import { refetchScreen } from './api.ts';
import { onForbidden } from './client.ts';
import { tagOf, writtenLocale } from './i18n/i18n.ts';
import { type Access, chooseClient, landing, mayOpen, nameClients } from './landing.ts';
import { menuRoutes } from './menu.ts';
import { useMocks } from './mocks.ts';
import { QUIETLY, useNavigating } from './navigating.ts';
import { onReturn, useReachable } from './reachable.ts';
import type { Route } from './route.ts';
import { ROUTES } from './routes.ts';
import { Sidebar } from './Sidebar.tsx';
import { useSession } from './session.ts';
import { useStart } from './start.ts';
import { matched, titleOf } from './title.ts';
import { useAccessCheck } from './useAccessCheck.ts';
import { useAccessEvents } from './useAccessEvents.ts';
import { useRoute } from './useRoute.ts';
import classes from './Workspace.module.css';
import { storeClient, storedClient, storedRoute, storeRoute, WorkspaceContext, type Workspace as WorkspaceValue } from './workspace.ts';

const NoClient = lazy(() => import('./NoClient.tsx'));
const Live = later(() => import('./Live.tsx'));

/** Everything under /{clientId}: the client of the address, its configuration and role, the sidebar, the screen. */
export default function Workspace() {
  const session = useSession();
  const { clientId: wanted } = useParams();
  const { pathname, search } = useLocation();
  const wasIn = useRef(false);
  useEffect(() => {
    if (session.status === 'signedIn') wasIn.current = true;
  }, [session.status]);
  if (session.status !== 'signedIn') {
    // Whoever was in hears why they are not any more.
    return <Out from={pathname + search} reason={wasIn.current ? 'recalled' : undefined} />;
  }
  const clientId = chooseClient(wanted, storedClient(), session.clients);
  if (clientId === null) return <Out />;
  // Somebody else's client must not look like one's own; any other first word of an address leads to one's own.
  if (clientId !== wanted && isUuid(wanted))
    return (
      <Suspense fallback={<Frame />}>
        <NoClient own={clientId} />
      </Suspense>
    );
  if (clientId !== wanted) return <Navigate to={pathname.replace(/^\/[^/]*/, `/${clientId}`) + search} replace />;
  return <Client key={clientId} clientId={clientId} />;
}

/** Signs out, once however often it renders. @param from where one is to come back to. */
function Out({ reason, from }: { reason?: 'recalled' | 'failed' | 'noScreen' | undefined; from?: string }) {
  const state = useMemo(() => ({ reason, from }), [reason, from]);
  return <Navigate to="/logout" replace state={state} />;
}

function Client(props: { clientId: string }) {
  const session = useSession();
  const { t, language } = useTranslation('shell');
  const { started, error, reload } = useStart(props.clientId);
  useEffect(() => {
    storeClient(props.clientId);
    return forgetAnswers;
  }, [props.clientId]);
  useEffect(() => onForbidden(reload), [reload]);
  useMocks(started?.configuration.useMocks ?? false);

  const workspace = useMemo<WorkspaceValue | null>(() => {
    if (!started || session.status !== 'signedIn') return null;
    const { role, configuration, flags, modules } = started;
    const access: Access = { permissions: role.permissions, isOn: (flag) => isFlagOn(flag, configuration.featureFlags, flags), modules };
    return {
      clientId: props.clientId,
      user: session.user,
      clients: nameClients(started.clients),
      configuration,
      roleName: role.name,
      isOfPartner: role.isOfPartner ?? false,
      access,
      screens: ROUTES.filter((route) => mayOpen(route, access)),
    };
  }, [started, session, props.clientId]);
  const format = useMemo(
    () => ({
      locale: tagOf(writtenLocale(language, started?.configuration.defaultLocale)),
      timeZone: started?.configuration.timezone ?? 'UTC',
    }),
    [language, started],
  );

  // A refusal to load the app ends in sign-out (specification 1, section 4.1); a server that does not answer may be asked again.
  if (error instanceof CallError && error.statusCode === null) return <Out reason="failed" />;
  if (error && !workspace)
    return (
      <ErrorState error={error} onRetry={reload}>
        <Button component={Link} to="/logout" variant="subtle" size="sm">
          {t('sidebar.signOut')}
        </Button>
      </ErrorState>
    );
  if (!workspace) return <Frame />;
  return (
    <WorkspaceContext value={workspace}>
      <PermissionContext value={workspace.access.permissions}>
        <FormatContext value={format}>
          <KeptScope value={`${workspace.user.id} ${workspace.clientId}`}>
            <Offline />
            <Watch reload={reload} />
            <Suspense fallback={<Frame />}>
              <Sidebar />
              <Screen workspace={workspace} />
            </Suspense>
          </KeptScope>
        </FormatContext>
      </PermissionContext>
    </WorkspaceContext>
  );
}

// What could not be asked is asked again.
onReturn(() => refetchScreen());

/** Rights that others change hold in this tab at once; what others say is heard. */
function Watch(props: { reload: () => void }) {
  useAccessEvents(props.reload);
  const hears = useCan('backoffice', 'useMessages');
  return useStands() && hears ? (
    <Suspense>
      <Live />
    </Suspense>
  ) : null;
}

/** One line over everything while the server does not answer. */
function Offline() {
  const { t } = useTranslation('shell');
  return useReachable() ? null : (
    <div className={classes.offline} role="alert">
      {t('offline')}
    </div>
  );
}

/** The shell's shape while its content loads. */
function Frame() {
  return (
    <div className={classes.workspace} aria-busy="true">
      <div className={classes.side} />
    </div>
  );
}

/** The line over the screen while another one comes. */
function Loader() {
  const { t } = useTranslation('shell');
  return <div className={classes.navigating} role="progressbar" aria-label={t('loading')} />;
}

const isHome = (pathname: string, home: string) => pathname === home || `${pathname}/` === home;

function Screen(props: { workspace: WorkspaceValue }) {
  const { pathname, search, key } = useLocation();
  const route = useRoute();
  const allowed = route !== undefined && mayOpen(route, props.workspace.access);
  const check = useAccessCheck(allowed ? route : undefined);
  const navigating = useNavigating();
  const opens = allowed && check === 'opens';

  useEffect(() => {
    if (opens) storeRoute(pathname + search);
  }, [opens, pathname, search]);

  // The key: an address that comes before the last redirect has rendered is redirected anew.
  if (!allowed) {
    const first = landing(menuRoutes(ROUTES), props.workspace.access);
    const home = `/${props.workspace.clientId}/`;
    const last = storedRoute();
    // The client's own address leads where one was last in it, like the root.
    const to = isHome(pathname, home) && last?.startsWith(home) && last !== home ? last : first && home + first.path;
    if (to === null || to === pathname) return <Out reason="noScreen" />;
    return (
      <>
        <Navigate key={key} to={to} replace state={QUIETLY} />
        {navigating && <Loader />}
      </>
    );
  }
  if (typeof check === 'object') return <Navigate key={key} to={check.to} replace />;
  return (
    <main id="content" className={classes.screen} tabIndex={-1}>
      <Title route={route} />
      {(navigating || !opens) && <Loader />}
      <Suspense>{opens && <Outlet />}</Suspense>
    </main>
  );
}

/** The product's name, then the titles of everything that the address matches. */
function Title({ route }: { route: Route }) {
  const { t } = useTranslation('shell');
  const { area, routes } = matched(ROUTES, route);
  const titles = [...(area === null ? [] : [t(`area.${area}`)]), ...routes.map((each) => t(`screen.${each.name}`))];
  return <title>{titleOf(t('product'), titles)}</title>;
}
