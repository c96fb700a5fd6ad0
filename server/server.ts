/** The HTTP side of a process: services, sockets and whatever main.ts adds, behind one set of security headers. */
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from './platform/config.ts';
import { createTokens, type Tokens } from './platform/identity.ts';
import { logger } from './platform/log.ts';
import { mountService } from './platform/service.ts';
import { mountSockets } from './platform/socket.ts';
import type { Database } from './platform/tenancy.ts';
import { createFilesServer } from './services/files/files.origin.ts';
import { configureFiles, filesOrigin, setFilesOrigin } from './services/files/files.settings.ts';
import { configureIdentity } from './services/identity/identity.config.ts';
import { SERVICES } from './services.ts';

export interface Web {
  readonly app: FastifyInstance;
  readonly tokens: Tokens;
  /** Listens for fetches of files on a port of its own. @param port 0: whichever is free. */
  readonly listenForFiles: (host: string, port: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Bytes a GraphQL request may have: bulk actions list ids, templates hold whole mails. */
const MOST_QUERY = 25_000_000;

/** @returns the body's object; any other text as it came, for Yoga to say what is wrong with it. */
function readQuery(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && Object.keys(body).length > 0 ? body : text;
  } catch {
    return text;
  }
}

/** Builds the server without listening. @param mount adds what is not GraphQL: the web app, the debtor's page, uploads, tracking. */
export async function createServer(
  database: Database,
  config: Config,
  mount?: (app: FastifyInstance, tokens: Tokens) => Promise<void>,
): Promise<Web> {
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: 'loopback',
    bodyLimit: 2 * 1024 * 1024,
  });
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
  await app.register(cookie, { secret: config.secret });
  configureIdentity(database, config);
  configureFiles(config);
  const tokens = createTokens(database);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    ['application/json', 'application/graphql-response+json'],
    { parseAs: 'string', bodyLimit: MOST_QUERY },
    (_request, body, done) => done(null, readQuery(String(body))),
  );
  for (const service of SERVICES)
    mountService(app, service, { database, tokens, production: config.production, publicUrl: config.publicUrl });
  app.get('/healthz', async () => {
    await database.app.query('select 1');
    return { ok: true };
  });
  await mount?.(app, tokens);
  const closeSockets = mountSockets(app.server, SERVICES, { database, tokens });
  const files = createFilesServer(database);
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
      await files.close();
      await app.close();
    },
  };
}
