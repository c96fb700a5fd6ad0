import { CombinedGraphQLErrors } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation, useMatches, useNavigation, useParams } from 'react-router';
import { isFlagOn } from '../../core/featureFlags.ts';
import { FormatContext } from '../ui/format.ts';
import { PermissionContext } from '../ui/permission.tsx';
import { ErrorState } from '../ui/states.tsx';
import { refetchScreen, useQuery } from './api.ts';
import { WorkspaceDocument } from './backoffice.graphql.ts';
import { client } from './client.ts';
import { tagOf } from './i18n/i18n.ts';
import { chooseClient, landing, mayOpen, nameClients } from './landing.ts';
import { menuRoutes } from './menu.ts';
import { onReturn, useReachable } from './reachable.ts';
import { ROUTES, type Route } from './routes.ts';
import { Sidebar } from './Sidebar.tsx';
import { useSession } from './session.ts';
import classes from './Workspace.module.css';
import { storeClient, storedClient, storeRoute, WorkspaceContext, type Workspace as WorkspaceValue } from './workspace.ts';

/** Everything under /{clientId}: the client of the address, its configuration and role, the sidebar, the screen. */
export default function Workspace() {
  const session = useSession();
  const { clientId: wanted } = useParams();
  const { pathname, search } = useLocation();
  if (session.status !== 'signedIn') return <Navigate to="/logout" replace state={{ from: pathname + search }} />;
  const clientId = chooseClient(wanted, storedClient(), session.clients);
  if (clientId === null) return <Navigate to="/logout" replace />;
  if (clientId !== wanted) return <Navigate to={pathname.replace(/^\/[^/]*/, `/${clientId}`) + search} replace />;
  return (
    <ApolloProvider client={client}>
      <Client key={clientId} clientId={clientId} />
    </ApolloProvider>
  );
}

function Client(props: { clientId: string }) {
  const session = useSession();
  const { i18n } = useTranslation('shell');
  const { data, error, loading, refetch } = useQuery('backoffice', WorkspaceDocument, { clientId: props.clientId });
  useEffect(() => storeClient(props.clientId), [props.clientId]);

  const workspace = useMemo<WorkspaceValue | null>(() => {
    if (!data || session.status !== 'signedIn') return null;
    const { getCurrentClientRole: role, getClientConfiguration: configuration, getActiveFeatureFlags: active } = data;
    return {
      clientId: props.clientId,
      user: session.user,
      clients: nameClients(session.clients),
      configuration,
      roleName: role.name,
      access: { permissions: role.permissions, isOn: (flag) => isFlagOn(flag, configuration.featureFlags, active) },
    };
  }, [data, session, props.clientId]);
  const format = useMemo(
    () => ({ locale: tagOf(i18n.language), timeZone: data?.getClientConfiguration.timezone ?? 'UTC' }),
    [i18n.language, data],
  );

  // A refusal to load the app ends in sign-out (specification 1, section 4.1); a server that does not answer may be asked again.
  if (error && CombinedGraphQLErrors.is(error)) return <Navigate to="/logout" replace />;
  if (error && !loading) return <ErrorState error={error} onRetry={refetch} />;
  if (!workspace) return <Frame />;
  return (
    <WorkspaceContext value={workspace}>
      <PermissionContext value={workspace.access.permissions}>
        <FormatContext value={format}>
          <Offline />
          <Suspense fallback={<Frame />}>
            <Sidebar />
            <Screen workspace={workspace} />
          </Suspense>
        </FormatContext>
      </PermissionContext>
    </WorkspaceContext>
  );
}

// What could not be asked is asked again.
onReturn(refetchScreen);

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

function Screen(props: { workspace: WorkspaceValue }) {
  const { t } = useTranslation('shell');
  const { pathname, search } = useLocation();
  const navigating = useNavigation().state !== 'idle';
  const matches = useMatches();
  const route = matches.map((match) => match.handle as Route | undefined).findLast((handle) => handle !== undefined);
  const allowed = route !== undefined && mayOpen(route, props.workspace.access);

  useEffect(() => {
    if (allowed) storeRoute(pathname + search);
  }, [allowed, pathname, search]);

  if (!allowed) {
    const first = landing(menuRoutes(ROUTES), props.workspace.access);
    const to = first && `/${props.workspace.clientId}/${first.path}`;
    if (to === null || to === pathname) return <Navigate to="/logout" replace state={{ reason: 'noScreen' }} />;
    return <Navigate to={to} replace />;
  }
  return (
    <main id="content" className={classes.screen} tabIndex={-1}>
      <title>{`${t('product')} · ${t(`screen.${route.name}`)}`}</title>
      {navigating && <div className={classes.navigating} role="progressbar" aria-label={t('loading')} />}
      <Suspense>
        <Outlet />
      </Suspense>
    </main>
  );
}
