/** The HTTP side of a process: services, sockets and whatever main.ts adds, behind one set of security headers. */
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { mountApi } from './api/mount.ts';
import { answerProblem } from './api/problems.ts';
import { mountHealth, type Role } from './health.ts';
import { accessOf } from './platform/access.ts';
import type { Config } from './platform/config.ts';
import { answerBroken } from './platform/edge/broken.ts';
import { API_ROOT, MOST_BYTES, mountEdge } from './platform/edge/edge.ts';
import { stoppable } from './platform/edge/stoppable.ts';
import { createTokens, type Tokens } from './platform/identity.ts';
import { logger } from './platform/log.ts';
import { type MountedYoga, mountService } from './platform/service.ts';
import { mountSockets } from './platform/socket.ts';
import type { Database } from './platform/tenancy.ts';
import { traceRequests } from './platform/tracing.ts';
import { createApiCallers } from './services/api/api.caller.logic.ts';
import { createFilesServer } from './services/files/files.origin.ts';
import { configureFiles, filesOrigin, setFilesOrigin } from './services/files/files.settings.ts';
import { configureIdentity } from './services/identity/identity.config.ts';
import { debtorsHome } from './services/landing-page/landing-page.domain.home.ts';
import { configurePrivacy } from './services/privacy/privacy.settings.ts';
import { SERVICES } from './services.ts';

export interface Web {
  readonly app: FastifyInstance;
  readonly tokens: Tokens;
  /** Listens for fetches of files on a port of its own. @param port 0: whichever is free. */
  readonly listenForFiles: (host: string, port: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Bytes of a request's headers, its address among them; a token that names a hundred clients has 8,000. */
const MOST_HEADERS = 16 * 1024;
/** Time for a request's headers, and between two requests of a connection, ms. A proxy in front waits shorter than the latter. */
const HEADERS_MS = 20_000;
const IDLE_MS = 72_000;
const REQUESTS_PER_CONNECTION = 10_000;
/** Connections of a process; who comes then waits for one to be free. */
const MOST_CONNECTIONS = 20_000;

/** Builds the server without listening. @param mount adds what is not GraphQL: the web app, the debtor's page, uploads, tracking. @param role what the process does besides. */
export async function createServer(
  database: Database,
  config: Config,
  mount?: (app: FastifyInstance, tokens: Tokens) => Promise<void>,
  role: Role = 'web',
): Promise<Web> {
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (address) => config.isTrustedProxy(address),
    bodyLimit: MOST_BYTES,
    http: { maxHeaderSize: MOST_HEADERS, headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5_000 },
    keepAliveTimeout: IDLE_MS,
    maxRequestsPerSocket: REQUESTS_PER_CONNECTION,
    clientErrorHandler: answerBroken,
    // What is no address, before there is a route.
    frameworkErrors: (error, { url }, any) => {
      const reply = any as unknown as FastifyReply;
      if (url.startsWith(`${API_ROOT}/`)) answerProblem(error, reply);
      else reply.status(error.statusCode ?? 400).send(error);
    },
  });
  app.server.maxConnections = MOST_CONNECTIONS;
  traceRequests(app);
  const foreign = [config.analyticsScriptUrl, config.errorReportingScriptUrl].filter((url) => url !== null);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The scripts that an installation may name, which load after consent and report to where they came from.
        scriptSrc: ["'self'", ...foreign],
        // Components position themselves with style attributes. The application itself adds no style sheet: those of the mails that are
        // shown in frames without scripts and without an origin do, and a frame made of text is under its page's policy.
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        styleSrcElem: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', filesOrigin],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...foreign.map((url) => new URL(url).origin)],
        // Files are shown from their own origin; embedded dashboards come from where the operator allows it.
        frameSrc: ["'self'", filesOrigin, ...config.embedOrigins],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.production,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  });
  await app.register(cookie);
  configureIdentity(database, config);
  configureFiles(config);
  configurePrivacy(config);
  const tokens = createTokens(database);
  const callers = createApiCallers(database, tokens);
  const edge = mountEdge(app, { config, tokens, callers, isDebtorsHome: debtorsHome(database, config) });
  const yogas = new Map<string, MountedYoga>();
  for (const service of SERVICES)
    yogas.set(
      service.name,
      mountService(app, service, { database, tokens, edge, production: config.production, publicUrl: config.publicUrl }),
    );
  await mountApi(app, SERVICES, { database, config, tokens, callers, edge });
  mountHealth(app, database, config, role);
  await mount?.(app, tokens);
  const closeSockets = mountSockets(app.server, SERVICES, { database, tokens, edge, yogas, isTrustedProxy: config.isTrustedProxy });
  const files = createFilesServer(database);
  const [stopApp, stopFiles] = [stoppable(app), stoppable(files)];
  return {
    app,
    tokens,
    listenForFiles: async (host, port) => {
      await files.listen({ host, port });
      const address = files.server.address();
      if (typeof address === 'object' && address) setFilesOrigin(`http://${host}:${address.port}`);
    },
    close: async () => {
      await closeSockets();
      await Promise.all([stopApp(), stopFiles()]);
      await accessOf(database).close();
    },
  };
}
